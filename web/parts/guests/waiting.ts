/** A guest pledge awaiting its mail, kept for this tab: after a reload or Back it is shown again, and nothing is sent. */
import type { GuestHeld } from '#domain/schemas/guest-pledge.ts'
import { readSelection, type Selection } from '#web/parts/pledging/selection.ts'
import { type Entered, readEntered } from './entered.ts'

export type Waiting = {
  held: GuestHeld
  secret: string
  /** What it was made from, to change it; null where it cannot be read. */
  from: { entered: Entered; selection: Selection } | null
}

const storageKey = (campaignId: string): string => `guest:${campaignId}`

/** Without storage it is forgotten. */
export function keepWaiting(campaignId: string, waiting: Waiting | null): void {
  try {
    if (waiting) sessionStorage.setItem(storageKey(campaignId), JSON.stringify(waiting))
    else sessionStorage.removeItem(storageKey(campaignId))
  } catch {}
}

/** Null where there is none, or when it can no longer be confirmed. */
export function keptWaiting(campaignId: string, nowMs: number): Waiting | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey(campaignId)) ?? 'null') as Waiting | null
    if (!kept || !(new Date(kept.held.expiresAt).getTime() > nowMs)) return null
    const entered = readEntered(kept.from?.entered)
    const selection = readSelection(kept.from?.selection)
    return { ...kept, from: entered && selection && { entered, selection } }
  } catch {
    return null
  }
}

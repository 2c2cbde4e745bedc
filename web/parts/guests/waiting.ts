/** A guest pledge awaiting its mail, kept for this tab: after a reload or Back it is shown again, and nothing is sent. */
import type { GuestHeld } from '#domain/schemas/guest-pledge.ts'

export type Waiting = { held: GuestHeld; secret: string }

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
    return kept && new Date(kept.held.expiresAt).getTime() > nowMs ? kept : null
  } catch {
    return null
  }
}

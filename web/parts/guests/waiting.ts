/** A guest pledge that waits for its mail, kept for this tab: a reload or the way back shows it again, and sends nothing. */
import type { GuestHeld } from '#domain/schemas/guest-pledge.ts'

export type Waiting = { held: GuestHeld; secret: string }

const storageKey = (campaignId: string): string => `guest:${campaignId}`

/** A browser that keeps nothing forgets it. */
export function keepWaiting(campaignId: string, waiting: Waiting | null): void {
  try {
    if (waiting) sessionStorage.setItem(storageKey(campaignId), JSON.stringify(waiting))
    else sessionStorage.removeItem(storageKey(campaignId))
  } catch {}
}

/** Null where there is none, or it can no longer be confirmed. */
export function keptWaiting(campaignId: string, nowMs: number): Waiting | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey(campaignId)) ?? 'null') as Waiting | null
    return kept && new Date(kept.held.expiresAt).getTime() > nowMs ? kept : null
  } catch {
    return null
  }
}

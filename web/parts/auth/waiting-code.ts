/**
 * A sign-up whose code was mailed and not entered yet. A phone drops the page while its owner reads the mail: the reloaded tab,
 * or the link in the mail, goes on at the code. The password is not kept.
 */
import { safeReturn } from '#web/paths.ts'
import { deviceNow } from '#web/query-client.ts'

const KEY = 'sign-up'
/** Longer than a code works, so that a new one can be requested. */
const KEPT_MS = 60 * 60_000

export type WaitingCode = { email: string; returnTo: string }

/** Without storage, the page works as long as it stays open. */
export function keepWaitingCode({ email, returnTo }: WaitingCode, now = deviceNow()): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ email, returnTo, at: now }))
    sessionStorage.setItem(KEY, '1')
  } catch {}
}

export function dropWaitingCode(): void {
  try {
    localStorage.removeItem(KEY)
    sessionStorage.removeItem(KEY)
  } catch {}
}

/** In another tab only by the link in the mail: someone else may be signing up on this computer. */
export function waitingCode(isByLink: boolean, now = deviceNow()): WaitingCode | null {
  try {
    if (!isByLink && sessionStorage.getItem(KEY) === null) return null
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as (WaitingCode & { at: number }) | null
    if (!kept || typeof kept.email !== 'string' || !(now - kept.at <= KEPT_MS)) return null
    return { email: kept.email, returnTo: safeReturn(kept.returnTo) }
  } catch {
    return null
  }
}

/** What a mail server's refusal means for a mail: when it is tried again, and when not (R44). */

/** What nodemailer reports of a failure; `responseCode` is the server's own (RFC 5321). */
type DeliveryError = { code?: string; responseCode?: number }
const asDeliveryError = (error: unknown): DeliveryError => (error ?? {}) as DeliveryError

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Between attempts: ten of them, over three days. */
const PAUSES_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
]

/** Null: no attempts are left. */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  const pause = PAUSES_MS[attempts - 1]
  return pause === undefined ? null : new Date(now.getTime() + pause)
}

/** The problem is between us and the mail server, or is our key: not the mail's fault, so it does not use up an attempt. */
const CONNECTION = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EAUTH',
  'EPROTOCOL',
  'ENOAUTH',
  'EOAUTH2',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EKEY',
])
export const isOutOfReach = (error: unknown): boolean => CONNECTION.has(asDeliveryError(error).code ?? '')

/** The server says that it will never accept the address, or the mail (RFC 5321: 5yz). */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode = 0 } = asDeliveryError(error)
  return !isOutOfReach(error) && responseCode >= 500 && responseCode < 600
}

/** A code, never the server's message, which may contain the address. */
export function failureOf(error: unknown): string {
  const { code, responseCode } = asDeliveryError(error)
  return responseCode === undefined ? (code ?? 'unknown') : `SMTP ${responseCode}`
}

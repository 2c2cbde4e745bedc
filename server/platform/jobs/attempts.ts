/** How long an attempt at the card provider belongs to one worker, and how long the provider remembers its key (R34). */
const MINUTE_MS = 60_000
/** Long enough for the card provider to respond; after it another worker may repeat the attempt under the same key. */
const LEASE_MS = 5 * MINUTE_MS
/** Beyond this the card provider may have forgotten the key, so it is asked before anything is repeated. */
const ASK_FIRST_AFTER_MS = 20 * 60 * MINUTE_MS

export const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS)

/** What was decided since then can have been attempted by no earlier server whose records were lost. */
export const notRepeatedSince = (now: Date): Date => new Date(now.getTime() - LEASE_MS)

/** What was started before then is asked about before it is repeated. */
export const forgottenBefore = (now: Date): Date => new Date(now.getTime() - ASK_FIRST_AFTER_MS)

/** Earlier attempts have ended by now, or were lost with their rows: this one may repeat something that was made. */
export const mayBeRepeated = (startedAt: Date, now: Date): boolean =>
  now.getTime() - startedAt.getTime() >= LEASE_MS

export const mayBeForgotten = (startedAt: Date, now: Date): boolean =>
  now.getTime() - startedAt.getTime() > ASK_FIRST_AFTER_MS

/** How many refused cards are a mistake, and when the next one has to wait: guessing numbers must not pay. Pure. */
export type Refusals = { count: number; lastAt: Date | null }

/** Within an hour: of one person, of one card, and behind one address, which a whole school may share. */
export const REFUSALS_FREE = { user: 3, card: 3, address: 10 } as const
export type RefusalScope = keyof typeof REFUSALS_FREE
export const REFUSALS_WINDOW_MS = 60 * 60_000

const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 60 * 60_000
const SECOND_MS = 1000

/** Seconds until the next card may be tried; 0 when it may be now. Each refusal more doubles the wait. */
export function waitSeconds(refusals: Record<RefusalScope, Refusals>, now: Date): number {
  const waits = (Object.keys(REFUSALS_FREE) as RefusalScope[]).map((scope) => {
    const { count, lastAt } = refusals[scope]
    const over = count - REFUSALS_FREE[scope]
    if (over < 0 || !lastAt) return 0
    const wait = Math.min(FIRST_WAIT_MS * 2 ** over, LONGEST_WAIT_MS)
    return Math.ceil((lastAt.getTime() + wait - now.getTime()) / SECOND_MS)
  })
  return Math.max(0, ...waits)
}

/** The same where only one of the counts is asked about. */
export const waitSecondsOf = (scope: RefusalScope, refusals: Refusals, now: Date): number =>
  waitSeconds({ ...NONE, [scope]: refusals }, now)

const NOT_REFUSED: Refusals = { count: 0, lastAt: null }
const NONE: Record<RefusalScope, Refusals> = { user: NOT_REFUSED, card: NOT_REFUSED, address: NOT_REFUSED }

/** Until when a refusal makes the next card wait, of the counts that it came to; null when it does not. */
export function waitsUntil(counts: Record<RefusalScope, number>, at: Date): Date | null {
  const refusals = Object.fromEntries(
    (Object.keys(REFUSALS_FREE) as RefusalScope[]).map((scope) => [
      scope,
      { count: counts[scope], lastAt: at },
    ]),
  ) as Record<RefusalScope, Refusals>
  const seconds = waitSeconds(refusals, at)
  return seconds === 0 ? null : new Date(at.getTime() + seconds * SECOND_MS)
}

/** One card is a family's, or a treasurer's; one card of many accounts is somebody's list of stolen ones. */
export const MAX_ACCOUNTS_PER_CARD = 5

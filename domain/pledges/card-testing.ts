/** How many declined cards are allowed, and how long the next one has to wait, to stop people guessing numbers. Pure. */
export type Refusals = { count: number; lastAt: Date | null }

/** Per hour: by one person, with one card, and from one address, which a whole school may share. */
export const REFUSALS_FREE = { user: 3, card: 3, address: 10 } as const
export type RefusalScope = keyof typeof REFUSALS_FREE
export const REFUSALS_WINDOW_MS = 60 * 60_000

const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 60 * 60_000
const SECOND_MS = 1000

/** Seconds until the next card may be tried; 0 for now. Each further decline doubles the wait. */
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

/** When the next card may be tried after a decline, given the counts at that time; null if right away. */
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

/** A family or treasurer may share a card; a card on many accounts suggests stolen numbers. */
export const MAX_ACCOUNTS_PER_CARD = 5

/** When progress settlements are prepared and locked automatically (R32). Pure. */

/** Monday before dawn in the US: the weekend's games are confirmed by then. */
export const PROGRESS_RUN = { weekday: 1, hourUtc: 9 } as const

const DAY_MS = 86_400_000

/** The first run after `now`. */
export function nextProgressRun(now: Date): Date {
  const next = new Date(now)
  next.setUTCHours(PROGRESS_RUN.hourUtc, 0, 0, 0)
  const days = (PROGRESS_RUN.weekday - next.getUTCDay() + 7) % 7
  const first = new Date(next.getTime() + days * DAY_MS)
  return first > now ? first : new Date(first.getTime() + 7 * DAY_MS)
}

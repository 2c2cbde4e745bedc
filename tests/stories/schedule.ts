/** The program's schedules on a clock that the test moves: jobs run when their crons say, in their order, without waiting. */
import { JOBS } from '#server/jobs.ts'
import type { TestApp } from '#tests/app.ts'

const MINUTE_MS = 60_000

/** `5`, `*`, or one in every `10`: all that the program's own crons use. */
function matches(field: string, value: number): boolean {
  if (field === '*') return true
  if (field.startsWith('*/')) return value % Number(field.slice(2)) === 0
  return Number(field) === value
}

export function isCronMinute(cron: string, at: Date): boolean {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.split(' ')
  return (
    matches(minute, at.getUTCMinutes()) &&
    matches(hour, at.getUTCHours()) &&
    matches(day, at.getUTCDate()) &&
    matches(month, at.getUTCMonth() + 1) &&
    matches(weekday, at.getUTCDay())
  )
}

/**
 * Advances to `to`, six hours at a time. Each job whose schedule named a minute since then runs once: rows say what is
 * due, so it makes no difference how often it would have run.
 */
export async function goOnTo({ clock, deps }: TestApp, to: string): Promise<void> {
  const end = new Date(to).getTime()
  while (clock.now().getTime() < end) {
    const before = clock.now().getTime()
    clock.set(new Date(Math.min(before + 6 * 60 * MINUTE_MS, end)))
    const minutes = (clock.now().getTime() - before) / MINUTE_MS
    const since = Array.from({ length: minutes }, (_, minute) => new Date(before + (minute + 1) * MINUTE_MS))
    for (const { cron, run } of JOBS) if (since.some((at) => isCronMinute(cron, at))) await run(deps)
  }
}

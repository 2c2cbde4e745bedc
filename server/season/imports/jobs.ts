import { settleEach } from '#server/platform/jobs/each.ts'
import type { Deps } from '#server/season/deps.ts'
import { followNow } from './actions.follow.ts'
import { takeDue } from './store.ts'

/** Each once an hour: the job starts every ten minutes, and a calendar read at 10:03 is due again at 11:00. */
const READ_AFTER_MS = 55 * 60_000

export async function followCalendars(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const due = await takeDue(deps.db, new Date(now.getTime() - READ_AFTER_MS), now)
  await settleEach(due, (followed) => followNow(deps, followed))
}

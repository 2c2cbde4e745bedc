import type { UserPledge } from '#domain/schemas/pledge.ts'
import type { Db } from '#server/platform/db/database.ts'
import { heldAsOwn } from './actions.held.ts'
import { pledgesBy, totalsBy } from './queries.ts'
import { countHeldBy, heldBy } from './store.held.ts'

/** A user's own pledges, including held ones, newest first (R51, R57). */
export async function ownPledges(
  db: Db,
  userId: string,
  page: { limit: number; beforeId: string | null; campaignId?: string | null },
): Promise<UserPledge[]> {
  const [pledges, held] = await Promise.all([pledgesBy(db, userId, page), heldBy(db, userId, page)])
  const own = await Promise.all(held.map((row) => heldAsOwn(db, row)))
  return [...pledges, ...own].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.limit)
}

/** Their count, and the expected amount of those that count: a held one adds nothing until it is released. */
export async function ownTotals(
  db: Db,
  userId: string,
  campaignId: string | null,
): Promise<{ count: number; committed: string }> {
  const [totals, held] = await Promise.all([
    totalsBy(db, userId, campaignId),
    countHeldBy(db, userId, campaignId),
  ])
  return { ...totals, count: totals.count + held }
}

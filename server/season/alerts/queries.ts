import { add, type Cents, cents, ZERO } from '#domain/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import { mailedAmounts, markCovered } from './store.season.ts'

type Reader = {
  userId: string
  news: readonly { amounts: readonly (readonly [moment: string, cents: number])[] }[]
}

/**
 * Leaves out those whom an alert by mail already told exactly this about each of these matches (R64). An alert stands for the
 * first digest of its match only: a later correction by the same amount is news.
 */
export async function withoutMailed<R extends Reader>(
  db: Db,
  campaignId: string,
  readers: readonly R[],
): Promise<R[]> {
  if (readers.length === 0) return []
  const rows = await mailedAmounts(
    db,
    campaignId,
    readers.map(({ userId }) => userId),
  )
  const mailed = new Map(rows.map(({ userId, moment, addedCents }) => [`${userId}|${moment}`, addedCents]))
  const reported = readers.map((reader) => ({ reader, sums: sumsOf(reader) }))
  await markCovered(
    db,
    campaignId,
    reported.flatMap(({ reader: { userId }, sums }) =>
      [...sums.keys()]
        .filter((moment) => mailed.has(`${userId}|${moment}`))
        .map((moment) => ({ userId, moment })),
    ),
  )
  return reported.flatMap(({ reader, sums }) =>
    [...sums].some(([moment, sum]) => mailed.get(`${reader.userId}|${moment}`) !== sum) ? [reader] : [],
  )
}

/** What each match adds over all of a supporter's pledges. */
function sumsOf({ news }: Reader): Map<string, Cents> {
  const sums = new Map<string, Cents>()
  for (const [moment, amount] of news.flatMap(({ amounts }) => amounts))
    sums.set(moment, add(sums.get(moment) ?? ZERO, cents(amount)))
  return sums
}

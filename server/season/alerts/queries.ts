import { add, cents, ZERO } from '#domain/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import { mailedAmounts } from './store.season.ts'

type Reader = {
  userId: string
  news: readonly { amounts: readonly (readonly [moment: string, cents: number])[] }[]
}

/** Leaves out those whom an alert by mail already told exactly this about each of these matches (R64). */
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
  return readers.filter(({ userId, news }) => {
    const sums = new Map<string, ReturnType<typeof cents>>()
    for (const [moment, amount] of news.flatMap(({ amounts }) => amounts))
      sums.set(moment, add(sums.get(moment) ?? ZERO, cents(amount)))
    return [...sums].some(([moment, sum]) => mailed.get(`${userId}|${moment}`) !== sum)
  })
}

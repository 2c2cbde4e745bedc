import type { Db } from '#server/platform/db/database.ts'
import { type Account, findingsOf } from './store.ts'

/** Payments of which the card provider's account says something else than the books; null if they were never compared. */
export async function countDifferences(db: Db, account: Account): Promise<number | null> {
  return (await findingsOf(db, account))?.length ?? null
}

import { bookProblem } from '#domain/book-words.ts'
import { DomainError } from '#domain/errors.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import * as changes from './store.changes.ts'
import * as store from './store.ts'

/** Why a campaign's billing is on hold, in words; empty if it is not. */
export async function problemsOf(db: Db, campaignId: string): Promise<string[]> {
  return (await store.openInvariants(db, campaignId)).map(bookProblem)
}

/** @throws a 409: nothing is billed or paid out while the books of a campaign do not balance (R40). */
export function refuseOnHold({ billingHeldAt }: { billingHeldAt: Date | null }): void {
  if (billingHeldAt === null) return
  throw new DomainError(
    'conflict',
    'Billing for this campaign is on hold: its books do not balance. Representatives were notified of the difference; billing resumes automatically once they balance.',
  )
}

/** For rows written without triggers, as by a restore: the next check covers every campaign (R40). */
export const markAllBooks = (db: Database): Promise<void> => db.transaction((tx) => changes.markAll(tx))

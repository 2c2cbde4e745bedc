/** Finds the invoice that a check is for: with names, and each view logged (R26). */
import type { FoundInvoice, PostedPayment } from '#domain/schemas/payment.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { auditNames } from '#server/platform/audit/names.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { findOpenInvoices, onePosted } from './store.posting.ts'

export function searchInvoices(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  search: string,
): Promise<FoundInvoice[]> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const found = await findOpenInvoices(tx, search, actor.userId)
    await auditNames(tx, deps.clock, actor.userId, found)
    return found
  })
}

/** One payment as the list shows it. */
export const postedPayment = (db: Db, paymentId: string): Promise<PostedPayment | undefined> =>
  onePosted(db, paymentId)

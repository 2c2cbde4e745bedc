/** Finds the invoice that a check is for: with names, and each view logged (R26). */
import type { FoundInvoice, PostedPayment } from '#domain/schemas/payment.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { findOpenInvoices, notSeenLately, onePosted } from './store.posting.ts'

/** A name is logged once per batch of checks, however often the search runs. */
const SEEN_FOR_MS = 3_600_000

export function searchInvoices(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  search: string,
): Promise<FoundInvoice[]> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const found = await findOpenInvoices(tx, search, actor.userId)
    const since = new Date(deps.clock.now().getTime() - SEEN_FOR_MS)
    const ids = found.map(({ pledgeId }) => pledgeId)
    const fresh = new Set(await notSeenLately(tx, { userId: actor.userId, since }, ids))
    await auditAll(
      tx,
      deps.clock,
      found
        .filter(({ pledgeId }) => fresh.has(pledgeId))
        .map(({ pledgeId, campaignId }) => ({
          ...{
            actorId: actor.userId,
            action: 'name.show',
            subject: 'pledge',
            subjectId: pledgeId,
            campaignId,
          },
        })),
    )
    return found
  })
}

/** One payment as the list shows it. */
export const postedPayment = (db: Db, paymentId: string): Promise<PostedPayment | undefined> =>
  onePosted(db, paymentId)

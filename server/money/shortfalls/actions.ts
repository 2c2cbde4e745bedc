/**
 * A shortfall is the refund of a check that then bounced, until it is repaid: listed with its age, and written off by two
 * people as the provider's loss (R5, R29).
 */
import { DomainError, notFound } from '#domain/errors.ts'
import type { Cents } from '#domain/money.ts'
import type { Shortfall, ShortfallsQuery } from '#domain/schemas/shortfall.ts'
import { latestDay } from '#domain/zone.ts'
import { accessWith, demandRepresentative } from '#server/accounts/access/index.ts'
import { refuseOnHold } from '#server/money/book-check/index.ts'
import { lockInvoice } from '#server/money/invoices/index.ts'
import { postShortfallWrittenOff } from '#server/money/ledger/index.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import * as store from './store.ts'

const OWN = 'This is your own pledge: someone else must do it'
const PREPARED = 'It is prepared: another representative must approve it'

export async function listShortfalls(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  query: ShortfallsQuery,
): Promise<Shortfall[]> {
  await demandRepresentative(db, actor)
  const found = await store.shortfalls(db, { ...query, userId: actor.userId, today: latestDay(clock.now()) })
  return found.map(({ isOwn, isPrepared, ...one }) => ({
    ...one,
    cannotWriteOffReason: isOwn ? OWN : isPrepared ? PREPARED : null,
  }))
}

type Place = { campaignId: string; invoiceId: string }
type Held = { pledgeId: string; number: string; missing: Cents; moneyMode: 'live' | 'sandbox' }

/** Locks the invoice, so that no payment is posted in between. @throws a 404, a 403 for one's own pledge (R29). */
export async function holdShortfall(
  tx: Transaction,
  actor: Actor,
  { campaignId, invoiceId }: Place,
): Promise<Held> {
  const access = await accessWith(tx, actor, campaignId, 'canSettle')
  refuseOnHold(access)
  const invoice = await lockInvoice(tx, campaignId, invoiceId)
  if (!invoice) throw notFound('Invoice')
  if (invoice.pledgerId === actor.userId) throw new DomainError('forbidden', OWN)
  const { pledgeId, number, missingCents: missing } = invoice
  if (missing <= 0) throw new DomainError('conflict', 'Nothing is missing on this invoice anymore')
  return { pledgeId, number, missing, moneyMode: access.moneyMode }
}

/** The whole shortfall, in the transaction that approved it as `id`. */
export async function writeOffShortfall(
  { clock }: Deps,
  tx: Transaction,
  { pledgeId, missing: amount, number, moneyMode }: Held,
  { id: sourceId, campaignId }: { id: string; campaignId: string },
): Promise<void> {
  await postShortfallWrittenOff(tx, clock, {
    ...{ campaignId, pledgeId, sourceId, moneyMode, amount },
    description: `Written off: refunded before a check for ${number} bounced`,
  })
}

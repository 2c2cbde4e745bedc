/** A payout that was sent: posts it, claims its entries, notifies the owners. */
import { notFound } from '#domain/errors.ts'
import { type Cents, formatUsd, parseCents } from '#domain/money.ts'
import { METHOD_WORDS } from '#domain/payout-words.ts'
import type { Access } from '#server/accounts/access/index.ts'
import { ownersToTell } from '#server/accounts/organizations/index.ts'
import { type MailBody, payoutMail, queueMails } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { postPayout } from '#server/money/ledger/index.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { statementSums } from './store.statement.ts'
import * as store from './store.ts'

type Place = Pick<Access, 'campaignId' | 'campaignName' | 'organizationId' | 'organizationName'>

/** The entries are claimed before the payout itself is posted: they are what it pays. In the caller's transaction. */
export async function settlePayout(
  deps: Deps,
  tx: Transaction,
  { payoutId, ...place }: Place & { payoutId: string },
): Promise<void> {
  const payout = await store.payoutOf(tx, place.campaignId, payoutId)
  if (!payout) throw notFound('Payout')
  await store.claimEntries(tx, place.campaignId, payoutId)
  await postPayout(tx, deps.clock, {
    campaignId: place.campaignId,
    sourceId: payoutId,
    moneyMode: payout.moneyMode,
    amount: payout.amountCents,
    description: 'Paid out to the organization',
  })
  await notifyOwners(deps, tx, place, payout)
  campaignChanged(tx, deps, place.campaignId)
}

const usd = (amount: string): string => formatUsd(parseCents(amount) as Cents)

async function notifyOwners(
  deps: Deps,
  tx: Transaction,
  place: Place,
  payout: store.StoredPayout,
): Promise<void> {
  const key = { campaignId: place.campaignId, payoutId: payout.id, isPaid: true }
  const { opening, total, returned, closing, figuresOn } = await statementSums(tx, key, payout.amountCents)
  const mail = payoutMail({
    campaignName: place.campaignName,
    organizationName: place.organizationName,
    isTest: payout.moneyMode === 'sandbox',
    amount: formatUsd(payout.amountCents),
    paidOn: payout.paidOn ?? '',
    ...(figuresOn && figuresOn !== payout.paidOn ? { figuresOn } : {}),
    method: payout.method && METHOD_WORDS[payout.method],
    reference: payout.reference,
    destination: payout.destination,
    note: payout.note,
    opening: opening === '0.00' ? null : usd(opening),
    closing: usd(closing),
    returned: returned === '0.00' ? null : usd(returned),
    collected: usd(total.collected),
    commission: usd(total.commission),
    url: `${deps.config.appUrl}/dashboard/payouts/${payout.id}`,
  })
  await mailOwners(deps, tx, place, { ...mail, idempotencyKey: `payout:${payout.id}` })
}

/** Each under a key of their own. */
export async function mailOwners(
  deps: Deps,
  tx: Transaction,
  { campaignId, organizationId }: Pick<Place, 'campaignId' | 'organizationId'>,
  { idempotencyKey: key, ...mail }: MailBody & { idempotencyKey: string },
): Promise<void> {
  const owners = await ownersToTell(tx, organizationId)
  const mails = owners.map(({ id: userId, email: to }) => ({
    ...mail,
    kind: 'payout' as const,
    idempotencyKey: `${key}:${userId}`,
    to,
    userId,
    campaignId,
  }))
  if (mails.length > 0) await queueMails(tx, deps.clock, mails)
}

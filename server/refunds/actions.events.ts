/** What the card side tells of refunds by itself: of ours, and of those that somebody made there (R32, R34). */
import { type Cents, formatUsd } from '#domain/money.ts'
import type { RefundFacts } from '#server/adapters/card-events.ts'
import { audit } from '#server/audit.ts'
import { campaignChanged } from '#server/campaigns/changes.ts'
import { type ChargedPayment, lockCharge } from '#server/charges/actions.disputes.ts'
import { reserveRefunds } from '#server/charges/actions.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/ids.ts'
import { postRefund, postRefundFailed } from '#server/journal/actions.ts'
import { outsideRefundMail, refundFailedMail } from '#server/mails/templates.cards.ts'
import { mailRepresentatives } from '#server/users/actions.mail.ts'
import { record } from './actions.ts'
import * as store from './store.events.ts'

/** One refund of a payment, as it stands at the card side. Told again, it changes nothing. */
export async function learnRefund(
  deps: Deps,
  charge: ChargedPayment,
  facts: RefundFacts,
  paymentReference: string,
): Promise<void> {
  const known = await store.findRefund(deps.db, { ...facts, chargeId: charge.chargeId })
  if (!known) {
    if (facts.outcome === 'succeeded') await recordOutsideRefund(deps, charge, facts, paymentReference)
    return
  }
  if (known.state === 'processing') await record(deps, known, facts)
  if (known.state === 'succeeded' && facts.outcome === 'failed') await recordReturn(deps, charge, known)
}

/** Somebody gave it back at the card side's own desk: a goodwill refund, which no correction pays a second time (R32). */
async function recordOutsideRefund(
  deps: Deps,
  { campaignId }: ChargedPayment,
  facts: RefundFacts,
  paymentReference: string,
): Promise<void> {
  await deps.db.transaction(
    async (tx) => {
      const charge = await lockCharge(tx, paymentReference)
      if (!charge) throw new Error('a refund without its charge')
      if (facts.amount > charge.leftCents) throw new Error('a refund of more than is left of its charge')
      const id = newId(deps.clock)
      const { chargeId, pledgeId } = charge
      const { reference, amount } = facts
      const row = { id, campaignId, pledgeId, chargeId, reference, amount, at: deps.clock.now() }
      if (!(await store.insertOutsideRefund(tx, row))) return
      await reserveRefunds(tx, [{ id: chargeId, amount }])
      const description = 'Refunded to the card at the card service'
      await postRefund(tx, deps.clock, { ...charge, sourceId: id, from: 'cash', amount, description })
      await tell(deps, tx, charge, { id, amount, action: 'refund.outside', mail: outsideRefundMail })
    },
    { campaignId, mode: 'shared' },
  )
}

/** The card's bank sent it back: the supporter has not got it, and it is owed (R32). */
async function recordReturn(deps: Deps, charge: ChargedPayment, refund: store.KnownRefund): Promise<void> {
  const { id, amountCents: amount } = refund
  await deps.db.transaction(async (tx) => {
    if (!(await store.markOwed(tx, id))) return
    const description = 'The card’s bank sent a refund back: it is owed'
    await postRefundFailed(tx, deps.clock, { ...charge, sourceId: id, amount, description })
    await tell(deps, tx, charge, { id, amount, action: 'refund.failed', mail: refundFailedMail })
  })
}

async function tell(
  deps: Deps,
  tx: Transaction,
  charge: ChargedPayment,
  news: { id: string; amount: Cents; action: string; mail: typeof refundFailedMail },
): Promise<void> {
  const { campaignId, pledgeId } = charge
  await audit(tx, deps.clock, {
    ...{ actorId: null, action: news.action, subject: 'refund', subjectId: news.id, campaignId },
    after: { amountCents: news.amount },
  })
  const mail = news.mail({
    ...charge,
    ...{ amount: formatUsd(news.amount), isTest: charge.moneyMode === 'sandbox' },
    pledgeUrl: `${deps.config.appUrl}/pledges/${pledgeId}`,
  })
  const once = `${news.action}:${news.id}`
  await mailRepresentatives(tx, deps.clock, { ...mail, kind: 'refund', once, campaignId, pledgeId })
  campaignChanged(tx, deps, campaignId)
}

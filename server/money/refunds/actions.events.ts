/** The card provider's events about refunds: ours, and those made in its dashboard (R32, R34). */
import { add, type Cents, formatUsd, minimum, negate, subtract, ZERO } from '#domain/money.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { outsideRefundMail, refundFailedMail } from '#server/messaging/mails/index.ts'
import {
  type ChargedPayment,
  chargeOfPayment,
  lockCharge,
  reserveRefunds,
} from '#server/money/charges/index.ts'
import { holdStoppedRefund, refreshDisputes } from '#server/money/disputes/index.ts'
import { postRefundFailed, postRefundReversed, postRefundWithExcess } from '#server/money/ledger/index.ts'
import type { RefundFacts } from '#server/money/providers/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { notifySupporter } from './actions.mail.ts'
import { setOff } from './actions.set-off.ts'
import { earlier, record } from './actions.ts'
import { claimGoodwill } from './queries.ts'
import * as store from './store.events.ts'

/** All refunds of a payment, oldest first: as they happened. */
export async function learnRefunds(
  deps: Deps,
  charge: ChargedPayment,
  refunds: readonly RefundFacts[],
  paymentReference: string,
): Promise<void> {
  for (const facts of [...refunds].reverse()) await learnRefund(deps, charge, facts, paymentReference)
}

/** The card provider refused our refund: refunds made there without us are recorded before anything is owed. */
export async function learnWhatWasRefunded(deps: Deps, paymentReference: string): Promise<void> {
  const { events } = deps.cards
  const charge = events && (await chargeOfPayment(deps.db, paymentReference))
  if (charge) await learnRefunds(deps, charge, await events.refunds(paymentReference), paymentReference)
}

/** Records a refund's current state at the card provider; a dispute may have stopped it (R66). Once per state. */
async function learnRefund(
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
  const isReturned = known.state === 'succeeded' && facts.outcome !== 'succeeded'
  if (known.state !== 'processing' && !isReturned) return
  const stopped = { id: known.id, campaignId: known.campaignId, paymentReference }
  if (facts.outcome === 'disputed' && (await holdStoppedRefund(deps, stopped))) return
  await (isReturned
    ? recordReturn(deps, charge, known)
    : record(deps, known, { ...facts, madeAt: facts.createdAt }))
}

/** A refund made in the card provider’s dashboard is a goodwill refund, which no correction pays again (R32). */
async function recordOutsideRefund(
  deps: Deps,
  { campaignId, ...payment }: ChargedPayment,
  facts: RefundFacts,
  paymentReference: string,
): Promise<void> {
  await refreshDisputes(deps, { chargeId: payment.chargeId, campaignId })
  await deps.db.transaction(
    async (tx) => {
      const charge = await lockCharge(tx, paymentReference)
      if (!charge) throw new Error('a refund without its charge')
      const id = newId(deps.clock)
      const { chargeId, pledgeId } = charge
      const { reference, amount } = facts
      const now = deps.clock.now()
      const times = { at: now, madeAt: earlier(facts.createdAt, now) }
      const row = { id, campaignId, pledgeId, chargeId, reference, amount, ...times }
      if (!(await store.insertOutsideRefund(tx, row))) return
      const { claimed, excess } = await makeRoom(deps, tx, charge, amount)
      const refunded = subtract(amount, excess)
      if (excess > 0) await store.splitExcess(tx, id, excess)
      await reserveRefunds(tx, [{ id: chargeId, amount: refunded }])
      const description = 'Refunded to the card at the card provider'
      const posted = { ...charge, sourceId: id, amount: refunded, excess, description }
      await postRefundWithExcess(tx, deps.clock, posted)
      if (claimed > 0) await claimGoodwill(tx, pledgeId, claimed)
      const notice = { ...charge, id, amountCents: amount, reason: 'Refunded on request', isOwed: false }
      await notifySupporter(deps, tx, notice)
      await notify(deps, tx, charge, {
        id,
        amount,
        excess,
        action: 'refund.outside',
        mail: outsideRefundMail,
      })
    },
    { campaignId, mode: 'shared' },
  )
}

/**
 * An amount that was refunded there is not refunded twice: pending and owed refunds are reduced by it, those of a
 * correction by becoming claimed (R32). Returns how much is claimed, and any excess: the card provider treats a failed
 * refund as never made, although we may have repaid it by check since.
 */
async function makeRoom(
  deps: Deps,
  tx: Transaction,
  charge: ChargedPayment,
  amount: Cents,
): Promise<{ claimed: Cents; excess: Cents }> {
  const { chargeId, leftCents } = charge
  let missing = subtract(amount, leftCents)
  let claimed = ZERO
  if (missing <= 0) return { claimed: ZERO, excess: ZERO }
  for (const { id, kind, state, amountCents, claimedCents } of await store.waitingOf(tx, chargeId)) {
    const part = minimum(missing, amountCents)
    if (part <= 0) continue
    const rest = subtract(amountCents, part)
    // The part claimed by a correction stays with what is still to be paid; the rest is claimed again.
    const restClaimed = minimum(claimedCents, rest)
    await store.giveWay(tx, { id, part, rest, restId: newId(deps.clock), restClaimed })
    claimed = add(claimed, subtract(claimedCents, restClaimed))
    await reserveRefunds(tx, [{ id: chargeId, amount: negate(part) }])
    const description = 'A refund that was owed was made at the card provider'
    if (state === 'owed')
      await postRefundReversed(tx, deps.clock, { ...charge, sourceId: id, amount: part, description })
    missing = subtract(missing, part)
    if (kind === 'correction') claimed = add(claimed, part)
  }
  return { claimed, excess: missing }
}

/** The card's bank returned it: the supporter did not receive it, and it is owed (R32). */
async function recordReturn(deps: Deps, charge: ChargedPayment, refund: store.KnownRefund): Promise<void> {
  const { id, amountCents: amount, excessCents: excess } = refund
  await deps.db.transaction(async (tx) => {
    if (!(await store.markOwed(tx, id))) return
    const description = 'The card’s bank returned a refund: it is owed'
    await postRefundFailed(tx, deps.clock, { ...charge, sourceId: id, amount, excess, description })
    const off = await setOff(deps, tx, { campaignId: charge.campaignId, pledgeId: charge.pledgeId })
    const left = subtract(amount, off)
    if (left > 0) {
      const notice = { ...refund, pledgeId: charge.pledgeId, amountCents: left }
      await notifySupporter(deps, tx, { ...notice, isOwed: true, isReturned: true })
    }
    const total = add(amount, excess)
    await notify(deps, tx, charge, {
      id,
      amount: total,
      excess,
      action: 'refund.failed',
      mail: refundFailedMail,
    })
  })
}

async function notify(
  deps: Deps,
  tx: Transaction,
  charge: ChargedPayment,
  news: { id: string; amount: Cents; excess: Cents; action: string; mail: typeof refundFailedMail },
): Promise<void> {
  const { campaignId, pledgeId } = charge
  await audit(tx, deps.clock, {
    ...{ actorId: null, action: news.action, subject: 'refund', subjectId: news.id, campaignId },
    after: { amountCents: news.amount, ...(news.excess > 0 ? { excessCents: news.excess } : {}) },
  })
  const mail = news.mail({
    ...charge,
    ...{ amount: formatUsd(news.amount), excess: news.excess > 0 ? formatUsd(news.excess) : null },
    isTest: charge.moneyMode === 'sandbox',
    pledgeUrl: `${deps.config.appUrl}/pledges/${pledgeId}`,
  })
  const idempotencyKey = `${news.action}:${news.id}`
  await mailRepresentatives(tx, deps.clock, { ...mail, kind: 'refund', idempotencyKey, campaignId, pledgeId })
  campaignChanged(tx, deps, campaignId)
}

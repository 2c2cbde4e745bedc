import { CARD_OF_OTHER_SIDE, reasonOf, retryAfterDays } from '#domain/charge-words.ts'
import { type Cents, formatUsd } from '#domain/money.ts'
import type { ChargeOutcome, StartRequest } from '#server/adapters/cards.ts'
import { audit } from '#server/audit.ts'
import { campaignChanged } from '#server/campaigns/changes.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/ids.ts'
import { postCollection } from '#server/journal/actions.ts'
import { queueMail } from '#server/mails/actions.ts'
import { confirmChargeMail, payLinkMail } from '#server/mails/templates.cards.ts'
import { declinedMail } from '#server/mails/templates.charges.ts'
import { receiptMail } from '#server/mails/templates.ts'
import { pledgeLink } from '#server/pledge-links/actions.ts'
import { leaseFrom, mayBeForgotten } from '#server/tries.ts'
import { restoreDue } from './actions.payment.ts'
import { settleIfPaid } from './store.pledge.ts'
import * as store from './store.ts'

export type { CardSide } from './store.ts'
export {
  chargesOf,
  chargesOfPledge,
  countCharges,
  insertCharges,
  lowerCharges,
  receiptFacts,
  reserveRefunds,
} from './store.ts'

const DAY_MS = 86_400_000

/**
 * One charge, start to end: the try is a committed row, whose id is the key; the card side is called outside any
 * transaction; then its answer is recorded, once. Stopped anywhere and run again, the outcome is the same (R34).
 */
export async function runCharge(deps: Deps, chargeId: string): Promise<'charged' | 'refused' | 'not_due'> {
  const attempt = await claim(deps, chargeId)
  if (attempt === 'refused' || attempt === 'not_due') return attempt
  await deps.checkpoint('charge.claimed')
  const outcome = await askCardSide(deps, attempt)
  await deps.checkpoint('charge.answered')
  await record(deps, attempt, outcome)
  await deps.checkpoint('charge.recorded')
  return 'charged'
}

async function claim(deps: Deps, chargeId: string): Promise<store.ClaimedAttempt | 'refused' | 'not_due'> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const charge = await store.lockForAttempt(tx, chargeId, now, deps.cards)
    if (!charge) return 'not_due'
    if (!charge.attemptId && isOfOtherSide(charge, deps.cards)) {
      await refuseCard(deps, tx, charge)
      return 'refused'
    }
    const leaseUntil = leaseFrom(now)
    const amountCents = charge.amountCents as Cents
    if (charge.attemptId && charge.attemptStartedAt && charge.attemptKind) {
      await store.renewLease(tx, charge.attemptId, leaseUntil)
      return {
        ...charge,
        amountCents,
        id: charge.attemptId,
        startedAt: charge.attemptStartedAt,
        kind: charge.attemptKind,
        isRepeat: true,
      }
    }
    const id = newId(deps.clock)
    await store.startAttempt(tx, {
      id,
      chargeId,
      campaignId: charge.campaignId,
      amount: amountCents,
      startedAt: now,
      leaseUntil,
      kind: 'off_session',
    })
    return { ...charge, amountCents, id, startedAt: now, kind: 'off_session', isRepeat: false }
  })
}

/** A card belongs to the side that saved it, and to its kind of money; a charge to its campaign's (R39). */
const isOfOtherSide = ({ card, moneyMode }: store.Claimable, side: store.CardSide): boolean =>
  card.provider !== side.provider || card.moneyMode !== side.moneyMode || moneyMode !== side.moneyMode

/** It is not sent: the side in use cannot know the card. No retry can help, only another card (R35, R39). */
async function refuseCard(deps: Deps, tx: Transaction, charge: store.Claimable): Promise<void> {
  await store.setState(tx, charge.chargeId, {
    state: 'past_due',
    failureCode: CARD_OF_OTHER_SIDE,
    chargeAt: null,
    succeededAt: null,
  })
  await store.markPastDue(tx, charge.pledgeId)
  await sendPayLink(deps, tx, charge, CARD_OF_OTHER_SIDE)
  await audit(tx, deps.clock, {
    actorId: null,
    action: 'charge.refuse',
    ...{ subject: 'charge', subjectId: charge.chargeId, campaignId: charge.campaignId },
    after: { amountCents: charge.amountCents, code: CARD_OF_OTHER_SIDE },
  })
}

/** A try without an answer is repeated with the same key; one that waited for the cardholder is closed (R34, R35). */
async function askCardSide(deps: Deps, attempt: store.ClaimedAttempt): Promise<ChargeOutcome> {
  const made = { idempotencyKey: attempt.id, userId: attempt.pledgerId }
  if (attempt.kind !== 'off_session') return deps.cards.endConfirmation(made)
  if (attempt.isRepeat && mayBeForgotten(attempt.startedAt, deps.clock.now())) {
    const known = await deps.cards.findCharge(made)
    if (known) return known
  }
  const { paymentMethodId, ...request } = requestFor(attempt)
  if (paymentMethodId === null) throw new Error('a charge without its card')
  return deps.cards.charge({ ...request, paymentMethodId })
}

/** What the card side is asked for: the same for the same try, whenever it is repeated. */
export const requestFor = (attempt: store.ClaimedAttempt): StartRequest => ({
  idempotencyKey: attempt.id,
  amount: attempt.amountCents,
  userId: attempt.pledgerId,
  paymentMethodId: attempt.paymentMethodId,
  campaignId: attempt.campaignId,
  teamName: attempt.teamName,
  description: 'Pledge',
  metadata: { chargeId: attempt.chargeId, campaignId: attempt.campaignId, pledgeId: attempt.pledgeId },
})

/** Once, whoever learned of it: from the answer, or told by the card side. */
export async function record(
  deps: Deps,
  attempt: store.ClaimedAttempt,
  outcome: ChargeOutcome,
): Promise<void> {
  const isByLink = attempt.kind === 'link'
  // The receipt names the card that paid, which nobody has saved.
  const card =
    isByLink && outcome.outcome === 'succeeded' ? await deps.cards.cardOfPayment(outcome.reference) : null
  const work = async (tx: Transaction): Promise<void> => {
    const now = deps.clock.now()
    const code = outcome.outcome === 'succeeded' ? null : outcome.code
    const isFirst = await store.finishAttempt(tx, {
      id: attempt.id,
      outcome: outcome.outcome,
      reference: outcome.reference,
      code,
      at: now,
      card,
    })
    if (!isFirst) return
    let paid: store.ReceiptFacts | null = null
    if (outcome.outcome === 'succeeded') paid = await recordSuccess(deps, tx, attempt, now)
    else if (isByLink) await restoreDue(deps, tx, attempt)
    else if (outcome.outcome === 'requires_action') await askCardholder(deps, tx, attempt, outcome.code)
    else await recordDecline(deps, tx, attempt, outcome, now)
    await audit(tx, deps.clock, {
      actorId: null,
      action: `charge.${outcome.outcome}`,
      subject: 'charge',
      subjectId: attempt.chargeId,
      campaignId: attempt.campaignId,
      after: { amountCents: attempt.amountCents, code, ...(isByLink ? { byLink: true } : {}) },
    })
    if (paid) await collect(deps, tx, attempt, paid)
  }
  // What is due moves back into an invoice: no settlement reads a moment in between (R12).
  if (isByLink) await deps.db.transaction(work, { campaignId: attempt.campaignId, mode: 'shared' })
  else await deps.db.transaction(work)
}

/** Answers what it read of the charge: the books need the commission of it. */
async function recordSuccess(
  deps: Deps,
  tx: Transaction,
  attempt: store.ClaimedAttempt,
  now: Date,
): Promise<store.ReceiptFacts> {
  await store.setState(tx, attempt.chargeId, {
    state: 'succeeded',
    failureCode: null,
    chargeAt: null,
    succeededAt: now,
  })
  await settleIfPaid(tx, attempt.pledgeId)
  const facts = await store.receiptFacts(tx, attempt)
  campaignChanged(tx, deps, attempt.campaignId)
  if (!facts.email) return facts
  const mail = receiptMail({
    ...facts,
    amount: formatUsd(attempt.amountCents),
    paidOn: now,
    method: facts.last4 ? `card ending in ${facts.last4}` : 'card',
    isTest: attempt.moneyMode === 'sandbox',
    pledgeUrl: await pledgeLink(deps, tx, attempt),
  })
  await queueMail(tx, deps.clock, {
    kind: 'receipt',
    once: `receipt:${attempt.chargeId}`,
    to: facts.email,
    ...mail,
    userId: attempt.pledgerId,
    campaignId: attempt.campaignId,
    pledgeId: attempt.pledgeId,
  })
  return facts
}

/** Last in its transaction: the campaign's books are held until it ends, and every charge of the campaign waits for them. */
async function collect(
  deps: Deps,
  tx: Transaction,
  attempt: store.ClaimedAttempt,
  { commissionBasisPoints }: store.ReceiptFacts,
): Promise<void> {
  await postCollection(tx, deps.clock, {
    ...attempt,
    kind: 'charge',
    into: 'cash',
    amount: attempt.amountCents,
    sourceId: attempt.chargeId,
    description: 'Card charged',
    commissionBasisPoints,
  })
}

/** Only the cardholder can go on: a link, once for each charge (R35). */
async function askCardholder(
  deps: Deps,
  tx: Transaction,
  attempt: store.ClaimedAttempt,
  code: string,
): Promise<void> {
  const end = { failureCode: code, chargeAt: null, succeededAt: null }
  await store.setState(tx, attempt.chargeId, { ...end, state: 'requires_action' })
  const facts = await store.receiptFacts(tx, attempt)
  if (!facts.email) return
  const mail = confirmChargeMail({
    ...facts,
    amount: formatUsd(attempt.amountCents),
    isTest: attempt.moneyMode === 'sandbox',
    pledgeUrl: await pledgeLink(deps, tx, attempt),
  })
  await queueMail(tx, deps.clock, {
    ...{ kind: 'confirm_charge', once: `confirm-charge:${attempt.chargeId}`, to: facts.email, ...mail },
    ...{ userId: attempt.pledgerId, campaignId: attempt.campaignId, pledgeId: attempt.pledgeId },
  })
}

async function recordDecline(
  deps: Deps,
  tx: Transaction,
  attempt: store.ClaimedAttempt,
  outcome: Extract<ChargeOutcome, { outcome: 'declined' }>,
  now: Date,
): Promise<void> {
  const facts = await store.receiptFacts(tx, attempt)
  const { attemptsCount } = facts
  const days = retryAfterDays(attemptsCount, outcome.isHard)
  const next =
    days === null
      ? { state: 'past_due' as const, chargeAt: null }
      : { state: 'failed' as const, chargeAt: new Date(now.getTime() + days * DAY_MS) }
  await store.setState(tx, attempt.chargeId, { ...next, failureCode: outcome.code, succeededAt: null })
  if (next.state === 'failed') {
    await tellDeclined(deps, tx, { ...attempt, facts, code: outcome.code, nextTryAt: next.chargeAt })
    return
  }
  await store.markPastDue(tx, attempt.pledgeId)
  await sendPayLink(deps, tx, attempt, outcome.code)
}

/** At the first decline of a charge, in plain words, with the day of the next try; later ones are not news (R35). */
async function tellDeclined(
  deps: Deps,
  tx: Transaction,
  declined: store.ClaimedAttempt & { facts: store.ReceiptFacts; code: string; nextTryAt: Date },
): Promise<void> {
  const { facts, chargeId, nextTryAt } = declined
  if (!facts.email) return
  const mail = declinedMail({
    ...facts,
    ...{ amount: formatUsd(declined.amountCents), reason: reasonOf(declined.code), nextTryAt },
    isTest: declined.moneyMode === 'sandbox',
    pledgeUrl: await pledgeLink(deps, tx, declined),
  })
  await queueMail(tx, deps.clock, {
    ...{ kind: 'charge_declined', once: `charge-declined:${chargeId}`, to: facts.email, ...mail },
    ...{ userId: declined.pledgerId, campaignId: declined.campaignId, pledgeId: declined.pledgeId },
  })
}

/** The card has had its tries: a link to pay with another one, once for each charge, or `again` when asked for (R35). */
export async function sendPayLink(
  deps: Deps,
  tx: Transaction,
  charge: Pick<store.ClaimedAttempt, 'chargeId' | 'campaignId' | 'pledgeId' | 'pledgerId' | 'moneyMode'> & {
    amountCents: number
  },
  code: string | null,
  again = '',
): Promise<void> {
  const facts = await store.receiptFacts(tx, charge)
  if (!facts.email) return
  const mail = payLinkMail({
    ...facts,
    amount: formatUsd(charge.amountCents as Cents),
    reason: reasonOf(code),
    isTest: charge.moneyMode === 'sandbox',
    pledgeUrl: await pledgeLink(deps, tx, charge),
  })
  await queueMail(tx, deps.clock, {
    ...{ kind: 'pay_link', once: `pay-link:${charge.chargeId}${again}`, to: facts.email, ...mail },
    ...{ userId: charge.pledgerId, campaignId: charge.campaignId, pledgeId: charge.pledgeId },
  })
}

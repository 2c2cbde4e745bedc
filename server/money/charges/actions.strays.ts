/**
 * A stray: a payment for one of our charges that succeeded, though no open attempt made it. The attempt's row was lost, or it
 * was closed and the card provider took the money anyway. It is recorded, or an exception (R34).
 */
import { type Cents, formatUsd } from '#domain/money.ts'
import { exceptionAbout, openException } from '#server/money/exceptions/index.ts'
import type { CardDetails, PaidBefore, PaymentFacts } from '#server/money/providers/index.ts'
import { isId, newId } from '#server/platform/base/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { chargeOfPayment } from './actions.disputes.ts'
import { write } from './actions.recording.ts'
import type { ClaimedAttempt } from './queries.claiming.ts'
import { startAttempts, startedBefore } from './store.claiming.ts'
import { lockDueInvoice, moveIntoCharge, startLinkAttempt } from './store.payment.ts'
import * as store from './store.strays.ts'

/** The card provider has money that the charge does not explain: it waits until a person has decided. */
export class UnexplainedPayment extends Error {}

/** Recorded where a charge explains it; otherwise an exception, which a refund at the card provider closes. */
export async function learnStray(deps: Deps, stray: PaymentFacts, attemptId: string): Promise<void> {
  if (stray.isRefunded || stray.pledgeId === null || !isId(stray.pledgeId)) return
  if (await chargeOfPayment(deps.db, stray.reference)) return
  const about = await store.pledgeOf(deps.db, stray.pledgeId, deps.cards.moneyMode)
  // Made by another program at the same account, or one that no pledge here knows of.
  if (!about) return
  const card = await deps.cards.cardOfPayment(stray.reference)
  const madeAt = await deps.cards.timeOfPayment(stray.reference)
  const given = { ...about, stray, attemptId, card, madeAt }
  await deps.db.transaction(
    async (tx) => {
      const problem = await recordStray(deps, tx, given)
      if (problem !== null) await openUnexplained(deps, tx, about, { ...stray, problem })
    },
    { campaignId: about.campaignId, mode: 'shared' },
  )
}

/**
 * What an attempt whose row was lost collected for this charge, or still may; null if there is nothing.
 * @throws {UnexplainedPayment} if it is another amount: the charge waits until a person has decided about that.
 */
export async function paidBefore(deps: Deps, attempt: ClaimedAttempt): Promise<PaidBefore | null> {
  if (!attempt.mayBePaid) return null
  const { chargeId, pledgerId: userId, amountCents } = attempt
  const paid = await deps.cards.findPaid({ chargeId, userId })
  const exception = paid && (await exceptionAbout(deps.db, paid.reference))
  if (paid === null || exception === 'resolved') return null
  if (paid.amount === amountCents && exception === 'none') {
    if (paid.madeAt) await startedBefore(deps.db, attempt.id, paid.madeAt)
    return paid
  }
  const problem = otherAmount(amountCents)
  const about = await store.pledgeOf(deps.db, attempt.pledgeId, deps.cards.moneyMode)
  if (about)
    await deps.db.transaction((tx) => openUnexplained(deps, tx, about, { ...paid, chargeId, problem }))
  throw new UnexplainedPayment(`${paid.reference}: ${problem}`)
}

const otherAmount = (amount: Cents): string => `The charge is for ${formatUsd(amount)} now.`

type Given = store.StrayPledge & {
  stray: PaymentFacts
  attemptId: string
  card: CardDetails | null
  madeAt: Date | null
}

/** Null if it is recorded, now or before; otherwise why it cannot be. */
async function recordStray(deps: Deps, tx: Transaction, given: Given): Promise<string | null> {
  const { stray, pledgeId } = given
  const { reference, amount } = stray
  const key = { chargeId: stray.chargeId ?? '', pledgeId, reference, attemptId: given.attemptId }
  if (!isId(key.chargeId)) return NO_CHARGE
  await takeInvoice(deps, tx, key, stray)
  const charge = await store.lockStrayCharge(tx, key)
  if (!charge) return NO_CHARGE
  if (charge.isRecorded) return null
  if (charge.isAttempted) throw new Error('the charge is being attempted: what came of that is not known yet')
  if (charge.state === 'succeeded') return 'The charge was already paid, so the supporter has paid it twice.'
  if (charge.state === 'voided') return 'Nothing was due anymore: the charge was voided.'
  if (charge.amountCents !== amount) return otherAmount(charge.amountCents)
  const { attempt, madeAt } = await startStray(deps, tx, charge, given)
  const outcome = { outcome: 'succeeded', reference } as const
  await write(deps, tx, [{ attempt, outcome, card: attempt.kind === 'link' ? given.card : null, madeAt }])
  return null
}

const NO_CHARGE = 'The charge that it was made for is not in our books.'

/** The link's form was closed, so the amount moved back into its invoice: if all of it is open, it is paid by card after all. */
async function takeInvoice(
  deps: Deps,
  tx: Transaction,
  key: { chargeId: string; pledgeId: string },
  { amount }: PaymentFacts,
): Promise<void> {
  const invoiceId = await store.invoiceOfVoided(tx, key)
  const invoice = invoiceId === null ? null : await lockDueInvoice(tx, { pledgeId: key.pledgeId, invoiceId })
  if (invoice?.state !== 'open' || invoice.openCents !== amount || invoice.chargeState !== 'voided') return
  await moveIntoCharge(tx, invoice, { id: key.chargeId, at: deps.clock.now() })
}

/**
 * The attempt's row again, or another one if it was closed: it began when the payment was made (R37). What was not paid with the
 * saved card was paid by link.
 */
async function startStray(
  deps: Deps,
  tx: Transaction,
  charge: store.StrayCharge,
  { stray, attemptId, madeAt: chargedAt }: Given,
): Promise<{ attempt: ClaimedAttempt; madeAt: Date | null }> {
  const now = deps.clock.now()
  const id = charge.isKnown ? newId(deps.clock) : attemptId
  const isSaved = charge.paymentMethodId !== null && charge.paymentMethodId === stray.paymentMethodId
  const kind = isSaved ? 'off_session' : 'link'
  // Of a saved account, its bank paid later than the debit was made.
  const ofSaved = stray.outcome?.outcome === 'succeeded' ? (stray.outcome.madeAt ?? null) : null
  const madeAt = isSaved ? ofSaved : chargedAt
  const startedAt = madeAt !== null && madeAt < now ? madeAt : now
  const attempt = { ...charge, id, kind, startedAt, isRepeat: false } as const
  if (kind === 'off_session') await startAttempts(tx, [attempt], now)
  else
    await startLinkAttempt(tx, {
      ...{ ...attempt, amount: charge.amountCents, leaseUntil: now },
      ...{ provider: deps.cards.provider, address: null },
    })
  return { attempt, madeAt }
}

type Unexplained = Pick<PaymentFacts, 'reference' | 'amount' | 'chargeId'> & { problem: string }

function openUnexplained(
  deps: Deps,
  tx: Transaction,
  { campaignId, pledgeId }: store.StrayPledge,
  { reference, amount, chargeId, problem }: Unexplained,
): Promise<void> {
  return openException(deps, tx, {
    ...{ kind: 'unexplained_payment', campaignId, pledgeId, key: reference, reference, amount },
    ...{ subject: 'payment', subjectId: chargeId !== null && isId(chargeId) ? chargeId : null },
    happened: `The card provider took ${formatUsd(amount)}. ${problem}`,
  })
}

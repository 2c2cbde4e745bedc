/** What the card provider's events tell about attempts and other payments for our charges. */
import { PAYMENT_CANCELED } from '#domain/billing/charge-status.ts'
import type { Deps } from '#server/money/deps.ts'
import { closeException, exceptionAbout } from '#server/money/exceptions/index.ts'
import type { CardDetails, PaymentFacts } from '#server/money/providers/index.ts'
import { isId, newId } from '#server/platform/base/ids.ts'
import { sql, type Transaction } from '#server/platform/db/database.ts'
import { openUnexplained, otherAmount, waitForBank } from './attempt.ts'
import {
  type ClaimedAttempt,
  lockPayable,
  openAttempt,
  type Payable,
  startAttempts,
  startLinkAttempt,
} from './attempts-store.ts'
import { learnCardRefused } from './pay-link.ts'
import { chargeOfPayment } from './pledge-charges.ts'
import { record, write } from './recording.ts'
import * as store from './recording-store.ts'

/**
 * Recorded once, whether an event or a response comes first. An attempt that waits for its cardholder ends only when it
 * collects money: until it is closed, the cardholder may try again. Money that no open attempt collected is a stray.
 */
export async function learnOutcome(deps: Deps, facts: PaymentFacts, eventId: string): Promise<void> {
  const { idempotencyKey: attemptId, outcome } = facts
  // A person decides about it, whatever else happens, unless the card provider gives it back.
  if ((await exceptionAbout(deps.db, facts.reference)) !== 'none') {
    if (facts.isRefunded)
      await deps.db.transaction((tx) =>
        closeException(deps, tx, facts.reference, 'Refunded by the card provider'),
      )
    return
  }
  if (attemptId === null || !isId(attemptId) || outcome === null) return
  const attempt = await openAttempt(deps.db, sql`a.id = ${attemptId}`)
  if (!attempt) return outcome.outcome === 'succeeded' ? learnStray(deps, facts, attemptId) : undefined
  // The debit is still processing: the next answer counts.
  if (outcome.outcome === 'processing') return waitForBank(deps, attempt, outcome)
  if (attempt.kind === 'link' && outcome.outcome === 'declined' && outcome.code !== PAYMENT_CANCELED)
    await learnCardRefused(deps, attempt, { eventId, code: outcome.code })
  if (attempt.kind !== 'off_session' && outcome.outcome !== 'succeeded') return
  await record(deps, attempt, outcome)
}

/**
 * A stray: a payment for one of our charges that succeeded, though no open attempt made it. The attempt's row was lost, or
 * it was closed and the card provider took the money anyway. Recorded where a charge
 * explains it; otherwise an exception, which a refund at the card provider closes.
 */
async function learnStray(deps: Deps, stray: PaymentFacts, attemptId: string): Promise<void> {
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
  await payInvoiceByCard(deps, tx, key, stray)
  const charge = await lockPayable(tx, sql`c.id = ${key.chargeId} and c.pledge_id = ${pledgeId}`)
  if (!charge) return NO_CHARGE
  const { isRecorded, isKnown } = await store.knownOf(tx, key)
  if (isRecorded) return null
  if (charge.attempt) throw new Error('the charge is being attempted: what came of that is not known yet')
  if (charge.state === 'succeeded') return 'The charge was already paid, so the supporter has paid it twice.'
  if (charge.state === 'voided') return 'Nothing was due anymore: the charge was cancelled.'
  if (charge.amountCents !== amount) return otherAmount(charge.amountCents)
  const { attempt, madeAt } = await startStray(deps, tx, charge, { ...given, isKnown })
  const outcome = { outcome: 'succeeded', reference } as const
  await write(deps, tx, [{ attempt, outcome, card: attempt.kind === 'link' ? given.card : null, madeAt }])
  return null
}

const NO_CHARGE = 'The charge that it was made for is not in our books.'

/** The link's form was closed, so the amount moved back into its invoice: if all of it is open, it is paid by card after all. */
async function payInvoiceByCard(
  deps: Deps,
  tx: Transaction,
  { chargeId, pledgeId }: { chargeId: string; pledgeId: string },
  { amount }: PaymentFacts,
): Promise<void> {
  const now = await store.chargeNow(tx, chargeId)
  if (now?.state !== 'voided' || now.invoiceId === null) return
  const invoice = await store.lockDueInvoice(tx, { pledgeId, invoiceId: now.invoiceId })
  if (invoice?.state !== 'open' || invoice.openCents !== amount || invoice.chargeState !== 'voided') return
  await store.moveIntoCharge(tx, invoice, { id: chargeId, at: deps.clock.now() })
}

/**
 * The attempt's row again, or another one if it was closed: it began when the payment was made. What was not paid with the
 * saved card was paid by link.
 */
async function startStray(
  deps: Deps,
  tx: Transaction,
  charge: Payable,
  { stray, attemptId, madeAt: chargedAt, isKnown }: Given & { isKnown: boolean },
): Promise<{ attempt: ClaimedAttempt; madeAt: Date | null }> {
  const now = deps.clock.now()
  const id = isKnown ? newId(deps.clock) : attemptId
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
      ...attempt,
      leaseUntil: now,
      provider: deps.cards.provider,
      address: null,
    })
  return { attempt, madeAt }
}

/**
 * Anyone with the pledge's link can pay what is due, with a card that is used once and not saved (R35, R44). Journal,
 * states and keys are those of any other charge (R34); an invoice becomes a charge for it (R36).
 */
import { DomainError, notFound } from '#domain/errors.ts'
import { type Cents, formatUsd, toDecimal } from '#domain/money.ts'
import type { ChargePayment, PaymentAnswer } from '#domain/schemas/charge-payment.ts'
import { LARGEST_CHARGE } from '#domain/settlement.ts'
import { demandFewRefusals, noteRefusal } from '#server/money/cards/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import { record } from './actions.recording.ts'
import { paidBefore, UnexplainedPayment } from './actions.strays.ts'
import { requestFor, type Turn } from './actions.ts'
import { attemptIdOf, type ClaimedAttempt, mayBePaid } from './queries.claiming.ts'
import { keepReference, tryOf } from './store.claiming.ts'
import * as store from './store.payment.ts'

declare module '#server/platform/deps.ts' {
  interface Deps {
    /** Refunds that are owed lower the open invoices of the same pledge (R32). */
    setOffRefunds: (
      deps: Deps,
      tx: Transaction,
      of: { campaignId: string; pledgeId: string },
    ) => Promise<unknown>
  }
}

/** Enough time to find a card and open the bank's app; after that the payment is closed, and can be started again. */
const PAY_WITHIN_MS = 20 * 60_000
/** The card network's minimum (R32). */
const SMALLEST = 50

export type Due = { chargeId: string } | { invoiceId: string }
type ByLink = { pledgeId: string; campaignId: string; address: string | null }

/** Starts a payment, or resumes the open one, so that two windows make one payment. */
export async function startLinkPayment(deps: Deps, by: ByLink, due: Due): Promise<ChargePayment> {
  let attempt = await claim(deps, by, due)
  if (isOver(attempt, deps.clock.now())) {
    await close(deps, attempt)
    attempt = await claim(deps, by, due)
  }
  await deps.checkpoint('payment.claimed')
  await refusePaid(deps, attempt)
  const { reference, ...started } = await deps.cards.startConfirmation(requestFor(attempt))
  await keepReference(deps.db, attempt.id, reference)
  return {
    ...started,
    chargeId: attempt.chargeId,
    provider: deps.cards.provider,
    amount: toDecimal(attempt.amountCents),
  }
}

/** Its time has passed, and no job closed it: it is never resumed, because Stripe may have forgotten its key (R35). */
export const isOver = ({ leaseUntil }: Turn, now: Date): boolean => leaseUntil <= now

export async function close(deps: Deps, attempt: ClaimedAttempt): Promise<void> {
  await record(deps, attempt, await deps.cards.endConfirmation(await tryOf(deps.db, attempt)))
}

/** @throws a 409 if an attempt whose row was lost has paid it, which is recorded now, or is paying it. */
export async function refusePaid(deps: Deps, attempt: ClaimedAttempt): Promise<void> {
  const paid = await paidBefore(deps, attempt).catch((error: unknown) => {
    if (error instanceof UnexplainedPayment) throw new DomainError('conflict', BEING_CHECKED)
    throw error
  })
  if (!paid) return
  if (paid.outcome === 'processing') throw new DomainError('conflict', BEING_PAID)
  await record(deps, attempt, paid)
  throw new DomainError('conflict', ALREADY_PAID)
}

/** Under the campaign's shared lock, so that no settlement sees an invoice while it moves into a charge (R12). */
function claim(deps: Deps, by: ByLink, due: Due): Promise<Turn> {
  return deps.db.transaction(
    async (tx) => {
      const charge =
        'chargeId' in due
          ? await store.lockDueCharge(tx, { ...by, ...due })
          : await chargeFor(deps, tx, { ...by, ...due })
      if (!charge) throw notFound('Charge')
      const { attempt, ...known } = charge
      const now = deps.clock.now()
      const before = charge.attemptsMade - (attempt ? 1 : 0)
      const shared = { ...known, paymentMethodId: null, mayBePaid: mayBePaid(charge, before, now) }
      if (attempt?.kind === 'link') return { ...shared, ...attempt, kind: 'link', isRepeat: true }
      refuse(charge, deps.cards)
      refuseTooLarge(charge.amountCents)
      const leaseUntil = new Date(now.getTime() + PAY_WITHIN_MS)
      const started = { id: attemptIdOf(charge, 'link'), startedAt: now, leaseUntil }
      await store.startLinkAttempt(tx, {
        ...started,
        ...{ chargeId: charge.chargeId, campaignId: charge.campaignId, amount: charge.amountCents },
        ...{ provider: deps.cards.provider, address: by.address, teamName: charge.teamName },
      })
      campaignChanged(tx, deps, charge.campaignId)
      return { ...shared, ...started, kind: 'link', isRepeat: false }
    },
    { campaignId: by.campaignId, mode: 'shared' },
  )
}

/** The invoice's own charge: the open one, or a new one that takes over the open amount. */
async function chargeFor(
  deps: Deps,
  tx: Transaction,
  by: ByLink & { invoiceId: string },
): Promise<store.DueCharge | null> {
  const invoice = await store.lockDueInvoice(tx, by)
  if (!invoice) return null
  const { pledgeId } = by
  const isFree = invoice.chargeState === null || invoice.chargeState === 'voided'
  if (invoice.state === 'open' && invoice.openCents > 0 && isFree) {
    const smallest = SMALLEST as Cents
    if (invoice.openCents < smallest)
      throw new DomainError(
        'conflict',
        `Less than ${formatUsd(smallest)} cannot be paid by card: pay it by check or in cash`,
      )
    refuseNow(invoice, deps.cards)
    refuseTooLarge(invoice.openCents)
    const chargeId = invoice.chargeId ?? newId(deps.clock)
    await store.moveIntoCharge(tx, invoice, { id: chargeId, at: deps.clock.now() })
    return store.lockDueCharge(tx, { pledgeId, chargeId })
  }
  const known =
    invoice.chargeId === null ? null : await store.lockDueCharge(tx, { pledgeId, chargeId: invoice.chargeId })
  if (known?.attempt) return known
  if (invoice.state === 'open')
    throw new DomainError(
      'conflict',
      `Part of invoice ${invoice.number} was paid by card: pay the rest by check or in cash`,
    )
  throw new DomainError('conflict', `Nothing is due on invoice ${invoice.number}`)
}

/** Shown to supporters while a campaign's billing is on hold (R40). */
export const ON_HOLD =
  'Payments for this team are on hold while we check our books. Please try again later today.'

const ALREADY_PAID = 'It is already paid: thank you'
const BEING_PAID =
  'It is being paid right now. A card takes a few minutes, a debit of a bank account up to four business days.'
const BEING_CHECKED =
  'We are checking an earlier payment first, so that you do not pay twice. Please try again tomorrow.'

const PAYABLE = new Set(['failed', 'past_due', 'requires_action'])

/** @throws a 409 with the reason if it cannot be paid now. */
function refuse(charge: store.DueCharge, inUse: Deps['cards']): void {
  if (charge.state === 'succeeded') throw new DomainError('conflict', ALREADY_PAID)
  if (charge.state === 'processing') throw new DomainError('conflict', BEING_PAID)
  if (!PAYABLE.has(charge.state)) throw new DomainError('conflict', 'Nothing is due right now')
  refuseNow(charge, inUse)
}

function refuseTooLarge(amount: Cents): void {
  if (amount <= LARGEST_CHARGE) return
  const most = formatUsd(LARGEST_CHARGE)
  throw new DomainError(
    'conflict',
    `One card payment can be at most ${most}: pay it by check, or write to us`,
  )
}

function refuseNow(
  { campaignStatus, isOnHold, moneyMode }: Pick<store.DueCharge, 'campaignStatus' | 'isOnHold' | 'moneyMode'>,
  inUse: Deps['cards'],
): void {
  if (campaignStatus === 'paused')
    throw new DomainError(
      'conflict',
      'The campaign is paused, and so are its charges: we will write to you when it resumes',
    )
  if (isOnHold) throw new DomainError('conflict', ON_HOLD)
  if (moneyMode !== inUse.moneyMode)
    throw new DomainError('conflict', 'This campaign does not accept this kind of card')
}

/** Asks the card provider for the outcome, and returns the charge's current state. */
export async function finishLinkPayment(
  deps: Deps,
  key: { pledgeId: string; chargeId: string },
): Promise<PaymentAnswer> {
  const attempt = await store.openLinkPayment(deps.db, key)
  if (attempt) {
    const outcome = await deps.cards.confirmationOutcome(await tryOf(deps.db, attempt))
    await deps.checkpoint('payment.answered')
    if (outcome) await record(deps, attempt, outcome)
  }
  const charge = await store.stateOf(deps.db, key)
  if (!charge) throw notFound('Charge')
  return { chargeId: key.chargeId, state: charge.state, amount: toDecimal(charge.amountCents) }
}

/** The payment was not finished: the amount is due as before. */
export async function restoreDue(deps: Deps, tx: Transaction, attempt: ClaimedAttempt): Promise<void> {
  if (await store.invoiceOf(tx, attempt.chargeId)) {
    await store.moveBack(tx, attempt.chargeId, deps.clock.now())
    // A refund may have become owed while the card payment was processing (R32).
    await deps.setOffRefunds(deps, tx, { campaignId: attempt.campaignId, pledgeId: attempt.pledgeId })
  } else await store.restoreCharge(tx, attempt.chargeId, attempt.id)
  campaignChanged(tx, deps, attempt.campaignId)
}

/**
 * The card provider reports that a card was declined in the form. Once the free declines are used up, the form is closed,
 * so that people guessing numbers have to wait; the amount is due as before.
 */
export async function learnCardRefused(
  deps: Deps,
  attempt: ClaimedAttempt,
  refused: { eventId: string; code: string },
): Promise<void> {
  const address = await store.addressOfAttempt(deps.db, attempt.id)
  const trier = { userId: attempt.pledgerId, address }
  await noteRefusal(deps, { ...trier, fingerprint: null, code: refused.code, id: refused.eventId })
  const refusal = await demandFewRefusals(deps, trier).catch((error: unknown) => error)
  if (refusal === undefined) return
  if (!(refusal instanceof RateLimited)) throw refusal
  await close(deps, attempt)
}

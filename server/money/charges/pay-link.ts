/**
 * A charge that is paid with its payer present: its supporter confirms it with the bank, or anyone with the pledge's
 * link pays it with a card that is used once and not saved. Journal, states and keys are those of any other charge; an invoice becomes a charge for it.
 */

import { LARGEST_CHARGE } from '#domain/billing/settlement.ts'
import { DomainError, notFound } from '#domain/errors.ts'
import { type Cents, formatUsd, toDecimal } from '#domain/money.ts'
import type { ChargeConfirmation, ChargePayment, PaymentAnswer } from '#domain/schemas/charge.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { demandFewRefusals, noteRefusal } from '#server/money/cards/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import { type SQL, sql, type Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import { attemptIdOf, mayBePaid, paidBefore, requestFor, type Turn, UnexplainedPayment } from './attempt.ts'
import {
  type ClaimedAttempt,
  lockPayable,
  noteOf,
  openAttempt,
  type Payable,
  startAttempts,
  startLinkAttempt,
  tryOf,
} from './attempts-store.ts'
import { ownCharge } from './charges-store.ts'
import { record } from './recording.ts'
import * as store from './recording-store.ts'

/** Enough time to find a card and open the bank's app; after that it is closed, and can be started again. */
const OPEN_MS = 20 * 60_000
/** The card network's minimum. */
const SMALLEST = 50

export type Due = { chargeId: string } | { invoiceId: string }
type ByLink = { pledgeId: string; campaignId: string; address: string | null }

const ofPledge = (pledgeId: string, chargeId: string): SQL =>
  sql`c.id = ${chargeId} and c.pledge_id = ${pledgeId}`
/** A supporter's own charge: found and authorized in one query. */
const ofUser = ({ userId }: Actor, chargeId: string): SQL =>
  sql`c.id = ${chargeId} and p.pledger_id = ${userId}`

/** Starts a payment, or resumes the open one, so that two windows make one payment. */
export async function startLinkPayment(deps: Deps, by: ByLink, due: Due): Promise<ChargePayment> {
  const { attempt, form } = await start(deps, () => claimByLink(deps, by, due))
  return { ...form, ...startedOf(deps, attempt) }
}

/**
 * Starts a confirmation, or resumes the open one. The attempt's row is committed first; until it ends the charge is
 * neither lowered nor voided, because the cardholder is agreeing to exactly this amount.
 */
export async function startConfirmation(
  deps: Deps,
  actor: Actor,
  chargeId: string,
): Promise<ChargeConfirmation> {
  const { attempt, form } = await start(deps, () => claimConfirmation(deps, actor, chargeId))
  return { ...form, ...startedOf(deps, attempt), stripePaymentMethodId: attempt.paymentMethodId ?? '' }
}

const startedOf = ({ cards }: Deps, { chargeId, amountCents }: ClaimedAttempt) => ({
  chargeId,
  provider: cards.provider,
  amount: toDecimal(amountCents),
})

async function start(deps: Deps, claim: () => Promise<Turn>) {
  let attempt = await claim()
  // Its time has passed, and no job closed it: it is never resumed, because Stripe may have forgotten its key.
  if (attempt.leaseUntil <= deps.clock.now()) {
    await close(deps, attempt)
    attempt = await claim()
  }
  await deps.checkpoint('payment.claimed')
  await refusePaid(deps, attempt)
  const { reference, ...form } = await deps.cards.startConfirmation(requestFor(attempt))
  await noteOf(deps.db, [attempt.id], { reference })
  return { attempt, form }
}

async function close(deps: Deps, attempt: ClaimedAttempt): Promise<void> {
  await record(deps, attempt, await deps.cards.endConfirmation(await tryOf(deps.db, attempt)))
}

/** @throws a 409 if an attempt whose row was lost has paid it, which is recorded now, or is paying it. */
async function refusePaid(deps: Deps, attempt: ClaimedAttempt): Promise<void> {
  const paid = await paidBefore(deps, attempt).catch((error: unknown) => {
    if (error instanceof UnexplainedPayment) throw new DomainError('conflict', BEING_CHECKED)
    throw error
  })
  if (!paid) return
  if (paid.outcome === 'processing') throw new DomainError('conflict', BEING_PAID)
  await record(deps, attempt, paid)
  throw new DomainError('conflict', ALREADY_PAID)
}

/** The open attempt of this kind, or what a new one starts with. */
function turnOf(
  charge: Payable,
  kind: 'confirmation' | 'link',
  now: Date,
): { open: Turn | null; fresh: Turn } {
  const { attempt: open, ...known } = charge
  const card = kind === 'link' ? ({ paymentMethodId: null, savedKind: 'card' } as const) : {}
  const shared = {
    ...known,
    ...card,
    kind,
    mayBePaid: mayBePaid(charge, charge.attemptsMade - (open ? 1 : 0), now),
  }
  const leaseUntil = new Date(now.getTime() + OPEN_MS)
  return {
    open: open?.kind === kind ? { ...shared, ...open, kind, isRepeat: true } : null,
    fresh: { ...shared, id: attemptIdOf(charge, kind), startedAt: now, leaseUntil, isRepeat: false },
  }
}

function claimConfirmation(deps: Deps, actor: Actor, chargeId: string): Promise<Turn> {
  return deps.db.transaction(async (tx) => {
    const charge = await lockPayable(tx, ofUser(actor, chargeId))
    if (!charge?.provider) throw notFound('Charge')
    const { open, fresh } = turnOf(charge, 'confirmation', deps.clock.now())
    if (open) return open
    const refusal = reasonNotToConfirm(charge, deps.cards)
    if (refusal) throw new DomainError('conflict', refusal)
    await startAttempts(tx, [fresh], fresh.leaseUntil)
    return fresh
  })
}

/** Null if the supporter may confirm it now, otherwise the reason in words. */
function reasonNotToConfirm(charge: Payable, inUse: Deps['cards']): string | null {
  if (charge.state === 'processing') return 'It is being paid right now. Check again in a few minutes.'
  if (charge.state !== 'requires_action') return 'This charge does not need your confirmation'
  const isOurs = charge.provider === inUse.provider && charge.moneyMode === inUse.moneyMode
  return (
    waitingFor(charge) ??
    (isOurs ? null : 'That card was saved with another card provider: save a card again')
  )
}

/** Under the campaign's shared lock, so that no settlement sees an invoice while it moves into a charge. */
function claimByLink(deps: Deps, by: ByLink, due: Due): Promise<Turn> {
  return deps.db.transaction(
    async (tx) => {
      const charge =
        'chargeId' in due
          ? await lockPayable(tx, ofPledge(by.pledgeId, due.chargeId))
          : await chargeFor(deps, tx, { ...by, ...due })
      if (!charge) throw notFound('Charge')
      const { open, fresh } = turnOf(charge, 'link', deps.clock.now())
      if (open) return open
      refuse(charge, deps.cards)
      refuseTooLarge(charge.amountCents)
      await startLinkAttempt(tx, { ...fresh, provider: deps.cards.provider, address: by.address })
      campaignChanged(tx, deps, charge.campaignId)
      return fresh
    },
    { campaignId: by.campaignId, mode: 'shared' },
  )
}

/** The invoice's own charge: the open one, or a new one that takes over the open amount. */
async function chargeFor(
  deps: Deps,
  tx: Transaction,
  by: ByLink & { invoiceId: string },
): Promise<Payable | null> {
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
    return lockPayable(tx, ofPledge(pledgeId, chargeId))
  }
  const known = invoice.chargeId === null ? null : await lockPayable(tx, ofPledge(pledgeId, invoice.chargeId))
  if (known?.attempt) return known
  if (invoice.state === 'open')
    throw new DomainError(
      'conflict',
      `Part of invoice ${invoice.number} was paid by card: pay the rest by check or in cash`,
    )
  throw new DomainError('conflict', `Nothing is due on invoice ${invoice.number}`)
}

/** Shown to supporters while a campaign's billing is on hold. */
const ON_HOLD = 'Payments for this team are on hold while we check our books. Please try again later today.'

const PAUSED = 'The campaign is paused, and so are its charges: we will write to you when it resumes'

const waitingFor = ({
  campaignStatus,
  isOnHold,
}: Pick<Payable, 'campaignStatus' | 'isOnHold'>): string | null =>
  campaignStatus === 'paused' ? PAUSED : isOnHold ? ON_HOLD : null

const ALREADY_PAID = 'It is already paid: thank you'
const BEING_PAID =
  'It is being paid right now. A card takes a few minutes, a debit of a bank account up to four business days.'
const BEING_CHECKED =
  'We are checking an earlier payment first, so that you do not pay twice. Please try again tomorrow.'

const PAYABLE = new Set(['failed', 'past_due', 'requires_action'])

/** @throws a 409 with the reason if it cannot be paid now. */
function refuse(charge: Payable, inUse: Deps['cards']): void {
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
  { campaignStatus, isOnHold, moneyMode }: Pick<Payable, 'campaignStatus' | 'isOnHold' | 'moneyMode'>,
  inUse: Deps['cards'],
): void {
  const wait = waitingFor({ campaignStatus, isOnHold })
  if (wait) throw new DomainError('conflict', wait)
  if (moneyMode !== inUse.moneyMode)
    throw new DomainError('conflict', 'This campaign does not accept this kind of card')
}

/** Asks the card provider for the outcome, and returns the charge's current state. */
export async function finishLinkPayment(
  deps: Deps,
  { pledgeId, chargeId }: { pledgeId: string; chargeId: string },
): Promise<PaymentAnswer> {
  await finish(deps, 'link', ofPledge(pledgeId, chargeId))
  const charge = await store.chargeNow(deps.db, chargeId)
  if (charge?.pledgeId !== pledgeId) throw notFound('Charge')
  return { chargeId, state: charge.state, amount: toDecimal(charge.amountCents) }
}

/** The same of a confirmation. */
export async function finishConfirmation(deps: Deps, actor: Actor, chargeId: string): Promise<Charge> {
  await finish(deps, 'confirmation', ofUser(actor, chargeId))
  const charge = await ownCharge(deps.db, { chargeId, userId: actor.userId })
  if (!charge) throw notFound('Charge')
  return charge
}

async function finish(deps: Deps, kind: 'confirmation' | 'link', own: SQL): Promise<void> {
  const attempt = await openAttempt(deps.db, sql`${own} and a.kind = ${kind}`)
  if (!attempt) return
  const outcome = await deps.cards.confirmationOutcome(await tryOf(deps.db, attempt))
  await deps.checkpoint('payment.answered')
  if (outcome) await record(deps, attempt, outcome)
}

/**
 * The card provider reports that a card was declined in the form. Once the free declines are used up, the form is closed,
 * so that people guessing numbers have to wait; the amount is due as before.
 */
export async function learnCardRefused(
  deps: Deps,
  attempt: ClaimedAttempt & { address: string | null },
  refused: { eventId: string; code: string },
): Promise<void> {
  const trier = { userId: attempt.pledgerId, address: attempt.address }
  await noteRefusal(deps, { ...trier, fingerprint: null, code: refused.code, id: refused.eventId })
  const refusal = await demandFewRefusals(deps, trier).catch((error: unknown) => error)
  if (refusal === undefined) return
  if (!(refusal instanceof RateLimited)) throw refusal
  await close(deps, attempt)
}

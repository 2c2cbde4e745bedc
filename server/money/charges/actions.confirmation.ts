/** The bank wants the cardholder to confirm: another attempt at the charge, finished in the cardholder's browser (R35). */
import { DomainError, notFound } from '#domain/errors.ts'
import { toDecimal } from '#domain/money.ts'
import type { ChargeConfirmation } from '#domain/schemas/charge-confirmation.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { close, isOver, ON_HOLD, refusePaid } from './actions.payment.ts'
import { record } from './actions.recording.ts'
import { requestFor, type Turn } from './actions.ts'
import { attemptIdOf, mayBePaid } from './queries.claiming.ts'
import { keepReference, startAttempts, tryOf } from './store.claiming.ts'
import * as store from './store.confirmation.ts'

/** Enough time to open the bank's app; after that the confirmation is closed, and can be started again. */
const CONFIRM_WITHIN_MS = 20 * 60_000

/**
 * Starts a confirmation, or resumes the open one. The attempt's row is committed first (R34); until it ends the charge is
 * neither lowered nor voided, because the cardholder is agreeing to exactly this amount.
 */
export async function startConfirmation(
  deps: Deps,
  actor: Actor,
  chargeId: string,
): Promise<ChargeConfirmation> {
  let attempt = await claim(deps, actor, chargeId)
  if (isOver(attempt, deps.clock.now())) {
    await close(deps, attempt)
    attempt = await claim(deps, actor, chargeId)
  }
  await deps.checkpoint('confirmation.claimed')
  await refusePaid(deps, attempt)
  const { reference, ...started } = await deps.cards.startConfirmation(requestFor(attempt))
  await keepReference(deps.db, attempt.id, reference)
  return {
    ...started,
    chargeId,
    provider: deps.cards.provider,
    stripePaymentMethodId: attempt.paymentMethodId ?? '',
    amount: toDecimal(attempt.amountCents),
  }
}

async function claim(deps: Deps, actor: Actor, chargeId: string): Promise<Turn> {
  return deps.db.transaction(async (tx) => {
    const charge = await store.lockForConfirmation(tx, { chargeId, userId: actor.userId })
    if (!charge) throw notFound('Charge')
    const { attempt, ...known } = charge
    const now = deps.clock.now()
    const before = charge.attemptsMade - (attempt ? 1 : 0)
    const facts = { ...known, mayBePaid: mayBePaid(charge, before, now) }
    if (attempt) return { ...facts, ...attempt, isRepeat: true, kind: 'confirmation' }
    const refusal = reasonNotToConfirm(charge, deps.cards)
    if (refusal) throw new DomainError('conflict', refusal)
    const id = attemptIdOf(charge, 'confirmation')
    const started = { id, startedAt: now, kind: 'confirmation' } as const
    const { campaignId, amountCents, savedKind, teamName } = charge
    const leaseUntil = new Date(now.getTime() + CONFIRM_WITHIN_MS)
    await startAttempts(
      tx,
      [{ ...started, chargeId, campaignId, amountCents, savedKind, teamName }],
      leaseUntil,
    )
    return { ...facts, ...started, leaseUntil, isRepeat: false }
  })
}

/** Null if the supporter may confirm it now, otherwise the reason in words. */
function reasonNotToConfirm(charge: store.Confirmable, inUse: Deps['cards']): string | null {
  if (charge.state === 'processing') return 'It is being paid right now. Check again in a few minutes.'
  if (charge.state !== 'requires_action') return 'This charge does not need your confirmation'
  if (charge.campaignStatus === 'paused')
    return 'The campaign is paused, and so are its charges: we will write to you when it resumes'
  if (charge.isOnHold) return ON_HOLD
  const isOurs = charge.provider === inUse.provider && charge.moneyMode === inUse.moneyMode
  return isOurs ? null : 'That card was saved with another card provider: save a card again'
}

/** Asks the card provider for the outcome, and returns the charge's current state. */
export async function finishConfirmation(deps: Deps, actor: Actor, chargeId: string): Promise<Charge> {
  const attempt = await store.openConfirmation(deps.db, { chargeId, userId: actor.userId })
  if (attempt) {
    const outcome = await deps.cards.confirmationOutcome(await tryOf(deps.db, attempt))
    if (outcome) await record(deps, attempt, outcome)
  }
  const charge = await store.ownCharge(deps.db, { chargeId, userId: actor.userId })
  if (!charge) throw notFound('Charge')
  return charge
}

import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { formatUsd } from '#domain/money.ts'
import type { Payable } from '#domain/payout.ts'
import type { Payout, PayoutApproval, PayoutForm } from '#domain/schemas/payout.ts'
import { dateIn } from '#domain/zone.ts'
import { audit } from '#server/audit.ts'
import { type Access, accessWith } from '#server/campaigns/access.ts'
import type { Db, Transact, Transaction } from '#server/db/database.ts'
import type { Actor, Deps } from '#server/deps.ts'
import { newId } from '#server/ids.ts'
import { describeDestination, payoutDestination } from '#server/organizations/actions.standing.ts'
import { refuseOnHold } from '#server/self-check/actions.ts'
import { settlePayout } from './actions.paid.ts'
import { booksOfOrganizations, payableAmong } from './store.balances.ts'
import * as store from './store.ts'

const ENDED: Record<Exclude<Payout['state'], 'prepared'>, string> = {
  sending: 'Approved already, and on its way',
  paid: 'Paid already',
  refused: 'Stripe refused it: prepare another one',
  withdrawn: 'Withdrawn',
}

/** Asked for the guard and the button alike: a second person approves, without exception (R29, R38). */
function reasonNotToApprove(payout: store.StoredPayout, actor: Actor): string | null {
  if (payout.state !== 'prepared') return ENDED[payout.state]
  return payout.preparedBy.id === actor.userId ? 'You prepared it: another representative approves' : null
}

export const toPayout = ({ amountCents: _, ...payout }: store.StoredPayout, actor: Actor): Payout => ({
  ...payout,
  cannotApproveReason: reasonNotToApprove({ ...payout, amountCents: _ }, actor),
})

export async function payoutsFor(db: Db, actor: Actor, campaignId: string): Promise<Payout[]> {
  const payouts = await store.payoutsOf(db, campaignId)
  return payouts.map((payout) => toPayout(payout, actor))
}

/** What can leave, with the organisation's books held until the transaction ends (R38). */
async function payableNow(tx: Transaction, { organizationId, campaignId }: Access): Promise<Payable> {
  const books = await booksOfOrganizations(tx, [organizationId], { isHeld: true })
  const payable = payableAmong(books, campaignId)
  if (!payable) throw notFound('Campaign')
  return payable
}

/** Why it is less than what is owed, so that nobody looks for the rest. */
function because({ heldForRefunds, carried }: Payable): string {
  const reasons = [
    ...(heldForRefunds > 0 ? [`${formatUsd(heldForRefunds)} of refunds are still to be given back`] : []),
    ...(carried > 0 ? [`${formatUsd(carried)} make up for another campaign of this organization`] : []),
  ]
  return reasons.length > 0 ? `: ${reasons.join(', and ')}` : ''
}

type Noted = { action: string; campaignId: string; payoutId: string; before?: unknown; after?: unknown }
const note = (deps: Deps, tx: Transaction, actor: Actor, { payoutId, ...change }: Noted): Promise<void> =>
  audit(tx, deps.clock, { actorId: actor.userId, subject: 'payout', subjectId: payoutId, ...change })

/** Live money where real cards are charged; sandbox payouts are marked as such, and move nothing (R39). */
export function preparePayout(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  form: PayoutForm,
): Promise<Payout> {
  return transact(async (tx) => {
    const access = await accessWith(tx, actor, campaignId, 'canSettle')
    refuseOnHold(access)
    const payable = await payableNow(tx, access)
    if (form.amount > payable.available) {
      const most = formatUsd(payable.available)
      const why = because(payable)
      throw invalidField(
        'amount',
        why ? `At most ${most} can be paid out${why}` : `At most ${most} is owed to the organization`,
      )
    }
    const id = newId(deps.clock)
    await store.insertPayout(tx, {
      id,
      campaignId,
      ...form,
      moneyMode: access.moneyMode,
      preparedBy: actor.userId,
      preparedAt: deps.clock.now(),
    })
    const after = await held(tx, campaignId, id)
    await note(deps, tx, actor, { action: 'payout.prepare', campaignId, payoutId: id, after })
    return toPayout(after, actor)
  })
}

async function held(db: Db, campaignId: string, payoutId: string): Promise<store.StoredPayout> {
  const [payout] = await store.payoutsOf(db, campaignId, payoutId, true)
  if (!payout) throw notFound('Payout')
  return payout
}

/**
 * The second person's approval. Where the organisation has an account at Stripe, a job transfers it; otherwise it was
 * sent by hand, and is posted with its day and number in this transaction (R38).
 */
export function approvePayout(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { campaignId, payoutId }: { campaignId: string; payoutId: string },
  form: PayoutApproval,
): Promise<Payout> {
  return transact(async (tx) => {
    const access = await accessWith(tx, actor, campaignId, 'canSettle')
    refuseOnHold(access)
    const before = await held(tx, campaignId, payoutId)
    const reason = reasonNotToApprove(before, actor)
    if (reason)
      throw new DomainError(before.state === 'prepared' ? 'not_a_second_person' : 'conflict', reason)
    const payable = await payableNow(tx, access)
    if (before.amountCents > payable.available)
      throw new DomainError(
        'conflict',
        `Only ${formatUsd(payable.available)} is owed by now${because(payable)}. Withdraw it and prepare another`,
      )
    await send(deps, tx, { access, actor, payout: before, form })
    const after = await held(tx, campaignId, payoutId)
    await note(deps, tx, actor, { action: 'payout.approve', campaignId, payoutId, before, after })
    return toPayout(after, actor)
  })
}

type Sending = { access: Access; actor: Actor; payout: store.StoredPayout; form: PayoutApproval }

async function send(deps: Deps, tx: Transaction, { access, actor, payout, form }: Sending): Promise<void> {
  const where = await payoutDestination(tx, access.organizationId)
  const approval = { by: actor.userId, at: deps.clock.now(), destination: describeDestination(where) }
  const account = where?.stripeAccount
  if (account && canTransfer(deps, payout.moneyMode))
    return store.approveTransfer(tx, payout.id, { ...approval, method: 'stripe', account })
  const { paidOn = dateIn(access.timeZone, deps.clock.now()), reference } = form
  if (!reference) throw invalidField('reference', 'Enter the check’s number, or the bank’s')
  if (paidOn > dateIn(access.timeZone, deps.clock.now()))
    throw invalidField('paidOn', 'That day is still to come')
  const method = where?.method === 'stripe' ? null : (where?.method ?? null)
  await store.payByHand(tx, payout.id, { ...approval, method, paidOn, reference })
  await settlePayout(deps, tx, { ...access, payoutId: payout.id })
}

/** Only the side whose money it is can send it (R39). */
export const canTransfer = ({ cards }: Pick<Deps, 'cards'>, moneyMode: Payout['moneyMode']): boolean =>
  cards.transfers !== null && cards.moneyMode === moneyMode

/** Either of the two may take a prepared payout back. */
export function withdrawPayout(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  payoutId: string,
): Promise<Payout> {
  return transact(async (tx) => {
    await accessWith(tx, actor, campaignId, 'canSettle')
    const before = await held(tx, campaignId, payoutId)
    if (before.state !== 'prepared') throw new DomainError('conflict', ENDED[before.state])
    await store.withdraw(tx, payoutId)
    const after = await held(tx, campaignId, payoutId)
    await note(deps, tx, actor, { action: 'payout.withdraw', campaignId, payoutId, before, after })
    return toPayout(after, actor)
  })
}

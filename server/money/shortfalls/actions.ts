/**
 * A shortfall is the refund of a check that then bounced, until it is repaid: listed with its age, and written off by two
 * people as the provider's loss (R5, R29).
 */
import { DomainError, notFound } from '#domain/errors.ts'
import { type Cents, formatUsd, toDecimal } from '#domain/money.ts'
import type {
  Shortfall,
  ShortfallsQuery,
  ShortfallWriteOff,
  WriteOffForm,
} from '#domain/schemas/shortfall.ts'
import { latestDay } from '#domain/zone.ts'
import {
  type Access,
  accessWith,
  demandRepresentative,
  reasonNotToApproveYet,
} from '#server/accounts/access/index.ts'
import { refuseOnHold } from '#server/money/book-check/index.ts'
import { lockInvoice } from '#server/money/invoices/index.ts'
import { postShortfallWrittenOff } from '#server/money/ledger/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import * as store from './store.ts'

const OWN = 'This is your own pledge: someone else must do it'

/** For the guard and the button alike: a second person approves, and no one for their own pledge (R29). */
function reasonNotToApprove(found: store.StoredWriteOff, { userId }: Actor): string | null {
  if (found.state !== 'proposed') return found.state === 'approved' ? 'Already written off' : 'Withdrawn'
  if (found.pledgerId === userId) return OWN
  return found.proposedBy.id === userId ? 'You proposed it: another representative must approve it' : null
}

/** `notYet`: why a new representative cannot approve yet. */
function toWriteOff(
  stored: store.StoredWriteOff,
  actor: Actor,
  notYet: string | null = null,
): ShortfallWriteOff {
  const { amountCents: _amount, pledgeId: _pledge, pledgerId: _pledger, ...writeOff } = stored
  return { ...writeOff, cannotApproveReason: reasonNotToApprove(stored, actor) ?? notYet }
}

export async function listShortfalls(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  query: ShortfallsQuery,
): Promise<Shortfall[]> {
  await demandRepresentative(db, actor)
  const today = latestDay(clock.now())
  const found = await store.shortfalls(db, { ...query, userId: actor.userId, today })
  const [proposals, notYet] = await Promise.all([
    store.proposalsOf(
      db,
      found.map(({ invoiceId }) => invoiceId),
    ),
    reasonNotToApproveYet(db, actor, clock.now()),
  ])
  return found.map(({ isOwn, ...one }) => {
    const proposal = proposals.get(one.invoiceId)
    const waits = proposal ? 'Another representative must approve it' : null
    return {
      ...{ ...one, cannotProposeReason: isOwn ? OWN : waits },
      proposal: proposal ? toWriteOff(proposal, actor, notYet) : null,
    }
  })
}

type Place = { campaignId: string; invoiceId: string }
type Held = { access: Access; pledgeId: string; number: string; missing: Cents }

/** Locks the invoice, so that no payment is posted in between. @throws a 404, a 403 for one's own pledge (R29). */
async function hold(tx: Transaction, actor: Actor, { campaignId, invoiceId }: Place): Promise<Held> {
  const access = await accessWith(tx, actor, campaignId, 'canSettle')
  refuseOnHold(access)
  const invoice = await lockInvoice(tx, campaignId, invoiceId)
  if (!invoice) throw notFound('Invoice')
  if (invoice.pledgerId === actor.userId) throw new DomainError('forbidden', OWN)
  return { access, pledgeId: invoice.pledgeId, number: invoice.number, missing: invoice.missingCents }
}

type Noted = { action: string; id: string; campaignId: string; amount: Cents; reason: string }
const note = (deps: Deps, tx: Transaction, actor: Actor, { action, id, campaignId, ...what }: Noted) =>
  audit(tx, deps.clock, {
    ...{ actorId: actor.userId, action, subject: 'shortfall', subjectId: id, campaignId },
    after: { amount: toDecimal(what.amount), reason: what.reason },
  })

/** The whole shortfall at this moment. */
export function proposeWriteOff(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  place: Place,
  { reason }: WriteOffForm,
): Promise<ShortfallWriteOff> {
  return transact(async (tx) => {
    const { pledgeId, missing } = await hold(tx, actor, place)
    if (missing <= 0) throw new DomainError('conflict', 'Nothing is missing on this invoice anymore')
    const id = newId(deps.clock)
    const by = { by: actor.userId, at: deps.clock.now() }
    await store.insertWriteOff(tx, { ...place, ...by, id, pledgeId, amount: missing, reason })
    const { campaignId } = place
    await note(deps, tx, actor, { action: 'shortfall.propose', id, campaignId, amount: missing, reason })
    return toWriteOff(await held(tx, { ...place, writeOffId: id }), actor)
  })
}

type Key = Place & { writeOffId: string }

async function held(tx: Transaction, key: Key): Promise<store.StoredWriteOff> {
  const found = await store.holdWriteOff(tx, key)
  if (!found) throw notFound('Write-off')
  return found
}

/** The second person's approval: exactly the amount that is still missing (R29). */
export function approveWriteOff(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  key: Key,
): Promise<ShortfallWriteOff> {
  return transact(async (tx) => {
    const { access, pledgeId, number, missing } = await hold(tx, actor, key)
    const before = await held(tx, key)
    const problem = reasonNotToApprove(before, actor)
    if (problem)
      throw new DomainError(before.state === 'proposed' ? 'not_a_second_person' : 'conflict', problem)
    const notYet = await reasonNotToApproveYet(tx, actor, deps.clock.now())
    if (notYet) throw new DomainError('not_a_second_person', notYet)
    if (before.amountCents !== missing)
      throw new DomainError(
        'conflict',
        `${formatUsd(missing)} is missing now, not ${formatUsd(before.amountCents)}. Withdraw this and propose it again`,
      )
    const { campaignId } = key
    await store.endWriteOff(tx, before.id, { state: 'approved', by: actor.userId, at: deps.clock.now() })
    await postShortfallWrittenOff(tx, deps.clock, {
      ...{ campaignId, pledgeId, sourceId: before.id, moneyMode: access.moneyMode, amount: missing },
      description: `Written off: refunded before a check for ${number} bounced`,
    })
    const { id, reason } = before
    await note(deps, tx, actor, { action: 'shortfall.approve', id, campaignId, amount: missing, reason })
    return toWriteOff(await held(tx, key), actor)
  })
}

/** Any representative may withdraw it, including the one who proposed it. */
export function withdrawWriteOff(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  key: Key,
): Promise<ShortfallWriteOff> {
  return transact(async (tx) => {
    await accessWith(tx, actor, key.campaignId, 'canSettle')
    const { id, state, amountCents: amount, reason } = await held(tx, key)
    if (state !== 'proposed')
      throw new DomainError('conflict', state === 'approved' ? 'Already written off' : 'Already withdrawn')
    await store.endWriteOff(tx, id, { state: 'withdrawn' })
    const { campaignId } = key
    await note(deps, tx, actor, { action: 'shortfall.withdraw', id, campaignId, amount, reason })
    return toWriteOff(await held(tx, key), actor)
  })
}

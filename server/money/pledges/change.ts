/** What a supporter changes about a pledge: a lower maximum, another card, or no pledge at all. */

import { cardWords } from '#domain/billing/receipt-sentences.ts'
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { type Cents, formatUsd, subtract, toDecimal } from '#domain/money.ts'
import { loweredConsent, paidByCardConsent } from '#domain/pledges/consent.ts'
import { reasonNotToCancel, reasonNotToChange, reasonNotToLowerTo } from '#domain/pledges/pledge-changes.ts'
import type { PledgeChange, PledgeDetail } from '#domain/schemas/pledge.ts'
import {
  type About,
  cardChangedMail,
  type MailBody,
  type OpenBills,
  pledgeCancelledMail,
  pledgeLoweredMail,
  queueMail,
  type Worded,
} from '#server/messaging/mails/index.ts'
import { cardOf, rememberCard } from '#server/money/cards/index.ts'
import { lockOpenCharges, moveOpenCharges, overdueOf } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { lockOpenInvoices } from '#server/money/invoices/index.ts'
import { openBillsOf } from '#server/money/open-bills/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { refuseStale } from '#server/platform/http/versions.ts'
import { type HeldPledgeRow, heldPledgeOf, withdrawHeld } from '#server/season/pledges/index.ts'
import { pledgeLink } from '#server/season/pledges/links/index.ts'
import { pledgeFor } from './detail.ts'
import * as store from './store.ts'

export type Change = { deps: Deps; tx: Transaction; actor: Actor; pledge: store.ChangeablePledge; at: Date }
export type Asked = { pledgeId: string; ifMatch: number | null }

/** Lowers the maximum, changes the card, or both; a change that is already in effect is ignored. */
export async function changePledge(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { pledgeId, ifMatch, maximumAmount, stripePaymentMethodId }: Asked & PledgeChange,
): Promise<PledgeDetail> {
  await refuseHeld(deps, actor, pledgeId)
  const campaignId = await campaignOf(deps, actor, pledgeId)
  // The card provider is asked before the transaction opens: an id sent by a browser proves nothing.
  const card = stripePaymentMethodId ? await rememberCard(deps, actor, stripePaymentMethodId) : null
  const wanted = { pledgeId, ifMatch, maximumAmount, cardId: card?.cardId ?? null }
  return transact((tx) => changePledgeIn(deps, tx, actor, wanted), { campaignId, mode: 'shared' })
}

type Wanted = Asked & { maximumAmount: Cents | undefined; cardId: string | null }

/** The same within a transaction that has the campaign's shared lock; `actor` is the pledge's supporter. */
export async function changePledgeIn(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { maximumAmount, cardId, ...asked }: Wanted,
): Promise<PledgeDetail> {
  const change = await openChange(deps, tx, actor, asked)
  const refusal = reasonNotToChange(change.pledge)
  if (refusal) throw new DomainError('conflict', refusal)
  const isLowered = maximumAmount !== undefined && maximumAmount !== change.pledge.most
  const isMoved = cardId !== null && cardId !== change.pledge.cardId
  if (isLowered || isMoved) {
    const version = await store.nextVersion(tx, asked.pledgeId)
    if (isLowered) await lowerMaximum(change, maximumAmount, version)
    if (isMoved) await changeCard(change, cardId, { version, isLowered })
  }
  return detailOf(change)
}

/** Cancels a pledge for which nothing was collected: it owes nothing, and counts in no total. */
export async function cancelPledge(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  asked: Asked,
  reasonNot = reasonNotToCancel,
): Promise<PledgeDetail> {
  const held = await heldOf(deps, actor, asked.pledgeId)
  if (held) return withdraw(deps, transact, actor, held)
  const campaignId = await campaignOf(deps, actor, asked.pledgeId)
  return transact((tx) => cancelPledgeIn(deps, tx, actor, asked, reasonNot), { campaignId, mode: 'shared' })
}

/** The same within a transaction that has the campaign's shared lock; `actor` is the pledge's supporter. */
export async function cancelPledgeIn(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  asked: Asked,
  reasonNot = reasonNotToCancel,
): Promise<PledgeDetail> {
  const change = await openChange(deps, tx, actor, asked)
  const { pledge, at } = change
  const refusal = reasonNot(pledge, at)
  if (refusal) throw new DomainError('conflict', refusal)
  await store.setCancelled(tx, pledge.id, at)
  await moveTotals(change, { expected: pledge.expected, accrued: pledge.accrued, supporters: 1 })
  await audit(tx, deps.clock, {
    actorId: actor.userId,
    action: 'pledge.cancel',
    subject: 'pledge',
    subjectId: pledge.id,
    campaignId: pledge.campaignId,
    before: { status: pledge.status, expected: toDecimal(pledge.expected) },
    after: { status: 'cancelled' },
  })
  await notify(change, { kind: 'pledge_cancelled', idempotencyKey: 'cancelled' }, pledgeCancelledMail)
  return detailOf(change)
}

/** @throws a 409 with the reason for one's own held pledge: nothing about it can be changed yet. */
export async function refuseHeld(deps: Deps, actor: Actor, pledgeId: string): Promise<void> {
  if (await heldOf(deps, actor, pledgeId))
    throw new DomainError('conflict', 'We are still reviewing this pledge: change it once it counts')
}

/** One's own pledge, if a representative has yet to look at it. */
async function heldOf({ db }: Deps, actor: Actor, pledgeId: string): Promise<HeldPledgeRow | null> {
  const row = await heldPledgeOf(db, pledgeId, actor)
  return row?.pledgerId === actor.userId && row.state === 'held' ? row : null
}

async function withdraw(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  held: HeldPledgeRow,
): Promise<PledgeDetail> {
  await withdrawHeld(deps, transact, actor, held)
  const detail = await pledgeFor(deps, actor, held.id)
  if (!detail) throw notFound('Pledge')
  return detail
}

export async function campaignOf({ db }: Deps, { userId }: Actor, pledgeId: string): Promise<string> {
  const campaignId = await store.campaignOfOwn(db, { pledgeId, userId })
  if (!campaignId) throw notFound('Pledge')
  return campaignId
}

/** Locks bills first, then the pledge, in the same order as recording a charge does, until the transaction ends. */
export async function lockPledgeForChange(tx: Transaction, pledgeId: string): Promise<void> {
  await lockOpenCharges(tx, pledgeId)
  await lockOpenInvoices(tx, pledgeId)
  await store.lockPledge(tx, pledgeId)
}

export async function openChange(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { pledgeId, ifMatch }: Asked,
): Promise<Change> {
  await lockPledgeForChange(tx, pledgeId)
  const at = deps.clock.now()
  const pledge = await store.pledgeStateOf(tx, pledgeId, at)
  const change = { deps, tx, actor, pledge, at }
  if (ifMatch !== null && ifMatch !== pledge.version) refuseStale(ifMatch, pledge, await detailOf(change))
  return change
}

export async function detailOf({ deps, tx, actor, pledge }: Change): Promise<PledgeDetail> {
  const detail = await pledgeFor({ ...deps, db: tx }, actor, pledge.id)
  if (!detail) throw notFound('Pledge')
  return detail
}

/** Never below what is earned, billed or waits to be confirmed, and never raised. */
export function refuseLowerTo(most: Cents, pledge: store.ChangeablePledge): void {
  if (most >= pledge.most) {
    const words = `A maximum can only be lowered: yours is ${formatUsd(pledge.most)}`
    throw invalidField('maximumAmount', words)
  }
  const tooLow = reasonNotToLowerTo(most, pledge)
  if (tooLow) throw invalidField('maximumAmount', tooLow)
}

async function lowerMaximum(
  { deps, tx, actor, pledge, at }: Change,
  most: Cents,
  version: number,
): Promise<void> {
  refuseLowerTo(most, pledge)
  const on = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: pledge.timeZone }).format(at)
  const consentText = loweredConsent(pledge.consentText, { most, on })
  await store.keepConsent(tx, {
    pledgeId: pledge.id,
    replacedId: newId(deps.clock),
    version: pledge.version,
    at,
  })
  await store.lowerMaximum(tx, { pledgeId: pledge.id, most, consentText })
  const { expected, accrued } = await store.pledgeStateOf(tx, pledge.id, at)
  await moveTotals(
    { deps, tx, actor, pledge, at },
    {
      expected: subtract(pledge.expected, expected),
      accrued: subtract(pledge.accrued, accrued),
      supporters: 0,
    },
  )
  await audit(tx, deps.clock, {
    actorId: actor.userId,
    action: 'pledge.lower_maximum',
    subject: 'pledge',
    subjectId: pledge.id,
    campaignId: pledge.campaignId,
    before: { agreedMaximum: toDecimal(pledge.most) },
    after: { agreedMaximum: toDecimal(most) },
  })
  const change = { deps, tx, actor, pledge, at }
  await notify(change, { kind: 'pledge_lowered', idempotencyKey: `lowered:${version}` }, (about) =>
    pledgeLoweredMail({ ...about, from: formatUsd(pledge.most), most: formatUsd(most) }),
  )
}

/** Open charges move to the new card; those past due or waiting for a confirmation are due right away. */
async function changeCard(
  change: Change,
  cardId: string,
  { version, isLowered }: { version: number; isLowered: boolean },
): Promise<void> {
  const { deps, tx, actor, pledge, at } = change
  if (pledge.cardId === null)
    throw invalidField('stripePaymentMethodId', 'This pledge is paid from an invoice, not by card')
  const card = await cardOf(tx, cardId)
  if (card.moneyMode !== pledge.moneyMode)
    throw invalidField('stripePaymentMethodId', 'This campaign does not accept that kind of card')
  const due = await overdueOf(tx, pledge.id)
  if (pledge.paymentMethod === 'bank_account') {
    // If the maximum was lowered too, the earlier consent is already kept.
    if (!isLowered)
      await store.keepConsent(tx, {
        pledgeId: pledge.id,
        replacedId: newId(deps.clock),
        version: pledge.version,
        at,
      })
    const { consentText } = await store.pledgeStateOf(tx, pledge.id, at)
    const agreed = paidByCardConsent(consentText, { at, timeZone: pledge.timeZone })
    await store.setConsent(tx, pledge.id, agreed)
  }
  await store.setCard(tx, pledge.id, cardId)
  await moveOpenCharges(tx, { pledgeId: pledge.id, cardId, at })
  await audit(tx, deps.clock, {
    actorId: actor.userId,
    action: 'pledge.change_card',
    subject: 'pledge',
    subjectId: pledge.id,
    campaignId: pledge.campaignId,
    before: { cardId: pledge.cardId },
    after: { cardId },
  })
  await notify(change, { kind: 'pledge_card', idempotencyKey: `card:${version}` }, (about) =>
    cardChangedMail({
      ...about,
      card: cardWords(card),
      due: due === 0 ? null : formatUsd(due),
      isPaused: pledge.campaignStatus === 'paused',
    }),
  )
}

export async function moveTotals(
  { deps, tx, pledge: { campaignId } }: Change,
  less: Parameters<typeof store.moveTotals>[2],
): Promise<void> {
  await store.moveTotals(tx, campaignId, less)
  campaignChanged(tx, deps, campaignId)
}

/** To a verified address only. */
export async function notify(
  { deps, tx, actor, pledge }: Change,
  { kind, idempotencyKey }: { kind: string; idempotencyKey: string },
  write: (about: About & Worded & { stillOpen?: OpenBills }) => MailBody,
): Promise<void> {
  if (!pledge.email) return
  const stillOpen = (await openBillsOf(tx, [pledge.id])).get(pledge.id)
  const pledgeUrl = await pledgeLink(deps, tx, { pledgeId: pledge.id, campaignId: pledge.campaignId })
  const about = { ...pledge, isTest: pledge.moneyMode === 'sandbox', pledgeUrl }
  const mail = write(stillOpen ? { ...about, stillOpen } : about)
  await queueMail(tx, deps.clock, {
    kind,
    idempotencyKey: `pledge:${pledge.id}:${idempotencyKey}`,
    to: pledge.email,
    ...mail,
    userId: actor.userId,
    campaignId: pledge.campaignId,
    pledgeId: pledge.id,
  })
}

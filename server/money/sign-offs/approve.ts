/** Prepared by one representative, approved by another, and only then done (R29). */

import { accountName } from '#domain/billing/account-names.ts'
import { EXCEPTIONS } from '#domain/billing/exception.ts'
import { pledgeReference } from '#domain/billing/lookup.ts'
import { MANUAL_REFUND_WORDS } from '#domain/billing/manual-refund.ts'
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { type Cents, formatUsd } from '#domain/money.ts'
import { ownPledge, PREPARED_BY_YOU } from '#domain/people/representative.ts'
import type { ChargeDetail, RefundForm } from '#domain/schemas/charge.ts'
import type { AdjustmentForm } from '#domain/schemas/exception.ts'
import type { ManualRefundForm } from '#domain/schemas/manual-refund.ts'
import type { SignOff } from '#domain/schemas/sign-off.ts'
import { accessWith, demandRepresentative, reasonNotToApproveYet } from '#server/accounts/access/index.ts'
import { mailOtherRepresentatives } from '#server/accounts/users/index.ts'
import { signOffMail } from '#server/messaging/mails/index.ts'
import {
  campaignOfCharge,
  chargeDetail,
  lockForRefund,
  refundableAlone,
} from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { campaignOfException, lockException, resolve } from '#server/money/exceptions/index.ts'
import { postAdjustment } from '#server/money/ledger/index.ts'
import { lockManualRefund, recordManualRefund } from '#server/money/manual-refunds/index.ts'
import { giveRefund } from '#server/money/refunds/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { CampaignLock, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import * as store from './store.ts'

/** What a representative can prepare and another approve: how each is checked, and how it is done. */
type About<Form> = { campaignId: string | null; subjectId: string; form: Form }

type Held = {
  /** Null for what belongs to no single pledge. */
  pledgeId: string | null
  amount: Cents
  what: string
  reason: string | null
  /** In the same transaction, once it is approved. */
  perform(signOff: { id: string; preparedBy: string }): Promise<void>
}

/** Locks what it is about. @throws why the actor cannot prepare or approve it now. */
type Hold<Form> = (deps: Deps, tx: Transaction, actor: Actor, about: About<Form>) => Promise<Held>

const goodwillRefund: Hold<RefundForm> = async (deps, tx, actor, { subjectId: chargeId, form }) => {
  const { amount, reason } = form
  const { pledgeId, left } = await lockForRefund(tx, actor, chargeId, deps.clock.now())
  if (amount > left) throw invalidField('amount', `At most ${formatUsd(left)} can be refunded`)
  return {
    pledgeId,
    amount,
    reason,
    what: `Refund ${formatUsd(amount)} to the card, pledge ${pledgeReference(pledgeId)}`,
    perform: () => giveRefund(deps, tx, actor, { ...form, chargeId, isAlone: false }),
  }
}

const manualRefund: Hold<ManualRefundForm> = async (deps, tx, actor, { campaignId, form }) => {
  if (campaignId === null) throw new Error('a refund without its campaign')
  const held = await lockManualRefund(deps, tx, actor, campaignId, form)
  const { source } = held
  const amount = formatUsd(source.amountCents)
  const above = form.kind === 'overpayment'
  const of = above ? `paid above ${source.invoiceNumber}` : `of ${source.invoiceNumber ?? 'a card charge'}`
  const by = [MANUAL_REFUND_WORDS[form.method].toLowerCase(), form.reference].filter(Boolean).join(' ')
  return {
    pledgeId: source.pledgeId,
    amount: source.amountCents,
    reason: null,
    what: `Refund ${amount} ${of} by ${by}`,
    perform: ({ preparedBy }) => recordManualRefund(deps, tx, held, { ...form, by: preparedBy }),
  }
}

const adjustment: Hold<AdjustmentForm> = async (deps, tx, actor, { campaignId, subjectId, form }) => {
  const open = await lockException(tx, actor, subjectId)
  const { pledgeId, moneyMode, amountCents: amount } = open
  const way = EXCEPTIONS[open.kind].waysOut.find((one) => one.way === form.way)
  if (open.campaignId !== campaignId || !way) throw new DomainError('conflict', 'That is no way out of it')
  const { debit, credit, label } = way
  const accounts = `debit ${accountName(debit)}, credit ${accountName(credit)}`
  const what = `${label}: ${formatUsd(amount)} (${accounts})`
  return {
    pledgeId,
    amount,
    what: open.reference ? `${what}, ${open.reference}` : what,
    reason: form.reason,
    async perform({ id }) {
      const posted = { campaignId, pledgeId, sourceId: id, moneyMode, amount, debit, credit }
      await postAdjustment(tx, deps.clock, { ...posted, description: label })
      await resolve(deps, tx, open, { by: actor.userId, resolution: label })
    },
  }
}

const KINDS = {
  goodwill_refund: goodwillRefund,
  manual_refund: manualRefund,
  adjustment,
}

type Wanted = Pick<SignOff, 'kind' | 'campaignId' | 'subjectId'> & { form: unknown }

/** The form was checked when it was entered. */
const hold = (deps: Deps, tx: Transaction, actor: Actor, wanted: Wanted): Promise<Held> =>
  (KINDS[wanted.kind] as Hold<unknown>)(deps, tx, actor, wanted)

const ENDED = { approved: 'Already approved', withdrawn: 'Withdrawn' } as const

/** For the guard and the button alike: a second person approves, and no one for their own pledge. */
function reasonNotToApprove(found: store.StoredSignOff, { userId }: Actor): string | null {
  if (found.state !== 'prepared') return ENDED[found.state]
  if (found.pledgerId === userId) return ownPledge()
  return found.preparedBy.id === userId ? PREPARED_BY_YOU : null
}

/** `notYet`: why a new representative cannot approve yet. */
function toSignOff(stored: store.StoredSignOff, actor: Actor, notYet: string | null = null): SignOff {
  const { amountCents: _cents, pledgerId: _pledger, form: _form, ...signOff } = stored
  return { ...signOff, cannotApproveReason: reasonNotToApprove(stored, actor) ?? notYet }
}

/** All that wait, oldest first. */
export async function listSignOffs({ db, clock }: Deps, actor: Actor): Promise<SignOff[]> {
  await demandRepresentative(db, actor)
  const [found, notYet] = await Promise.all([
    store.preparedSignOffs(db, actor),
    reasonNotToApproveYet(db, actor, clock.now()),
  ])
  return found.map((one) => toSignOff(one, actor, notYet))
}

/** Checks it as if it were done now, and mails the other representatives. */
export const prepare = (deps: Deps, transact: Transact, actor: Actor, wanted: Wanted): Promise<SignOff> =>
  transact((tx) => prepareIn(deps, tx, actor, wanted), lockOf(wanted))

/** What belongs to no campaign is locked by its own row alone. */
const lockOf = ({ campaignId }: Pick<Wanted, 'campaignId'>): CampaignLock | undefined =>
  campaignId === null ? undefined : { campaignId, mode: 'shared' }

async function demandSettler(tx: Transaction, actor: Actor, campaignId: string | null): Promise<void> {
  if (campaignId === null) await demandRepresentative(tx, actor)
  else await accessWith(tx, actor, campaignId, 'canSettle')
}

async function prepareIn(deps: Deps, tx: Transaction, actor: Actor, wanted: Wanted): Promise<SignOff> {
  const { campaignId } = wanted
  await demandSettler(tx, actor, campaignId)
  const { pledgeId, what, amount, reason } = await hold(deps, tx, actor, wanted)
  const id = newId(deps.clock)
  const by = { by: actor.userId, at: deps.clock.now() }
  await store.insertSignOff(tx, { ...wanted, ...by, id, pledgeId, what, amount, reason })
  const signOff = await told(deps, tx, actor, id, 'prepare')
  const { campaignName, organizationName, moneyMode } = signOff
  await mailOtherRepresentatives(tx, deps.clock, actor.userId, (name) => ({
    ...signOffMail({
      campaignName,
      organizationName,
      by: name,
      what,
      reason,
      amount: formatUsd(amount),
      isTest: moneyMode === 'sandbox',
      pledgeUrl: pledgeId && `${deps.config.appUrl}/pledges/${pledgeId}`,
      signOffsUrl: `${deps.config.appUrl}/dashboard/problems#exceptions`,
    }),
    kind: 'sign_off',
    idempotencyKey: `sign_off:${id}`,
    campaignId,
  }))
  return signOff
}

/** Recorded, announced and answered. */
async function told(deps: Deps, tx: Transaction, actor: Actor, id: string, what: string): Promise<SignOff> {
  const after = await found(tx, actor, id)
  const { campaignId, amount, reason } = after
  await audit(tx, deps.clock, {
    actorId: actor.userId,
    action: `sign_off.${what}`,
    subject: 'sign_off',
    subjectId: id,
    campaignId,
    after: { what: after.what, amount, ...(reason === null ? {} : { reason }) },
  })
  if (campaignId !== null) campaignChanged(tx, deps, campaignId)
  return toSignOff(after, actor)
}

async function found(tx: Transaction, actor: Actor, id: string): Promise<store.StoredSignOff> {
  const one = await store.lockSignOff(tx, actor, id)
  if (!one) throw notFound('Sign-off')
  return one
}

/** It is checked again and done, exactly the amount that was prepared. @throws why not. */
export async function approve(deps: Deps, transact: Transact, actor: Actor, id: string): Promise<SignOff> {
  await demandRepresentative(deps.db, actor)
  const about = await store.findSignOff(deps.db, actor, id)
  if (!about) throw notFound('Sign-off')
  return transact(async (tx) => {
    await demandSettler(tx, actor, about.campaignId)
    const before = await found(tx, actor, id)
    const problem = reasonNotToApprove(before, actor)
    if (problem)
      throw new DomainError(before.state === 'prepared' ? 'not_a_second_person' : 'conflict', problem)
    const notYet = await reasonNotToApproveYet(tx, actor, deps.clock.now())
    if (notYet) throw new DomainError('not_a_second_person', notYet)
    const { amount, perform } = await hold(deps, tx, actor, before)
    refuseOther(before.amountCents, amount)
    await store.endSignOff(tx, id, { state: 'approved', by: actor.userId, at: deps.clock.now() })
    await perform({ id, preparedBy: before.preparedBy.id })
    return told(deps, tx, actor, id, 'approve')
  }, lockOf(about))
}

function refuseOther(prepared: Cents, now: Cents): void {
  if (prepared === now) return
  throw new DomainError(
    'conflict',
    `It is ${formatUsd(now)} now, not ${formatUsd(prepared)}. Withdraw this and prepare it again`,
  )
}

/** Any representative may withdraw it, including the one who prepared it. */
export function withdraw(deps: Deps, transact: Transact, actor: Actor, id: string): Promise<SignOff> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const before = await found(tx, actor, id)
    if (before.state !== 'prepared')
      throw new DomainError(
        'conflict',
        before.state === 'approved' ? 'Already approved' : 'Already withdrawn',
      )
    await store.endSignOff(tx, id, { state: 'withdrawn' })
    return told(deps, tx, actor, id, 'withdraw')
  })
}

/** A goodwill refund: at once up to what one representative gives alone, above it once another approved. */
export async function refundCharge(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  chargeId: string,
  form: RefundForm,
): Promise<ChargeDetail> {
  const campaignId = await campaignOfCharge(deps.db, chargeId)
  if (campaignId === null) return chargeDetail(deps, actor, chargeId)
  return transact(
    async (tx) => {
      const wanted = { kind: 'goodwill_refund', campaignId, subjectId: chargeId, form } as const
      await hold(deps, tx, actor, wanted)
      // Two refunds at once wait for each other.
      await store.lockPerson(tx, actor.userId)
      if (form.amount > (await refundableAlone({ ...deps, db: tx }, actor)))
        await prepareIn(deps, tx, actor, wanted)
      else await giveRefund(deps, tx, actor, { ...form, chargeId, isAlone: true })
      return chargeDetail({ ...deps, db: tx }, actor, chargeId)
    },
    { campaignId, mode: 'shared' },
  )
}

/** A balanced posting that closes an exception, once another representative has approved it. */
export async function prepareAdjustment(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  exceptionId: string,
  form: AdjustmentForm,
): Promise<SignOff> {
  await demandRepresentative(deps.db, actor)
  const campaignId = await campaignOfException(deps.db, exceptionId)
  return prepare(deps, transact, actor, { kind: 'adjustment', campaignId, subjectId: exceptionId, form })
}

/** Said by the file itself: nobody opens what a browser merely calls a picture. */
const BEGINNINGS: Record<string, readonly number[]> = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47],
}

/** A scan of what it can be checked with, by the one who prepared it, until it is approved. */
export function attach(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { id, file }: { id: string; file: Buffer },
): Promise<SignOff> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const before = await found(tx, actor, id)
    if (before.preparedBy.id !== actor.userId)
      throw new DomainError('forbidden', 'Only the one who prepared it attaches a file')
    if (before.state !== 'prepared') throw new DomainError('conflict', ENDED[before.state])
    if (before.hasAttachment)
      throw new DomainError('conflict', 'A file is attached already: withdraw it and prepare it again')
    const isOf = ([, bytes]: [string, readonly number[]]) => bytes.every((byte, at) => file[at] === byte)
    const [type] = Object.entries(BEGINNINGS).find(isOf) ?? []
    if (!type) throw new DomainError('invalid', 'Attach a PDF, JPEG or PNG file')
    await store.attach(tx, id, { type, bytes: Uint8Array.from(file) })
    return told(deps, tx, actor, id, 'attach')
  })
}

export async function readAttachment({ db }: Deps, actor: Actor, id: string): Promise<store.Attachment> {
  await demandRepresentative(db, actor)
  const found = await store.attachmentOf(db, actor, id)
  if (!found) throw notFound('Attachment')
  return found
}

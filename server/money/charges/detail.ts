/** What people ask about a charge: in full, with what a representative can do about it, or from their bank's list. */
import { DomainError, notFound } from '#domain/errors.ts'
import { type Cents, formatUsd, minimum, positivePart, subtract, toDecimal } from '#domain/money.ts'
import type { ChargeDetail, ChargeLookup } from '#domain/schemas/charge.ts'
import { demandRepresentative, reasonNotToRefundYet } from '#server/accounts/access/index.ts'
import {
  type ExplainedCharge,
  explainedChargeMail,
  queueMail,
  unknownChargeMail,
} from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { pledgeLink } from '#server/season/pledges/links/index.ts'
import { type ChargeRow, toCharge } from './charges-store.ts'
import * as store from './detail-store.ts'
import { receiptFacts, receiptFactsOf } from './pledge-charges.ts'
import { type News, notify } from './recording.ts'

const DAY_MS = 86_400_000
const BATCH = 500
type Found = NonNullable<Awaited<ReturnType<typeof store.chargeHead>>>

function cannotRefund({ row, head }: Found): string | null {
  if (head.isOwn) return 'It is your own pledge: another representative must refund it'
  if (row.state !== 'succeeded') return 'Nothing was charged, so nothing can be refunded'
  if (row.disputedCents > 0) return 'The bank must decide a dispute first'
  if (head.isHeld) return 'An exception about it is open: decide that first'
  return row.leftCents > 0 ? null : 'Everything was already refunded'
}

const PAYABLE: readonly ChargeRow['state'][] = ['failed', 'requires_action', 'past_due']

function cannotRemind({ row, head }: Found): string | null {
  if (!PAYABLE.includes(row.state)) return 'Nothing is due on it'
  if (head.isCancelled) return 'The campaign is cancelled'
  if (head.isPaused) return 'The campaign is paused: the link is sent when it resumes'
  if (!head.hasAddress) return 'The supporter has no verified email address'
  return head.remindedToday ? 'The link was sent within the last day' : null
}

async function find(db: Db, actor: Actor, chargeId: string, now: Date): Promise<Found> {
  const found = await store.chargeHead(db, chargeId, { actor, since: new Date(now.getTime() - DAY_MS) })
  if (!found) throw notFound('Charge')
  return found
}

type Reading = { db: Db; clock: Clock; config: Pick<Deps['config'], 'refundsAlone'> }

/** How much this representative can refund now without a second person. */
export async function refundableAlone({ db, clock, config }: Reading, { userId }: Actor): Promise<Cents> {
  const { most, aDay } = config.refundsAlone
  const given = await store.givenAloneSince(db, userId, new Date(clock.now().getTime() - DAY_MS))
  return minimum(most, positivePart(subtract(aDay, given)))
}

/** `db` may be an open transaction, whose own changes are then included. */
export async function chargeDetail(
  { db, clock, config }: Reading,
  actor: Actor,
  chargeId: string,
): Promise<ChargeDetail> {
  await demandRepresentative(db, actor)
  const found = await find(db, actor, chargeId, clock.now())
  const notYet = await reasonNotToRefundYet(db, actor, clock.now())
  const { row, head } = found
  return {
    charge: toCharge(row),
    campaignId: head.campaignId,
    campaignName: head.campaignName,
    organizationName: head.organizationName,
    timeZone: head.timeZone,
    card: store.cardOfHead(head),
    ...(await store.historyOf(db, chargeId)),
    refundable: toDecimal(row.leftCents),
    refundableAlone: toDecimal(await refundableAlone({ db, clock, config }, actor)),
    cannotRefundReason: cannotRefund(found) ?? notYet,
    cannotRemindReason: cannotRemind(found),
  }
}

/** The refundable amount, locked until the transaction ends. @throws a 409 or 403 with the reason. */
export async function lockForRefund(db: Db, actor: Actor, chargeId: string, now: Date) {
  await demandRepresentative(db, actor)
  await store.lockChargeRow(db, chargeId)
  const found = await find(db, actor, chargeId, now)
  const reason = cannotRefund(found)
  if (reason) throw new DomainError(found.head.isOwn ? 'forbidden' : 'conflict', reason)
  const notYet = await reasonNotToRefundYet(db, actor, now)
  if (notYet) throw new DomainError('forbidden', notYet)
  return { campaignId: found.head.campaignId, pledgeId: found.row.pledgeId, left: found.row.leftCents }
}

/** Sends the payment link again, at most once a day. */
export function remindOfCharge(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  chargeId: string,
): Promise<ChargeDetail> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    await store.lockChargeRow(tx, chargeId)
    const now = deps.clock.now()
    const reason = cannotRemind(await find(tx, actor, chargeId, now))
    if (reason) throw new DomainError('conflict', reason)
    const charge = await store.remindedCharge(tx, chargeId)
    if (!charge) throw notFound('Charge')
    const news = { kind: 'pay_link', code: charge.failureCode, again: `:${now.toISOString()}` } as const
    await notify(deps, tx, [{ ...charge, facts: await receiptFacts(tx, charge), news }])
    await audit(tx, deps.clock, {
      actorId: actor.userId,
      action: 'charge.remind',
      subject: 'charge',
      subjectId: chargeId,
      campaignId: charge.campaignId,
    })
    return chargeDetail({ ...deps, db: tx }, actor, chargeId)
  })
}

/**
 * The campaign is active again, or completed: its open charges no longer wait. Each charge and retry gets a date a notice period from now; the statement with that date is sent by the job. Those
 * that only their supporter can settle are mailed once more, as a refusal during the pause promises.
 */
export async function resumeCharges(deps: Deps, tx: Transaction, campaignId: string): Promise<void> {
  const now = deps.clock.now()
  const noticeMs = deps.config.settlementNoticeDays * DAY_MS
  await store.postponeCharges(tx, campaignId, new Date(now.getTime() + noticeMs))
  // At most one mail a day, however often it is paused.
  const again = `:resumed:${now.toISOString().slice(0, 10)}`
  let after: string | null = null
  for (;;) {
    const charges: store.Mailable[] = await store.stuckCharges(tx, campaignId, { after, limit: BATCH })
    if (charges.length === 0) return
    after = charges.at(-1)?.chargeId ?? null
    const facts = await receiptFactsOf(tx, charges)
    const mails = charges.map((charge, place) => ({
      ...charge,
      facts: facts[place] as (typeof facts)[number],
      news: newsOf(charge, again),
    }))
    await notify(deps, tx, mails)
  }
}

const newsOf = ({ state, failureCode }: store.Mailable, again: string): News =>
  state === 'past_due'
    ? { kind: 'pay_link', code: failureCode, again, isResumed: true }
    : { kind: 'confirm_charge', again, isResumed: true }

/** Limits how many answers other people can trigger to one mailbox. */
const MAX_ANSWERS_A_DAY = 3
const MAX_IN_A_RUN = 500

/**
 * "What is this charge?", answered by email to the address on file and nowhere else. The look-up happens later, so that neither the text nor the timing of the response reveals
 * whether there is an account.
 */
export async function askAboutCharge(deps: Deps, transact: Transact, asked: ChargeLookup): Promise<void> {
  const { email, amount: amountCents, chargedOn, last4 } = asked
  const lookup = { email, amountCents, chargedOn, last4 }
  await transact((tx) =>
    store.insertLookup(tx, { ...lookup, id: newId(deps.clock), createdAt: deps.clock.now() }),
  )
}

export async function answerChargeLookups(deps: Deps): Promise<void> {
  for (let count = 0; count < MAX_IN_A_RUN; count += 1) {
    const isAnswered = await deps.db.transaction(async (tx) => {
      const lookup = await store.takeLookup(tx)
      if (lookup) await answer(deps, tx, lookup)
      return lookup !== undefined
    })
    if (!isAnswered) return
  }
}

async function answer(deps: Deps, tx: Transaction, lookup: store.Lookup): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - DAY_MS)
  const account = await store.accountOf(tx, lookup.email, since)
  if (!account || account.answeredToday >= MAX_ANSWERS_A_DAY) return
  const charges: ExplainedCharge[] = []
  for (const { amountCents, refundedCents, ...charge } of await store.chargesLike(
    tx,
    account.userId,
    lookup,
  )) {
    const pledgeUrl = await pledgeLink(deps, tx, charge)
    const refunded = refundedCents > 0 ? formatUsd(refundedCents) : null
    charges.push({ ...charge, pledgeUrl, amount: formatUsd(amountCents), refunded })
  }
  const asked = { amount: formatUsd(lookup.amountCents), chargedOn: lookup.chargedOn, last4: lookup.last4 }
  const mail = charges.length > 0 ? explainedChargeMail(charges) : unknownChargeMail(asked)
  const idempotencyKey = `charge_answer:${lookup.id}`
  await queueMail(tx, deps.clock, {
    kind: 'charge_answer',
    idempotencyKey,
    to: account.email,
    ...mail,
    userId: account.userId,
  })
}

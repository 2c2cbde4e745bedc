/** Held pledges: held, released or declined by a representative, or withdrawn by their supporter. */

import { isCharged, type PaymentMethod, timingOf } from '#domain/billing/instruments.ts'
import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { DomainError, notFound } from '#domain/errors.ts'
import { unitsOfPart } from '#domain/forecast/likely.ts'
import { type Cents, formatUsd, maximum, minimum, subtract, sum, toDecimal, ZERO } from '#domain/money.ts'
import { mailboxOf } from '#domain/people/email.ts'
import { isHeldPledge, largeAbove, reasonNotToRelease } from '#domain/pledges/held-pledge.ts'
import { accruedOnLine, expectedAmount, type LikelyLine, pledgeType } from '#domain/pledges/pledge.ts'
import type {
  HeldPledge,
  HeldPledgeDecision,
  HeldPledgePage,
  HeldPledgeSearch,
} from '#domain/schemas/held-pledge.ts'
import type { UserPledge } from '#domain/schemas/pledge.ts'
import { demandRepresentative, isRepresentative } from '#server/accounts/access/index.ts'
import { heldDeclinedMail, heldReleasedMail, queueMail } from '#server/messaging/mails/index.ts'
import { audit, auditNames } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import { type Db, sql, type Transact, type Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import { readContext } from './context.ts'
import * as store from './held-store.ts'
import { findHeld, type HeldRow } from './held-store.ts'
import { openGuestLinks, pledgeLink } from './links/index.ts'
import { announceMade } from './made.ts'
import { insertPledge, type NewPledge } from './store.ts'
import { refreshCampaignTotals } from './totals-store.ts'

type Earlier = { mailbox: string; count: number; most: Cents }

/**
 * What the same mailbox promised before, read behind a lock of its own; null if no promise of this kind can be held. The
 * pledge `pledgeId` is included no matter how old it is.
 */
export async function promisedBefore(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Db,
  { userId }: Actor,
  method: PaymentMethod,
  pledgeId: string | null = null,
): Promise<Earlier | null> {
  if (deps.config.holdPledgesAbove === 0 || isCharged(method)) return null
  const mailbox = await store.mailboxOfUser(tx, userId)
  const [, earlier] = await Promise.all([
    store.lockPromises(tx, mailbox),
    store.promisedBy(tx, mailbox, { now: deps.clock.now(), pledgeId }),
  ])
  return { mailbox, ...earlier }
}

type Promised = {
  campaignId: string
  /** From which it is made, where that is known. */
  network: string | null
  paymentMethod: string
  agreedMaximumCents: Cents
}

export async function isToHold(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  tx: Db,
  { campaignId, network, paymentMethod, agreedMaximumCents: most }: Promised,
  earlier: Earlier | null,
): Promise<boolean> {
  if (earlier === null) return false
  const limit = config.holdPledgesAbove
  const promises = { earlier, method: paymentMethod as PaymentMethod, most }
  const above = largeAbove(limit)
  const around =
    most > above
      ? await store.promisedAround(tx, { campaignId, network, above, now: clock.now() })
      : { most: ZERO }
  if (!isHeldPledge({ ...promises, around, paid: ZERO, wasReleased: false }, limit)) return false
  const [paid, wasReleased] = await Promise.all([
    store.paidBy(tx, earlier.mailbox),
    store.wasReleased(tx, earlier.mailbox),
  ])
  return isHeldPledge({ ...promises, around, paid, wasReleased }, limit)
}

/**
 * A pledge that counts is never held again: a raise or an addition by check or cash is either small enough to accept as it
 * is, or must be a separate pledge. The pledge itself is added to the earlier ones however old it is, so that small raises
 * add up. @throws a 409 in words.
 */
export async function refuseLargeIncrease(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Db,
  actor: Actor,
  { pledgeId, method, by }: { pledgeId: string; method: PaymentMethod; by: Cents },
): Promise<void> {
  if (by <= 0) return
  const campaignId = await store.campaignOfPledge(tx, pledgeId)
  const promised = { campaignId, network: null, paymentMethod: method, agreedMaximumCents: by }
  if (await isToHold(deps, tx, promised, await promisedBefore(deps, tx, actor, method, pledgeId)))
    throw new DomainError(
      'conflict',
      'We review large check and cash pledges first: make another pledge for the rest. It counts once we have reviewed it.',
    )
}

/** Logged without the campaign: its owners read the campaign's history, and a held pledge is not theirs to see. */
const note = (
  deps: Pick<Deps, 'clock'>,
  tx: Db,
  actorId: string,
  row: { action: string; id: string; campaignId?: string; after?: object },
): Promise<void> =>
  audit(tx, deps.clock, {
    actorId,
    action: row.action,
    subject: 'pledge',
    subjectId: row.id,
    campaignId: row.campaignId ?? null,
    after: row.after,
  })

export function holdPledge(deps: Pick<Deps, 'clock'>, tx: Transaction, pledge: NewPledge): void {
  const agreedMaximum = toDecimal(pledge.agreedMaximumCents)
  const after = { agreedMaximum, paymentMethod: pledge.paymentMethod, lines: pledge.lines.length }
  tx.withCommit((db) => store.insertHeld(db, pledge))
  tx.withCommit((db) => note(deps, db, pledge.pledgerId, { action: 'pledge.hold', id: pledge.id, after }))
}

type Figures = { accrued: Cents; expected: Cents }
type TermsNow = { lines: store.HeldRow['lines']; figures: Figures } | { refusal: string }

const STATISTIC_GONE = 'One of its statistics was changed or removed: decline the pledge'
const matchGone = ({ match }: Vocabulary): string =>
  `Its ${match} was taken off the schedule: decline the pledge`

/**
 * Its lines with the matches that they count now, and what it would add to the totals; a refusal if one of its statistics
 * is gone or has another type, or a match was taken off the schedule.
 */
async function pledgeStateNow(db: Db, row: store.HeldRow): Promise<TermsNow> {
  const statisticIds = row.lines.map(({ statisticId }) => statisticId)
  const context = await readContext(db, {
    campaignId: row.campaignId,
    userId: row.pledgerId,
    ambassadorId: null,
    statisticIds,
  })
  const matches = await store.matchesNow(db, row)
  const isGone = ({ eventId }: Line) => Boolean(eventId) && !matches.has(eventId as string)
  if (row.lines.some(isGone)) return { refusal: matchGone(row.vocabulary) }
  const lines = row.lines.map((line) => ({
    ...line,
    eventId: (line.eventId && matches.get(line.eventId)) ?? null,
  }))
  const parts = lines.filter(isPart)
  const units = await store.partialUnitsOf(db, row, parts)
  const counted = lines.flatMap((line): LikelyLine[] => {
    const terms = context?.statistics.get(line.statisticId)?.terms
    if (terms?.type !== line.type) return []
    const part = isPart(line) ? units[parts.indexOf(line)] : undefined
    if (!part) return [{ rate: line.rate, terms }]
    const likely = unitsOfPart({ ...part, confirmed: terms.confirmed }, terms.likely)
    return [{ rate: line.rate, terms: { ...terms, confirmed: part.counted, likely } }]
  })
  if (counted.length < lines.length) return { refusal: STATISTIC_GONE }
  const accrued = minimum(row.agreedMaximumCents, sum(counted.map(accruedOnLine)))
  const expected = expectedAmount(counted, row.agreedMaximumCents)
  return { lines, figures: { accrued, expected } }
}

type Line = store.HeldRow['lines'][number]

/** Whether it counts from now on, or one match. */
const isPart = ({ fromAt, eventId }: Line): boolean => Boolean(fromAt) || Boolean(eventId)
const hasParts = ({ lines }: store.HeldRow): boolean => lines.some(isPart)

const notToRelease = (row: store.HeldRow, actor: Actor, state: TermsNow): string | null =>
  reasonNotToRelease({ ...row, isOwn: row.pledgerId === actor.userId }) ??
  ('refusal' in state ? state.refusal : null)

async function toHeldPledge(db: Db, now: Date, actor: Actor, row: store.HeldRow): Promise<HeldPledge> {
  const [state, promised, paid] = await Promise.all([
    pledgeStateNow(db, row),
    store.promisedBy(db, mailboxOf(row.email), { now, pledgeId: null }),
    store.paidBy(db, mailboxOf(row.email)),
  ])
  return {
    id: row.id,
    campaignId: row.campaignId,
    campaignName: row.campaignName,
    organizationName: row.organizationName,
    timeZone: row.timeZone,
    supporterName: `${row.firstName ?? ''} ${row.lastName ?? ''}`.trim(),
    supporterEmail: row.email,
    supporterSince: row.supporterSince.toISOString(),
    paymentMethod: row.paymentMethod,
    agreedMaximum: toDecimal(row.agreedMaximumCents),
    expected: toDecimal('figures' in state ? state.figures.expected : row.estimateCents),
    others: {
      count: Math.max(0, promised.count - 1),
      agreedMaximum: toDecimal(maximum(ZERO, subtract(promised.most, row.agreedMaximumCents))),
    },
    paid: toDecimal(paid),
    note: row.note,
    createdAt: row.createdAt.toISOString(),
    cannotReleaseReason: notToRelease(row, actor, state),
  }
}

/** Across all campaigns, for those who decide; access to names is logged. */
export function listHeld(
  { clock }: Pick<Deps, 'clock'>,
  transact: Transact,
  actor: Actor,
  { limit, cursor }: HeldPledgeSearch,
): Promise<HeldPledgePage> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const rows = await store.heldPledges(tx, { limit, beforeId: cursor })
    const items: HeldPledge[] = []
    for (const row of rows) items.push(await toHeldPledge(tx, clock.now(), actor, row))
    // Without the campaign, like everything logged about a held pledge.
    const named = rows.map(({ id }) => ({ pledgeId: id, campaignId: null }))
    await auditNames(tx, clock, actor.userId, named)
    const next = items.length === limit ? (items.at(-1)?.id ?? null) : null
    return { items, count: await store.countHeld(tx), next }
  })
}

/**
 * Decided once, by a representative; the supporter is mailed either way. The same decision by the same person again
 * succeeds, because the answer to the first one may have been lost.
 */
export async function decideHeld(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { id, decision, message = null }: HeldPledgeDecision & { id: string },
): Promise<void> {
  await demandRepresentative(deps.db, actor)
  const found = await store.findHeld(deps.db, id)
  if (!found) {
    if (await store.hasDecided(deps.db, id, { by: actor.userId, decision })) return
    throw notFound('Pledge')
  }
  await transact(
    async (tx) => {
      await demandRepresentative(tx, actor)
      const row = await store.lockHeld(tx, id)
      if (!row) {
        if (await store.hasDecided(tx, id, { by: actor.userId, decision })) return
        throw new DomainError('conflict', 'Someone has already decided on this pledge')
      }
      const decided = { by: actor.userId, at: deps.clock.now() }
      if (decision === 'release') await release(deps, tx, actor, row)
      else {
        if (row.pledgerId === actor.userId)
          throw new DomainError('forbidden', 'This is your own pledge: another representative must decide')
        await store.setDecided(tx, id, { ...decided, state: 'declined', message })
        await note(deps, tx, actor.userId, { action: 'pledge.decline_held', id })
      }
      await notify(deps, tx, row, decision, message)
    },
    // Totals with parts of the season are recomputed: nothing else may change them meanwhile.
    { campaignId: found.campaignId, mode: hasParts(found) ? 'exclusive' : 'shared' },
  )
}

async function release(deps: Deps, tx: Transaction, actor: Actor, row: store.HeldRow): Promise<void> {
  const state = await pledgeStateNow(tx, row)
  const refusal = notToRelease(row, actor, state)
  if (refusal !== null || 'refusal' in state) throw new DomainError('conflict', refusal ?? STATISTIC_GONE)
  const { lines, figures } = state
  const decided = { by: actor.userId, at: deps.clock.now() }
  await store.setDecided(tx, row.id, { ...decided, state: 'released', message: null })
  const expectedCents = figures.expected
  await insertPledge(tx, {
    ...row,
    lines,
    paymentTiming: timingOf(row.paymentMethod),
    cardId: null,
    auditId: newId(deps.clock),
    isConfirmedByMail: false,
    expectedCents,
    earnedCents: figures.accrued,
  })
  await announceMade(deps, tx, { ...row, expectedCents })
  if (hasParts(row)) await refreshCampaignTotals(tx, row.campaignId)
  await openGuestLinks(deps, tx, { pledgeId: row.id, campaignId: row.campaignId })
  await note(deps, tx, actor.userId, { action: 'pledge.release', id: row.id, campaignId: row.campaignId })
  campaignChanged(tx, deps, row.campaignId)
}

/** To a verified address only. */
async function notify(
  deps: Deps,
  tx: Transaction,
  row: store.HeldRow,
  decision: HeldPledgeDecision['decision'],
  message: string | null,
): Promise<void> {
  if (!row.isVerified) return
  const { config, clock } = deps
  const { id: pledgeId, campaignId } = row
  const facts = {
    campaignName: row.campaignName,
    organizationName: row.organizationName,
    isTest: row.moneyMode === 'sandbox',
    most: formatUsd(row.agreedMaximumCents),
    vocabulary: row.vocabulary,
    consentText: row.isByGuest ? null : row.consentText,
    // By a link, since someone who pledged without an account has no password.
    pledgeUrl:
      decision === 'release'
        ? await pledgeLink(deps, tx, { pledgeId, campaignId })
        : `${config.appUrl}/pledges/${pledgeId}`,
    contactUrl: `${config.appUrl}/contact`,
  }
  await queueMail(tx, clock, {
    kind: decision === 'release' ? 'pledge_released' : 'pledge_declined',
    idempotencyKey: `pledge:${row.id}:${decision}`,
    to: row.email,
    ...(decision === 'release' ? heldReleasedMail(facts) : heldDeclinedMail({ ...facts, message })),
    userId: row.pledgerId,
    campaignId,
    pledgeId,
  })
}

/** By its supporter, at any time: nothing was counted and nothing is owed. */
export async function withdrawHeld(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  row: store.HeldRow,
): Promise<void> {
  await transact(
    async (tx) => {
      const found = await store.lockHeld(tx, row.id)
      if (!found)
        throw new DomainError('conflict', 'Someone decided on this pledge in the meantime: reload the page')
      const decided = { by: actor.userId, at: deps.clock.now(), message: null }
      await store.setDecided(tx, row.id, { ...decided, state: 'withdrawn' })
      await note(deps, tx, actor.userId, { action: 'pledge.withdraw_held', id: row.id })
    },
    { campaignId: row.campaignId, mode: 'shared' },
  )
}

/** What it would bring if it counted now; where one of its statistics is gone, its estimate. */
export async function expectedOfHeld(db: Db, row: store.HeldRow): Promise<Cents> {
  if (row.state !== 'held') return ZERO
  const state = await pledgeStateNow(db, row)
  return 'figures' in state ? state.figures.expected : minimum(row.estimateCents, row.agreedMaximumCents)
}

/** As an entry in a supporter's own list of pledges. */
export const heldAsOwn = async (db: Db, row: store.HeldRow): Promise<UserPledge> => ({
  id: row.id,
  campaignId: row.campaignId,
  campaignName: row.campaignName,
  campaign: { name: row.campaignName },
  amount: toDecimal(await expectedOfHeld(db, row)),
  agreedMaximum: toDecimal(row.agreedMaximumCents),
  pledgeType: pledgeType(row.lines.map(({ type }) => type)),
  status: row.state === 'held' ? 'active' : 'cancelled',
  isHeld: row.state === 'held',
  createdAt: row.createdAt.toISOString(),
  timeZone: row.timeZone,
})

export type HeldPledgeRow = HeldRow

/** One's own, or any for a representative; includes declined and withdrawn ones. */
export const heldPledgeOf = (db: Db, id: string, actor: Actor): Promise<HeldRow | undefined> =>
  findHeld(
    db,
    id,
    sql`
      (
        h.pledger_id = ${actor.userId}
        or ${isRepresentative(actor)}
      )
    `,
  )

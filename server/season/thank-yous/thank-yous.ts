/** Emails of thanks: written by those who run a campaign, approved by a representative, and never with a name (R43). */
import { DomainError, notFound } from '#domain/errors.ts'
import { dateIn } from '#domain/places/zone.ts'
import {
  DAYS_BETWEEN_THANK_YOUS,
  type ThankYou,
  type ThankYouDecision,
  type ThankYouForm,
  type ThankYous,
} from '#domain/schemas/thank-you.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { dayInWords, queueMail, thankYouDeclinedMail } from '#server/messaging/mails/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000
export const OWN = 'You wrote this one: another representative decides'
const NOT_OWNER = 'Its author no longer runs this organization: decline it'
const WAITING = 'One waits for a representative. Withdraw it to write another.'
const DECIDED = 'It was decided in the meantime'

/** Null if one may be written now. */
async function reasonNotToWrite(db: Db, { campaignId, timeZone }: Access, now: Date): Promise<string | null> {
  const { isWaiting, approvedAt } = await store.newestOf(db, campaignId)
  if (isWaiting) return WAITING
  const next = approvedAt && new Date(approvedAt.getTime() + DAYS_BETWEEN_THANK_YOUS * DAY_MS)
  if (!next || next <= now) return null
  return `Supporters get at most one a week. Write the next one from ${dayInWords(dateIn(timeZone, next))}.`
}

/**
 * Those who manage the campaign's page write its thanks. How many supporters of the match, or of the whole campaign, would
 * be mailed, and no names.
 * @throws a 404 for a match of another campaign.
 */
export async function listThankYous(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  campaignId: string,
  eventId: string | null,
): Promise<ThankYous> {
  const access = await accessWith(db, actor, campaignId, 'canManageRewards')
  const now = clock.now()
  const [items, matches, supporters, cannotWriteReason] = await Promise.all([
    store.thankYousOf(db, campaignId),
    store.thankableMatches(db, campaignId, now),
    store.countReaders(db, campaignId, eventId),
    reasonNotToWrite(db, access, now),
  ])
  if (supporters === undefined) throw notFound('Event')
  return { items, matches, supporters, cannotWriteReason }
}

async function written(tx: Db, campaignId: string, id: string): Promise<ThankYou> {
  const found = (await store.thankYousOf(tx, campaignId)).find((one) => one.id === id)
  if (!found) throw notFound('Email')
  return found
}

/** @throws a 409 in words if one waits, within a week of the last one, or if nobody would get it. */
export function writeThankYou(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  { message, eventId }: ThankYouForm,
): Promise<ThankYou> {
  return transact(async (tx) => {
    const access = await accessWith(tx, actor, campaignId, 'canManageRewards')
    const at = deps.clock.now()
    const count = await store.countReaders(tx, campaignId, eventId)
    if (count === undefined) throw notFound('Event')
    if (count === 0) throw new DomainError('conflict', 'No supporter would get this email yet')
    const id = newId(deps.clock)
    const reason = await reasonNotToWrite(tx, access, at)
    if (reason) throw new DomainError('conflict', reason)
    if (!(await store.insertThankYou(tx, { id, campaignId, eventId, message, by: actor.userId, at })))
      throw new DomainError('conflict', WAITING)
    await note(deps, tx, actor, 'thank_you.write', { campaignId, thankYouId: id })
    return written(tx, campaignId, id)
  })
}

type Key = { campaignId: string; thankYouId: string }

/** Its words are not in the audit log, which outlives them. */
const note = ({ clock }: Pick<Deps, 'clock'>, tx: Transaction, actor: Actor, action: string, key: Key) =>
  audit(tx, clock, {
    actorId: actor.userId,
    action,
    subject: 'thank_you',
    subjectId: key.thankYouId,
    campaignId: key.campaignId,
  })

async function lockWaiting(tx: Transaction, key: Key): Promise<store.Locked> {
  const found = await store.lockThankYou(tx, key)
  if (!found) throw notFound('Email')
  if (!found.isWaiting) throw new DomainError('conflict', DECIDED)
  return found
}

/** While it waits. @throws a 409 once it was decided. */
export function withdrawThankYou(deps: Deps, transact: Transact, actor: Actor, key: Key): Promise<void> {
  return transact(async (tx) => {
    await accessWith(tx, actor, key.campaignId, 'canManageRewards')
    const { id } = await lockWaiting(tx, key)
    await store.deleteThankYou(tx, id)
    await note(deps, tx, actor, 'thank_you.withdraw', key)
  })
}

/** By a representative who did not write it. Declined, its author is mailed why. @throws a 403, or a 409 once it was decided. */
export function decideThankYou(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  key: Key,
  { isApproved, reason }: ThankYouDecision,
): Promise<void> {
  return transact(async (tx) => {
    const access = await accessWith(tx, actor, key.campaignId, 'canSettle')
    const waiting = await lockWaiting(tx, key)
    if (waiting.writtenBy === actor.userId) throw new DomainError('forbidden', OWN)
    if (isApproved && !(await store.stillManages(tx, waiting.writtenBy, access.organizationId)))
      throw new DomainError('conflict', NOT_OWNER)
    const at = deps.clock.now()
    await store.setDecided(tx, waiting.id, { by: actor.userId, at, reason: isApproved ? null : reason })
    await note(deps, tx, actor, isApproved ? 'thank_you.approve' : 'thank_you.decline', key)
    if (isApproved || reason === null || waiting.email === null) return
    await queueMail(tx, deps.clock, {
      kind: 'thank_you_declined',
      idempotencyKey: `thank-you declined ${waiting.id}`,
      to: waiting.email,
      userId: waiting.writtenBy,
      campaignId: key.campaignId,
      ...thankYouDeclinedMail({
        ...access,
        reason,
        message: waiting.message,
        manageUrl: `${deps.config.appUrl}/dashboard/campaigns/${key.campaignId}`,
      }),
    })
  })
}

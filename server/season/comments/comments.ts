import { createHmac } from 'node:crypto'
import { DomainError, notFound } from '#domain/errors.ts'
import { permissionsOf } from '#domain/people/roles.ts'
import type { Comment, CommentReportReceipt, ReportedComment } from '#domain/schemas/comment.ts'
import { type Access, accessTo, accessWith } from '#server/accounts/access/index.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { commentReportedMail } from '#server/messaging/mails/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import { keyFor, oldest, readRing } from '#server/platform/db/secrets.ts'
import type { Actor } from '#server/platform/deps.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import type { Deps } from '#server/season/deps.ts'
import type * as queries from './store.ts'
import * as store from './store.ts'

/** The newest comments on a campaign's page, and how many there are. */
export async function commentsOf(
  db: Db,
  campaignId: string,
  limit: number,
): Promise<{ comments: Comment[]; count: number }> {
  const [comments, count] = await Promise.all([
    store.readComments(db, campaignId, { limit }),
    store.countComments(db, campaignId),
  ])
  return { comments, count }
}

/** A page of comments of a campaign that the caller may see; hidden ones only for those who can show them again (R43). */
export async function listComments(
  db: Db,
  caller: Actor | null,
  campaignId: string,
  page: queries.CommentPage,
): Promise<{ comments: Comment[]; count: number; isPublic: boolean }> {
  const access = await accessTo(db, caller, campaignId)
  if (page.hidden && !permissionsOf(access).canManageRewards) {
    throw new DomainError('forbidden', 'Only its owners and representatives can see hidden messages')
  }
  const [comments, count] = await Promise.all([
    store.readComments(db, campaignId, page),
    store.countComments(db, campaignId, page.hidden),
  ])
  return { comments, count, isPublic: !page.hidden && !access.isPrivate }
}

const CLOSED: Partial<Record<string, string>> = {
  draft: 'This campaign is a draft. Messages open once it is active.',
  cancelled: 'This campaign is cancelled and no longer accepts messages.',
}

/** A message appears on the page and changes no figure: cached lists stay valid. */
const pageChanged = (tx: Transaction, deps: Deps, campaignId: string): void =>
  tx.afterCommit(() => deps.cache.changed([`campaign:${campaignId}`]))

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const A_MINUTE = 30
const A_DAY = 100

/** Whoever has an account may write, with a pledge or without: a page is not to be flooded. @throws a 429. */
async function refuseTooManyMessages(
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  { userId }: Actor,
): Promise<void> {
  const now = clock.now().getTime()
  const since = { minute: new Date(now - MINUTE_MS), day: new Date(now - DAY_MS) }
  const written = await store.countLately(tx, userId, since)
  if (written.inDay >= A_DAY)
    throw new RateLimited(HOUR_SECONDS, 'You have written many messages today: write the next one tomorrow.')
  if (written.inMinute >= A_MINUTE)
    throw new RateLimited(
      MINUTE_MS / 1000,
      'You have written several messages just now: wait a minute, then send this one.',
    )
}
const HOUR_SECONDS = 3600

export function postComment(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  message: string,
): Promise<Comment> {
  return transact(async (tx) => {
    const { status } = await accessTo(tx, actor, campaignId)
    const reason = CLOSED[status]
    if (reason) throw new DomainError('campaign_closed', reason)
    await refuseTooManyMessages(deps, tx, actor)
    const id = newId(deps.clock)
    const createdAt = deps.clock.now()
    const comment = await store.insertComment(tx, {
      id,
      campaignId,
      authorId: actor.userId,
      message,
      createdAt,
    })
    await audit(tx, deps.clock, {
      actorId: actor.userId,
      action: 'comment.create',
      subject: 'comment',
      subjectId: id,
      campaignId,
      // Not its words: the record of actions outlives them.
      after: { createdAt: comment.createdAt },
    })
    pageChanged(tx, deps, campaignId)
    return comment
  })
}

const MAX_OWN = 200

/** Which messages on the page they may delete. */
export async function listOwn(db: Db, actor: Actor, campaignId: string): Promise<Comment[]> {
  await accessTo(db, actor, campaignId)
  return store.readOwn(db, { campaignId, authorId: actor.userId, limit: MAX_OWN })
}

/** The author of a message can delete it, hidden or not. */
export async function deleteComment(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { campaignId, commentId }: Key,
): Promise<void> {
  await transact(async (tx) => {
    if (!(await store.deleteOwn(tx, { campaignId, commentId, authorId: actor.userId })))
      throw notFound('Message')
    await audit(tx, deps.clock, {
      actorId: actor.userId,
      action: 'comment.delete',
      subject: 'comment',
      subjectId: commentId,
      campaignId,
    })
    pageChanged(tx, deps, campaignId)
  })
}

type Key = { campaignId: string; commentId: string }
/** A signed-in person, or an address. */
type Reporter = { userId: string } | { address: string }

/** Addresses stay private: what is stored only tells them apart. */
async function markOf(db: Db, reporter: Reporter): Promise<string> {
  if ('userId' in reporter) return `user:${reporter.userId}`
  const key = keyFor(oldest(await readRing(db)).key, 'comment reports')
  return `address:${createHmac('sha256', key).update(reporter.address).digest('base64url')}`
}

/** Anyone may report that a message does not belong there; a second report by the same person changes nothing. */
export async function reportComment(
  deps: Deps,
  transact: Transact,
  actor: Actor | null,
  { campaignId, commentId, reporter, reason }: Key & { reporter: Reporter; reason: string | null },
): Promise<CommentReportReceipt> {
  const mark = await markOf(deps.db, reporter)
  return transact(async (tx) => {
    const access = await accessTo(tx, actor, campaignId)
    // To a reporter, a message that is already hidden does not exist.
    if ((await store.findHidden(tx, campaignId, commentId)) !== false) throw notFound('Message')
    const id = newId(deps.clock)
    const createdAt = deps.clock.now()
    const report = { id, campaignId, commentId, reporter: mark, reason, createdAt }
    if (await store.insertReport(tx, report)) {
      await audit(tx, deps.clock, {
        actorId: actor?.userId ?? null,
        action: 'comment.report',
        subject: 'comment',
        subjectId: commentId,
        campaignId,
        after: { hasReason: reason !== null },
      })
      await notifyModerators(deps, tx, access)
    }
    return { id: commentId, reported: true }
  })
}

const HOUR_MS = 3_600_000

/** Representatives are notified of reported messages by mail, at most once an hour for each campaign. */
async function notifyModerators(
  deps: Deps,
  tx: Transaction,
  { campaignId, campaignName, organizationName }: Access,
): Promise<void> {
  const hour = Math.floor(deps.clock.now().getTime() / HOUR_MS)
  const commentsUrl = `${deps.config.appUrl}/dashboard/comments`
  await mailRepresentatives(tx, deps.clock, {
    kind: 'comment_reported',
    idempotencyKey: `comment reported ${campaignId} ${hour}`,
    campaignId,
    ...commentReportedMail({ campaignName, organizationName, commentsUrl }),
  })
}

const MAX_REPORTED = 100

/** For those who can hide them. */
export async function listReported(db: Db, actor: Actor, campaignId: string): Promise<ReportedComment[]> {
  await accessWith(db, actor, campaignId, 'canManageRewards')
  return store.readReported(db, campaignId, MAX_REPORTED)
}

/**
 * Hides a comment from everyone, or shows it again; either way its reports are closed. Doing it twice has no further
 * effect.
 */
export function hideComment(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  key: Key,
  hidden: boolean,
): Promise<{ id: string; hidden: boolean }> {
  const { campaignId, commentId } = key
  return transact(async (tx) => {
    // Those who manage the campaign's rewards also manage its page.
    await accessWith(tx, actor, campaignId, 'canManageRewards')
    const before = await store.findHidden(tx, campaignId, commentId)
    if (before === null) throw notFound('Message')
    const closed = await store.closeReports(tx, commentId, deps.clock.now())
    if (before !== hidden || closed > 0) {
      if (before !== hidden)
        await store.setHidden(tx, commentId, hidden ? { userId: actor.userId, at: deps.clock.now() } : null)
      await audit(tx, deps.clock, {
        actorId: actor.userId,
        action: hidden ? 'comment.hide' : before ? 'comment.show' : 'comment.keep',
        subject: 'comment',
        subjectId: commentId,
        campaignId,
        before: { hidden: before },
        after: { hidden, reports: closed },
      })
      if (before !== hidden) pageChanged(tx, deps, campaignId)
    }
    return { id: commentId, hidden }
  })
}

import { createHmac } from 'node:crypto'
import { DomainError, notFound } from '#domain/errors.ts'
import type {
  Comment,
  CommentReportReceipt,
  QueuedComment,
  ReportedComment,
} from '#domain/schemas/comment.ts'
import { type Access, accessTo, accessWith } from '#server/accounts/access/index.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { commentReportedMail } from '#server/messaging/mails/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import { keyFor, oldest, readRing } from '#server/platform/db/secrets.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import type * as queries from './queries.ts'
import * as queue from './store.queue.ts'
import * as store from './store.ts'

/** The newest comments of a campaign's page, with how many there are. */
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

/** A page of a campaign that the caller may see; the hidden ones are for who can show them again (R43). */
export async function listComments(
  db: Db,
  caller: Actor | null,
  campaignId: string,
  page: queries.CommentPage,
): Promise<{ comments: Comment[]; count: number; isPublic: boolean }> {
  const access = await accessTo(db, caller, campaignId)
  if (page.hidden && !access.isRepresentative && access.membership !== 'owner') {
    throw new DomainError('forbidden', 'Only its owners and representatives see the hidden messages')
  }
  const [comments, count] = await Promise.all([
    store.readComments(db, campaignId, page),
    store.countComments(db, campaignId, page.hidden),
  ])
  return { comments, count, isPublic: !page.hidden && access.status !== 'draft' }
}

const CLOSED: Partial<Record<string, string>> = {
  draft: 'This campaign is a draft. Messages open once it is active.',
  cancelled: 'This campaign is cancelled and no longer accepts messages.',
}

/** A message shows on the page and moves no figure: the lists stay as they are kept. */
const pageChanged = (tx: Transaction, deps: Deps, campaignId: string): void =>
  tx.afterCommit(() => deps.cache.changed([`campaign:${campaignId}`]))

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
    const id = newId(deps.clock)
    const createdAt = deps.clock.now()
    const after = await store.insertComment(tx, {
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
      after,
    })
    pageChanged(tx, deps, campaignId)
    return after
  })
}

type Key = { campaignId: string; commentId: string }
/** A person, or whoever calls from an address. */
export type Reporter = { userId: string } | { address: string }

/** An address is nobody's business: what is kept only distinguishes it from others. */
async function markOf(db: Db, reporter: Reporter): Promise<string> {
  if ('userId' in reporter) return `user:${reporter.userId}`
  const key = keyFor(oldest(await readRing(db)).key, 'comment reports')
  return `address:${createHmac('sha256', key).update(reporter.address).digest('base64url')}`
}

/** Anyone may say that a message does not belong there; each once, and again is as good as once (R43). */
export async function reportComment(
  deps: Deps,
  transact: Transact,
  actor: Actor | null,
  { campaignId, commentId, reporter, reason }: Key & { reporter: Reporter; reason: string | null },
): Promise<CommentReportReceipt> {
  const mark = await markOf(deps.db, reporter)
  return transact(async (tx) => {
    const access = await accessTo(tx, actor, campaignId)
    // One that is hidden already is not there for who reports it.
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
        after: { reason },
      })
      await notifyModerators(deps, tx, access)
    }
    return { id: commentId, reported: true }
  })
}

/** One place for the messages of every campaign that the caller manages (R43). */
export async function commentQueue(
  db: Db,
  actor: Actor,
  page: queue.QueuePage,
): Promise<{ comments: QueuedComment[]; count: number }> {
  const [comments, count] = await Promise.all([
    queue.queuedComments(db, actor.userId, page),
    queue.countQueued(db, actor.userId, page.show),
  ])
  return { comments, count }
}

const HOUR_MS = 3_600_000

/** Representatives hear of reported messages by mail, at most once an hour for each campaign (R43, R44). */
async function notifyModerators(
  deps: Deps,
  tx: Transaction,
  { campaignId, campaignName, organizationName }: Access,
): Promise<void> {
  const hour = Math.floor(deps.clock.now().getTime() / HOUR_MS)
  const commentsUrl = `${deps.config.appUrl}/dashboard/comments`
  await mailRepresentatives(tx, deps.clock, {
    ...{ kind: 'comment_reported', idempotencyKey: `comment reported ${campaignId} ${hour}`, campaignId },
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
 * Hides a comment from everybody, or shows it again; either way its reports are dealt with (R43). Doing it twice is
 * doing it once.
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
    // Whoever manages the campaign's rewards manages its page.
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

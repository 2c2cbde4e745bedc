import type { CampaignStatus } from '#domain/campaigns/campaign-state.ts'
import { reasonNotReady } from '#domain/campaigns/checklist.ts'
import { DomainError, notFound } from '#domain/errors.ts'
import { permissionsOf } from '#domain/people/roles.ts'
import type { DraftParts } from '#domain/schemas/campaign.ts'
import type { Applicant, ReviewRequest } from '#domain/schemas/review-request.ts'
import { type Access, accessTo, demandRepresentative } from '#server/accounts/access/index.ts'
import { ownersToTell } from '#server/accounts/organizations/index.ts'
import {
  activatedMail,
  type MailBody,
  questionAnsweredMail,
  questionMail,
  queueMail,
  reviewAnsweredMail,
  reviewMail,
  statusChangedMail,
} from '#server/messaging/mails/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import { refuseTooMany } from './limits.ts'
import * as store from './store.ts'
import { draftParts, needsOf } from './store.ts'

const MAX_SHOWN = 100

/**
 * The campaign, for those who may edit its draft; strangers get a 404 for a draft.
 * @throws a 403 for everyone else.
 */
async function editable(db: Db, actor: Actor, campaignId: string): Promise<Access> {
  const access = await accessTo(db, actor, campaignId)
  if (!permissionsOf(access).canManageStatistics)
    throw new DomainError('forbidden', 'Only its owners and representatives can ask for that')
  return access
}

/**
 * The owner of a draft requests a review, and representatives are notified (R24).
 * @throws a 409 in words if there is nothing to review, or if a request is already waiting.
 */
export function askForReview(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
): Promise<ReviewRequest> {
  return transact(
    async (tx) => {
      const access = await editable(tx, actor, campaignId)
      if (!permissionsOf(access).canEditCampaign || access.status !== 'draft')
        throw new DomainError('conflict', 'Only a draft can be reviewed: this campaign is no longer a draft')
      await refuseNotReady(deps, tx, campaignId)
      await refuseTooMany(deps, tx, actor, access.organizationId, 'requests')
      const request = { id: newId(deps.clock), campaignId, askedBy: actor.userId, askedAt: deps.clock.now() }
      if (!(await store.insertRequest(tx, request)))
        throw new DomainError(
          'conflict',
          'A review was already requested: a representative will review the campaign and activate it',
        )
      await notifyReviewers(deps, tx, access, request)
      await audit(tx, deps.clock, {
        actorId: actor.userId,
        action: 'review_request.create',
        subject: 'review_request',
        subjectId: request.id,
        campaignId,
      })
      return newestOf(tx, campaignId)
    },
    { campaignId, mode: 'exclusive' },
  )
}

async function newestOf(tx: Transaction, campaignId: string): Promise<ReviewRequest> {
  const [newest] = await store.requestsOf(tx, campaignId, 1)
  if (!newest) throw notFound('Review')
  return newest
}

/**
 * The owner asks for what only a representative can do (R24).
 * @throws a 409 in words for a draft, and if too much is not answered yet.
 */
export function askRepresentative(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  question: string,
): Promise<ReviewRequest> {
  return transact(
    async (tx) => {
      const access = await editable(tx, actor, campaignId)
      if (access.status === 'draft')
        throw new DomainError('conflict', 'A draft is yours to change: request a review once it is ready')
      const asked = { id: newId(deps.clock), campaignId, askedBy: actor.userId, askedAt: deps.clock.now() }
      const id = await store.insertQuestion(tx, { ...asked, question })
      if (!id) throw new DomainError('conflict', 'Your representative answers what you asked before first')
      await notifyReviewers(deps, tx, access, { id, askedBy: actor.userId, question })
      await audit(tx, deps.clock, {
        actorId: actor.userId,
        action: 'review_request.ask',
        subject: 'review_request',
        subjectId: id,
        campaignId,
      })
      return newestOf(tx, campaignId)
    },
    { campaignId, mode: 'exclusive' },
  )
}

/** Once for each request: a question that joins one is seen with it. */
async function notifyReviewers(
  deps: Deps,
  tx: Transaction,
  { campaignId, campaignName, organizationName }: Access,
  { id, askedBy, question }: { id: string; askedBy: string; question?: string },
): Promise<void> {
  const about = { campaignName, organizationName, ...urlsOf(deps, campaignId) }
  const mail = question === undefined ? reviewMail(about) : questionMail({ ...about, question })
  for (const reviewer of await store.reviewers(tx, { campaignId, askedBy })) {
    const addressed = {
      kind: 'review_request',
      idempotencyKey: `review ${id} ${reviewer.id}`,
      to: reviewer.email,
    }
    await queueMail(tx, deps.clock, {
      ...addressed,
      userId: reviewer.id,
      campaignId,
      aboutUserIds: [askedBy],
      ...mail,
    })
  }
}

/** @throws a 404 for what the caller may not see, a 403 for others than representatives. */
export async function applicantFor(db: Db, actor: Actor, campaignId: string): Promise<Applicant> {
  await accessTo(db, actor, campaignId)
  await demandRepresentative(db, actor)
  return store.applicantOf(db, campaignId)
}

/** @throws a 409 in the words of the button if nobody could pledge. */
export async function refuseNotReady(
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  campaignId: string,
): Promise<void> {
  const reason = reasonNotReady(await needsOf(tx, campaignId), clock.now())
  if (reason) throw new DomainError('conflict', reason)
}

const PARTS = ['statistics', 'rewards', 'events'] as const

/** @throws a 409 that names the parts that were changed since they were looked at. */
export async function refuseUnseenParts(
  tx: Transaction,
  campaignId: string,
  seen: DraftParts | undefined,
): Promise<void> {
  if (!seen) return
  const current = await draftParts(tx, campaignId)
  const changed = PARTS.filter((part) => current[part] !== seen[part])
  if (changed.length === 0) return
  const names = new Intl.ListFormat('en-US').format(changed)
  throw new DomainError(
    'conflict',
    `The ${names} of this draft changed in the meantime. Look at the draft again, then activate it.`,
    { details: { changed } },
  )
}

/**
 * A draft is activated as it was reviewed. `seenId` is the request that waited when the caller looked, null if none
 * did, undefined if the caller does not say: then only a draft that was sent back is kept.
 * @throws a 409 in words if a colleague sent it back, or its owner asked again, since then.
 */
export async function refuseUnseenReview(
  tx: Transaction,
  campaignId: string,
  seenId: string | null | undefined,
): Promise<void> {
  const newest = await store.newestRequest(tx, campaignId)
  const waitingId = newest?.isWaiting ? newest.id : null
  if (seenId === waitingId || (seenId === undefined && !newest?.isSentBack)) return
  if (newest?.isSentBack)
    throw new DomainError(
      'conflict',
      `${newest.answeredBy} sent this draft back, and its owner has not requested another review. Read what is to change before it becomes public.`,
    )
  throw new DomainError(
    'conflict',
    newest?.isWaiting
      ? 'The owner requested a review in the meantime. Look at the draft again, then activate it.'
      : 'The review was answered in the meantime. Look at the draft again, then activate it.',
  )
}

type StatusChange = { from: CampaignStatus; to: CampaignStatus; message: string | null }

/** A draft whose status changes needs no review any longer; the owners are mailed what their campaign became. */
export async function statusChanged(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Transaction,
  actor: Actor,
  access: Access,
  { from, to, message }: StatusChange,
): Promise<void> {
  if (from === 'draft') await answerReview(deps, tx, actor, access, message)
  const { campaignId } = access
  const words = { ...access, ...urlsOf(deps, campaignId), message }
  const campaignUrl = `${deps.config.appUrl}/campaigns/${campaignId}`
  const told =
    from === 'draft' && to === 'active'
      ? { kind: 'campaign_activated', mail: activatedMail({ ...words, campaignUrl }) }
      : { kind: 'campaign_status', mail: statusChangedMail({ ...words, from, to }) }
  await mailOwners(deps, tx, access, { ...told, key: `status ${newId(deps.clock)}` })
}

async function answerReview(
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  actor: Actor,
  { campaignId }: Access,
  message: string | null,
): Promise<void> {
  const at = clock.now()
  const id = await store.answerRequest(tx, campaignId, { by: actor.userId, at, message })
  if (id)
    await audit(tx, clock, {
      actorId: actor.userId,
      action: 'review_request.answer',
      subject: 'review_request',
      subjectId: id,
      campaignId,
    })
}

/**
 * Returns a draft to its owners with what to change, and they ask again once it is done; or answers their question.
 * @throws a 409 if neither is waiting.
 */
export function answer(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  message: string,
): Promise<ReviewRequest> {
  return transact(
    async (tx) => {
      const access = await accessTo(tx, actor, campaignId)
      await demandRepresentative(tx, actor)
      const at = deps.clock.now()
      const id = await store.answerRequest(tx, campaignId, { by: actor.userId, at, message })
      if (!id) throw new DomainError('conflict', 'Nothing is waiting: it was answered in the meantime')
      const answered = await newestOf(tx, campaignId)
      const isDraft = access.status === 'draft'
      const about = { ...access, ...urlsOf(deps, campaignId), message }
      const mail = isDraft
        ? reviewAnsweredMail(about)
        : questionAnsweredMail({ ...about, question: answered.question ?? '' })
      await mailOwners(deps, tx, access, { kind: 'review_answered', key: `review answered ${id}`, mail })
      await audit(tx, deps.clock, {
        actorId: actor.userId,
        action: isDraft ? 'review_request.send_back' : 'review_request.reply',
        subject: 'review_request',
        subjectId: id,
        campaignId,
        after: { message },
      })
      return answered
    },
    { campaignId, mode: 'exclusive' },
  )
}

const urlsOf = ({ config }: Pick<Deps, 'config'>, campaignId: string) => ({
  manageUrl: `${config.appUrl}/dashboard/campaigns/${campaignId}`,
})

type Told = { kind: string; key: string; mail: MailBody }

async function mailOwners(
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  { organizationId, campaignId }: Access,
  { kind, key, mail }: Told,
): Promise<void> {
  for (const { id, email } of await ownersToTell(tx, organizationId)) {
    const addressed = { kind, idempotencyKey: `${key} ${id}`, to: email, userId: id, campaignId }
    await queueMail(tx, clock, { ...addressed, ...mail })
  }
}

/** The requests of this campaign, newest first, for those who may make them. */
export async function reviewsOf(db: Db, actor: Actor, campaignId: string): Promise<ReviewRequest[]> {
  await editable(db, actor, campaignId)
  return store.requestsOf(db, campaignId, MAX_SHOWN)
}

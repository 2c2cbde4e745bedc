import { DomainError } from '#domain/errors.ts'
import type { ReviewRequest } from '#domain/schemas/review-request.ts'
import { type Access, accessTo, permissionsOf } from '#server/accounts/access/index.ts'
import { queueMail, reviewMail } from '#server/messaging/mails/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import * as store from './store.ts'

const MAX_SHOWN = 100

/**
 * The campaign, for those who may edit its draft: a draft is not there for strangers (R23).
 * @throws a 403 for everybody else.
 */
async function editable(db: Db, actor: Actor, campaignId: string): Promise<Access> {
  const access = await accessTo(db, actor, campaignId)
  if (!access.isRepresentative && access.membership !== 'owner')
    throw new DomainError('forbidden', 'Only its owners and representatives can request a review')
  return access
}

/**
 * The owner of a draft asks for it to be reviewed, and representatives are notified (R24).
 * @throws a 409 in words where there is nothing to review, or where one waits already.
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
      return { id: request.id, askedAt: request.askedAt.toISOString(), answeredAt: null }
    },
    { campaignId, mode: 'exclusive' },
  )
}

async function notifyReviewers(
  deps: Deps,
  tx: Transaction,
  { campaignId, campaignName, organizationName }: Access,
  { id, askedBy }: { id: string; askedBy: string },
): Promise<void> {
  const manageUrl = `${deps.config.appUrl}/dashboard/campaigns/${campaignId}`
  const mail = reviewMail({ campaignName, organizationName, manageUrl })
  for (const reviewer of await store.reviewers(tx, askedBy)) {
    const addressed = {
      kind: 'review_request',
      idempotencyKey: `review ${id} ${reviewer.id}`,
      to: reviewer.email,
    }
    await queueMail(tx, deps.clock, { ...addressed, userId: reviewer.id, campaignId, ...mail })
  }
}

/** A draft that becomes something else needs no review any more (R24). */
export async function answerReview(
  deps: Pick<Deps, 'clock'>,
  tx: Transaction,
  actor: Actor,
  campaignId: string,
): Promise<void> {
  const id = await store.answerRequest(tx, campaignId, { by: actor.userId, at: deps.clock.now() })
  if (!id) return
  await audit(tx, deps.clock, {
    actorId: actor.userId,
    action: 'review_request.answer',
    subject: 'review_request',
    subjectId: id,
    campaignId,
  })
}

/** What was asked for this campaign, newest first, to those who may ask. */
export async function reviewsOf(db: Db, actor: Actor, campaignId: string): Promise<ReviewRequest[]> {
  await editable(db, actor, campaignId)
  return store.requestsOf(db, campaignId, MAX_SHOWN)
}

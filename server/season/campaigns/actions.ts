import { reasonAgainstStatus } from '#domain/campaign-state.ts'
import { COMMISSION_BASIS_POINTS } from '#domain/commission.ts'
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { readImagePath } from '#domain/image.ts'
import { refuseNewName } from '#domain/links.ts'
import { proposedLook, vocabularyOf } from '#domain/proposed-words.ts'
import {
  type Campaign,
  type CampaignForm,
  type CampaignUpdate,
  END_BEFORE_START,
} from '#domain/schemas/campaign.ts'
import { type Access, accessTo, permissionsOf } from '#server/accounts/access/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { answerReview, refuseUnseenReview } from '#server/season/reviews/index.ts'
import { createStatistics } from '#server/season/statistics/index.ts'
import { refreshRanks } from './ranks.ts'
import * as store from './store.ts'

/** The campaign and its organization, for any caller. */
export const findCampaign = (db: Db, campaignId: string, now: Date): ReturnType<typeof store.findCampaign> =>
  store.findCampaign(db, campaignId, now)

async function existing(deps: Deps, tx: Transaction, campaignId: string): Promise<Campaign> {
  const found = await findCampaign(tx, campaignId, deps.clock.now())
  if (!found) throw notFound('Campaign')
  return found.campaign
}

/**
 * Owners and representatives create campaigns, always as a draft, in the organization's time zone (R22, R24), with the
 * statistics to start with.
 */
export function createCampaign(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  form: CampaignForm,
): Promise<Campaign> {
  return transact(async (tx) => {
    const organization = await store.organizationFor(tx, actor, form.organizationId)
    if (!organization)
      throw new DomainError(
        'forbidden',
        'Only an owner of the organization or a representative can create its campaigns',
      )
    const id = newId(deps.clock)
    const key = {
      id,
      organizationId: form.organizationId,
      createdBy: actor.userId,
      createdAt: deps.clock.now(),
      commissionBasisPoints: COMMISSION_BASIS_POINTS,
      moneyMode: deps.cards.moneyMode,
    }
    await store.insertCampaign(tx, key, {
      ...form,
      ...lookOf(form),
      goalCents: form.goal,
      startOn: form.startDate,
      endOn: form.endDate,
      timeZone: organization.timeZone,
      status: 'draft',
      imageUrl: null,
      settleAutomatically: true,
    })
    await refreshRanks(tx, [id])
    const after = await existing(deps, tx, id)
    await audit(tx, deps.clock, {
      actorId: actor.userId,
      action: 'campaign.create',
      subject: 'campaign',
      subjectId: id,
      campaignId: id,
      after,
    })
    if (form.statistics.length > 0)
      await createStatistics(deps, (work) => work(tx), actor, id, form.statistics)
    campaignChanged(tx, deps, id)
    return after
  })
}

/** As chosen; otherwise the picture that fits what is counted, and the words that fit the picture (R63). */
function lookOf(form: CampaignForm): Pick<Campaign, 'scene' | 'vocabulary'> {
  const scene = form.scene ?? proposedLook(form).scene
  return { scene, vocabulary: form.vocabulary ?? vocabularyOf(scene, form.campaignType) }
}

/** Only a picture uploaded to this campaign: an outside link could show anything tomorrow. */
function refuseForeignImage(campaignId: string, imageUrl: string | null | undefined): void {
  if (!imageUrl || readImagePath(imageUrl)?.folder.startsWith(`${campaignId}/`)) return
  throw invalidField('imageUrl', 'Upload the picture to this campaign')
}

/**
 * Changes the named fields. Under the exclusive lock, because the status decides whether a pledge is accepted (R12). Owners
 * edit while it is a draft and never the status; a representative activates (R24).
 */
export function updateCampaign(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  key: { campaignId: string; ifMatch: number | null },
  changes: CampaignUpdate,
): Promise<Campaign> {
  const { campaignId } = key
  return transact(
    async (tx) => {
      const access = await accessTo(tx, actor, campaignId)
      if (!permissionsOf(access).canEditCampaign)
        throw new DomainError('forbidden', 'You may not edit this campaign')
      const before = await existing(deps, tx, campaignId)
      if (key.ifMatch !== null && key.ifMatch !== before.version) {
        throw new DomainError(
          'stale',
          'Someone changed this in the meantime. Review the current version, then save again.',
          { details: { current: before } },
        )
      }
      const fields = await store.readFields(tx, campaignId)
      if (!fields) throw notFound('Campaign')
      const { cancellation, reviewMessage = null, waitingReviewId, ...rest } = changes
      const after = merge(fields, rest)
      if (after.endOn < after.startOn) throw invalidField('endDate', END_BEFORE_START)
      if (cancellation && after.status !== 'cancelled')
        throw invalidField('cancellation', 'Only where the status becomes cancelled')
      refuseNewName('name', fields.name, changes.name)
      refuseForeignImage(campaignId, changes.imageUrl)
      if (after.status !== fields.status) await allowStatus(deps, tx, access, after.status)
      if (fields.status === 'draft' && after.status === 'active')
        await refuseUnseenReview(tx, campaignId, waitingReviewId)
      const isCancelling = after.status === 'cancelled' && fields.status !== 'cancelled'
      const confirmed = isCancelling
        ? await deps.billing.demandConfirmed(tx, deps.clock.now(), campaignId, cancellation)
        : null
      await store.updateCampaign(tx, campaignId, after)
      if (fields.status === 'draft' && after.status !== 'draft')
        await answerReview(deps, tx, actor, access, {
          message: reviewMessage,
          isActive: after.status === 'active',
        })
      if (confirmed) await deps.billing.cancel(deps, tx, actor, access, confirmed)
      else if (after.status !== fields.status) await pauseOrResume(deps, tx, campaignId, [fields, after])
      await refreshRanks(tx, [campaignId])
      const now = await existing(deps, tx, campaignId)
      await audit(tx, deps.clock, {
        actorId: actor.userId,
        action: 'campaign.update',
        subject: 'campaign',
        subjectId: campaignId,
        campaignId,
        before,
        after: now,
      })
      campaignChanged(tx, deps, campaignId)
      return now
    },
    { campaignId, mode: 'exclusive' },
  )
}

async function allowStatus(
  { billing }: Pick<Deps, 'billing'>,
  tx: Transaction,
  { campaignId, isRepresentative, status }: Access,
  to: Campaign['status'],
): Promise<void> {
  if (!isRepresentative)
    throw new DomainError('forbidden', 'Only a representative can change the status: request a review')
  // Waits for an attempt that is being claimed right now, and then sees it: cancelling never voids a charge that is processing.
  if (to === 'cancelled') await billing.holdOpenBills(tx, campaignId)
  const reason = reasonAgainstStatus(status, to, await store.statusFacts(tx, campaignId))
  if (reason) throw new DomainError('conflict', reason)
}

function merge(
  before: store.CampaignFields,
  changes: Omit<CampaignUpdate, 'cancellation' | 'reviewMessage' | 'waitingReviewId'>,
): store.CampaignFields {
  const { goal, startDate, endDate, ...rest } = changes
  const named = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    ...before,
    ...named,
    goalCents: goal ?? before.goalCents,
    startOn: startDate ?? before.startOn,
    endOn: endDate ?? before.endOn,
  }
}

/** While it is paused its charges wait; afterwards they get a new notice and a new date (R21). */
async function pauseOrResume(
  deps: Deps,
  tx: Transaction,
  campaignId: string,
  [before, after]: [store.CampaignFields, store.CampaignFields],
): Promise<void> {
  if (after.status === 'paused') await deps.billing.pause(tx, campaignId)
  if (before.status === 'paused') await deps.billing.resume(deps, tx, campaignId)
}

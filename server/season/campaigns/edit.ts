import { COMMISSION_BASIS_POINTS } from '#domain/billing/commission.ts'
import { becomesPublic, opensForPledges, reasonAgainstStatus } from '#domain/campaigns/campaign-state.ts'
import { readImagePath } from '#domain/campaigns/image.ts'
import { proposedLook, vocabularyOf } from '#domain/campaigns/proposed-vocabulary.ts'
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { refuseNewName } from '#domain/links.ts'
import { permissionsOf, roleMay } from '#domain/people/roles.ts'
import {
  type Campaign,
  type CampaignForm,
  type CampaignUpdate,
  END_BEFORE_START,
} from '#domain/schemas/campaign.ts'
import { type Access, accessTo } from '#server/accounts/access/index.ts'
import { dropResultNews } from '#server/messaging/mails/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import {
  refuseNotReady,
  refuseTooMany,
  refuseUnseenParts,
  refuseUnseenReview,
  statusChanged,
} from '#server/season/reviews/index.ts'
import { createStatistics } from '#server/season/statistics/index.ts'
import { announceStatus } from './announce-status.ts'
import { notifyOfLaterEnd } from './dates.ts'
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
 * Owners and representatives create campaigns, always as a draft, in the organization's time zone, with the
 * statistics to start with.
 */
export function createCampaign(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  form: CampaignForm,
  copiedId: string | null = null,
): Promise<Campaign> {
  return transact(async (tx) => {
    const organization = await store.organizationFor(tx, actor, form.organizationId)
    if (!organization)
      throw new DomainError(
        'forbidden',
        'Only an owner of the organization or a representative can create its campaigns',
      )
    const copied = copiedId === null ? null : await store.readFields(tx, copiedId)
    await refuseTooMany(deps, tx, actor, form.organizationId, 'drafts')
    const id = newId(deps.clock)
    const key = {
      id,
      organizationId: form.organizationId,
      createdBy: actor.userId,
      createdAt: deps.clock.now(),
      commissionBasisPoints: COMMISSION_BASIS_POINTS,
      moneyMode: deps.money.mode(deps),
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
      // Somebody decided that a person locks these settlements: a copy does not undo that.
      settleAutomatically: copied?.settleAutomatically ?? true,
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

/** As chosen; otherwise the picture that fits what is counted, and the words that fit the picture. */
function lookOf(form: CampaignForm): Pick<Campaign, 'cause' | 'vocabulary'> {
  const cause = form.cause ?? proposedLook(form).cause
  return { cause, vocabulary: form.vocabulary ?? vocabularyOf(cause, form.campaignType) }
}

/** Only a picture uploaded to this campaign: an outside link could show anything tomorrow. */
function refuseForeignImage(campaignId: string, imageUrl: string | null | undefined): void {
  if (!imageUrl || readImagePath(imageUrl)?.folder.startsWith(`${campaignId}/`)) return
  throw invalidField('imageUrl', 'Upload the picture to this campaign')
}

/**
 * Changes the named fields. Under the exclusive lock, because the status decides whether a pledge is accepted. Owners
 * edit while it is a draft and never the status; a representative activates.
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
      if (!permissionsOf(access).canEditCampaign) throw reasonNotToEdit(access, key.ifMatch)
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
      const { cancellation, reviewMessage = null, waitingReviewId, draftParts: seenParts, ...rest } = changes
      const after = merge(fields, rest)
      if (after.endOn < after.startOn) throw invalidField('endDate', END_BEFORE_START)
      if (cancellation && after.status !== 'cancelled')
        throw invalidField('cancellation', 'Only where the status becomes cancelled')
      refuseNewName('name', fields.name, changes.name)
      refuseForeignImage(campaignId, changes.imageUrl)
      if (after.status !== fields.status) await allowStatus(deps, tx, access, after.status)
      if (becomesPublic(fields.status, after.status)) {
        await refuseUnseenReview(tx, campaignId, waitingReviewId)
        await refuseUnseenParts(tx, campaignId, seenParts)
        await store.assignIfNobody(tx, campaignId, actor.userId)
      }
      const isCancelling = after.status === 'cancelled' && fields.status !== 'cancelled'
      const confirmed = isCancelling
        ? await deps.money.billing.demandConfirmed(tx, campaignId, cancellation)
        : null
      await store.updateCampaign(tx, campaignId, after)
      if (isChangedAsSeen(changes)) await refuseOpening(deps, tx, campaignId, [fields.status, after.status])
      if (isCancelling) await dropResultNews(tx, campaignId)
      if (after.status !== fields.status)
        await statusChanged(deps, tx, actor, access, {
          from: fields.status,
          to: after.status,
          message: reviewMessage,
        })
      if (confirmed) await deps.money.billing.cancel(deps, tx, actor, access, confirmed)
      else if (after.status !== fields.status) await pauseOrResume(deps, tx, campaignId, [fields, after])
      await announceStatus(deps, tx, campaignId, [fields.status, after.status])
      await notifyOfLaterEnd(deps, tx, campaignId, [fields, after])
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

/** Our screens say what was looked at; for who does not, the checklist only advises. */
const isChangedAsSeen = ({ waitingReviewId, draftParts }: CampaignUpdate): boolean =>
  waitingReviewId !== undefined || draftParts !== undefined

/** @throws a 409 if no one could pledge; a paused campaign with supporters goes on for them. */
async function refuseOpening(
  deps: Deps,
  tx: Transaction,
  campaignId: string,
  [from, to]: [Campaign['status'], Campaign['status']],
): Promise<void> {
  if (!opensForPledges(from, to)) return
  if (from === 'paused' && (await store.statusFacts(tx, campaignId)).hasPledges) return
  await refuseNotReady(deps, tx, campaignId)
}

/** An owner whose draft was activated while they were typing learns why, and whom to send it to. */
function reasonNotToEdit({ membership, status, version }: Access, ifMatch: number | null): DomainError {
  if (!roleMay(membership, 'manage')) return new DomainError('forbidden', 'You may not edit this campaign')
  const since = status === 'active' ? 'was activated' : 'stopped being a draft'
  return ifMatch !== null && ifMatch !== version
    ? new DomainError(
        'forbidden',
        `This campaign ${since} while you were editing, and only a representative changes it now. Nothing was saved: copy what you typed, and send it to us with the form on the contact page.`,
      )
    : new DomainError(
        'forbidden',
        'Once a campaign is no longer a draft, only a representative changes it: write to us with the form on the contact page',
      )
}

async function allowStatus(
  { money }: Pick<Deps, 'money'>,
  tx: Transaction,
  { campaignId, isRepresentative, status }: Access,
  to: Campaign['status'],
): Promise<void> {
  if (!isRepresentative)
    throw new DomainError('forbidden', 'Only a representative can change the status: request a review')
  // Waits for an attempt that is being claimed right now, and then sees it: cancelling never voids a charge that is processing.
  if (to === 'cancelled') await money.billing.holdOpenBills(tx, campaignId)
  const reason = reasonAgainstStatus(status, to, await store.statusFacts(tx, campaignId))
  if (reason) throw new DomainError('conflict', reason)
}

function merge(
  before: store.CampaignFields,
  changes: Omit<CampaignUpdate, 'cancellation' | 'reviewMessage' | 'waitingReviewId' | 'draftParts'>,
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

/** While it is paused its charges wait; afterwards they get a new notice and a new date. */
async function pauseOrResume(
  deps: Deps,
  tx: Transaction,
  campaignId: string,
  [before, after]: [store.CampaignFields, store.CampaignFields],
): Promise<void> {
  if (after.status === 'paused') await deps.money.billing.pause(tx, campaignId)
  if (before.status === 'paused') await deps.money.billing.resume(deps, tx, campaignId)
}

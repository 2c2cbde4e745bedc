/** The public page's answer, kept in memory between changes; and the management screen's. */

import { reasonNotToChangeRewards } from '#domain/campaigns/reward-rules.ts'
import { DomainError, notFound } from '#domain/errors.ts'
import { toDecimal, ZERO } from '#domain/money.ts'
import { permissionsOf } from '#domain/people/roles.ts'
import type { CampaignDetail, Management } from '#domain/schemas/campaign.ts'
import { accessTo, isPrivateCampaign } from '#server/accounts/access/index.ts'
import { type CachedBody, digestOf } from '#server/platform/cache/cache.ts'
import { publicReads } from '#server/platform/changes/campaign-changes.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { ambassadorsFor, countAmbassadors, countJoined } from '#server/season/ambassadors/index.ts'
import { commentsOf } from '#server/season/comments/index.ts'
import type { Deps } from '#server/season/deps.ts'
import { differentPairs, eventsAround } from '#server/season/events/index.ts'
import {
  countThanks,
  pledgesOf,
  pledgesByState as statesOfPledges,
  thankedIn,
  undecidedIn,
} from '#server/season/pledges/index.ts'
import { countResults, publicResults, resultsFor, secondPeopleFor } from '#server/season/results/index.ts'
import { draftParts } from '#server/season/reviews/index.ts'
import { countRewards, rewardsOf } from '#server/season/rewards/index.ts'
import { statisticsOf } from '#server/season/statistics/index.ts'
import { findCampaign, waivedIn } from './store.ts'

const NEWEST = 100
const SEASON_RESULTS = 2_000

/** The public answer, from memory between changes; shared by the route, pages and open streams. Drafts have none. */
export function publicCampaign(
  deps: Pick<Deps, 'db' | 'cache' | 'clock'>,
  campaignId: string,
): Promise<CachedBody> {
  const id = campaignId.toLowerCase()
  const tag = `campaign:${id}`
  return deps.cache.through(`campaign ${id}`, [tag], async () => {
    const db = publicReads(deps, tag)
    const content = await readContent(db, id, deps.clock.now())
    if (await isPrivateCampaign(db, id, content.campaigns.status)) throw notFound('Campaign')
    const { bytes, revision } = encode(content)
    return { bytes, etag: `"${revision}"` }
  })
}

/** Everything on the public page, for any viewer: supporters without names, results marked unconfirmed. */
export async function campaignDetail(db: Db, campaignId: string, now: Date): Promise<CampaignDetail> {
  const content = await readContent(db, campaignId, now)
  return { revision: encode(content).revision, ...content }
}

type Content = Omit<CampaignDetail, 'revision'>

/** The content is serialized and hashed once, and the revision is put in front. */
function encode(content: Content): { revision: string; bytes: Buffer<ArrayBuffer> } {
  const text = JSON.stringify(content)
  const revision = digestOf(text)
  return { revision, bytes: Buffer.from(`{"revision":"${revision}",${text.slice(1)}`) }
}

async function readContent(db: Db, campaignId: string, now: Date): Promise<Content> {
  const [found, statistics, events, comments, pledges, ambassadorsCount, thanks, rewards, results] =
    await db.together((db) =>
      Promise.all([
        findCampaign(db, campaignId, now),
        statisticsOf(db, campaignId),
        eventsAround(db, campaignId, now),
        commentsOf(db, campaignId, NEWEST),
        pledgesOf(db, campaignId, { limit: NEWEST }),
        countJoined(db, campaignId),
        thankedIn(db, campaignId),
        rewardsOf(db, campaignId),
        publicResults(db, campaignId, SEASON_RESULTS),
      ]),
    )
  if (!found) throw notFound('Campaign')
  const { campaign, organization } = found
  return {
    campaigns: campaign,
    organizations: organization,
    statistics,
    events: events.events,
    comments: comments.comments,
    commentsCount: comments.count,
    pledges: pledges.map(({ pledgeType: _type, status: _status, ...pledge }) => pledge),
    pledgesCount: campaign.supportersCount,
    ambassadorsCount,
    ...(thanks.length > 0 ? { thanks } : {}),
    rewards,
    results,
  }
}

/** The management screen: own campaigns for members, all for representatives, otherwise 403; each reads what their role may. */
export async function management(deps: Deps, actor: Actor, campaignId: string): Promise<Management> {
  const { db } = deps
  const access = await accessTo(db, actor, campaignId)
  const permissions = permissionsOf(access)
  if (!permissions.canEnterResults && !permissions.canReadMoney)
    throw new DomainError('forbidden', 'You may not manage this campaign')
  const isDraft = access.status === 'draft' && permissions.canEditCampaign
  // Before the parts themselves: one that changes while they are read was not seen.
  const parts = isDraft ? await draftParts(db, campaignId) : null
  const found = await findCampaign(db, campaignId, deps.clock.now())
  if (!found) throw notFound('Campaign')
  const manages = permissions.canManageStatistics
  const readsMoney = permissions.canReadMoney
  const count = found.campaign.supportersCount
  const [
    statistics,
    events,
    results,
    resultsCount,
    rewards,
    ambassadors,
    pledges,
    rewardsCount,
    ambassadorsCount,
    secondPeople,
    differentMatches,
    pledgesByState,
    waived,
    undecided,
    thanks,
  ] = await Promise.all([
    statisticsOf(db, campaignId),
    eventsAround(db, campaignId, deps.clock.now()),
    resultsFor(db, actor, access, { limit: NEWEST }),
    countResults(db, campaignId),
    manages ? rewardsOf(db, campaignId) : [],
    manages ? ambassadorsFor(db, campaignId) : [],
    readsMoney ? pledgesOf(db, campaignId, { limit: NEWEST }) : [],
    manages ? countRewards(db, campaignId) : 0,
    manages ? countAmbassadors(db, campaignId) : 0,
    secondPeopleFor(db, actor, access),
    differentPairs(db, campaignId),
    readsMoney ? statesOfPledges(db, campaignId) : null,
    readsMoney ? waivedIn(db, campaignId) : ZERO,
    readsMoney ? undecidedIn(db, [campaignId]) : null,
    permissions.canSettle ? countThanks(db, campaignId) : null,
  ])
  const closed = reasonNotToChangeRewards({
    status: found.campaign.status,
    isFinalLocked: access.finalLockedAt !== null,
  })
  return {
    campaign: found.campaign,
    draftParts: parts,
    organization: found.organization,
    permissions,
    billingHeldAt: permissions.canSettle ? (access.billingHeldAt?.toISOString() ?? null) : null,
    isFinalLocked: access.finalLockedAt !== null,
    ...(waived > 0 ? { waived: toDecimal(waived) } : {}),
    ...(undecided?.has(campaignId) ? { undecided: undecided.get(campaignId) } : {}),
    statistics,
    statisticsCount: statistics.length,
    rewards,
    rewardsCount,
    ...(closed === null ? {} : { rewardsClosedReason: closed }),
    ambassadors,
    ambassadorsCount,
    pledges,
    pledgesCount: count,
    pledgesByState,
    ...(thanks && thanks.waiting + thanks.decided > 0 ? { thanks } : {}),
    events: events.events,
    eventsCount: events.count,
    results,
    resultsCount: resultsCount.all,
    resultsToConfirm: resultsCount.waiting,
    secondPeople,
    differentMatches,
  }
}

import { isSeasonOver, matchesOf, nextFigures, sameTimeLater } from '#domain/campaigns/campaign-copy.ts'
import { invalidField, notFound } from '#domain/errors.ts'
import { unlinked } from '#domain/links.ts'
import { Campaign } from '#domain/schemas/campaign.ts'
import { CampaignCopyForm } from '#domain/schemas/campaign-copy.ts'
import type { Statistic, StatisticForm } from '#domain/schemas/statistic.ts'
import { isMatch } from '#domain/season/match-identity.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { emailsOf, inviteAmbassador } from '#server/season/ambassadors/index.ts'
import { createCampaign, findCampaign } from '#server/season/campaigns/index.ts'
import { type Deps, defineRoute } from '#server/season/deps.ts'
import { addEvent, eventsOf, toRow } from '#server/season/events/index.ts'
import { copyImage, removeImagesOf } from '#server/season/images/index.ts'
import { confirmedResults } from '#server/season/results/counted/index.ts'
import { createReward, formOf as rewardForm, rewardsOf } from '#server/season/rewards/index.ts'
import {
  ALL_STATISTICS,
  createStatistics,
  formOf as statisticForm,
  statisticsOf,
} from '#server/season/statistics/index.ts'

export const campaignCopyRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/copies',
    who: 'owner',
    summary: 'Copy a campaign as a draft: its details, and the chosen parts of the rest',
    rules: 'R24, R27: people who manage the campaign',
    creates: true,
    params: IdParams,
    body: CampaignCopyForm,
    response: Campaign,
    handle: ({ deps, transact, actor, params, body }) => copyCampaign(deps, transact, actor, params.id, body),
  }),
]

/** Copies a past campaign as a draft, with the chosen parts: all or nothing. */
type Copying = {
  deps: Deps
  tx: Transaction
  /** Runs everything in the one transaction. */
  inside: Transact
  actor: Actor
  from: Campaign
  to: Campaign
  form: CampaignCopyForm
}

/** Anyone who manages a campaign can copy it; found and authorized in one query. */
function copyCampaign(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  form: CampaignCopyForm,
): Promise<Campaign> {
  let madeId: string | null = null
  const copy = async (tx: Transaction): Promise<Campaign> => {
    await accessWith(tx, actor, campaignId, 'canManageStatistics')
    const found = await findCampaign(tx, campaignId, deps.clock.now())
    if (!found) throw notFound('Campaign')
    const from = found.campaign
    const inside: Transact = (work) => work(tx)
    const to = await createCampaign(deps, inside, actor, detailsOf(from, form), from.id)
    madeId = to.id
    const copying = { deps, tx, inside, actor, from, to, form }
    const statistics = await copyStatistics(copying)
    await copyRewards(copying, statistics)
    if (form.scheduleWeeks !== null) await copySchedule(copying, form.scheduleWeeks)
    await inviteAgain(copying)
    await note(copying)
    return form.withPicture ? copyImage(deps, tx, actor, from, to) : to
  }
  return transact(copy).catch(async (error: unknown) => {
    if (madeId) await removeImagesOf(deps, madeId)
    throw error
  })
}

const detailsOf = (from: Campaign, { name, goal, startDate, endDate }: CampaignCopyForm) => ({
  name,
  goal,
  startDate,
  endDate,
  statistics: [],
  aboutThisCampaign: from.aboutThisCampaign,
  howThisCampaignHelps: from.howThisCampaignHelps?.description ?? null,
  campaignType: from.campaignType,
  organizationId: from.organizationId,
  template: from.template,
  cause: from.cause,
  vocabulary: from.vocabulary,
})

/** The rows asked for; a missing one is a 400 that names the field. */
function chosenOf<Row extends { id: string }>(
  rows: readonly Row[],
  ids: readonly string[],
  field: string,
  what: string,
): Row[] {
  const chosen = rows.filter(({ id }) => ids.includes(id))
  if (chosen.length !== new Set(ids).size)
    throw invalidField(field, `One of these ${what} is not in this campaign`)
  return chosen
}

/** As the old season says of the next one; the stated likelihood of an achievement applied to the old one only (R74). */
const nextYears = (
  statistic: Statistic,
  season: { isOver: boolean; matches: number | null },
): StatisticForm => ({
  ...statisticForm({ ...statistic, ...nextFigures(statistic, season) }),
  chancePercent: null,
  isActive: true,
  sortOrder: undefined,
})

/** The new ids by the old ones. */
async function copyStatistics({
  deps,
  tx,
  inside,
  actor,
  from,
  to,
  form,
}: Copying): Promise<Map<string, string>> {
  const all = await statisticsOf(tx, from.id, ALL_STATISTICS)
  const chosen = chosenOf(all, form.statisticIds, 'statisticIds', 'statistics')
  const matches = (await eventsOf(tx, from.id)).filter(isMatch)
  const counted = await confirmedResults(tx, from.id)
  const isOver = isSeasonOver(from, deps.clock.now().getTime())
  const forms = chosen.map((statistic) =>
    nextYears(statistic, { isOver, matches: matchesOf(statistic.id, counted, matches) }),
  )
  const made = await createStatistics(deps, inside, actor, to.id, forms)
  return new Map(chosen.map(({ id }, index) => [id, made[index]?.id ?? '']))
}

async function copyRewards(
  { deps, tx, inside, actor, from, to, form }: Copying,
  statistics: ReadonlyMap<string, string>,
): Promise<void> {
  const chosen = chosenOf(await rewardsOf(tx, from.id), form.rewardIds, 'rewardIds', 'rewards')
  for (const reward of chosen) {
    const statisticId = reward.statisticId && (statistics.get(reward.statisticId) ?? null)
    if (reward.statisticId && !statisticId)
      throw invalidField(
        'rewardIds',
        `“${reward.title}” counts a statistic that is not copied: choose that too, or leave the reward out`,
      )
    await createReward(deps, inside, actor, to.id, { ...rewardForm(reward), statisticId })
  }
}

async function copySchedule({ deps, tx, actor, from, to }: Copying, weeks: number): Promise<void> {
  const shift = { weeks, from: from.timeZone, to: to.timeZone }
  for (const event of await eventsOf(tx, from.id)) {
    const row = toRow(event)
    await addEvent(
      deps,
      tx,
      actor,
      { campaignId: to.id, timeZone: to.timeZone },
      {
        ...row,
        // A link from before is not a name of the new campaign's.
        name: unlinked(row.name),
        opponent: row.opponent && unlinked(row.opponent),
        startTime: sameTimeLater(row.startTime, shift),
        endTime: row.endTime && sameTimeLater(row.endTime, shift),
        isCompleted: false,
      },
    )
  }
}

/** A person who joined under another address is mailed at that one. */
async function inviteAgain({ deps, tx, inside, actor, from, to, form }: Copying): Promise<void> {
  const ambassadors = await emailsOf(tx, from.id, form.ambassadorIds)
  const chosen = chosenOf(ambassadors, form.ambassadorIds, 'ambassadorIds', 'ambassadors')
  for (const email of new Set(chosen.map((ambassador) => ambassador.email)))
    await inviteAmbassador(deps, inside, actor, to.id, email)
}

const note = ({ deps, tx, actor, from, to }: Copying): Promise<void> =>
  audit(tx, deps.clock, {
    actorId: actor.userId,
    action: 'campaign.copy',
    subject: 'campaign',
    subjectId: to.id,
    campaignId: to.id,
    after: { copiedFrom: from.id },
  })

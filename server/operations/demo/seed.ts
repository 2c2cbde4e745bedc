/**
 * The demo: a year of a dozen organizations, played through the product's own actions with the clock set to each day, so
 * that every total, statement, charge and audit row is what the product itself would have written.
 */

import { markAllSent } from '#server/messaging/mails/index.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import type { Program } from '#server/program.ts'
import { refreshRanks } from '#server/season/campaigns/index.ts'
import { closeGathering } from '#server/season/digests/index.ts'
import { soccerCampaign } from './campaign-soccer.ts'
import { BASEBALL } from './campaigns-baseball.ts'
import { COURTS_AND_FIELDS } from './campaigns-courts.ts'
import { FOOTBALL } from './campaigns-football.ts'
import { NEIGHBORS } from './campaigns-neighbors.ts'
import { SCHOOLS } from './campaigns-schools.ts'
import { type OpenCampaign, type OpenOrganization, openCampaign, openOrganization } from './open.ts'
import { ORGANIZATIONS } from './organizations.ts'
import { invitePeople, openAccounts } from './people.ts'
import { createPast, DAY_MS, later, play, type Stage, type Step } from './stage.ts'
import { endingSteps, failingCards, mondaySteps } from './steps-money.ts'
import { ambassadorSteps, commentSteps, pledgeSteps } from './steps-pledges.ts'
import { outcomeSteps, resultSteps } from './steps-results.ts'

const BEGAN_DAYS_AGO = 300
const PLANS = [...FOOTBALL, ...BASEBALL, ...COURTS_AND_FIELDS, ...SCHOOLS, ...NEIGHBORS]

/** Fills a database without users: all of it or nothing. The same on every machine. */
export async function seedDemo(deps: Program['deps']): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const past = createPast(deps, tx)
    const began = past(later(now, -BEGAN_DAYS_AGO * DAY_MS))
    const stage: Stage = { now, at: past, people: await invitePeople(began) }
    const campaigns = await openAll(stage, began)
    await play(stage, [...campaigns.flatMap((campaign) => stepsOf(stage, campaign)), ...mondaySteps(stage)])
    // Nobody should get mail about a past that was made up in a minute.
    await closeGathering(tx, now)
    await markAllSent(tx, now)
    await refreshRanks(
      tx,
      campaigns.map(({ id }) => id),
    )
  })
  await openAccounts(deps)
}

async function openAll(stage: Stage, began: Deps): Promise<OpenCampaign[]> {
  const organizations = new Map<string, OpenOrganization>()
  for (const [index, plan] of ORGANIZATIONS.entries())
    organizations.set(plan.key, await openOrganization(stage, began, plan, index))
  const campaigns: OpenCampaign[] = []
  for (const plan of [await soccerCampaign(stage.now), ...PLANS]) {
    const organization = organizations.get(plan.organization)
    if (!organization) throw new Error(`the demo has no organization ${plan.organization}`)
    campaigns.push(await openCampaign(stage, plan, organization))
  }
  return campaigns
}

function stepsOf(stage: Stage, campaign: OpenCampaign): Step[] {
  return [
    ...ambassadorSteps(stage, campaign),
    ...pledgeSteps(stage, campaign),
    ...resultSteps(stage, campaign),
    ...outcomeSteps(stage, campaign),
    ...commentSteps(stage, campaign),
    ...endingSteps(stage, campaign),
    ...(campaign.plan.key === 'leicester' ? [failingCards(stage, campaign)] : []),
  ]
}

/** Organizations, and campaigns with everything needed before the first pledge: statistics, schedule, rewards. */

import type { MemberRole } from '#domain/people/roles.ts'
import { addDays, dateIn, instantIn } from '#domain/places/zone.ts'
import { CampaignForm } from '#domain/schemas/campaign.ts'
import { OrganizationForm } from '#domain/schemas/organization.ts'
import { RewardForm } from '#domain/schemas/reward.ts'
import { type Statistic, StatisticForm } from '#domain/schemas/statistic.ts'
import { createOrganization } from '#server/accounts/organizations/index.ts'
import { createSandboxCards } from '#server/money/providers/index.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import { ManualClock } from '#server/platform/base/clock.ts'
import { type Database, type Db, sql, type Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { createCampaign, updateCampaign } from '#server/season/campaigns/index.ts'
import { addEvent } from '#server/season/events/index.ts'
import { createReward } from '#server/season/rewards/index.ts'
import { createStatistic } from '#server/season/statistics/index.ts'
import { insertPeople, type People, withAddress } from './people.ts'
import { type CampaignPlan, type Fixture, fixturesOf, type OrganizationPlan } from './plan.ts'

/** The program as of any moment: the demo's past is made by the same actions as its future. */
type Past = (when: Date) => Deps
export type Stage = { now: Date; at: Past; people: People }

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)

/** Mail of the past stays in the outbox, whatever is set: nobody should get mail from a demo. */
export function createPast(deps: Deps, tx: Transaction): Past {
  const db = inOne(deps.db, tx)
  const config = { ...deps.config, mail: 'outbox' as const }
  const ranks = { changed: () => undefined }
  return (when) => {
    const clock = new ManualClock(when)
    return { ...deps, db, config, ranks, clock, cards: createSandboxCards({ db, clock }) }
  }
}

/**
 * A database whose transactions all happen within one: an interrupted demo leaves nothing behind, and the disk is waited
 * for once. Simultaneous calls take turns.
 */
function inOne(db: Database, tx: Transaction): Database {
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }
  const one: Pick<Database, 'query' | 'prepared' | 'together' | 'transaction' | 'sealing'> = {
    query: (statement) => inTurn(() => tx.query(statement)),
    prepared: (statement, values) => inTurn(() => tx.prepared(statement, values)),
    together: (read) => inTurn(() => tx.together(read)),
    sealing: db.sealing,
    transaction: (work, lock) =>
      inTurn(() => (lock?.mode === 'exclusive' ? revocably(tx, (own) => whole(own, work)) : whole(tx, work))),
  }
  return { ...db, ...one, replica: one }
}

/** Writes deferred to a commit run before the next transaction's turn; nobody else sees any of it yet. */
async function whole<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const last: ((db: Db) => Promise<unknown>)[] = []
  const value = await work({ ...tx, readConnection: tx, withCommit: (write) => last.push(write) })
  for (const write of last) await write(tx)
  return value
}

/** A settlement that finds nothing to bill is rolled back, and the rest continues. Nothing else may fail. */
async function revocably<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  await tx.query(sql`savepoint demo`)
  try {
    const value = await work(tx)
    await tx.query(sql`release savepoint demo`)
    return value
  } catch (error) {
    await tx.query(sql`rollback to savepoint demo`)
    throw error
  }
}

/** Something that happened. */
export type Step = { at: Date; run(deps: Deps): Promise<unknown> }

/** Plays the steps in the order of their time; future steps are left out. */
export async function play({ now, at }: Stage, steps: readonly Step[]): Promise<void> {
  const happened = steps.filter((step) => step.at <= now).sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const step of happened) await step.run(at(step.at))
}

export type OpenOrganization = Pick<OrganizationPlan, 'name' | 'city' | 'state'> & {
  id: string
  timeZone: string
  owner: Actor
  scorer: Actor
}

export async function openOrganization(
  stage: Stage,
  deps: Deps,
  plan: OrganizationPlan,
  index: number,
): Promise<OpenOrganization> {
  const { people } = stage
  const [owner = people.coach, scorer = people.scorer] =
    plan.owner && plan.scorer ? await insertPeople(deps, [plan.owner, plan.scorer].map(withAddress)) : []
  const { transaction } = deps.db
  const { id, timeZone } = await createOrganization(deps, transaction, owner, OrganizationForm.parse(plan))
  await insertMember(deps, id, scorer, 'scorer')
  if (owner === people.coach)
    for (const role of ['confirmer', 'treasurer'] as const) await insertMember(deps, id, people[role], role)
  await rate(deps, id, plan, index)
  const { name, city, state } = plan
  return { id, timeZone, owner, scorer, name, city, state }
}

/** As if invited and joined long ago. */
async function insertMember(
  { db, clock }: Deps,
  organizationId: string,
  { userId }: Actor,
  role: MemberRole,
): Promise<void> {
  await db.query(sql`
    insert into organization_members (organization_id, user_id, role, created_at)
    values (${organizationId}, ${userId}, ${role}, ${clock.now()})
  `)
}

/** What only representatives set. No real EIN begins with 00. */
async function rate({ db, clock }: Deps, id: string, plan: OrganizationPlan, index: number): Promise<void> {
  const { is501c3, sizeTier, name, colors } = plan
  const [firstColor, secondColor] = colors
  const ein = is501c3 ? `00-${String(4_100_001 + index * 137)}` : null
  const checkedOn = is501c3 ? clock.now().toISOString().slice(0, 10) : null
  await db.query(sql`
    update organizations
    set
      size_tier = ${sizeTier},
      payee_name = ${name},
      is_501c3 = ${is501c3},
      ein = ${ein},
      ein_checked_on = ${checkedOn},
      first_color = ${firstColor},
      second_color = ${secondColor}
    where id = ${id}
  `)
}

export type OpenCampaign = {
  id: string
  plan: CampaignPlan
  organization: OpenOrganization
  startsAt: Date
  endsAt: Date
  statistics: readonly Statistic[]
  fixtures: readonly (Fixture & { eventId: string })[]
}

/** A local time this many days from today. */
export const at = (stage: Stage, timeZone: string, days: number, time: string): Date =>
  instantIn(timeZone, addDays(dateIn(timeZone, stage.now), days), time)

const DRAFTED_DAYS_AHEAD = 10

export async function openCampaign(
  stage: Stage,
  plan: CampaignPlan,
  organization: OpenOrganization,
): Promise<OpenCampaign> {
  const { owner, timeZone } = organization
  const [first, last] = plan.days
  const startsAt = at(stage, timeZone, first, '00:00')
  const drafted = at(stage, timeZone, Math.min(first, 0) - DRAFTED_DAYS_AHEAD, '10:00')
  const deps = stage.at(drafted)
  const { transaction } = deps.db
  const today = dateIn(timeZone, stage.now)
  const form = CampaignForm.parse({
    ...plan,
    organizationId: organization.id,
    howThisCampaignHelps: { description: plan.helps },
    startDate: addDays(today, first),
    endDate: addDays(today, last),
    statistics: [],
  })
  const { id } = await createCampaign(deps, transaction, owner, form)
  const statistics: Statistic[] = []
  for (const statistic of plan.statistics)
    statistics.push(await createStatistic(deps, transaction, owner, id, StatisticForm.parse(statistic)))
  await openRewards(deps, owner, id, plan, statistics)
  const fixtures = await openSchedule(stage, deps, organization, id, plan)
  if (plan.status !== 'draft') {
    const activated = stage.at(later(drafted, DAY_MS))
    const key = { campaignId: id, ifMatch: null }
    await updateCampaign(activated, transaction, stage.people.rep, key, { status: 'active' })
  }
  return {
    id,
    plan,
    organization,
    startsAt,
    endsAt: at(stage, timeZone, last + 1, '00:00'),
    statistics,
    fixtures,
  }
}

async function openRewards(
  deps: Deps,
  owner: Actor,
  campaignId: string,
  { rewards = [] }: CampaignPlan,
  statistics: readonly Statistic[],
): Promise<void> {
  for (const { statistic, ...reward } of rewards) {
    const statisticId = statistics.find(({ name }) => name === statistic)?.id ?? null
    await createReward(
      deps,
      deps.db.transaction,
      owner,
      campaignId,
      RewardForm.parse({ ...reward, statisticId }),
    )
  }
}

/** The whole schedule in one transaction. */
async function openSchedule(
  stage: Stage,
  deps: Deps,
  { owner, timeZone }: OpenOrganization,
  campaignId: string,
  plan: CampaignPlan,
): Promise<OpenCampaign['fixtures']> {
  const fixtures = plan.fixtures ?? fixturesOf(plan, stage.now, timeZone)
  return deps.db.transaction(
    async (tx) => {
      const opened: OpenCampaign['fixtures'][number][] = []
      for (const fixture of fixtures) {
        const row = {
          ...fixture,
          startTime: fixture.start,
          hasTime: true,
          endTime: null,
          description: null,
          isCompleted: false,
        }
        const event = await addEvent(deps, tx, owner, { campaignId, timeZone }, row)
        opened.push({ ...fixture, eventId: event.id })
      }
      return opened
    },
    { campaignId, mode: 'exclusive' },
  )
}

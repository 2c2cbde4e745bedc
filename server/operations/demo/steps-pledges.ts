/** Who pledged what and when, which ambassador brought them, and what they wrote. */
import { isByCard } from '#domain/billing/instruments.ts'
import { add, dollars, toDecimal } from '#domain/money.ts'
import { PledgeForm } from '#domain/schemas/pledge.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import { sql } from '#server/platform/db/database.ts'
import { inviteAmbassador, joinCampaign, newJoinLink } from '#server/season/ambassadors/index.ts'
import { postComment } from '#server/season/comments/index.ts'
import { createPledge } from '#server/season/pledges/index.ts'
import type { OpenCampaign } from './open.ts'
import { DAY_MS, HOUR_MS, later, type Stage, type Step } from './open.ts'
import type { Person } from './people.ts'
import { seedOf } from './plan.ts'
import { dice } from './season.ts'

type Roll = ReturnType<typeof dice>

const CAPS = [null, null, null, '50.00', '75.00', '150.00', '250.00', '400.00']
const METHODS = [
  'auto_bill_end',
  'auto_bill_progress',
  'auto_bill_end',
  'check',
  'auto_bill_progress',
  'auto_bill_end',
  'cash',
  'auto_bill_progress',
  'check',
  'auto_bill_end',
] as const
const NOTES = [
  'For Grandpa, who never missed a game.',
  'Go get them!',
  'From the whole office.',
  'Proud of you all.',
  'In memory of Coach Bill.',
  'Matching my sister’s pledge.',
  'You have this.',
  'See you on Saturday.',
]

/** Realistic rates: usually a preset, sometimes a custom amount. */
function linesFor(statistics: readonly Statistic[], index: number, roll: Roll) {
  const chosen = statistics.filter((_, place) => place === index % statistics.length || roll(3) === 0)
  return chosen.map(({ id, pledgeAmountOptions }) => {
    const [small, middle, large] = pledgeAmountOptions.map((option) => dollars(String(option)))
    if (small === undefined || middle === undefined || large === undefined) throw new Error('three presets')
    const rate = roll(6) === 0 ? add(small, middle) : ([small, middle, middle, large][roll(4)] ?? small)
    return { statisticId: id, pledgeAmount: toDecimal(rate) }
  })
}

function formFor(campaign: OpenCampaign, pledger: Person, index: number, roll: Roll): PledgeForm {
  const paymentMethod = METHODS[roll(METHODS.length)] ?? 'check'
  return PledgeForm.parse({
    paymentMethod,
    stripePaymentMethodId: isByCard(paymentMethod) ? pledger.card : null,
    maximumAmount: CAPS[roll(CAPS.length)] ?? null,
    isAnonymous: roll(4) === 0,
    note: roll(6) === 0 ? NOTES[roll(NOTES.length)] : null,
    pledgeStatistics: linesFor(campaign.statistics, index, roll),
  })
}

/** Most pledges come in the first weeks. None before sunrise of the first day or after `until`. */
function momentOf(from: Date, until: Date, roll: Roll): Date {
  const span = until.getTime() - from.getTime()
  const share = roll(10_000) * roll(10_000)
  return new Date(from.getTime() + (share / 1e8) * span)
}

export function pledgeSteps(stage: Stage, campaign: OpenCampaign): Step[] {
  const { plan, id, startsAt, endsAt } = campaign
  if (plan.pledges === 0) return []
  const roll = dice(seedOf(`${plan.key} pledges`))
  const { supporters, supporter } = stage.people
  const stopped =
    plan.ending && plan.ending.do !== 'settle' ? later(stage.now, (plan.ending.days - 1) * DAY_MS) : endsAt
  const until = new Date(Math.min(stopped.getTime(), stage.now.getTime()) - 2 * HOUR_MS)
  const offset = roll(supporters.length)
  const ambassadors = plan.ambassadors?.joined ?? 0
  return Array.from({ length: plan.pledges }, (_, index): Step => {
    // The demo's own supporter is among the first of some campaigns.
    const isOwn = index === 2 && OWN_PLEDGES.includes(plan.key)
    const pledger = isOwn ? supporter : (supporters[(offset + index * 7) % supporters.length] as Person)
    const form = formFor(campaign, pledger, index, roll)
    const credited = ambassadors > 0 && roll(3) === 0 ? roll(ambassadors) : null
    return {
      at: momentOf(later(startsAt, 8 * HOUR_MS), until, roll),
      run: async (deps) => {
        const ambassadorId = credited === null ? null : await joinedAmbassador(deps, id, credited)
        await createPledge(deps, deps.db.transaction, pledger, {
          campaignId: id,
          form: { ...form, ambassadorId },
          network: null,
        })
      },
    }
  })
}

const OWN_PLEDGES = [
  'leicester',
  'mustangs-last-season',
  'shots-that-count',
  'free-concerts',
  'every-mile',
  'piano',
]

/** Credit goes only to those who had joined by then. */
async function joinedAmbassador({ db }: Deps, campaignId: string, index: number): Promise<string | null> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from ambassadors
    where campaign_id = ${campaignId}
      and joined_at is not null
    order by id
  `)
  return rows[index]?.id ?? null
}

/** The demo's own ambassador is the first of every campaign that has any. */
export function ambassadorSteps(stage: Stage, { plan, id, startsAt, organization }: OpenCampaign): Step[] {
  const { joined = 0, invited = [] } = plan.ambassadors ?? {}
  const { ambassador, supporters } = stage.people
  const joining = Array.from({ length: joined }, (_, index) =>
    index === 0 ? ambassador : (supporters[(seedOf(plan.key) + index * 11) % supporters.length] as Person),
  )
  const join = joining.map(
    (person, index): Step => ({
      at: later(startsAt, (1 + index) * HOUR_MS),
      run: async (deps) => {
        const { transaction } = deps.db
        const found = await inviteAmbassador(deps, transaction, organization.owner, id, person.email)
        await joinCampaign(deps, transaction, person, id, { token: await newJoinLink(deps, found.id) })
      },
    }),
  )
  const invite = invited.map(
    (email, index): Step => ({
      at: later(stage.now, -(3 + index * 2) * DAY_MS),
      run: (deps) => inviteAmbassador(deps, deps.db.transaction, organization.owner, id, email),
    }),
  )
  return [...join, ...invite]
}

export function commentSteps(stage: Stage, { plan, id, startsAt }: OpenCampaign): Step[] {
  const roll = dice(seedOf(`${plan.key} comments`))
  const { supporters } = stage.people
  return (plan.comments ?? []).map((message): Step => {
    const author = supporters[roll(supporters.length)] as Person
    return {
      at: new Date(momentOf(later(startsAt, 3 * DAY_MS), commentsUntil(stage, plan.ending?.days), roll)),
      run: (deps) => postComment(deps, deps.db.transaction, author, id, message),
    }
  })
}

/** A cancelled campaign accepts no messages. */
const commentsUntil = ({ now }: Stage, endingDays = 0): Date => later(now, (endingDays - 1) * DAY_MS)

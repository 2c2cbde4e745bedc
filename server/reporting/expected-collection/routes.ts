import { isCharged, timingOf } from '#domain/billing/instruments.ts'
import { nextProgressRun } from '#domain/billing/settlement.ts'
import { basisPointsOf, cents, positivePart, shareInBasisPoints, subtract, toDecimal } from '#domain/money.ts'
import { ExpectedCollection } from '#domain/schemas/forecast.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { type Deps, defineRoute } from '#server/money/deps.ts'
import type { Actor } from '#server/platform/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { amountOf, amountsByMethod, inDecimals, seasonOf } from '#server/season/forecasts/index.ts'
import { type Collected, collectedByMethod, goalOf } from './store.ts'

/** What a campaign will likely collect and when, for those who read its money. */
const DAY_MS = 86_400_000
/** With fewer bills, the share that is paid says little. */
const ENOUGH_BILLS = 20

async function expectedCollection(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  campaignId: string,
): Promise<ExpectedCollection> {
  const access = await accessWith(db, actor, campaignId, 'canReadMoney')
  const now = clock.now()
  const season = await seasonOf(db, campaignId, now)
  const [goal, amount, methods, past] = await Promise.all([
    goalOf(db, campaignId),
    amountOf(db, season),
    season.input.isOver ? [] : amountsByMethod(db, season),
    collectedByMethod(db, access.moneyMode, now),
  ])
  const noticeMs = config.settlementNoticeDays * DAY_MS
  const end = new Date(Math.max(access.endsAt.getTime(), now.getTime()))
  return {
    campaignId: access.campaignId,
    goal: toDecimal(cents(goal)),
    earned: toDecimal(cents(season.facts.earnedCents)),
    collected: toDecimal(cents(season.facts.collectedCents)),
    amount: inDecimals(amount),
    shortfall: toDecimal(positivePart(subtract(cents(goal), amount.likely))),
    methods: methods.map(({ paymentMethod, pledges, amount }) => {
      const rate = rateOf(past.find((one) => one.paymentMethod === paymentMethod))
      const isProgress = timingOf(paymentMethod) === 'as_season_progresses'
      const billedFrom = isProgress && end > now ? nextProgressRun(now) : end
      const charged = isCharged(paymentMethod) ? new Date(billedFrom.getTime() + noticeMs) : null
      return {
        paymentMethod,
        pledges,
        amount: inDecimals(amount),
        collectionRate: rate,
        likelyCollected: rate === null ? null : toDecimal(basisPointsOf(amount.likely, rate)),
        billedFrom: billedFrom.toISOString(),
        chargedFrom: charged?.toISOString() ?? null,
      }
    }),
  }
}

function rateOf(past: Collected | undefined): number | null {
  if (!past || past.bills < ENOUGH_BILLS) return null
  return shareInBasisPoints(cents(past.keptCents), cents(past.billedCents))
}

export const expectedCollectionRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/dashboard/campaigns/{id}/forecast',
    who: 'treasurer',
    summary: 'What the campaign will likely collect and when, by how pledges are paid',
    rules: 'R11, R26, R61: totals, and no supporter',
    params: IdParams,
    response: ExpectedCollection,
    handle: ({ deps, actor, params }) => expectedCollection(deps, actor, params.id),
  }),
]

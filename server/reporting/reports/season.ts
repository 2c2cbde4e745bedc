/** A season for a board: what was pledged, earned and collected, and from which results and people it came (R11). */

import { buildSeason, type Season, shareByMoment } from '#domain/accrual.ts'
import { add, type Cents, cents, toDecimal, ZERO } from '#domain/money.ts'
import { capital } from '#domain/vocabulary.ts'
import { dateIn } from '#domain/zone.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import type { SeasonReport } from '#server/documents/renderer/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { readBooks, toBalance } from '#server/money/ledger/index.ts'
import { pledgesOf, type StatisticFact, statisticFacts } from '#server/money/settlements/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { eventsOf } from '#server/season/events/index.ts'
import { confirmedResults } from '#server/season/results/index.ts'
import * as store from './season-store.ts'

const BATCH = 2_000

type Earned = { byStatistic: Map<string, Cents>; byMoment: Map<string, Cents> }
const plus = (map: Map<string, Cents>, key: string, amount: Cents) =>
  map.set(key, add(map.get(key) ?? ZERO, amount))

/** Every pledge's split over matches and statistics, summed; one batch in memory at a time (R10). */
async function earnedIn(
  db: Db,
  campaignId: string,
  season: Season,
  statistics: StatisticFact[],
): Promise<Earned> {
  const earned: Earned = { byStatistic: new Map(), byMoment: new Map() }
  const nextPledges = pledgesOf({ campaignId, kind: 'final' }, statistics)
  let afterId: string | null = null
  for (;;) {
    const pledges = await nextPledges(db, { afterId, limit: BATCH })
    for (const { lines, most } of pledges) {
      const agreed = lines.map(({ statistic, rate, scope }) => {
        const { id, type } = statistics[statistic] as StatisticFact
        return { statisticId: id, type, rate, scope }
      })
      for (const { moment, amounts, total } of shareByMoment(agreed, most, season)) {
        plus(earned.byMoment, moment?.key ?? '', total)
        agreed.forEach(({ statisticId }, index) => {
          plus(earned.byStatistic, statisticId, amounts[index] ?? ZERO)
        })
      }
    }
    afterId = pledges.at(-1)?.id ?? null
    if (pledges.length < BATCH) return earned
  }
}

/** What is confirmed today, even after the final lock: the parts add up to what the campaign has earned (R9, R18). */
async function resultsOf(db: Db, campaignId: string) {
  const [results, events] = await Promise.all([confirmedResults(db, campaignId), eventsOf(db, campaignId)])
  return { results, names: new Map(events.map(({ id, name }) => [id, name])) }
}

/** For its owners and the representatives: totals, without any supporter's name (R26). */
export async function readSeason(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  campaignId: string,
): Promise<SeasonReport> {
  const { db } = deps
  const { timeZone } = await accessWith(db, actor, campaignId, 'canManageStatistics')
  const [figures, shown, statistics, ambassadors, books] = await Promise.all([
    store.seasonFigures(db, campaignId),
    store.seasonStatistics(db, campaignId),
    statisticFacts(db, campaignId),
    store.seasonAmbassadors(db, campaignId),
    readBooks(db, campaignId),
  ])
  const { results, names } = await resultsOf(db, campaignId)
  const season = buildSeason(results)
  // In a cancelled campaign nothing accrues: what remains is what was collected (R21).
  const isOver = figures.status === 'cancelled'
  const earned = isOver ? null : await earnedIn(db, campaignId, season, statistics)
  const amountOf = (amount: Cents | undefined) => toDecimal(amount ?? ZERO)
  const gifts = earned?.byMoment.get('') ?? ZERO
  return {
    name: figures.name,
    organizationName: figures.organizationName,
    place: figures.place,
    vocabulary: figures.vocabulary,
    timeZone,
    status: figures.status,
    startOn: figures.startOn,
    endOn: figures.endOn,
    supporters: figures.supporters,
    isTestMoney: figures.isTestMoney,
    commissionBasisPoints: figures.commissionBasisPoints,
    goal: amountOf(cents(figures.goalCents)),
    pledged: amountOf(cents(figures.pledgedCents)),
    settled: figures.settledCents === null ? null : amountOf(cents(figures.settledCents)),
    earned: amountOf(cents(figures.earnedCents)),
    undecided: amountOf(cents(figures.undecidedCents)),
    waived: amountOf(cents(figures.waivedCents)),
    writtenOff: amountOf(cents(figures.writtenOffCents)),
    balance: toBalance(books),
    statistics: shown.map((one) => ({ ...one, earned: amountOf(earned?.byStatistic.get(one.id)) })),
    gifts: toDecimal(gifts),
    matches: isOver
      ? []
      : season.moments.map(({ key, at }) => ({
          name: names.get(key) ?? `${capital(figures.vocabulary.season)} result`,
          on: dateIn(timeZone, new Date(at)),
          earned: amountOf(earned?.byMoment.get(key)),
        })),
    ambassadors,
  }
}

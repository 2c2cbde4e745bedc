/** What was achieved, entered at the touchline by the scorer and confirmed by the owner (R18). */
import { ONE, quantity } from '#domain/quantity.ts'
import { confirmResults, enterMatch, enterResult } from '#server/season/results/index.ts'
import { at, type OpenCampaign } from './open.ts'
import { HOUR_MS, later, type Stage, type Step } from './stage.ts'

const LASTS_MS = 2 * HOUR_MS
const CONFIRMED_AFTER_MS = 18 * HOUR_MS

/** Every past event has its results; the newest may still wait for a second person. */
export function resultSteps(stage: Stage, campaign: OpenCampaign): Step[] {
  const { plan, id, organization, statistics, fixtures } = campaign
  const stopped =
    plan.ending && plan.ending.do !== 'settle' ? later(stage.now, plan.ending.days * 24 * HOUR_MS) : stage.now
  const over = fixtures.filter(({ start }) => later(start, LASTS_MS) <= stopped)
  return over.flatMap((fixture, index): Step[] => {
    const rows = statistics.flatMap(({ id: statisticId, name }) => {
      const counted = fixture.results[name]
      return counted === undefined ? [] : [{ statisticId, quantity: quantity(counted * ONE) }]
    })
    let entered: string[] = []
    const enter: Step = {
      at: later(fixture.start, LASTS_MS),
      run: async (deps) => {
        const form = { eventId: fixture.eventId, event: null, rows, note: null, evidenceUrl: null }
        const results = await enterMatch(deps, deps.db.transaction, organization.scorer, id, form)
        entered = results.map((result) => result.id)
      },
    }
    if (plan.leavesNewest && index === over.length - 1) return [enter]
    const confirm: Step = {
      at: later(enter.at, CONFIRMED_AFTER_MS),
      run: (deps) =>
        confirmResults(deps, deps.db.transaction, organization.owner, id, { resultIds: entered }),
    }
    return [enter, confirm]
  })
}

/** Achievements are marked the same way (R20). */
export function outcomeSteps(stage: Stage, { plan, id, organization, statistics }: OpenCampaign): Step[] {
  return Object.entries(plan.outcomes ?? {}).map(([name, { outcome, days }]): Step => {
    const statisticId = statistics.find((statistic) => statistic.name === name)?.id ?? ''
    return {
      at: at(stage, organization.timeZone, days, '20:00'),
      run: async (deps) => {
        const { transaction } = deps.db
        const form = { statisticId, eventId: null, kind: outcome, note: null, evidenceUrl: null }
        const result = await enterResult(deps, transaction, organization.scorer, id, form)
        await confirmResults(deps, transaction, organization.owner, id, { resultIds: [result.id] })
      },
    }
  })
}

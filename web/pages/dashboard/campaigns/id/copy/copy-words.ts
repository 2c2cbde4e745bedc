/** What the copy form says of the statistics it takes over (R74). */
import { nextFigures } from '#domain/campaign-copy.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { countsUnits } from '#domain/statistic-types.ts'
import { quantityText } from '#web/format.ts'

export const statisticsHint = (isOver: boolean): string =>
  isOver
    ? 'With their targets and amounts. What was confirmed becomes last year’s result.'
    : 'With their targets, amounts and last year’s results. This campaign is not over, so what was confirmed so far is left out.'

/** Undefined where nothing is counted. */
export function lastYearOf(statistic: Statistic, isOver: boolean): string | undefined {
  if (!countsUnits(statistic.type)) return undefined
  const next = nextFigures(statistic, { isOver, matches: 0 })
  if (next.lastYearResult === null) return isOver ? 'Nothing was confirmed' : 'No result of last year'
  const passed = [
    ...leftOut('target', statistic.expectedTarget, next.expectedTarget),
    ...leftOut('maximum', statistic.expectedMax, next.expectedMax),
  ]
  const result = `Last year: ${quantityText(next.lastYearResult)}`
  if (passed.length === 0) return result
  const rest = passed.length === 1 ? 'is left out: enter a new one' : 'are left out: enter new ones'
  return `${result}. That is more than ${passed.join(' and ')}, which ${rest} in the draft.`
}

const leftOut = (name: string, before: number | null, after: number | null): string[] =>
  before !== null && after === null ? [`the ${name} of ${quantityText(before)}`] : []

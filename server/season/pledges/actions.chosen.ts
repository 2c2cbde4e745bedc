/** The lines that somebody chose, and what they come to (R6 to R9, R15). */
import { DomainError, invalidField } from '#domain/errors.ts'
import { type LinePart, unitsOfPart } from '#domain/forecast/likely.ts'
import { type Cents, formatUsd, LARGEST_AMOUNT } from '#domain/money.ts'
import { agreedMaximum, estimateLine, type LikelyLine, quotePledge } from '#domain/pledge.ts'
import { NONE } from '#domain/quantity.ts'
import type { ShownLine } from '#domain/shown-terms.ts'
import type { StatisticType } from '#domain/statistic-types.ts'
import { type Counts, newPart, partFor, reasonAgainstPart } from './actions.counts.ts'
import type { PledgeContext, PledgeStatistic } from './context.ts'

export type AgreedLines = {
  statisticId: string
  rate: Cents
  name: string
  unitName: string | null
  type: StatisticType
}[]

/** `part`: of a line that counts a part of the season (R58). */
export type Chosen = { statistic: PledgeStatistic; line: LikelyLine; part?: LinePart }
export type ChosenLines = (ShownLine & { pledgeAmount: Cents })[]

/** The chosen statistics in their current state; every wrong line is named at once (R15). */
export function choose(
  context: PledgeContext,
  lines: ChosenLines,
  counts: Counts,
  { since, known = [] }: { since: Date; known?: readonly string[] | undefined },
): Chosen[] {
  const fields: Record<string, string> = {}
  const chosen = lines.flatMap(({ statisticId, pledgeAmount }, index): Chosen[] => {
    const statistic = context.statistics.get(statisticId)
    if (!statistic) fields[`pledgeStatistics.${index}.statisticId`] = 'That statistic is not in this campaign'
    else if (!statistic.isActive)
      fields[`pledgeStatistics.${index}.statisticId`] = `${statistic.name} accepts no new pledges`
    else if (!statistic.allowCustomAmounts && !statistic.presets.includes(pledgeAmount)) {
      fields[`pledgeStatistics.${index}.pledgeAmount`] =
        `Choose one of ${statistic.presets.map((preset) => formatUsd(preset, 'auto')).join(', ')}`
    } else if (reasonAgainstPart(statistic, counts, context.vocabulary))
      fields[`pledgeStatistics.${index}.statisticId`] =
        reasonAgainstPart(statistic, counts, context.vocabulary) ?? ''
    else {
      const part = partFor(context, counts, statistic)
      const counted = part ? newPart(context, counts, statistic, { since, known }) : null
      const likely = counted && {
        confirmed: NONE,
        part,
        likely: unitsOfPart(counted, statistic.terms.likely),
      }
      const line = { rate: pledgeAmount, terms: { ...statistic.terms, ...likely } }
      if (estimateLine(line) > 0 && agreedMaximum([line], null) > 0)
        return [{ statistic, line, ...(counted && { part: counted }) }]
      fields[`pledgeStatistics.${index}.pledgeAmount`] = 'Pledge more: this adds up to less than a cent'
    }
    return []
  })
  const [message] = Object.values(fields)
  if (message) throw new DomainError('invalid', message, { fields })
  return chosen
}

export const linesOf = (chosen: readonly Chosen[]): AgreedLines =>
  chosen.map(({ statistic: { id: statisticId, name, unitName }, line }) => ({
    statisticId,
    name,
    unitName,
    type: line.terms.type,
    rate: line.rate,
  }))

/** Earned, likely and most. A pledge whose amount could exceed every allowed maximum needs a cap (R8, R15). */
export function figuresOf(chosen: Chosen[], cap: Cents | null): ReturnType<typeof quotePledge> {
  const figures = quotePledge(
    chosen.map(({ line }) => line),
    cap,
  )
  if (figures.most <= LARGEST_AMOUNT) return figures
  throw invalidField(
    'maximumAmount',
    `Set a maximum: without one this pledge could exceed ${formatUsd(LARGEST_AMOUNT, 'auto')}`,
  )
}

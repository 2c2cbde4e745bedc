/** Statistics that a template proposes, as they are chosen and adjusted before they are created. */
import { z } from 'zod'
import type { Campaign } from '#domain/schemas/campaign.ts'
import { StatisticForm } from '#domain/schemas/statistic.ts'
import { isAchievement } from '#domain/statistic-types.ts'
import { type ProposedStatistic, statisticTemplates } from '#web/content/statistic-templates.ts'

/** One of them as its fields have it; `place` is its index in the template. */
export const ProposalRow = z.object({
  place: z.number().int().min(0),
  isChosen: z.boolean(),
  name: z.string(),
  expectedTarget: z.string(),
  lastYearResult: z.string(),
  /** Missing in drafts stored before these were asked for. */
  lastYearMatches: z.string().default(''),
  chancePercent: z.string().default(''),
  amounts: z.tuple([z.string(), z.string(), z.string()]),
})
export type ProposalRow = z.infer<typeof ProposalRow>
type Template = Campaign['template']

const written = (amount: number): string => String(amount)
const targetOf = ({ season }: ProposedStatistic): string => (season ? String(season.target) : '')

export const proposalOf = (template: Template, place: number): ProposedStatistic | undefined =>
  statisticTemplates[template][place]

export const proposedRows = (template: Template): ProposalRow[] =>
  statisticTemplates[template].map((proposed, place) => ({
    ...{ place, isChosen: proposed.isUsual, name: proposed.name },
    expectedTarget: targetOf(proposed),
    ...{ lastYearResult: '', lastYearMatches: '', chancePercent: '' },
    amounts: proposed.amounts.map(written) as ProposalRow['amounts'],
  }))

export type StatisticInput = z.input<typeof StatisticForm>

/**
 * The request's form. The season's minimum and maximum belong to the proposed target: with another target they are left
 * out, or a pledge's agreed maximum would be calculated from a season that nobody expects (R8).
 */
export function statisticOf(template: Template, row: ProposalRow): StatisticInput | null {
  const proposed = proposalOf(template, row.place)
  if (!proposed) return null
  const isCounted = proposed.season !== null
  const isAsProposed = row.expectedTarget.trim() === targetOf(proposed)
  return {
    name: row.name,
    description: proposed.description,
    ...{ type: proposed.type, icon: proposed.icon, unitName: proposed.unitName },
    expectedTarget: isCounted ? row.expectedTarget : null,
    lastYearResult: isCounted ? row.lastYearResult : null,
    lastYearMatches: isCounted ? row.lastYearMatches : null,
    chancePercent: isAchievement(proposed.type) ? row.chancePercent : null,
    expectedMin: isAsProposed && proposed.season ? proposed.season.least : null,
    expectedMax: isAsProposed && proposed.season ? proposed.season.most : null,
    pledgeAmountOptions: [...row.amounts],
  }
}

export const chosenRows = (rows: readonly ProposalRow[]): ProposalRow[] =>
  rows.filter(({ isChosen }) => isChosen)

export const chosenStatistics = (template: Template, rows: readonly ProposalRow[]): StatisticInput[] =>
  chosenRows(rows).flatMap((row) => statisticOf(template, row) ?? [])

const FIELDS = [
  ...(['name', 'expectedTarget', 'lastYearResult', 'lastYearMatches', 'chancePercent'] as const),
  ...(['amount0', 'amount1', 'amount2'] as const),
] as const
export type RowErrors = Partial<Record<(typeof FIELDS)[number], string>>

/** The message for `statistics.2.name`, by the row it belongs to: the index counts chosen rows only. */
export function errorsByPlace(
  fields: Readonly<Record<string, string>>,
  rows: readonly ProposalRow[],
): Record<number, RowErrors> {
  const chosen = chosenRows(rows)
  const found: Record<number, RowErrors> = {}
  for (const [path, message] of Object.entries(fields)) {
    const [, index, field = ''] = /^statistics\.(\d+)\.(.+)$/.exec(path) ?? []
    const row = chosen[Number(index)]
    const name = FIELDS.find((one) => one === field.replace(/^pledgeAmountOptions\./, 'amount'))
    if (row && name) found[row.place] = { ...found[row.place], [name]: message }
  }
  return found
}

/** "Touchdowns, wins and sacks". */
export function namesOf(template: Template): string {
  const names = statisticTemplates[template]
    .filter(({ isUsual }) => isUsual)
    .slice(0, 3)
    .map(({ name }) => name)
  const [first = '', ...rest] = names.map((name, index) => (index === 0 ? name : name.toLowerCase()))
  const last = rest.pop()
  return last ? `${[first, ...rest].join(', ')} and ${last}` : first
}

/** Errors in the chosen ones, by the path the API would use, in its words. */
export function problemsOf(statistics: readonly StatisticInput[]): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const [index, statistic] of statistics.entries()) {
    const read = StatisticForm.safeParse(statistic)
    for (const { path, message } of read.error?.issues ?? [])
      problems[['statistics', index, ...path].join('.')] ??= message
  }
  return problems
}

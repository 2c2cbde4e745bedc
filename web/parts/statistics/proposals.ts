/** Statistics that a kind of cause usually counts, as they are chosen and adjusted before they are created. */
import { z } from 'zod'
import type { Cause } from '#domain/campaigns/causes.ts'
import { capital, type Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { parseQuantity } from '#domain/quantity.ts'
import { DEFAULT_ICON, StatisticForm } from '#domain/schemas/statistic.ts'
import { isAchievement } from '#domain/season/statistic-types.ts'
import { CAUSE_STATISTICS, type ProposedStatistic } from '#web/content/cause-statistics.ts'

/** "Matches last season" */
export const lastMatchesLabel = ({ matches, season }: Vocabulary): string =>
  `${capital(matches)} last ${season}`

/** What a forecast asks of the person setting up a statistic, in plain words. */
export const CHANCE = {
  label: 'How likely is it? (your own estimate)',
  hint: 'In percent, used only for the forecast. If it is empty, the forecast leaves this statistic out.',
}

/** One of them as its fields have it; `place` is its index among the cause's. */
export const ProposalRow = z.object({
  place: z.number().int().min(0),
  isChosen: z.boolean(),
  name: z.string(),
  /** As typed; without it, what the cause says while the name is the cause's. */
  unitName: z.string().optional(),
  description: z.string().optional(),
  expectedTarget: z.string(),
  lastYearResult: z.string(),
  /** Missing in drafts stored before these were asked for. */
  lastYearMatches: z.string().default(''),
  chancePercent: z.string().default(''),
  amounts: z.tuple([z.string(), z.string(), z.string()]),
})
export type ProposalRow = z.infer<typeof ProposalRow>

const written = (amount: number): string => String(amount)
const targetOf = ({ season }: ProposedStatistic): string => (season ? String(season.target) : '')

export const proposalOf = (cause: Cause, place: number): ProposedStatistic | undefined =>
  CAUSE_STATISTICS[cause][place]

export const proposedRows = (cause: Cause): ProposalRow[] =>
  CAUSE_STATISTICS[cause].map((proposed, place) => ({
    place,
    isChosen: proposed.isUsual,
    name: proposed.name,
    expectedTarget: targetOf(proposed),
    lastYearResult: '',
    lastYearMatches: '',
    chancePercent: '',
    amounts: proposed.amounts.map(written) as ProposalRow['amounts'],
  }))

export type StatisticInput = z.input<typeof StatisticForm>

const isNamedAs = ({ name }: ProposedStatistic, typed: string): boolean =>
  typed.trim().toLowerCase() === name.toLowerCase()

type Kind = { icon: string; unitName: string; description: string }

/** Under another name it counts something else, of which the cause knows nothing. */
export function kindOf(row: ProposalRow, proposed: ProposedStatistic): Kind {
  const known = isNamedAs(proposed, row.name)
  return {
    icon: known ? proposed.icon : DEFAULT_ICON,
    unitName: row.unitName ?? (known ? (proposed.unitName ?? '') : ''),
    description: row.description ?? (known ? proposed.description : ''),
  }
}

/** Another name clears the proposed target, and the cause's own name brings it back; a typed target stays. */
export function renamedRow(row: ProposalRow, proposed: ProposedStatistic, name: string): ProposalRow {
  const known = isNamedAs(proposed, name)
  const target = row.expectedTarget.trim()
  if (!known && target === targetOf(proposed)) return { ...row, name, expectedTarget: '' }
  if (known && target === '') return { ...row, name, expectedTarget: targetOf(proposed) }
  return { ...row, name }
}

/**
 * The season's minimum and maximum belong to what the cause counts, to its target, and to a team that did not do better
 * last year: otherwise they are left out, or a pledge's agreed maximum would be calculated from a season that nobody expects.
 */
function seasonOf(proposed: ProposedStatistic, row: ProposalRow): ProposedStatistic['season'] {
  const { season } = proposed
  if (!season || !isNamedAs(proposed, row.name)) return null
  const unitName = kindOf(row, proposed).unitName.trim().toLowerCase()
  if (unitName !== proposed.unitName || row.expectedTarget.trim() !== targetOf(proposed)) return null
  return (parseQuantity(row.lastYearResult) ?? 0) > (parseQuantity(season.most) ?? 0) ? null : season
}

/** The request's form. */
export function statisticOf(cause: Cause, row: ProposalRow): StatisticInput | null {
  const proposed = proposalOf(cause, row.place)
  if (!proposed) return null
  const isCounted = proposed.season !== null
  const { icon, unitName, description } = kindOf(row, proposed)
  const season = seasonOf(proposed, row)
  return {
    name: row.name,
    description,
    type: proposed.type,
    icon,
    unitName: isCounted ? unitName : null,
    expectedTarget: isCounted ? row.expectedTarget : null,
    lastYearResult: isCounted ? row.lastYearResult : null,
    lastYearMatches: isCounted ? row.lastYearMatches : null,
    chancePercent: isAchievement(proposed.type) ? row.chancePercent : null,
    expectedMin: season?.least ?? null,
    expectedMax: season?.most ?? null,
    pledgeAmountOptions: [...row.amounts],
  }
}

const chosenRows = (rows: readonly ProposalRow[]): ProposalRow[] => rows.filter(({ isChosen }) => isChosen)

export const chosenStatistics = (cause: Cause, rows: readonly ProposalRow[]): StatisticInput[] =>
  chosenRows(rows).flatMap((row) => statisticOf(cause, row) ?? [])

const FIELDS = [
  'name',
  'unitName',
  'description',
  'expectedTarget',
  'lastYearResult',
  'lastYearMatches',
  'chancePercent',
  'amount0',
  'amount1',
  'amount2',
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

/** "Touchdowns, wins and sacks"; a gift goes without saying. */
export function namesOf(cause: Cause): string {
  const names = CAUSE_STATISTICS[cause]
    .filter(({ isUsual, type }) => isUsual && type !== 'one_time')
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

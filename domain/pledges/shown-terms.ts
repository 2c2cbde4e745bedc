/** Whether what someone agrees to is still what their screen showed (R8). Pure. */
import { type Cents, formatUsd } from '../money.ts'
import { countsUnits, STATISTIC_RULES, type StatisticType } from '../season/statistic-types.ts'

/** A line as the screen showed it; what is left out is not compared. */
export type ShownLine = {
  statisticId: string
  name?: string | null | undefined
  unitName?: string | null | undefined
  /** One that is unknown is not compared. */
  type?: string | null | undefined
}
export type CurrentLine = { statisticId: string; name: string; unitName: string | null; type: StatisticType }

const per = (unitName: string | null) => `per ${unitName?.toLowerCase() ?? 'unit'}`

/** "per goal", "if achieved": what an amount is pledged for. */
const forWhat = (type: StatisticType, unitName: string | null): string =>
  countsUnits(type) ? per(unitName) : STATISTIC_RULES[type].each

const isType = (text: string): text is StatisticType => Object.hasOwn(STATISTIC_RULES, text)

/** Another type is more than another name: the same amount is owed for something else. */
function lineChange(shown: ShownLine, current: CurrentLine): string[] {
  const { name, unitName, type } = current
  const was = shown.type && isType(shown.type) ? shown.type : type
  if (was === type) return nameChange(shown, current)
  const named = shown.name && shown.name !== name ? [`${shown.name} is called ${name} now.`] : []
  const before = forWhat(was, shown.unitName === undefined ? unitName : shown.unitName)
  return [...named, `An amount on ${name} is owed ${forWhat(type, unitName)} now, not ${before}.`]
}

function nameChange(shown: ShownLine, { name, unitName, type }: CurrentLine): string[] {
  const was = shown.name ?? name
  if (was !== name)
    return [`${was} is called ${name} now${countsUnits(type) ? `, and is counted ${per(unitName)}` : ''}.`]
  return countsUnits(type) && shown.unitName !== undefined && shown.unitName !== unitName
    ? [`${name} is counted ${per(unitName)} now, not ${per(shown.unitName)}.`]
    : []
}

/** What has changed since, in words; null where it is as it was shown. */
export function termsChanged(
  shown: { most: Cents | null; lines: readonly ShownLine[] },
  current: { most: Cents; lines: readonly CurrentLine[] },
): string | null {
  const lines = current.lines.flatMap((line) => {
    const its = shown.lines.find(({ statisticId }) => statisticId === line.statisticId)
    return its ? lineChange(its, line) : []
  })
  const most =
    shown.most === null || shown.most === current.most
      ? []
      : [`The most you can owe is ${formatUsd(current.most)} now, not ${formatUsd(shown.most)}.`]
  const said = [...lines, ...most]
  return said.length === 0 ? null : said.join(' ')
}

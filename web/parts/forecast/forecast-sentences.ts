/** A forecast in plain words and whole figures. */

import { capital, matchWord, type Vocabulary } from '#domain/campaigns/vocabulary.ts'
import type { CampaignForecast } from '#domain/schemas/forecast.ts'
import { counted, quantityText, usd } from '#web/format.ts'
import { unitOf } from '#web/parts/pledging/unit-labels.ts'

export type Statistic = CampaignForecast['statistics'][number]
type Quantities = { low: number; high: number }
type Matches = CampaignForecast['matches']

/** `56 to 68`, or one figure where both are the same. */
export const rangeText = ({ low, high }: Quantities): string =>
  low === high ? quantityText(low) : `${quantityText(low)} to ${quantityText(high)}`

/** `$112.00 to $130.00` */
export const amountsText = ({ low, high }: { low: string; high: string }): string =>
  low === high ? usd(low) : `${usd(low)} to ${usd(high)}`

/** `62 goals` */
export const unitsText = (value: number, statistic: Pick<Statistic, 'name' | 'unitName' | 'type'>): string =>
  counted(value, unitOf(statistic))

/** `after 19 of 38 matches`, `before the first match` */
function afterText({ played, left }: Pick<Matches, 'played' | 'left'>, words: Vocabulary): string {
  if (played === 0) return `before the first ${words.match}`
  const all = left === null || left === 0 ? played : played + left
  const of = left === null || left === 0 ? String(played) : `${played} of ${all}`
  return `after ${of} ${matchWord(words, all)}`
}

const QUARTERS = { quarter: 'a quarter', half: 'half', three_quarters: 'three quarters' } as const

/** `Before the first match`, `After a quarter, 9 matches` */
export const quarterText = (
  { quarter, played }: Pick<CampaignForecast['quarters'][number], 'quarter' | 'played'>,
  words: Vocabulary,
): string =>
  quarter === 'start'
    ? `Before the first ${words.match}`
    : `After ${QUARTERS[quarter]}, ${played} ${matchWord(words, played)}`

/** Everything the chart shows, in words. */
export function pictureText(statistic: Statistic, matches: Matches, words: Vocabulary): string {
  const { name, range, confirmedQuantity } = statistic
  const so = `${name} ${afterText(matches, words)}: ${quantityText(confirmedQuantity)} confirmed`
  if (!range) return `${so}.`
  return `${so}. By the end of the ${words.season}: likely ${quantityText(range.likely)}, range ${rangeText(range)}.`
}

/** The range in a few sentences, for those who ask. */
export function explained(
  statistic: Statistic,
  { matches, isOver }: CampaignForecast,
  words: Vocabulary,
): string[] {
  const { range } = statistic
  if (!range) return []
  if (isOver) return [`The ${words.season} is over: it came to ${unitsText(range.likely, statistic)}.`]
  const left =
    matches.left === null
      ? `There is no full schedule, so we estimate from the time that has passed how many ${words.matches} are left.`
      : `${capital(matches.left === 0 ? 'no' : String(matches.left))} ${matchWord(words, matches.left)} left.`
  return [
    `Likely ${unitsText(range.likely, statistic)} by the end of the ${words.season}: more and less are equally likely.`,
    `The range is ${rangeText(range)}. About 8 times in 10, the final figure falls within the range, 1 time in 10 below it and 1 time in 10 above.`,
    `It comes from the ${words.matches} confirmed so far, the schedule, last year’s result and the target. ${left}`,
  ]
}

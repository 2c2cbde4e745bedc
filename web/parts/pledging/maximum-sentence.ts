import type { Quote } from '#domain/schemas/pledge.ts'
import { countsUnits } from '#domain/season/statistic-types.ts'
import { counted, usd } from '#web/format.ts'
import type { Chosen } from './selection.ts'
import { unitOf } from './unit-labels.ts'

/**
 * What the maximum is made of, so that everyone can check it: "Up to 45 goals at $2.00 and $50.00 for Champions." Null with
 * a maximum of one's own, and where a season is unknown.
 */
export function maximumWords(quote: Quote, chosen: readonly Chosen[], hasOwnCap: boolean): string | null {
  const parts = quote.lines.map(({ statisticId, rate, maximumUnits }) => {
    const statistic = chosen.find((one) => one.statistic.id === statisticId)?.statistic
    if (!statistic) return null
    if (!countsUnits(statistic.type)) return `${usd(rate)} for ${statistic.name}`
    return maximumUnits === null ? null : `up to ${counted(maximumUnits, unitOf(statistic))} at ${usd(rate)}`
  })
  const known = parts.filter((part) => part !== null)
  if (hasOwnCap || known.length === 0 || known.length < parts.length) return null
  const text = [known.slice(0, -1).join(', '), known.at(-1)].filter(Boolean).join(' and ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

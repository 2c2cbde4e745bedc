/** What the button saves, in words. Pure. */
import { parseQuantity, toNumber } from '#domain/quantity.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { counted } from '#web/format.ts'
import { unitOf } from '#web/parts/pledging/unit-labels.ts'
import type { MatchEntry } from '#web/touchline/entry.ts'

/** Longer words do not fit on the button of a phone. */
const LONGEST = 34

type Counted = Pick<Statistic, 'id' | 'name' | 'unitName'>

/** `Save 3 goals`, `Save 2 goals and 1 save`, `Save 5 results`; `Save` where a figure was emptied and is asked about. */
export function saveWords(rows: MatchEntry['rows'], statistics: readonly Counted[]): string {
  if (rows.length === 0) return 'Save'
  const figures = rows.flatMap(({ statisticId, quantity }) => {
    const statistic = statistics.find(({ id }) => id === statisticId)
    const total = parseQuantity(quantity)
    return statistic && total !== null ? [counted(toNumber(total), unitOf(statistic))] : []
  })
  const words = `Save ${figures.join(' and ')}`
  const isNamed = figures.length === rows.length && rows.length < 3 && words.length <= LONGEST
  return isNamed ? words : `Save ${rows.length} ${rows.length === 1 ? 'result' : 'results'}`
}

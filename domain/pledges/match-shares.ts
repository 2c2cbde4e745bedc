/** How much of a statistic a match counted and at which rate, so that a calculator suffices to check an amount (R10). Pure. */

import { type Cents, formatUsd, subtract, timesQuantity, ZERO } from '../money.ts'
import { formatQuantity, minus, NONE, type Quantity } from '../quantity.ts'
import { isAchievement, isGift } from '../season/statistic-types.ts'
import { type AccrualLine, partialChange, type Season, type Share } from './accrual.ts'

type Counted = { line: Pick<AccrualLine, 'type' | 'rate'>; quantity: Quantity; amount: Cents }

/** "3 × $5.00", with the amount if the maximum left less of it; an achievement is achieved or withdrawn. */
export function countText({ line, quantity, amount }: Counted, isLimited: boolean): string {
  if (quantity === 0) return 'its share of your maximum'
  if (isAchievement(line.type)) return quantity > 0 ? 'achieved' : 'withdrawn'
  const product = `${formatQuantity(quantity)} × ${formatUsd(line.rate)}`
  const full = timesQuantity(line.rate, quantity)
  return isLimited && full !== amount ? `${product} = ${formatUsd(full)}, limited by your maximum` : product
}

/** What each moment changed in each statistic; computed once for each season. */
const changes = new WeakMap<Season, ReadonlyMap<string, ReadonlyMap<string, Quantity>>>()

function changesOf(season: Season): ReadonlyMap<string, ReadonlyMap<string, Quantity>> {
  const known = changes.get(season)
  if (known) return known
  const before = new Map<string, Quantity>()
  const made = new Map(
    season.moments.map(({ key, running }) => {
      const changed = new Map<string, Quantity>()
      for (const [statisticId, total] of running) {
        changed.set(statisticId, minus(total, before.get(statisticId) ?? NONE))
        before.set(statisticId, total)
      }
      return [key, changed]
    }),
  )
  changes.set(season, made)
  return made
}

/** `index`: of the pledge's lines. */
type ShareLine = { index: number; quantity: Quantity; amount: Cents; text: string }

/** The lines that a match counted for, or that got a share of the maximum there; none for a one-time gift. */
export function shareLines(
  { moment, amounts, total, running }: Share,
  { lines, most, season }: { lines: readonly AccrualLine[]; most: Cents; season: Season },
): ShareLine[] {
  if (moment === null) return []
  const isLimited = running === most || subtract(running, total) === most
  return lines.flatMap((line, index) => {
    if (isGift(line.type)) return []
    const amount = amounts[index] ?? ZERO
    const quantity = line.scope
      ? partialChange(line, line.scope, season, moment.key)
      : (changesOf(season).get(moment.key)?.get(line.statisticId) ?? NONE)
    if (amount === 0 && quantity === 0) return []
    return [{ index, quantity, amount, text: countText({ line, quantity, amount }, isLimited) }]
  })
}

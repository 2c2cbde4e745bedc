import { type Cents, formatUsd, subtract, timesQuantity } from '#domain/money.ts'
import { readQuantity } from '#domain/quantity.ts'
import type { LineChangePreview } from '#domain/schemas/pledge.ts'
import { counted, toCents, usd } from '#web/format.ts'
import { unitOf } from '#web/parts/pledging/words.ts'

/**
 * How a changed maximum comes about, so that a calculator suffices to check it: "$70.00 so far, and 30 goals still possible
 * × $1.00 more = $30.00 more." (R58). `cap`: the supporter's own, which stays.
 */
export function changedMaximumWords(preview: LineChangePreview, cap: string | null): string {
  const { name, unitName, rateBefore, rate, maximumUnits } = preview
  const start = `${usd(preview.mostBefore)} so far`
  if (cap) return `${start}. You set this maximum yourself.`
  const [each, isMore] = difference(rateBefore, rate)
  const [by] = difference(preview.mostBefore, preview.most)
  const way = isMore ? 'more' : 'less'
  const units = maximumUnits === null ? null : readQuantity(maximumUnits)
  if (units !== null && timesQuantity(each, units) === by) {
    const many = counted(maximumUnits ?? 0, unitOf({ name, unitName }))
    const change = rateBefore !== null && rate !== null ? `${formatUsd(each)} ${way}` : formatUsd(each)
    return `${start}, and ${many} still possible × ${change} = ${formatUsd(by)} ${way}.`
  }
  if (units === null && each === by) return `${start}, and ${formatUsd(by)} ${way} for ${name}.`
  return units === null && isMore
    ? `${start}. Nobody has said how many are possible: this leaves room above the ${usd(preview.estimatedTotal)} of the estimate.`
    : `${start}. It is never below what is earned or may still count.`
}

function difference(before: string | null, after: string | null): [by: Cents, isMore: boolean] {
  const [from, to] = [toCents(before ?? '0'), toCents(after ?? '0')]
  return to > from ? [subtract(to, from), true] : [subtract(from, to), false]
}

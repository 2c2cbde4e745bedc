/** A preview is reviewed by exception: unusual pledges first, each with the reason, then all others (R30). */
import { add, type Cents, timesQuantity, toDecimal } from '#domain/money.ts'
import { toNumber } from '#domain/quantity.ts'
import type { PreviewPage, SettlementPreview } from '#domain/schemas/settlement.ts'
import { totalsOf } from '#domain/settlement.ts'
import {
  type Exception,
  exceptionsOf,
  mayBeLarge,
  type Reviewed,
  standsOut,
  typicalOf,
} from '#domain/settlement-review.ts'
import { type Computation, type SettledPledge, unitsOfLine } from './compute.ts'

type PreviewedPledge = SettlementPreview['pledges'][number]

const sizeOf = ({ resolution }: SettledPledge): number => Math.abs(resolution.toBill)
/** Largest first, equal ones by id. */
const bySize = (a: SettledPledge, b: SettledPledge): number =>
  sizeOf(b) - sizeOf(a) || (a.pledge.id < b.pledge.id ? -1 : 1)

/** Keeps the largest `most` of any number, with at most twice as many in memory. */
function largest(most: number) {
  let kept: SettledPledge[] = []
  const cut = (): SettledPledge[] => {
    kept = kept.sort(bySize).slice(0, most)
    return kept
  }
  return {
    add: (one: SettledPledge): void => {
      kept.push(one)
      if (kept.length >= 2 * most) cut()
    },
    all: cut,
  }
}

const seen = ({ pledge, resolution }: SettledPledge): Reviewed => ({
  ...{ toBill: resolution.toBill, billedBefore: resolution.billedBefore },
  ...{ uncapped: pledge.recomputed, most: pledge.most },
})

/**
 * Reads a settlement's pledges batch by batch and returns one page of them. It keeps only what that page needs, and all
 * amounts, because an unusual one only stands out by comparison.
 */
export function reviewOf({ show, page, limit }: PreviewPage) {
  const wanted = page * limit
  const [flagged, large, every] = [largest(wanted), largest(wanted), largest(wanted)]
  const amounts: Reviewed[] = []
  return {
    add(batch: readonly SettledPledge[]): void {
      for (const settled of batch) {
        const one = seen(settled)
        if (standsOut(one)) flagged.add(settled)
        if (mayBeLarge(one)) large.add(settled)
        every.add(settled)
        amounts.push(one)
      }
    },
    answer(computation: Computation) {
      const typical = typicalOf(amounts.map(({ toBill }) => toBill))
      const found = new Map(
        [...flagged.all(), ...large.all(), ...every.all()].map((one) => [one.pledge.id, one] as const),
      )
      const known = [...found.values()]
        .sort(bySize)
        .map((settled) => ({ settled, reasons: exceptionsOf(seen(settled), typical) }))
      const exceptions = known.filter(({ reasons }) => reasons.length > 0)
      const rest = show === 'all' ? known.filter(({ reasons }) => reasons.length === 0) : []
      return {
        typical: toDecimal(typical),
        pledgesCount: amounts.length,
        exceptionsCount: amounts.filter((one) => exceptionsOf(one, typical).length > 0).length,
        pledges: [...exceptions, ...rest]
          .slice((page - 1) * limit, wanted)
          .map(({ settled, reasons }) => toPreviewed(settled, reasons, computation)),
      }
    },
  }
}

/** A pledge and its lines: rate × units, its maximum, what was billed before, and what happens to the difference. */
export function toPreviewed(
  { pledge, accrued, lines, resolution, isSplitOnly }: SettledPledge,
  reasons: Exception[],
  { statistics, season }: Computation,
): PreviewedPledge {
  const steps = totalsOf(resolution.steps)
  return {
    pledgeId: pledge.id,
    paymentMethod: pledge.paymentMethod,
    agreedMaximum: toDecimal(pledge.most),
    uncapped: toDecimal(pledge.recomputed),
    accrued: toDecimal(accrued),
    billedBefore: toDecimal(resolution.billedBefore),
    difference: toDecimal(resolution.toBill),
    ...{ toBill: toDecimal(steps.bill), bill: toDecimal(steps.bill) },
    carried: toDecimal(resolution.carried),
    lowered: toDecimal(steps.lower),
    waived: toDecimal(steps.waive),
    writtenOff: toDecimal(steps.write_off),
    refunded: toDecimal(add(steps.refund, steps.count_goodwill)),
    isSplitOnly,
    isAtMaximum: accrued === pledge.most,
    reasons,
    lines: pledge.lines.flatMap((line, index) => {
      const statistic = statistics[line.statistic]
      if (!statistic) return []
      const quantity = unitsOfLine(line, statistics, season)
      return [
        {
          statisticId: statistic.id,
          name: statistic.name,
          rate: toDecimal(line.rate),
          quantity: toNumber(quantity),
          uncapped: toDecimal(timesQuantity(line.rate, quantity)),
          accrued: toDecimal(lines[index] as Cents),
        },
      ]
    }),
  }
}

/** A preview is reviewed by exception: what is out of the ordinary first, each saying why, then all others (R30). */
import { type Cents, toDecimal } from '#domain/money.ts'
import { toNumber } from '#domain/quantity.ts'
import type { PreviewPage, SettlementPreview } from '#domain/schemas/settlement.ts'
import { type Exception, exceptionsOf, isOutlier, typicalOf } from '#domain/settlement-review.ts'
import { type Computation, quantityOf, type SettledPledge } from './compute.ts'

type PreviewedPledge = SettlementPreview['pledges'][number]
type Looked = { settled: SettledPledge; reasons: Exception[] }

const sizeOf = ({ settled }: Looked): number => Math.abs(settled.resolution.toBill)
/** The largest first, equal ones by id. */
const bySize = (a: Looked, b: Looked): number =>
  sizeOf(b) - sizeOf(a) || (a.settled.pledge.id < b.settled.pledge.id ? -1 : 1)

/** Keeps the largest `most` of however many, in memory for twice as many at most. */
function largest(most: number) {
  let kept: Looked[] = []
  const cut = (): Looked[] => {
    kept = kept.sort(bySize).slice(0, most)
    return kept
  }
  return {
    add: (one: Looked): void => {
      kept.push(one)
      if (kept.length >= 2 * most) cut()
    },
    all: cut,
  }
}

const seen = ({ pledge, resolution }: SettledPledge): Exception[] =>
  exceptionsOf({ ...resolution, uncapped: pledge.recomputed, most: pledge.most })

/**
 * Takes a settlement's pledges batch by batch and answers one page of them. No more than that page needs is kept,
 * besides one amount for each pledge: what is out of the ordinary shows only beside all others.
 */
export function reviewOf({ show, page, limit }: PreviewPage) {
  const wanted = page * limit
  const [flagged, every] = [largest(wanted), largest(wanted)]
  const amounts: Cents[] = []
  const unflagged: Cents[] = []
  return {
    add(batch: readonly SettledPledge[]): void {
      for (const settled of batch) {
        const one = { settled, reasons: seen(settled) }
        if (one.reasons.length > 0) flagged.add(one)
        else unflagged.push(settled.resolution.toBill)
        every.add(one)
        amounts.push(settled.resolution.toBill)
      }
    },
    answer(computation: Computation) {
      const typical = typicalOf(amounts)
      const outliers = unflagged.filter((amount) => isOutlier(amount, typical)).length
      const named = (one: Looked): Looked =>
        isOutlier(one.settled.resolution.toBill, typical)
          ? { ...one, reasons: ['outlier', ...one.reasons] }
          : one
      const largestOfAll = every.all().map(named)
      const ids = new Set(flagged.all().map(({ settled }) => settled.pledge.id))
      const others = largestOfAll.filter(({ settled }) => !ids.has(settled.pledge.id))
      const exceptions = [
        ...flagged.all().map(named),
        ...others.filter(({ reasons }) => reasons.length > 0),
      ].sort(bySize)
      const rest = show === 'all' ? others.filter(({ reasons }) => reasons.length === 0) : []
      return {
        typical: toDecimal(typical),
        pledgesCount: amounts.length,
        exceptionsCount: amounts.length - unflagged.length + outliers,
        pledges: [...exceptions, ...rest]
          .slice((page - 1) * limit, wanted)
          .map(({ settled, reasons }) => toPreviewed(settled, reasons, computation)),
      }
    },
  }
}

/** A pledge and its lines: rate × units, what it may owe at most, what was billed before, and what is to be billed. */
export function toPreviewed(
  { pledge, accrued, lines, resolution }: SettledPledge,
  reasons: Exception[],
  { statistics, season }: Computation,
): PreviewedPledge {
  return {
    pledgeId: pledge.id,
    paymentMethod: pledge.paymentMethod,
    agreedMaximum: toDecimal(pledge.most),
    uncapped: toDecimal(pledge.recomputed),
    accrued: toDecimal(accrued),
    billedBefore: toDecimal(resolution.billedBefore),
    toBill: toDecimal(resolution.toBill),
    isAtMaximum: accrued === pledge.most,
    reasons,
    lines: pledge.lines.flatMap((line, index) => {
      const statistic = statistics[line.statistic]
      if (!statistic) return []
      return [
        {
          statisticId: statistic.id,
          name: statistic.name,
          rate: toDecimal(line.rate),
          quantity: toNumber(quantityOf(statistic, season)),
          accrued: toDecimal(lines[index] as Cents),
        },
      ]
    }),
  }
}

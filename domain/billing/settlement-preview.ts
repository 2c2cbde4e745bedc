/** The preview id that a lock names, and a description of what changed since. Pure. */
import { type Cents, cents, dollars, formatUsd, percentOf, toDecimal, ZERO } from '../money.ts'

/** Which pledges of a settlement a person should look at before it is locked, and why. Pure. */
export const EXCEPTIONS = ['decrease', 'outlier', 'maximum', 'first_large'] as const
export type Exception = (typeof EXCEPTIONS)[number]

/** A pledge's first bill is reviewed from this amount, if it is also twice the campaign's typical bill. */
export const LARGE_FIRST_BILL = dollars('200.00')
const LARGE_TIMES = 2
/** This many times the typical bill is unusual, but never below this amount. */
const OUTLIER_TIMES = 5
const SMALLEST_OUTLIER = dollars('50.00')

export type Reviewed = {
  toBill: Cents
  billedBefore: Cents
  /** The sum of the lines without a maximum. */
  uncapped: Cents
  most: Cents
}

const isMoreThan = (times: number, bill: Cents, typical: Cents): boolean =>
  bill > percentOf(typical, times * 100)

/** Unusual on its own, regardless of what the other pledges are billed. */
export const standsOut = ({ toBill, uncapped, most }: Reviewed): boolean => toBill < 0 || uncapped > most
/** Unusual only in comparison with the other bills. */
export const mayBeLarge = ({ toBill, billedBefore }: Reviewed): boolean =>
  billedBefore === 0 && toBill >= LARGE_FIRST_BILL
export const isOutlier = (bill: Cents, typical: Cents): boolean =>
  bill >= SMALLEST_OUTLIER && isMoreThan(OUTLIER_TIMES, bill, typical)

/** Every unusual thing about it, given the `typical` bill. */
export function exceptionsOf(one: Reviewed, typical: Cents): Exception[] {
  const { toBill, uncapped, most } = one
  const found: Record<Exception, boolean> = {
    decrease: toBill < 0,
    outlier: isOutlier(toBill, typical),
    maximum: uncapped > most,
    first_large: mayBeLarge(one) && isMoreThan(LARGE_TIMES, toBill, typical),
  }
  return EXCEPTIONS.filter((exception) => found[exception])
}

/** The median of all bills above zero, the lower of two. 0 if nothing is billed. */
export function typicalOf(bills: readonly Cents[]): Cents {
  const sorted = bills.filter((bill) => bill > 0).sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? ZERO
}

/** In the order in which a screen and a message name them. */
export const PREVIEW_AMOUNTS = [
  'accrued',
  'billedBefore',
  'toBill',
  'carried',
  'lowered',
  'waived',
  'writtenOff',
  'refunded',
] as const
type PreviewAmount = (typeof PREVIEW_AMOUNTS)[number]
export type PreviewTotals = { pledges: number } & Record<PreviewAmount, Cents>

/**
 * What a person was shown: the SHA-256 over every computed row, the totals, and the time. All of it is in the id, so that
 * a server that stored nothing can still say what changed.
 */
export type ShownPreview = { digest: string; at: number; totals: PreviewTotals }

/** The digest, the instant in milliseconds, the number of pledges and each amount in cents. */
const PREVIEW_ID = /^[0-9a-f]{64}\.\d{1,14}\.\d{1,9}(?:\.-?\d{1,16}){8}$/

export const toPreviewId = ({ digest, at, totals }: ShownPreview): string =>
  [digest, at, totals.pledges, ...PREVIEW_AMOUNTS.map((name) => totals[name])].join('.')

/** Null if it is not a preview id. */
export function readPreviewId(previewId: string): ShownPreview | null {
  if (!PREVIEW_ID.test(previewId)) return null
  const [digest = '', at, pledges, ...amounts] = previewId.split('.')
  if (!amounts.every((amount) => Number.isSafeInteger(Number(amount)))) return null
  const named = PREVIEW_AMOUNTS.map((name, index) => [name, cents(amounts[index] ?? '')] as const)
  const totals = { pledges: Number(pledges), ...Object.fromEntries(named) } as PreviewTotals
  return { digest, at: Number(at), totals }
}

type TotalChange = { total: PreviewAmount | 'pledges'; before: string; now: string }

/** Every total that changed; amounts as decimals, the number of pledges as a count. */
export function changedTotals(before: PreviewTotals, now: PreviewTotals): TotalChange[] {
  const amounts = PREVIEW_AMOUNTS.filter((total) => before[total] !== now[total]).map((total) => ({
    total,
    before: toDecimal(before[total]),
    now: toDecimal(now[total]),
  }))
  if (before.pledges === now.pledges) return amounts
  return [{ total: 'pledges', before: String(before.pledges), now: String(now.pledges) }, ...amounts]
}

const SUBJECTS: Record<PreviewAmount, string> = {
  accrued: 'The amount earned was',
  billedBefore: 'The amount already billed was',
  toBill: 'New bills were',
  carried: 'The amount carried over was',
  lowered: 'Reductions of unpaid bills were',
  waived: 'Waivers were',
  writtenOff: 'Write-offs were',
  refunded: 'Refunds were',
}
const SINGULAR = new Set<PreviewAmount>(['accrued', 'billedBefore', 'carried'])

function totalsInWords(before: PreviewTotals, now: PreviewTotals): string[] {
  return PREVIEW_AMOUNTS.filter((total) => before[total] !== now[total]).map(
    (total) =>
      `${SUBJECTS[total]} ${formatUsd(before[total])} and ${SINGULAR.has(total) ? 'is' : 'are'} now ${formatUsd(now[total])}.`,
  )
}

/** What happened since a preview was shown, as far as it can be found; `names` has the latest few. */
export type ChangesSince = {
  confirmed: { count: number; names: string[] }
  voided: { count: number; names: string[] }
  pledgesMade: number
  pledgesCancelled: number
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

function resultsInWords({ count, names }: ChangesSince['confirmed'], what: string): string[] {
  if (count === 0) return []
  const others = count - names.length
  const listed = [...names, ...(others > 0 ? [`${others} more`] : [])].join('; ')
  return [`${counted(count, 'result was', 'results were')} ${what}${listed ? ` (${listed})` : ''}`]
}

/** Why a lock is refused: what the preview said, what it would be now, and what happened in between. */
export function staleWords(before: PreviewTotals, now: PreviewTotals, since: ChangesSince): string {
  const totals = totalsInWords(before, now)
  const events = [
    ...resultsInWords(since.confirmed, 'confirmed'),
    ...resultsInWords(since.voided, 'voided'),
    ...(since.pledgesMade > 0 ? [`${counted(since.pledgesMade, 'pledge was', 'pledges were')} made`] : []),
    ...(since.pledgesCancelled > 0
      ? [`${counted(since.pledgesCancelled, 'pledge was', 'pledges were')} cancelled`]
      : []),
  ]
  return [
    'This no longer matches what you previewed.',
    ...(totals.length > 0
      ? totals
      : ['The totals are the same, but the pledges or results behind them changed.']),
    ...(events.length > 0 ? [`Since then ${events.join(', ')}.`] : []),
    'Nothing was locked. Review the new preview, then lock it.',
  ].join(' ')
}

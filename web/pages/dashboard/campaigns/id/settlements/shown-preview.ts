/** What the user saw when they pressed Lock, compared with the current preview (R30). */
import { parseCents } from '#domain/money.ts'
import type { SettlementPreview } from '#domain/schemas/settlement.ts'

type Pledge = SettlementPreview['pledges'][number]
type Totals = SettlementPreview['totals']

/** A preview with each of its pledges that was on the screen, by its number there. */
export type ShownPreview = {
  preview: SettlementPreview
  pledges: ReadonlyMap<string, { number: number; pledge: Pledge }>
}

/** `pages`: all loaded pages; only those of this preview count. */
export function shownPreview(
  preview: SettlementPreview,
  pages: readonly { from: number; page: SettlementPreview | undefined }[],
): ShownPreview {
  const shown = [{ from: 1, page: preview }, ...pages].flatMap(({ from, page }) =>
    page?.previewId === preview.previewId
      ? page.pledges.map((pledge, index) => ({ number: from + index, pledge }))
      : [],
  )
  return { preview, pledges: new Map(shown.map((one) => [one.pledge.pledgeId, one])) }
}

export const isZero = (amount: string): boolean => (parseCents(amount) ?? 0) === 0

export const TOTAL_LABELS: readonly [Exclude<keyof Totals, 'pledges' | 'toBill' | 'difference'>, string][] = [
  ['accrued', 'Earned by these pledges'],
  ['billedBefore', 'Already billed'],
  ['carried', 'Carried over'],
  ['lowered', 'Unpaid bills lowered'],
  ['waived', 'Waived'],
  ['writtenOff', 'Written off'],
  ['refunded', 'To refund'],
  ['bill', 'To bill now'],
]

/** Null: not in it. Amounts as decimals. */
export type Changed = { label: string; before: string | null; now: string | null }

export const changedTotals = (before: Totals, now: Totals): Changed[] =>
  TOTAL_LABELS.filter(([name]) => before[name] !== now[name]).map(([name, label]) => ({
    label,
    before: before[name],
    now: now[name],
  }))

const isWhole = ({ preview, pledges }: ShownPreview): boolean => pledges.size === preview.pledgesCount

/** The pledges that were or are on the screen with a changed difference, by their number there. */
export function changedPledges(before: ShownPreview, now: ShownPreview): Changed[] {
  const changed: Changed[] = []
  for (const [id, { number, pledge }] of now.pledges) {
    const earlier = before.pledges.get(id)?.pledge
    if (earlier ? earlier.difference === pledge.difference : !isWhole(before)) continue
    changed.push({
      label: `Pledge ${number}`,
      before: earlier?.difference ?? null,
      now: pledge.difference,
    })
  }
  if (!isWhole(now)) return changed
  for (const [id, { number, pledge }] of before.pledges)
    if (!now.pledges.has(id))
      changed.push({ label: `Pledge ${number} before`, before: pledge.difference, now: null })
  return changed
}

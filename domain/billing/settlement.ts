/** How much a settlement bills, lowers, carries, waives, writes off or refunds for one pledge (R30 to R33). Pure. */
import type { CampaignStatus } from '../campaigns/campaign-state.ts'
import { add, type Cents, dollars, minimum, negate, subtract, sum, ZERO } from '../money.ts'

/** Whether money moved for the final settlement or one of its corrections. */
export type MovedMoney = { wasAttempted: boolean; wasPaid: boolean; wasRefunded: boolean }

type Version = MovedMoney & { kind: SettlementKind; isWithdrawn: boolean; isCorrection: boolean }

const CORRECT = 'correct the results instead'

/** Null if withdrawing this version reopens the season, otherwise the reason: one answer for the guard and the button. */
export function reasonNotToReopen(version: Version): string | null {
  if (version.isWithdrawn) return 'This settlement was already withdrawn'
  if (version.kind === 'progress')
    return 'Only a final settlement can be withdrawn: correct the results, and the next settlement bills the difference'
  if (version.wasAttempted) return `A charge of this settlement was already attempted: ${CORRECT}`
  if (version.wasPaid) return `A payment for this settlement was already posted: ${CORRECT}`
  if (version.wasRefunded) return `A refund of this settlement was already made: ${CORRECT}`
  if (version.isCorrection)
    return 'This is a correction: it is withdrawn together with the final settlement that it corrects'
  return null
}

/** When progress settlements are prepared and locked automatically. Pure. */

/** Monday before dawn in the US: the weekend's games are confirmed by then. */
export const PROGRESS_RUN = { weekday: 1, hourUtc: 9 } as const

const DAY_MS = 86_400_000

/** The first run after `now`. */
export function nextProgressRun(now: Date): Date {
  const next = new Date(now)
  next.setUTCHours(PROGRESS_RUN.hourUtc, 0, 0, 0)
  const days = (PROGRESS_RUN.weekday - next.getUTCDay() + 7) % 7
  const first = new Date(next.getTime() + days * DAY_MS)
  return first > now ? first : new Date(first.getTime() + 7 * DAY_MS)
}

export type SettlementKind = 'progress' | 'final'

/** Null if a settlement of this kind can be previewed and locked, otherwise the reason. */
export function reasonNotToSettle(
  kind: SettlementKind,
  { status, isFinalLocked }: { status: CampaignStatus; isFinalLocked: boolean },
): string | null {
  if (status === 'cancelled') return 'This campaign is cancelled: nothing more is earned'
  if (status === 'draft') return 'This campaign is a draft: nothing to settle yet'
  if (kind === 'progress' && isFinalLocked)
    return 'The final settlement is locked: correct it with another final version'
  return null
}

/** Progress bills at least this; less is carried. */
export const SMALLEST_PROGRESS_BILL = dollars('5.00')
/** The card network's minimum; less is written off with the final settlement. */
const SMALLEST_BILL = dollars('0.50')

/** The most that the card provider takes in one payment, one cent less than a pledge can owe. */
export const LARGEST_CHARGE = dollars('999999.99')

/** A charge or invoice that is not being paid right now: `open` is its unpaid amount. */
export type OpenBill = { id: string; kind: 'charge' | 'invoice'; amount: Cents; open: Cents }
/** Money received that can still be refunded. */
export type Receipt = { id: string; kind: 'charge' | 'payment'; refundable: Cents }

export type Position = {
  accrued: Cents
  /** Charges and invoices not voided, in any state. */
  charged: Cents
  waived: Cents
  writtenOff: Cents
  /** Correction refunds, and what earlier decreases counted of goodwill refunds, which are never billed again. */
  correctionRefunds: Cents
  /** Goodwill refunds that no decrease has counted yet. */
  goodwill: Cents
  /** Received, and held by a bank that is deciding a dispute: it cannot be refunded until it returns. */
  disputed: Cents
  /** Newest first. */
  openBills: readonly OpenBill[]
  /** Newest first. */
  receipts: readonly Receipt[]
  /** Billed by a charge, not by an invoice. */
  isCharged?: boolean
}

export type Step =
  | { do: 'bill'; amount: Cents }
  | { do: 'lower'; bill: OpenBill; by: Cents }
  | { do: 'waive'; amount: Cents }
  | { do: 'write_off'; amount: Cents }
  | { do: 'count_goodwill'; amount: Cents }
  | { do: 'refund'; receipt: Receipt; amount: Cents }

/** `billIncreases` is asked only after the final lock; undefined: not decided. */
type SettlementOrder = {
  kind: SettlementKind
  afterFinal: boolean
  billIncreases?: boolean | undefined
}

export type Resolution = { billedBefore: Cents; toBill: Cents; steps: Step[]; carried: Cents }

/** Billed = charges and invoices not voided + waivers and write-offs − correction refunds. */
export const billed = (position: Position): Cents =>
  subtract(sum([position.charged, position.waived, position.writtenOff]), position.correctionRefunds)

/**
 * Resolves to bill = accrued − billed into steps. `afterFinal` is true for a correction version: then an increase is
 * billed or waived as `billIncreases` says, and carried while that is undecided; a decrease never carries. In the final
 * settlement itself an increase is billed and a decrease is refunded.
 */
export function resolve(
  position: Position,
  { kind, afterFinal, billIncreases }: SettlementOrder,
): Resolution {
  const billedBefore = billed(position)
  const toBill = subtract(position.accrued, billedBefore)
  const done = (steps: Step[], carried: Cents): Resolution => ({ billedBefore, toBill, steps, carried })

  if (toBill > 0) {
    const amount = position.isCharged ? minimum(toBill, LARGEST_CHARGE) : toBill
    const rest = subtract(toBill, amount)
    if (kind === 'progress') {
      return toBill < SMALLEST_PROGRESS_BILL ? done([], toBill) : done([{ do: 'bill', amount }], rest)
    }
    if (afterFinal && billIncreases === undefined) return done([], toBill)
    if (afterFinal && !billIncreases) return done([{ do: 'waive', amount: toBill }], ZERO)
    if (toBill < SMALLEST_BILL) return done([{ do: 'write_off', amount: toBill }], ZERO)
    const writeOff = rest > 0 ? [{ do: 'write_off', amount: rest } as const] : []
    return done([{ do: 'bill', amount }, ...writeOff], ZERO)
  }
  if (toBill < 0) return decrease(position, negate(toBill), kind, done)
  return done([], ZERO)
}

function decrease(
  position: Position,
  excess: Cents,
  kind: SettlementKind,
  done: (steps: Step[], carried: Cents) => Resolution,
): Resolution {
  const steps: Step[] = []
  let left = excess
  const take = (available: Cents, step: (amount: Cents) => Step): void => {
    const amount = minimum(left, available)
    if (amount <= 0) return
    steps.push(step(amount))
    left = subtract(left, amount)
  }
  // A waiver or write-off covers an increase no one paid: it is reversed first, or a refund would pay it out.
  if (kind === 'final') take(position.waived, (amount) => ({ do: 'waive', amount: negate(amount) }))
  for (const bill of position.openBills) {
    const amount = minimum(left, bill.open)
    if (amount <= 0) continue
    const rest = subtract(bill.open, amount)
    const unchargeable = bill.open === bill.amount && rest > 0 && rest < SMALLEST_BILL
    steps.push({ do: 'lower', bill, by: unchargeable ? bill.open : amount })
    left = subtract(left, amount)
    if (unchargeable && kind === 'final') steps.push({ do: 'write_off', amount: rest })
    else if (unchargeable) return done(steps, rest)
  }
  if (kind === 'progress') return done(steps, negate(left))
  take(position.writtenOff, (amount) => ({ do: 'write_off', amount: negate(amount) }))
  take(position.goodwill, (amount) => ({ do: 'count_goodwill', amount }))
  for (const receipt of position.receipts)
    take(receipt.refundable, (amount) => ({ do: 'refund', receipt, amount }))
  // A negative write-off: the supporter no longer owes it. If the bank returns it, it is refunded; if not, it is lost.
  const alreadyWaiting = minimum(position.writtenOff, ZERO)
  take(add(position.disputed, alreadyWaiting), (amount) => ({ do: 'write_off', amount: negate(amount) }))
  return done(steps, negate(left))
}

/** The totals of the steps for the preview: `bill` for new charges or invoices, `lowered`, `refunded` and so on. */
export function totalsOf(steps: readonly Step[]): Record<Step['do'], Cents> {
  const totals: Record<Step['do'], Cents> = {
    bill: ZERO,
    lower: ZERO,
    waive: ZERO,
    write_off: ZERO,
    count_goodwill: ZERO,
    refund: ZERO,
  }
  for (const step of steps)
    totals[step.do] = add(totals[step.do], step.do === 'lower' ? step.by : step.amount)
  return totals
}

/** What a supporter may still change about a pledge, or why not (R14). Pure: shared by guard and button. */
import { bankAnswersOn } from './bank-debit.ts'
import type { CampaignStatus } from './campaign-state.ts'
import { type Cents, cents, maximum } from './money.ts'

export type PledgeState = {
  status: 'active' | 'settled' | 'cancelled' | 'past_due'
  campaignStatus: CampaignStatus
  createdAt: Date
  /** The first result confirmed on one of its statistics after it was made. */
  firstConfirmedAt: Date | null
  /** Whether money was collected for it, or is being collected now. */
  taken: 'nothing' | 'on_its_way' | 'some'
  /** When the bank account was debited, while its bank works on it (R60). */
  debitedAt?: Date | null
  timeZone?: string
}

const CANCEL_WITHIN_MS = 24 * 3_600_000
/** A maximum is at least one cent. */
const SMALLEST_MAXIMUM = cents(1)

/** Always allowed until this instant; afterwards until the first result (R14). */
export const cancelUntil = ({ createdAt }: Pick<PledgeState, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + CANCEL_WITHIN_MS)

/** Null while the pledge is active. */
export function reasonNotToChange({
  status,
  campaignStatus,
}: Pick<PledgeState, 'status' | 'campaignStatus'>): string | null {
  if (campaignStatus === 'cancelled') return 'The campaign was cancelled: nothing more is charged'
  return status === 'cancelled' ? 'This pledge was cancelled: nothing is charged' : null
}

export function reasonNotToCancel(pledge: PledgeState, now: Date): string | null {
  const over = reasonNotToChange(pledge)
  if (over) return over
  if (pledge.status === 'settled') return 'This pledge is settled: nothing more is charged.'
  if (pledge.taken === 'some')
    return 'Part of this pledge is already paid, so it cannot be cancelled. You can lower its maximum.'
  if (pledge.taken === 'on_its_way' && pledge.debitedAt)
    return `Your bank is working on a debit. It answers by ${bankAnswersOn(pledge.debitedAt, pledge.timeZone ?? 'UTC')}: check again then.`
  if (pledge.taken === 'on_its_way') return 'A charge is being processed. Check again in a few minutes.'
  if (now < cancelUntil(pledge) || pledge.firstConfirmedAt === null) return null
  return 'A result that you pledged on has been confirmed since, and 24 hours have passed. You can lower the maximum.'
}

/** The lowest that the maximum can be lowered to: the larger of what is earned and what is billed (R14). */
export const lowestMaximum = ({ earned, billed }: { earned: Cents; billed: Cents }): Cents =>
  maximum(SMALLEST_MAXIMUM, maximum(earned, billed))

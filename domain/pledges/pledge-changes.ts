/** What a supporter may still change about a pledge, or why not (R14). Pure: shared by guard and button. */
import { bankAnswersOn } from '../billing/bank-debit.ts'
import type { CampaignStatus } from '../campaigns/campaign-state.ts'
import type { Vocabulary } from '../campaigns/vocabulary.ts'
import { type Cents, cents, formatUsd, maximum } from '../money.ts'

/** Changes of a pledge that are requested by its link, and confirmed by a link in a mail. Pure. */

/** How long the link in the mail can confirm. */
export const CHANGE_LINK_HOURS = 24
/** Of one pledge: mails in any 24 hours, and between two of them. */
export const CHANGE_MAILS_A_DAY = 5
export const SECONDS_BETWEEN_CHANGE_MAILS = 60

/** What changes the pledge as a whole; the others change its lines. */
export const WHOLE_CHANGES = ['lower', 'cancel', 'card'] as const
export type WholeChangeKind = (typeof WHOLE_CHANGES)[number]
/** As its link requests it. Another card is entered once the mailed link is opened. */
export type WholeChange = { kind: 'lower'; maximumAmount: Cents } | { kind: 'cancel' } | { kind: 'card' }

export type PledgeState = {
  status: 'active' | 'settled' | 'cancelled' | 'past_due'
  campaignStatus: CampaignStatus
  createdAt: Date
  /** A result that it counts is entered, confirmed or not, also from before it was made. */
  hasResult: boolean
  /** It counts one match alone, which has begun. */
  hasMatchBegun: boolean
  /** It is in the final settlement, or something was billed or earned for it in a settlement. */
  isBilled: boolean
  vocabulary: Vocabulary
  /** Whether money was collected for it, or is being collected now. */
  taken: 'nothing' | 'on_its_way' | 'some'
  /** When the bank account was debited, while its bank works on it. */
  debitedAt?: Date | null
  timeZone?: string
}

const CANCEL_WITHIN_MS = 24 * 3_600_000
/** A maximum is at least one cent. */
const SMALLEST_MAXIMUM = cents(1)

/** Allowed until this instant, whatever is entered; afterwards until the first result. */
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

/** Not even by someone who says that they did not make it: money has moved, or was billed. */
export function reasonNotToTakeBack(pledge: PledgeState): string | null {
  const over = reasonNotToChange(pledge)
  if (over) return over
  if (pledge.status === 'settled') return 'This pledge is settled: nothing more is charged.'
  if (pledge.taken === 'some')
    return 'Part of this pledge is already paid, so it cannot be cancelled. You can lower its maximum.'
  if (pledge.taken === 'on_its_way' && pledge.debitedAt)
    return `Your bank is working on a debit. It answers by ${bankAnswersOn(pledge.debitedAt, pledge.timeZone ?? 'UTC')}: check again then.`
  if (pledge.taken === 'on_its_way') return 'A charge is being processed. Check again in a few minutes.'
  if (pledge.isBilled) return 'This pledge is part of a settlement, so it counts. You can lower the maximum.'
  return null
}

export function reasonNotToCancel(pledge: PledgeState, now: Date): string | null {
  const reached = reasonNotToTakeBack(pledge)
  if (reached) return reached
  const { match } = pledge.vocabulary
  if (pledge.hasMatchBegun)
    return `That ${match} has started, so this pledge counts. You can lower the maximum.`
  if (now < cancelUntil(pledge) || !pledge.hasResult) return null
  return 'A result that counts for it is entered, and 24 hours have passed. You can lower the maximum.'
}

/** `withWaiting`: earned once everything that waits for a second person is confirmed. */
type Reached = { earned: Cents; billed: Cents; withWaiting: Cents }

/** The lowest that the maximum can be lowered to: the largest of earned, billed, and what waits with it. */
export const lowestMaximum = ({ earned, billed, withWaiting }: Reached): Cents =>
  maximum(SMALLEST_MAXIMUM, maximum(withWaiting, maximum(earned, billed)))

export function reasonNotToLowerTo(most: Cents, reached: Reached): string | null {
  const lowest = lowestMaximum(reached)
  if (most >= lowest) return null
  const why =
    lowest <= reached.billed
      ? 'already billed'
      : lowest <= reached.earned
        ? 'already earned'
        : 'earned once the results that wait are confirmed'
  return `${formatUsd(lowest)} is the lowest maximum now: that much is ${why}`
}

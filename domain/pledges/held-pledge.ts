/** Which pledges wait for a representative before they count (R57). Pure. */
import { isCharged, type PaymentMethod } from '../billing/instruments.ts'
import { add, type Cents, maximum, percentOf } from '../money.ts'

export const HELD_STATES = ['held', 'released', 'declined', 'withdrawn'] as const
export type HeldState = (typeof HELD_STATES)[number]

/** Promises made earlier and not questioned since are no reason to hold one. */
export const WINDOW_DAYS = 30
/** Someone who has paid before is trusted for this many times that amount. */
const TIMES_PAID = 10
/** All promises of these days together may be this many times as large as one, once someone has paid or one was released. */
const TIMES_ONE = 5
/** A promise above this share of the limit is large: all those of strangers in one campaign, or from one network, count together. */
const LARGE_PERCENT = 20

/** Of one mailbox, in every campaign. Amounts are agreed maximums: the most that a promise can come to. */
export type Promises = {
  method: PaymentMethod
  most: Cents
  /** By check or cash in the last 30 days, held ones included and cancelled ones not. */
  earlier: { most: Cents }
  /** Large promises that nobody has paid for or looked at, of anyone: in this campaign, or from this network if that is more. */
  around: { most: Cents }
  /** Ever received from them and kept, by card, check or cash. */
  paid: Cents
  /** A representative looked at one of theirs and released it. */
  wasReleased: boolean
}

/**
 * A bank verifies a card or bank account; a promise of check or cash is only someone's word. It is trusted up to `limit`,
 * or ten times what the same person has paid before. In 30 days that is the limit for everything that someone new promises,
 * and five times that for others. What is large counts together with other strangers' in the campaign, and from the network:
 * making up addresses costs nothing. 0: everything is trusted.
 */
export function isHeldPledge(
  { method, most, earlier, around, paid, wasReleased }: Promises,
  limit: Cents,
): boolean {
  if (limit === 0 || isCharged(method)) return false
  const believed = maximum(limit, percentOf(paid, TIMES_PAID * 100))
  const together = paid > 0 || wasReleased ? percentOf(believed, TIMES_ONE * 100) : believed
  const isStranger = paid === 0 && !wasReleased
  return (
    most > believed ||
    add(most, earlier.most) > together ||
    (isStranger && most > largeAbove(limit) && add(most, around.most) > limit)
  )
}

export const largeAbove = (limit: Cents): Cents => percentOf(limit, LARGE_PERCENT)

/** Why it cannot be released now, or null. `isOwn`: it is the representative's own pledge. */
export function reasonNotToRelease(given: {
  isOwn: boolean
  campaignStatus: string
  isFinalLocked: boolean
}): string | null {
  if (given.isOwn) return 'This is your own pledge: another representative must decide'
  if (given.campaignStatus === 'cancelled') return 'This campaign is cancelled: decline the pledge'
  if (given.isFinalLocked) return 'The final settlement is locked, so no new pledge can be billed: decline it'
  return null
}

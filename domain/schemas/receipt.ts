import { z } from 'zod'
import { STATISTIC_TYPES } from '../season/statistic-types.ts'
import { Amount, Day, id } from './fields.ts'

/** To whom the money went, as it was on the day of the payment. */
const Payee = z.object({
  organizationName: z.string(),
  /** Such as "Boston, MA". */
  organizationPlace: z.string(),
  is501c3: z.boolean(),
  /** Only where the organization is 501(c)(3). */
  ein: z.string().nullable(),
})

/** Money that was refunded, or that a bank took back. */
const Return = z.object({
  /** Always known today. */
  on: Day.nullable(),
  amount: Amount,
  why: z.enum(['refund', 'disputed', 'lost']),
})

/** One charge or payment that was received. */
export const Receipt = Payee.extend({
  id,
  /** What to quote when asking about it. */
  number: z.string(),
  pledgeId: id,
  campaignId: id,
  campaignName: z.string(),
  supporterName: z.string(),
  /** For a representative who reads someone else's: opens that supporter's year. */
  supporterId: id.optional(),
  amount: Amount,
  receivedOn: Day,
  /** Such as "Visa ending in 4242", "Check 1042". */
  method: z.string(),
  /** What the card's statement says at the end of its line; absent for anything but a card. */
  statementText: z.string().optional(),
  /** What was paid above what was due: the supporter's credit, not part of the amount. */
  overpaid: Amount,
  /** What the pledge had earned when it was billed, line by line. */
  billedOn: Day.nullable(),
  lines: z.array(
    z.object({
      name: z.string(),
      type: z.enum(STATISTIC_TYPES),
      rate: Amount,
      quantity: z.number(),
      /** Rate × quantity, regardless of the maximum. */
      uncapped: Amount,
      /** What of it is due under the maximum. */
      earned: Amount,
    }),
  ),
  earned: Amount,
  /** What of that earlier statements had billed; absent if nothing. */
  billedBefore: Amount.optional(),
  /** The maximum bound: the lines come to less than rate × quantity. */
  isCapped: z.boolean(),
  /** What the lines come to above the maximum, which no one owes; 0.00 where it did not bind. */
  aboveMaximum: Amount,
  returns: z.array(Return),
  kept: Amount,
  /** Present where the campaign's rewards are decided and this supporter won none, so that nothing was given in exchange. */
  wonNothing: z.literal(true).optional(),
  commissionBasisPoints: z.number(),
  isTestMoney: z.boolean(),
})
export type Receipt = z.infer<typeof Receipt>

/**
 * All that a supporter gave to one organization in a year, and what was returned, each on its own day. An organization whose name
 * or tax status changed is listed once for each.
 */
const GivenTo = Payee.extend({
  organizationId: id,
  isTestMoney: z.boolean(),
  total: Amount,
  /** Present where that is known of every payment listed. */
  wonNothing: z.literal(true).optional(),
  commissionBasisPoints: z.number(),
  entries: z.array(
    z.object({
      on: Day,
      campaignName: z.string(),
      /** `charge`: by card or from a bank account; `refund_not_made`, `set_off`: what undid a part of a refund, on that refund's day; `dispute`: what a bank holds or keeps, `dispute_won` is no longer sent. */
      kind: z.enum(['charge', 'payment', 'refund', 'refund_not_made', 'set_off', 'dispute', 'dispute_won']),
      /** Present where the charge was a debit of a bank account. */
      isDebit: z.literal(true).optional(),
      amount: Amount,
      /** The receipt of what was received. */
      receiptId: id.nullable(),
    }),
  ),
})

/** A calendar year of a supporter's: days as each campaign's zone has them. */
export const Giving = z.object({
  year: z.number(),
  /** Present where the year is not over yet, in the supporter's zone. */
  isRunning: z.literal(true).optional(),
  /** Every year with money, the newest first. */
  years: z.array(z.number()),
  supporterId: id,
  supporterName: z.string(),
  /** Present where pledges of this account have several names: there is a statement for each. */
  names: z.array(z.object({ name: z.string(), pledgeId: id })).optional(),
  organizations: z.array(GivenTo),
  /** Of real money where there is any: test money is never added to it. */
  total: Amount,
  isTestMoney: z.boolean(),
  /** Entries beyond what fits on one statement. */
  moreEntries: z.number(),
})
export type Giving = z.infer<typeof Giving>

/** The same of one pledge, by its link. */
export const LinkedGiving = Giving.omit({ supporterId: true, names: true }).extend({
  campaignName: z.string(),
  timeZone: z.string(),
})
export type LinkedGiving = z.infer<typeof LinkedGiving>

import { z } from 'zod'
import { STATISTIC_TYPES } from '../statistic-types.ts'
import { Amount, Day, id } from './fields.ts'

/** To whom the money went, as it was on the day of the payment (R70). */
const Payee = z.object({
  organizationName: z.string(),
  /** Such as "Boston, MA". */
  organizationPlace: z.string(),
  is501c3: z.boolean(),
  /** Only where the organization is 501(c)(3). */
  ein: z.string().nullable(),
})

/** Money that was refunded, or that a bank took back. */
const Return = z.object({ on: Day.nullable(), amount: Amount, why: z.enum(['refund', 'disputed', 'lost']) })

/** One charge or payment that was received (R37). */
export const Receipt = Payee.extend({
  id,
  /** What to quote when asking about it. */
  number: z.string(),
  pledgeId: id,
  campaignId: id,
  campaignName: z.string(),
  supporterName: z.string(),
  amount: Amount,
  receivedOn: Day,
  /** Such as "Visa ending in 4242", "Check 1042". */
  method: z.string(),
  /** All that was paid above what was due: not part of the amount (R5). */
  overpaid: Amount,
  /** Of it, what is kept as the supporter's credit. */
  credit: Amount,
  /** Of it, what repays a refund of a check that then bounced (R5). */
  covers: Amount,
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
      /** What of it is due under the maximum (R10). */
      earned: Amount,
    }),
  ),
  earned: Amount,
  /** The maximum bound: the lines come to less than rate × quantity (R10). */
  isCapped: z.boolean(),
  /** What the lines come to above the maximum, which no one owes; 0.00 where it did not bind. */
  aboveMaximum: Amount,
  returns: z.array(Return),
  kept: Amount,
  commissionBasisPoints: z.number(),
  isTestMoney: z.boolean(),
})
export type Receipt = z.infer<typeof Receipt>

/**
 * All that a supporter gave to one organization in a year, and what was returned, each on its own day. An organization whose name
 * or tax standing changed is listed once for each (R70).
 */
const GivenTo = Payee.extend({
  organizationId: id,
  isTestMoney: z.boolean(),
  total: Amount,
  commissionBasisPoints: z.number(),
  entries: z.array(
    z.object({
      on: Day,
      campaignName: z.string(),
      /** `charge`: by card or from a bank account; `refund_not_made`, `set_off`: what undid a part of a refund, on that refund's day (R37). */
      kind: z.enum(['charge', 'payment', 'refund', 'refund_not_made', 'set_off', 'dispute', 'dispute_won']),
      /** Present where the charge was a debit of a bank account. */
      isDebit: z.literal(true).optional(),
      amount: Amount,
      /** The receipt of what was received. */
      receiptId: id.nullable(),
    }),
  ),
})

/** A calendar year of a supporter's (R37): days as each campaign's zone has them. */
export const Giving = z.object({
  year: z.number(),
  /** Every year with money, the newest first. */
  years: z.array(z.number()),
  supporterId: id,
  supporterName: z.string(),
  organizations: z.array(GivenTo),
  /** Of real money where there is any: test money is never added to it (R39). */
  total: Amount,
  isTestMoney: z.boolean(),
  /** Entries beyond what fits on one statement. */
  moreEntries: z.number(),
})
export type Giving = z.infer<typeof Giving>

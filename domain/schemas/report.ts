import { z } from 'zod'
import { PERIODS } from '../billing/period.ts'
import { Amount, Instant, id } from './fields.ts'

/** `2026-11`: a month as each campaign's own zone has it. */
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Choose a month such as 2026-11')
export const MoneyMode = z.enum(['live', 'sandbox'], { error: 'Choose live or sandbox' })

/** From the month on: one, a quarter, or a year, as a fiscal year that begins with it. */
export const PeriodMonths = z.coerce
  .number()
  .int()
  .min(1)
  .max(12)
  .pipe(z.literal([...PERIODS], { error: 'Choose 1, 3 or 12 months' }))

export const MonthQuery = z.object({
  month: Month.optional(),
  months: PeriodMonths.default(1),
  /** Real and test money are never added up; without a choice, what the server moves. */
  money: MoneyMode.optional(),
  page: z.coerce.number().int().min(1).max(1_000).default(1),
})

/** What moved in a month or a year, and what organizations were owed before and after it. */
export const Moved = z.object({
  collected: Amount,
  refunds: Amount,
  /** Disputes less those won. */
  disputes: Amount,
  bounced: Amount,
  /** Collected less all of these. */
  net: Amount,
  commission: Amount,
  paidOut: Amount,
  owedBefore: Amount,
  owed: Amount,
})

const Figures = Moved.extend({
  /** `owed` is what is owed to organizations less what they owe, both above zero and campaign by campaign, as under Payouts. */
  owedTo: Amount,
  owedBy: Amount,
  /** What the card provider kept of payments and for itself: the provider bears it. */
  fees: Amount,
})
export type MonthFigures = z.infer<typeof Figures>

const MonthCampaign = Figures.extend({
  campaignId: id,
  campaignName: z.string(),
  organizationName: z.string(),
  /** Since when its books do not balance, as of now; absent: they do. */
  billingHeldAt: Instant.optional(),
})
export type MonthCampaign = z.infer<typeof MonthCampaign>

const MonthOrganization = Figures.extend({ organizationId: id, organizationName: z.string() })
export type MonthOrganization = z.infer<typeof MonthOrganization>

/** What the bank's statement has one line for: a slip, a check, a transfer, a payout of the card provider. */
const BankLine = z.object({
  id,
  /** The day that the bank has it. */
  on: z.string(),
  kind: z.string(),
  /** Its number; null: it has none. */
  reference: z.string().nullable(),
  /** Above zero: paid in. */
  amount: Amount,
})
export type BankLine = z.infer<typeof BankLine>

/** The provider's month, or the months from it on; every figure is from the journal. */
export const ProviderMonth = z.object({
  month: Month,
  months: PeriodMonths,
  /** Present where the month is not over yet in every campaign's zone: its figures are those so far. */
  isRunning: z.literal(true).optional(),
  /** The first month with entries, and the one that has begun last: there is nothing before and after. */
  firstMonth: Month,
  lastMonth: Month,
  moneyMode: MoneyMode,
  /** There is money of the other kind as well. */
  hasOther: z.boolean(),
  totals: Figures,
  /** Of what was collected, what was received in earlier months, and only recorded in this one; absent if nothing. */
  receivedEarlier: Amount.optional(),
  campaigns: z.array(MonthCampaign),
  campaignsCount: z.number(),
  page: z.number(),
  pages: z.number(),
  /** By name; the file has all of them. */
  organizations: z.array(MonthOrganization),
  organizationsCount: z.number(),
  /** The newest of the months, oldest first; the file has all of them. */
  bank: z.array(BankLine),
  bankCount: z.number(),
  /** Debits above zero; together they are zero at any time. */
  accounts: z.array(
    z.object({ account: z.string(), opening: Amount, debit: Amount, credit: Amount, closing: Amount }),
  ),
})
export type ProviderMonth = z.infer<typeof ProviderMonth>

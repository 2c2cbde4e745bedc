import { z } from 'zod'
import { FirstMonth, id } from './fields.ts'
import { MoneyMode, Moved } from './report.ts'

const Year = z.coerce
  .number('Choose a year')
  .int('Choose a year')
  .min(2000, 'Choose a year')
  .max(2199, 'Choose a year')

export const YearParams = z.object({ id, year: Year })
export const YearQuery = z.object({
  /** The month in which the year starts: without one, the month that the organization set. */
  from: FirstMonth.optional(),
  /** Real and test money are never added up; without a choice, what the server moves. */
  money: MoneyMode.optional(),
  page: z.coerce.number().int().min(1).max(1_000).default(1),
})

/** What moved in the year, as in the months of it, and who gave it. */
const Figures = Moved.extend({
  /** How many different people. */
  supporters: z.number(),
  /** How many payments, each of which has a receipt. */
  gifts: z.number(),
  /** How many of them were of $250.00 or more. */
  largeGifts: z.number(),
  /** How many people gave $250.00 or more in the year, in one payment or in several. */
  largeSupporters: z.number(),
})
export type YearFigures = z.infer<typeof Figures>

const YearCampaign = Figures.extend({ campaignId: id, campaignName: z.string() })
export type YearCampaign = z.infer<typeof YearCampaign>

/** An organization's year, from the same journal as the provider's months. */
export const OrganizationYear = z.object({
  organizationId: id,
  organizationName: z.string(),
  /** Its own, for the day on which a file is made; each campaign has one for its days. */
  timeZone: z.string(),
  /** The year in which it starts. */
  year: z.number(),
  from: FirstMonth,
  /** The month that the organization set. */
  fiscalYearFrom: FirstMonth,
  firstDay: z.string(),
  lastDay: z.string(),
  /** `running`: what was owed at its end is what is owed so far. */
  progress: z.enum(['ahead', 'running', 'over']),
  /** The years with money, and the one that runs, newest first. */
  years: z.array(z.number()),
  moneyMode: MoneyMode,
  /** There is money of the other kind as well. */
  hasOther: z.boolean(),
  totals: Figures,
  campaigns: z.array(YearCampaign),
  campaignsCount: z.number(),
  page: z.number(),
  pages: z.number(),
})
export type OrganizationYear = z.infer<typeof OrganizationYear>

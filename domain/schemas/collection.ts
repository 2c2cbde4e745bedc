import { z } from 'zod'
import { OPEN_GROUPS, OPEN_STATES } from '../billing/collection.ts'
import { Amount, Day, id } from './fields.ts'

const MoneyMode = z.enum(['live', 'sandbox'])

/** Which campaigns: all, those whose name or organization contains these words, or one. */
export const CollectionFilter = z.object({
  search: z.string().trim().max(200, 'Use at most 200 characters').optional(),
  campaign: z.uuid('Not a campaign').optional(),
})
export type CollectionFilter = z.output<typeof CollectionFilter>

const page = {
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

export const COLLECTION_SORTS = ['missing', 'rate', 'billed', 'collected', 'name'] as const
export const CollectionCampaignsQuery = CollectionFilter.extend({
  sort: z.enum(COLLECTION_SORTS, { error: 'Not an order' }).default('missing'),
  ...page,
})
export type CollectionCampaignsQuery = z.output<typeof CollectionCampaignsQuery>

export const CollectionAmbassadorsQuery = CollectionFilter.extend(page)
export type CollectionAmbassadorsQuery = z.output<typeof CollectionAmbassadorsQuery>

/** `late`: what was not paid as it should have been. */
export const OPEN_FILTERS = ['late', 'all', ...OPEN_STATES] as const
const GROUPS = Object.keys(OPEN_GROUPS) as (keyof typeof OPEN_GROUPS)[]
export const OpenItemsQuery = CollectionFilter.extend({
  show: z.enum([...OPEN_FILTERS, ...GROUPS], { error: 'Not a state' }).default('late'),
  ...page,
})
export type OpenItemsQuery = z.output<typeof OpenItemsQuery>

/**
 * Expected is what is pledged. Billed = collected + underway + failed + overdue + disputed + refunded + lost: every
 * dollar that was billed is in exactly one of them.
 */
export const CollectionFigures = z.object({
  expected: Amount,
  billed: Amount,
  collected: Amount,
  /** Scheduled or being charged, and invoices that are not due yet. */
  underway: Amount,
  failed: Amount,
  failedCount: z.number(),
  overdue: Amount,
  overdueCount: z.number(),
  disputed: Amount,
  refunded: Amount,
  lost: Amount,
  writtenOff: Amount,
  waived: Amount,
  /** Collected of what was billed, in whole percent; null where nothing was billed. */
  rate: z.number().nullable(),
})
export type CollectionFigures = z.infer<typeof CollectionFigures>

/** Of one kind of money. */
const CollectionSums = z.object({
  totals: CollectionFigures,
  campaignsCount: z.number(),
  reasons: z.array(z.object({ reason: z.string(), count: z.number(), amount: Amount })),
  /** How many open items there are of each state. */
  states: z.record(z.enum(OPEN_STATES), z.number()),
})
export type CollectionSums = z.infer<typeof CollectionSums>

/**
 * `totals` and `reasons` are of real money where any campaign has it: test money is never added to it. Campaigns and open
 * items are counted in all.
 */
export const Collections = CollectionSums.extend({
  /** The one that was asked for by its id. */
  campaignName: z.string().nullable(),
  moneyMode: MoneyMode,
  /** The sums of each kind of money, real money first. */
  byMoney: z.array(CollectionSums.extend({ moneyMode: MoneyMode })),
})
export type Collections = z.infer<typeof Collections>

export const CollectionCampaign = z.object({
  id,
  name: z.string(),
  organizationName: z.string(),
  moneyMode: MoneyMode,
  figures: CollectionFigures,
})
export type CollectionCampaign = z.infer<typeof CollectionCampaign>
export const CollectionCampaigns = z.object({ campaigns: z.array(CollectionCampaign), count: z.number() })
export type CollectionCampaigns = z.infer<typeof CollectionCampaigns>

export const CollectionAmbassador = z.object({
  /** Null: supporters of that campaign who came without an ambassador. */
  ambassadorId: id.nullable(),
  name: z.string().nullable(),
  campaignId: id,
  campaignName: z.string(),
  moneyMode: MoneyMode,
  supporters: z.number(),
  billed: Amount,
  collected: Amount,
  rate: z.number().nullable(),
})
export type CollectionAmbassador = z.infer<typeof CollectionAmbassador>
export const CollectionAmbassadors = z.object({
  ambassadors: z.array(CollectionAmbassador),
  count: z.number(),
})
export type CollectionAmbassadors = z.infer<typeof CollectionAmbassadors>

/** A charge or an invoice that is not settled, or what is owed back. No names: those are requested separately. */
export const OpenItem = z.object({
  id,
  kind: z.enum(['charge', 'invoice', 'dispute', 'overpayment', 'refund']),
  state: z.enum(OPEN_STATES),
  /** Of the charge, where it is one. */
  chargeId: id.nullable(),
  pledgeId: id,
  campaignId: id,
  campaignName: z.string(),
  organizationName: z.string(),
  /** Of an invoice, or of the one that a card payment in progress is for. */
  number: z.string().nullable(),
  /** Still to come, or in dispute. */
  amount: Amount,
  reason: z.string().nullable(),
  nextStep: z.string(),
  nextOn: Day.nullable(),
  /** When it was originally due: the charge's own day, the invoice's due date. */
  dueOn: Day,
  moneyMode: MoneyMode,
})
export type OpenItem = z.infer<typeof OpenItem>
export const OpenItems = z.object({ items: z.array(OpenItem), count: z.number() })
export type OpenItems = z.infer<typeof OpenItems>

/** Whose pledges these are: asked for on purpose, and logged. */
export const NamesForm = z.object({
  pledgeIds: z.array(id).min(1, 'Choose whose names').max(200, 'Ask for at most 200 names at once'),
})
export const PledgeName = z.object({
  pledgeId: id,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** Lines of the postal address; empty if there is none. A ZIP code alone came with a card. */
  address: z.array(z.string()),
})
export type PledgeName = z.infer<typeof PledgeName>

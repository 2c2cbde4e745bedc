import { z } from 'zod'
import { Amount, Day, id, text } from './fields.ts'

/** What is found, in the order of the groups where nothing else decides. */
export const SEARCH_KINDS = [
  'invoice',
  'receipt',
  'pledge',
  'organization',
  'campaign',
  'member',
  'ambassador',
  'payment',
  'deposit',
  'charge',
  'refund',
  'payout',
  'exception',
] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** Of each kind at most so many are found. */
export const MAX_FOUND = 6

const TOO_SHORT = 'Type at least 2 characters'
const typed = text(100, TOO_SHORT).refine((value) => value.length >= 2, TOO_SHORT)

export const SearchQuery = z.object({ query: typed })
export const SearchForm = z.object({ search: typed })

/** One thing that was found, with what tells it from the others. */
export const SearchResult = z.object({
  kind: z.enum(SEARCH_KINDS),
  id,
  /** A name, or what it is called: an invoice number, `Check 1042`, a pledge reference. */
  title: z.string(),
  /** Whose money it is; null where it is no supporter's. */
  name: z.string().nullable(),
  /** What its paper has: the number of an invoice, check, slip or transfer. */
  number: z.string().nullable(),
  /** Its campaign or organization, the place of an organization, the role of a member. */
  of: z.string(),
  state: z.string().nullable(),
  /** Of an open invoice what is unpaid, of a pledge the most that it can owe. */
  amount: Amount.nullable(),
  on: Day.nullable(),
  /** Whose page shows it. */
  pledgeId: id.nullable(),
})
export type SearchResult = z.infer<typeof SearchResult>

import { z } from 'zod'
import { Amount, id } from './fields.ts'

const SEARCH_KINDS = ['campaign', 'organization', 'pledge', 'invoice'] as const

export const SearchQuery = z.object({
  query: z.string().trim().min(2, 'Type at least 2 characters').max(100, 'Use at most 100 characters'),
})

/** One thing that was found. It names no one: an invoice or a pledge shows its campaign and its state. */
export const SearchResult = z.object({
  kind: z.enum(SEARCH_KINDS),
  id,
  /** A name, an invoice number, or a pledge reference. */
  title: z.string(),
  /** The organization of a campaign, the place of an organization, the campaign of an invoice and a pledge. */
  of: z.string(),
  state: z.string().nullable(),
  /** Of an invoice: what is unpaid, in dollars. */
  amount: Amount.nullable(),
  /** Of an invoice: whose page shows it. */
  pledgeId: id.nullable(),
})
export type SearchResult = z.infer<typeof SearchResult>

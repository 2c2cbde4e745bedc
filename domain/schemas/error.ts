import { z } from 'zod'

/** What a list is asked for: a page of it, from its start or after the row whose id is the cursor. */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.uuid('Not a cursor of this list').optional(),
})
export type PageQuery = z.output<typeof PageQuery>

/** The one shape of a refusal: what to do next, in words, and every wrong field at once. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  details: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

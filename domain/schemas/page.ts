import { z } from 'zod'

/** What a list is asked for: a page of it, from its start or after the row whose id is the cursor (R51). */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.uuid('Not a cursor of this list').optional(),
})
export type PageQuery = z.output<typeof PageQuery>

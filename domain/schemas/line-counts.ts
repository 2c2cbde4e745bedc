import { z } from 'zod'
import { COUNTS_FROM } from '../scope.ts'
import { Instant, id } from './fields.ts'

/** Which results a line counts (R58). */
export const LineCounts = z.object({
  from: z.enum(COUNTS_FROM),
  /** What began after this instant; null: from the start of the season. */
  fromAt: Instant.nullable(),
  /** What had begun by this instant, as the line was raised or stopped then; null: it is open. */
  untilAt: Instant.nullable(),
  eventId: id.nullable(),
  eventName: z.string().nullable(),
})
export type LineCounts = z.infer<typeof LineCounts>

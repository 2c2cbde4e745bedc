import { z } from 'zod'
import { Instant } from './fields.ts'

/** What the card provider reported and no attempt could process: money may have moved that is not in the books. */
export const UnprocessedCardEvent = z.object({
  /** The provider's own id of the event. */
  id: z.string(),
  type: z.string(),
  /** The payment, dispute or transfer that it is about, by the provider's name. */
  reference: z.string(),
  attempts: z.number(),
  receivedAt: Instant,
})
export type UnprocessedCardEvent = z.infer<typeof UnprocessedCardEvent>

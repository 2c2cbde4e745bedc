import { z } from 'zod'
import { Instant, id } from './fields.ts'

/** A mail that its mail server refused for good, or too often (R44). */
export const UndeliveredMail = z.object({
  id,
  to: z.string(),
  /** The recipient's address today, where it is another one: it is sent again to that. Null: it is the same, or unknown. */
  currentTo: z.string().nullish(),
  subject: z.string(),
  campaignId: id.nullable(),
  /** How often it was tried. */
  attempts: z.number(),
  /** What the mail server answered: `SMTP 550`, or the name of the failure. */
  failure: z.string(),
  queuedAt: Instant,
  failedAt: Instant,
})
export type UndeliveredMail = z.infer<typeof UndeliveredMail>

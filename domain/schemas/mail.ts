import { z } from 'zod'
import { Instant, id } from './fields.ts'

/** A mail in the outbox, for the page that shows it on one's own machine. */
export const OutboxMail = z.object({
  id,
  to: z.string(),
  replyTo: z.string().nullable(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  createdAt: Instant,
})
export type OutboxMail = z.infer<typeof OutboxMail>

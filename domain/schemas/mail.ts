import { z } from 'zod'
import { Instant, id } from './fields.ts'

/** A mail in the outbox, for the page that shows it on the local machine. */
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

/** A mail with sample data, and when it is sent. */
export const MailSampleEntry = z.object({
  name: z.string(),
  group: z.string(),
  when: z.string(),
  subject: z.string(),
  text: z.string(),
  /** Can its reader switch it off? */
  isOptional: z.boolean(),
})
export type MailSampleEntry = z.infer<typeof MailSampleEntry>

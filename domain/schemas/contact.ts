import { z } from 'zod'
import { email, Instant, optionalText, text } from './fields.ts'

/** A message to the provider, from anyone. */
export const ContactForm = z.object({
  name: text(120, 'Name is required'),
  email: email(),
  organization: optionalText(200),
  phone: optionalText(40),
  message: text(4000, 'Write a message first'),
  /** People do not see this field; programs that fill in every field they find do. */
  homepage: z.string('Leave this empty').optional(),
})
export type ContactForm = z.output<typeof ContactForm>

/** The same answer to the same message, however often it is sent. */
export const ContactReceipt = z.object({ receivedAt: Instant })
export type ContactReceipt = z.infer<typeof ContactReceipt>

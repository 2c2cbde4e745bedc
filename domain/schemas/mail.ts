import { z } from 'zod'
import { LINKED_MAIL } from '../people/mail-kinds.ts'
import { STATISTIC_TYPES } from '../season/statistic-types.ts'
import { amount, Instant, id } from './fields.ts'

/** A mail that its mail server refused for good, or too often. */
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

/**
 * What the page of a mailed link asks in a browser in which nothing was begun: how much was pledged for this statistic. It is
 * typed: a mail scanner that presses every button answers nothing.
 */
export const MailQuestion = z.object({
  name: z.string(),
  unitName: z.string().nullable(),
  type: z.enum(STATISTIC_TYPES),
})
export type MailQuestion = z.infer<typeof MailQuestion>

export const MailAnswer = z.object({ amount: amount('Enter an amount such as 4.00') })
export type MailAnswer = z.output<typeof MailAnswer>

const kind = z.enum(LINKED_MAIL)

/** One kind of mail, and whether this person gets it. */
export const MailChoice = z.object({ kind, title: z.string(), text: z.string(), isOn: z.boolean() })
export type MailChoice = z.infer<typeof MailChoice>

export const MailChoiceForm = z.object({ kind, isOn: z.boolean() })

/** The secret of the link that switches a kind off: 32 bytes. */
export const UnsubscribeToken = z.string().regex(/^[\w-]{43}$/, 'Not a link of ours')

/** What such a link is about, for anyone who has it: the address is partly shown. */
export const LinkedMailChoice = MailChoice.extend({ address: z.string() })
export type LinkedMailChoice = z.infer<typeof LinkedMailChoice>

export const LinkedMailChoiceForm = z.object({ isOn: z.boolean() })

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

import { z } from 'zod'
import { reasonAgainstText } from '../links.ts'
import { Instant, id, optionalText, text } from './fields.ts'

/** Matches whose supporters can be thanked: the newest. */
export const MAX_MATCHES = 20
/** Between two that are sent for a campaign. */
export const DAYS_BETWEEN_THANK_YOUS = 7

/** POST /api/campaigns/{id}/thank-yous: plain text, without links. */
export const ThankYouForm = z.object({
  message: text(1000, 'Write your thanks first').superRefine((value, context) => {
    const reason = reasonAgainstText(value)
    if (reason) context.addIssue({ code: 'custom', message: reason })
  }),
  /** To the supporters of this match only; null: to all. */
  eventId: id.nullish().transform((value) => value ?? null),
})
export type ThankYouForm = z.output<typeof ThankYouForm>

export const ThankYou = z.object({
  id,
  message: z.string(),
  eventId: id.nullable(),
  eventName: z.string().nullable(),
  state: z.enum(['waiting', 'declined', 'sending', 'sent']),
  writtenAt: Instant,
  decidedAt: Instant.nullable(),
  /** What the representative wrote who declined it. */
  reason: z.string().nullable(),
  /** To how many supporters it was sent so far. Never to whom. */
  mailed: z.number(),
})
export type ThankYou = z.infer<typeof ThankYou>

export const ThankYouQuery = z.object({
  /** Count the supporters of this match only; without it: all. */
  eventId: id.optional(),
})

/** GET /api/campaigns/{id}/thank-yous: for those who write them. */
export const ThankYous = z.object({
  /** Newest first, at most a hundred: two years of them. */
  items: z.array(ThankYou),
  /** The newest first. */
  matches: z.array(z.object({ eventId: id, name: z.string(), startTime: Instant })),
  /** How many would get the next one: of all, or of the match that was asked about. */
  supporters: z.number(),
  /** Null: one may be written now. */
  cannotWriteReason: z.string().nullable(),
})
export type ThankYous = z.infer<typeof ThankYous>

/** One that waits, in the list of all campaigns, for the representative who decides. */
export const QueuedThankYou = ThankYou.pick({
  id: true,
  message: true,
  eventName: true,
  writtenAt: true,
}).extend({
  campaignId: id,
  campaignName: z.string(),
  organizationName: z.string(),
  timeZone: z.string(),
  supporters: z.number(),
  /** Null: the caller may approve it. */
  cannotApproveReason: z.string().nullable(),
})
export type QueuedThankYou = z.infer<typeof QueuedThankYou>

/** POST /api/campaigns/{id}/thank-yous/{thankYouId}/decision */
export const ThankYouDecision = z
  .object({ isApproved: z.boolean('Choose whether to send it'), reason: optionalText(300) })
  .refine(({ isApproved, reason }) => isApproved || reason !== null, {
    path: ['reason'],
    error: 'Write what to change',
  })
export type ThankYouDecision = z.output<typeof ThankYouDecision>

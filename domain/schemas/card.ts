import { z } from 'zod'
import { Instant } from './fields.ts'

/** POST /api/cards/setups: permission to save a card now and charge it months later. */
export const CardSetup = z.object({
  id: z.string(),
  provider: z.enum(['sandbox', 'stripe']),
  clientSecret: z.string(),
  publishableKey: z.string().nullable(),
})
export type CardSetup = z.infer<typeof CardSetup>

const EXPIRES = 'Enter the month and year, such as 12/30'

/** The sandbox's own card form: only the published test numbers, marked "Test mode". */
export const SandboxCardForm = z.object({
  clientSecret: z.string().min(1).max(200),
  number: z
    .string()
    .max(30)
    .transform((value) => value.replace(/[\s-]/g, ''))
    .refine((value) => /^\d{12,19}$/.test(value), 'Enter a test card number, such as 4242 4242 4242 4242'),
  expMonth: z.int(EXPIRES).min(1, EXPIRES).max(12, EXPIRES),
  expYear: z.int(EXPIRES).min(2000, EXPIRES).max(2100, EXPIRES),
  cvc: z.string().regex(/^\d{3,4}$/, 'Enter the 3 or 4 digits on the card'),
})
/** POST /api/cards: a card that was saved in the card provider's own form, by the id that the form answered. */
export const CardForm = z.object({ stripePaymentMethodId: z.string().min(1).max(200) })

export const SavedCard = z.object({
  stripePaymentMethodId: z.string(),
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number(),
  expYear: z.number(),
})
export type SavedCard = z.infer<typeof SavedCard>

/** A card that was declined when someone tried to save it, for those who watch for abuse. */
export const CardRefusal = z.object({
  id: z.string(),
  at: Instant,
  code: z.string(),
  address: z.string().nullable(),
  userId: z.uuid(),
  userEmail: z.string(),
  /** Counted over the hour before. */
  byUser: z.number(),
  byAddress: z.number(),
  byCard: z.number(),
  /** Until when the next card had to wait, or still has to; null if it did not. */
  waitsUntil: Instant.nullable(),
  /** How many accounts have the same card saved. */
  accountsWithCard: z.number(),
})
export type CardRefusal = z.infer<typeof CardRefusal>

/**
 * A pledge that is being made: the answers so far, kept in this tab until it is locked in. A reload, the Back button
 * or a sign-in midway loses nothing, and repeating a click that got no response is still the same click.
 * Card numbers are never stored: only what the card provider said about a saved card.
 */
import { z } from 'zod'
import { PAYMENT_METHODS } from '#domain/instruments.ts'
import { SavedBankAccount } from '#domain/schemas/bank-account.ts'
import { SavedCard } from '#domain/schemas/card.ts'
import { keep, OPENING, readKept } from './opening.ts'

export const LAST_STEP = 6

const Answers = z.object({
  pledgerId: z.string(),
  /** Missing until somebody chose: until then, the ambassador whose link was followed (R42). */
  ambassadorId: z.string().nullable().optional(),
  isAnonymous: z.boolean(),
  /** Missing in drafts from before this choice. */
  thankByName: z.boolean().optional(),
  note: z.string(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  card: SavedCard.nullable(),
  /** Missing in drafts from before bank accounts. */
  bankAccount: SavedBankAccount.nullish(),
  /** Step 1 as typed; null until something was. */
  profile: z.record(z.string(), z.string()).nullable(),
})
export type Answers = z.infer<typeof Answers>

const Draft = z.object({
  /** Its owner; null while a visitor is on the way through sign-in. */
  userId: z.string().nullable(),
  isOpen: z.boolean(),
  step: z
    .number()
    .int()
    .min(1)
    .max(LAST_STEP - 1),
  answers: Answers.nullable(),
  /** The request that was sent, and its Idempotency-Key: until it is answered. */
  sent: z.object({ body: z.string(), key: z.string() }).nullable(),
})
type Draft = z.infer<typeof Draft>

const NEW: Draft = { ...OPENING, isOpen: false }

/** Empty for another user's draft, and for one that another version of this page left. */
export function readDraft(campaignId: string, userId: string): Draft {
  const kept = Draft.safeParse(readKept(campaignId))
  return kept.success && (kept.data.userId ?? userId) === userId ? kept.data : NEW
}

export const keepDraft = (campaignId: string, draft: Draft): void => keep(campaignId, draft)

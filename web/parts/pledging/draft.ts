/**
 * A pledge that is being made: what was answered so far, kept in this tab until it is locked in. A reload, the way back
 * and a sign-in in the middle lose nothing, and a click that got no answer is the same click when it is made again.
 * Card numbers are never among it: only what the card provider said of a card that is saved.
 */
import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import { PAYMENT_METHODS } from '#domain/instruments.ts'
import { SavedBankAccount } from '#domain/schemas/bank-account.ts'
import { SavedCard } from '#domain/schemas/card.ts'
import type { Intent } from '#web/write.ts'
import { keep, OPENING, readKept } from './opening.ts'

export const LAST_STEP = 6

const Answers = z.object({
  pledgerId: z.string(),
  /** Not there until somebody chose: until then, whose link was followed (R42). */
  ambassadorId: z.string().nullable().optional(),
  isAnonymous: z.boolean(),
  note: z.string(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  card: SavedCard.nullable(),
  /** Not there in drafts from before bank accounts. */
  bankAccount: SavedBankAccount.nullish(),
  /** Step 1 as it was typed; null until something was. */
  profile: z.record(z.string(), z.string()).nullable(),
})
export type Answers = z.infer<typeof Answers>

const Draft = z.object({
  /** Whose it is; null while a visitor is on the way through sign-in. */
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
export type Draft = z.infer<typeof Draft>

const NEW: Draft = { ...OPENING, isOpen: false }

/** Nothing for somebody else's, and for what another version of this page has left. */
export function readDraft(campaignId: string, userId: string): Draft {
  const kept = Draft.safeParse(readKept(campaignId))
  return kept.success && (kept.data.userId ?? userId) === userId ? kept.data : NEW
}

export const keepDraft = (campaignId: string, draft: Draft): void => keep(campaignId, draft)

/** The same pledge sent again, also after a reload, has the same key: one click is one pledge. */
export function pledgeIntent(campaignId: string, userId: string): Intent {
  const change = (sent: Draft['sent']): void =>
    keepDraft(campaignId, { ...readDraft(campaignId, userId), userId, sent })
  return {
    keyFor: (body) => {
      const { sent } = readDraft(campaignId, userId)
      if (sent?.body === body) return sent.key
      const key = uuid()
      change({ body, key })
      return key
    },
    answered: () => change(null),
  }
}

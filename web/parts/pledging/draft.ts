/**
 * A pledge that is being made: the answers so far, kept in this tab until it is locked in. A reload, the Back button
 * or a sign-in midway loses nothing, and repeating a click that got no response is still the same click.
 * Card numbers are never stored: only what the card provider said about a saved card.
 */

import { useCallback, useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { PAYMENT_METHODS } from '#domain/billing/instruments.ts'
import type { PublicAmbassador } from '#domain/schemas/ambassador.ts'
import { SavedBankAccount } from '#domain/schemas/bank-account.ts'
import { SavedCard } from '#domain/schemas/card.ts'
import type { User } from '#domain/schemas/user.ts'
import { keep, OPENING, readKept } from './opening.ts'

export const LAST_STEP = 6

const Answers = z.object({
  pledgerId: z.string(),
  /** Missing until somebody chose: until then, the ambassador whose link was followed. */
  ambassadorId: z.string().nullable().optional(),
  isAnonymous: z.boolean(),
  thankByName: z.boolean().optional(),
  note: z.string(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  card: SavedCard.nullable(),
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

/** The answers so far in the steps of the pledge dialog, stored in this tab as they are given. */
export type Step = 1 | 2 | 3 | 4 | 5 | typeof LAST_STEP
type Given = {
  campaignId: string
  user: User
  /** Undefined while they are loaded. */
  joined: readonly PublicAmbassador[] | undefined
  credited: PublicAmbassador | null
}

/** Who is credited: the choice, unless it is in the list no longer; without one, the ambassador whose link was followed. */
export function creditedBy(
  chosen: string | null | undefined,
  { joined, credited }: Pick<Given, 'joined' | 'credited'>,
): string | null {
  const followed = credited?.id ?? null
  const isGone =
    chosen && joined !== undefined && chosen !== followed && !joined.some(({ id }) => id === chosen)
  return chosen === undefined || isGone ? followed : chosen
}

export function useDraft({ campaignId, user, joined, credited }: Given) {
  const draft = useMemo(() => readDraft(campaignId, user.id), [campaignId, user.id])
  const [kept, setStep] = useState(draft.step as Step)
  const [answers, setAnswers] = useState<Answers>(
    draft.answers ?? {
      pledgerId: user.id,
      isAnonymous: false,
      note: '',
      paymentMethod: 'auto_bill_end',
      card: null,
      profile: null,
    },
  )
  const answer = useCallback(
    (changes: Partial<Answers>): void => setAnswers((known) => ({ ...known, ...changes })),
    [],
  )
  // Ambassadors who have not joined yet, or are further down a long list, can only be chosen by their link.
  const listed = joined ?? []
  const ambassadors =
    !credited || listed.some(({ id }) => id === credited.id) ? listed : [credited, ...listed]
  const ambassadorId = creditedBy(answers.ambassadorId, { joined, credited })
  const hasAmbassadors = joined === undefined || ambassadors.length > 0
  const step = kept === 2 && !hasAmbassadors ? 3 : kept
  useEffect(() => {
    if (step === LAST_STEP) return
    const { sent } = readDraft(campaignId, user.id)
    keepDraft(campaignId, { userId: user.id, isOpen: true, step, answers, sent })
  }, [campaignId, user.id, step, answers])
  return { draft, step, setStep, answers, answer, ambassadors, hasAmbassadors, ambassadorId }
}

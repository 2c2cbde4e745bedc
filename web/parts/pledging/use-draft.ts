/** The answers so far in the steps of the pledge dialog, stored in this tab as they are given (R47). */
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { PublicAmbassador } from '#domain/schemas/ambassador.ts'
import type { User } from '#domain/schemas/user.ts'
import { type Answers, keepDraft, LAST_STEP, readDraft } from './draft.ts'

export type Step = 1 | 2 | 3 | 4 | 5 | typeof LAST_STEP
type Given = {
  campaignId: string
  user: User
  joined: readonly PublicAmbassador[]
  credited: PublicAmbassador | null
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
  const ambassadors =
    !credited || joined.some(({ id }) => id === credited.id) ? joined : [credited, ...joined]
  const ambassadorId = answers.ambassadorId === undefined ? (credited?.id ?? null) : answers.ambassadorId
  const step = kept === 2 && ambassadors.length === 0 ? 3 : kept
  useEffect(() => {
    if (step === LAST_STEP) return
    const { sent } = readDraft(campaignId, user.id)
    keepDraft(campaignId, { userId: user.id, isOpen: true, step, answers, sent })
  }, [campaignId, user.id, step, answers])
  return { draft, step, setStep, answers, answer, ambassadors, ambassadorId }
}

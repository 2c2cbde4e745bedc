/** The answers so far in the steps of the pledge dialog, stored in this tab as they are given (R47). */
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { PublicAmbassador } from '#domain/schemas/ambassador.ts'
import type { User } from '#domain/schemas/user.ts'
import { type Answers, keepDraft, LAST_STEP, readDraft } from './draft.ts'

export type Step = 1 | 2 | 3 | 4 | 5 | typeof LAST_STEP
type Given = {
  campaignId: string
  user: User
  /** Undefined while they are loaded. */
  joined: readonly PublicAmbassador[] | undefined
  credited: PublicAmbassador | null
}

/** Who is credited (R42): the choice, unless it is in the list no longer; without one, the ambassador whose link was followed. */
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

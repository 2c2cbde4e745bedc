import { faArrowLeft } from '@fortawesome/free-solid-svg-icons'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isByCard, timingOf } from '#domain/instruments.ts'
import type { PublicAmbassador } from '#domain/schemas/ambassador.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Pledge } from '#domain/schemas/pledge.ts'
import type { User } from '#domain/schemas/user.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { userPledgesQuery } from '#web/queries/users.ts'
import { Button } from '#web/ui/button.tsx'
import { celebrate } from '#web/ui/confetti.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Steps } from '#web/ui/steps.tsx'
import { useWrite } from '#web/write.ts'
import { type Answers, keepDraft, LAST_STEP, pledgeIntent, readDraft } from './draft.ts'
import { forgetDraft } from './opening.ts'
import { type Chosen, keepSelection, NOTHING, type PledgePayload } from './selection.ts'
import { AmbassadorStep } from './step-ambassador.tsx'
import { PaymentStep } from './step-payment.tsx'
import { PrivacyStep } from './step-privacy.tsx'
import { ProfileStep } from './step-profile.tsx'
import { ReviewStep } from './step-review.tsx'
import { SuccessStep } from './step-success.tsx'

const NAMES = ['Profile', 'Ambassador', 'Privacy', 'Payment', 'Review', 'Done'] as const
type Step = 1 | 2 | 3 | 4 | 5 | typeof LAST_STEP
type Props = {
  detail: CampaignDetail
  user: User
  ambassadors: readonly PublicAmbassador[]
  /** Whose link was followed: chosen already, and changeable (R42). */
  credited: PublicAmbassador | null
  chosen: readonly Chosen[]
  payload: PledgePayload
  onClose: () => void
  onPledged: () => void
}

/** Each step's form is tied to the one button at the foot by this id. */
export const STEP_FORM = 'pledge-step'

export function PledgeDialog({
  detail,
  user,
  ambassadors: joined,
  credited,
  chosen,
  payload,
  onClose,
  onPledged,
}: Props) {
  const campaignId = detail.campaigns.id
  const draft = useMemo(() => readDraft(campaignId, user.id), [campaignId, user.id])
  const [kept, setStep] = useState(draft.step as Step)
  const [pending, setPending] = useState<string | false>(false)
  const [hasAgreed, setAgreed] = useState(true)
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
  // Who has not joined yet, or stands further down a long list, is chosen by their link only.
  const ambassadors =
    !credited || joined.some(({ id }) => id === credited.id) ? joined : [credited, ...joined]
  const hasAmbassadors = ambassadors.length > 0
  const ambassadorId = answers.ambassadorId === undefined ? (credited?.id ?? null) : answers.ambassadorId
  const step = kept === 2 && !hasAmbassadors ? 3 : kept
  useEffect(() => {
    if (step === LAST_STEP) return
    const { sent } = readDraft(campaignId, user.id)
    keepDraft(campaignId, { userId: user.id, isOpen: true, step, answers, sent })
  }, [campaignId, user.id, step, answers])

  const isClosed = useRef(false)
  const pledge = useWrite<Pledge>({
    request: () => ({
      method: 'POST',
      path: `/api/campaigns/${campaignId}/pledges`,
      payload: {
        ...payload,
        pledgerId: answers.pledgerId,
        ambassadorId,
        paymentMethod: answers.paymentMethod,
        paymentTiming: timingOf(answers.paymentMethod),
        stripePaymentMethodId: isByCard(answers.paymentMethod)
          ? (answers.card?.stripePaymentMethodId ?? null)
          : null,
        isAnonymous: answers.isAnonymous,
        note: answers.note.trim() || null,
      },
    }),
    failure: 'Pledge Failed',
    success: {
      title: 'PLEDGE LOCKED IN!',
      description: "You're now part of the team! Let's make this season legendary.",
    },
    refresh: [campaignKey(campaignId), userPledgesQuery.queryKey],
    onSuccess: () => {
      // Whoever loads the page again now has pledged: nothing of it is left to be sent twice.
      forgetDraft(campaignId)
      keepSelection(campaignId, NOTHING)
      // Closed while it was under way: then nobody is left to press Close, and what was picked is pledged.
      if (isClosed.current) onPledged()
      setStep(LAST_STEP)
      celebrate()
    },
    intent: useMemo(() => pledgeIntent(campaignId, user.id), [campaignId, user.id]),
  })

  const next = (): void =>
    setStep((step === 1 && !hasAmbassadors ? 3 : Math.min(LAST_STEP, step + 1)) as Step)
  const back = (): void => setStep((step === 3 && !hasAmbassadors ? 1 : Math.max(1, step - 1)) as Step)
  const close = (): void => {
    isClosed.current = true
    if (step === LAST_STEP) onPledged()
    else keepDraft(campaignId, { ...readDraft(campaignId, user.id), isOpen: false })
    onClose()
  }
  const shared = { answers: { ...answers, ambassadorId }, answer, onNext: next, setPending }

  return (
    <Dialog
      open
      onOpenChange={close}
      title="Complete Your Pledge"
      size="wide"
      part={step}
      head={
        <Steps now={step} of={LAST_STEP} name={NAMES[step - 1] ?? ''} next={nextName(step, hasAmbassadors)} />
      }
      foot={
        step === LAST_STEP ? (
          <Button kind="primary" onClick={close}>
            Close
          </Button>
        ) : (
          <>
            {step > 1 && (
              <Button onClick={back}>
                <Icon icon={faArrowLeft} />
                Previous
              </Button>
            )}
            {step === 5 ? (
              <Button
                kind="primary"
                disabled={!hasAgreed}
                pending={pledge.isPending && 'Processing...'}
                onClick={() => pledge.mutate()}
              >
                Confirm Pledge
              </Button>
            ) : (
              <Button kind="primary" type="submit" form={STEP_FORM} pending={pending}>
                Next
              </Button>
            )}
          </>
        )
      }
    >
      {step === 1 && <ProfileStep {...shared} user={user} />}
      {step === 2 && <AmbassadorStep {...shared} ambassadors={ambassadors} />}
      {step === 3 && <PrivacyStep {...shared} />}
      {step === 4 && <PaymentStep {...shared} campaign={detail.campaigns} />}
      {step === 5 && (
        <ReviewStep
          detail={detail}
          answers={answers}
          chosen={chosen}
          payload={payload}
          onAgreed={setAgreed}
          error={pledge.error}
          wasSent={draft.sent !== null && !pledge.isPending && !pledge.error}
        />
      )}
      {step === LAST_STEP && <SuccessStep method={answers.paymentMethod} />}
    </Dialog>
  )
}

const nextName = (step: Step, hasAmbassadors: boolean): string | null =>
  step === LAST_STEP
    ? null
    : (NAMES[step === 1 && !hasAmbassadors ? 2 : Math.min(step, 5)] ?? '').toLowerCase()

export type StepProps = {
  answers: Answers
  answer: (changes: Partial<Answers>) => void
  onNext: () => void
  setPending: (label: string | false) => void
}

import { faArrowLeft } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { PAYMENT_METHOD_RULES, type PaymentMethod } from '#domain/billing/instruments.ts'
import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import type { PublicAmbassador } from '#domain/schemas/ambassador.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { User } from '#domain/schemas/user.ts'
import { AfterPledge } from '#web/parts/guests/after-pledge.tsx'
import { alertsOf } from '#web/queries/alerts.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { celebrate } from '#web/ui/confetti.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { focusOn } from '#web/ui/focus.ts'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note, Tally } from '#web/ui/note.tsx'
import { Steps } from '#web/ui/steps.tsx'
import { type Answers, keepDraft, LAST_STEP, readDraft, type Step, useDraft } from './draft.ts'
import { quoteQuery } from './quote.ts'
import { ambassadorName } from './referral.ts'
import type { Chosen, Counts, PledgePayload } from './selection.ts'
import { PaymentStep } from './step-payment.tsx'
import { ProfileStep } from './step-profile.tsx'
import { ReviewStep } from './step-review.tsx'
import { ANONYMOUS_DOES } from './unit-labels.ts'
import { usePledge } from './use-pledge.ts'

const LONGEST_NOTE = 200

/** First name and initial, as the server makes it of the pledge's name. */
const shownAs = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string => {
  const [initial = ''] = lastName?.trim() ?? ''
  return [firstName?.trim(), initial && `${initial.toUpperCase()}.`].filter(Boolean).join(' ')
}

/** Says exactly who sees what. */
export function PrivacyStep({ user, answers, answer, onNext }: StepProps & { user: User }) {
  const words = useWords()
  return (
    <form
      id={STEP_FORM}
      className="grid max-w-[40rem] gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onNext()
      }}
    >
      <h3>Who sees your name</h3>
      <ul className="quiet grid list-disc gap-1.5 pl-5">
        <li>The public page lists every supporter as “Anonymous Supporter”.</li>
        <li>
          The representative who handles payments sees your name, because someone has to take care of the
          invoices.
        </li>
        <li>If you win a reward, the organization sees your name and contact details.</li>
      </ul>
      <Choice
        type="checkbox"
        name="anonymous"
        value="yes"
        title="Keep my pledge anonymous"
        checked={answers.isAnonymous}
        onChange={(isAnonymous) =>
          answer(isAnonymous ? { isAnonymous, thankByName: false } : { isAnonymous })
        }
      >
        {ANONYMOUS_DOES}
      </Choice>
      <Choice
        type="checkbox"
        name="thanks"
        value="yes"
        title="Thank me by name"
        checked={answers.thankByName ?? false}
        onChange={(thankByName) =>
          answer(thankByName ? { thankByName, isAnonymous: false } : { thankByName })
        }
      >
        The campaign’s page thanks you as <span translate="no">{shownAs(user)}</span>, once a representative
        has checked it. Your amounts are never shown with it.
      </Choice>
      <TextField
        label={`A note for the ${words.team}`}
        optional
        hint="It appears next to your pledge on the public page."
        maxLength={LONGEST_NOTE}
        value={answers.note}
        onChange={(event) => answer({ note: event.target.value })}
      />
    </form>
  )
}

const NAMES = ['Profile', 'Ambassador', 'Privacy', 'Payment', 'Review', 'Done'] as const
type Props = {
  detail: CampaignDetail
  user: User
  /** Undefined while they are loaded. */
  ambassadors: readonly PublicAmbassador[] | undefined
  /** The ambassador whose link was followed: preselected, and changeable. */
  credited: PublicAmbassador | null
  chosen: readonly Chosen[]
  payload: PledgePayload
  counts: Counts
  /** Gets the focus on closing, if the dialog opened automatically. */
  home: RefObject<HTMLElement | null>
  onClose: () => void
  onPledged: () => void
}

/** Each step's form is tied to the single button at the foot by this id. */
export const STEP_FORM = 'pledge-step'

/** A step begins at its heading, never at a button: another Enter presses nothing that nobody has read. */
function useFocusOnStep(step: Step): RefObject<HTMLFieldSetElement | null> {
  const area = useRef<HTMLFieldSetElement>(null)
  const was = useRef(step)
  useLayoutEffect(() => {
    if (was.current !== step) focusOn(area.current?.querySelector('h3'), { preventScroll: true })
    was.current = step
  }, [step])
  return area
}

export function PledgeDialog({
  detail,
  user,
  ambassadors: joined,
  credited,
  chosen,
  payload,
  counts,
  home,
  onClose,
  onPledged,
}: Props) {
  const campaignId = detail.campaigns.id
  const { draft, step, setStep, answers, answer, ambassadors, hasAmbassadors, ambassadorId } = useDraft({
    campaignId,
    user,
    joined,
    credited,
  })
  const [pending, setPending] = useState<string | false>(false)
  const [disagreement, setDisagreement] = useState<string | null>(null)
  const isClosed = useRef(false)
  const area = useFocusOnStep(step)
  const quoted = useQuery({ ...quoteQuery(campaignId, payload), enabled: step === 5 })
  const pledge = usePledge({
    campaignId,
    user,
    payload,
    chosen,
    answers,
    ambassadorId,
    most: quoted.isPlaceholderData ? null : (quoted.data?.most ?? null),
    onSuccess: ({ isHeld }) => {
      // Closed while sending: nobody is left to press Close, and the selection is pledged.
      if (isClosed.current) onPledged()
      setStep(LAST_STEP)
      // A held pledge is not a success yet.
      if (!isHeld) celebrate()
    },
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
      home={home}
      part={step}
      isOnlyRead={step === 5}
      head={
        <Steps now={step} of={LAST_STEP} name={NAMES[step - 1] ?? ''} next={nextName(step, hasAmbassadors)} />
      }
      foot={
        <Foot
          step={step}
          disagreement={disagreement}
          pending={pending}
          close={close}
          back={back}
          isSending={pledge.isPending}
          confirm={() => pledge.mutate()}
        />
      }
    >
      <fieldset ref={area} aria-label={NAMES[step - 1]} className="min-w-0">
        {step === 1 && <ProfileStep {...shared} campaignId={campaignId} user={user} />}
        {step === 2 && <AmbassadorStep {...shared} ambassadors={ambassadors} />}
        {step === 3 && <PrivacyStep {...shared} user={user} />}
        {step === 4 && <PaymentStep {...shared} campaign={detail.campaigns} />}
        {step === 5 && (
          <ReviewStep
            detail={detail}
            answers={answers}
            chosen={chosen}
            payload={payload}
            counts={counts}
            onDisagreement={setDisagreement}
            error={pledge.error}
            wasSent={draft.sent !== null && !pledge.isPending && !pledge.error}
          />
        )}
        {step === LAST_STEP && (
          <SuccessStep
            method={answers.paymentMethod}
            isHeld={pledge.data?.isHeld === true}
            pledgeId={pledge.data?.id ?? null}
            isUncredited={ambassadorId !== null && pledge.data?.ambassadorId === null}
            campaignId={detail.campaigns.id}
            campaignName={detail.campaigns.name}
            referralCode={ambassadors.find(({ id }) => id === ambassadorId)?.ambassadorReferralCode ?? null}
          />
        )}
      </fieldset>
    </Dialog>
  )
}

type FootProps = {
  step: Step
  /** Why the pledge cannot be confirmed yet. */
  disagreement: string | null
  pending: string | false
  isSending: boolean
  close: () => void
  back: () => void
  confirm: () => void
}

function Foot({ step, disagreement, pending, isSending, close, back, confirm }: FootProps) {
  if (step === LAST_STEP) {
    return (
      <Button kind="primary" ignoresDoubleClick onClick={close}>
        Close
      </Button>
    )
  }
  const previous = step > 1 && (
    <Button key="previous" ignoresDoubleClick onClick={back}>
      <Icon icon={faArrowLeft} />
      Previous
    </Button>
  )
  if (step === 5) {
    // Where *Next* was is the way back: whoever presses twice in one place has pledged nothing.
    return (
      <div className="flex w-full flex-wrap items-start justify-between gap-2.5 max-md:flex-col max-md:items-stretch">
        <Button
          key="confirm"
          kind="primary"
          ignoresDoubleClick
          reason={disagreement ?? undefined}
          pending={isSending && 'Processing...'}
          onClick={confirm}
        >
          Confirm Pledge
        </Button>
        {previous}
      </div>
    )
  }
  return (
    <>
      {previous}
      <Button key="next" kind="primary" type="submit" form={STEP_FORM} pending={pending} ignoresDoubleClick>
        Next
      </Button>
    </>
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

export function AmbassadorStep({
  answers,
  answer,
  onNext,
  ambassadors,
}: StepProps & { ambassadors: readonly PublicAmbassador[] }) {
  const choices = [
    { id: null, name: 'No ambassador' },
    ...ambassadors.map((ambassador) => ({ id: ambassador.id, name: ambassadorName(ambassador) })),
  ]
  const words = useWords()
  return (
    <form
      id={STEP_FORM}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onNext()
      }}
    >
      <h3>Did someone from the {words.team} ask you?</h3>
      <p className="quiet">Choose who, and they are credited with your pledge. This is optional.</p>
      <fieldset className="grid min-w-0 gap-2.5 md:grid-cols-2">
        <legend className="sr-only">Ambassador</legend>
        {choices.map(({ id, name }) => (
          <Choice
            key={id ?? 'none'}
            name="ambassador"
            value={id ?? ''}
            title={name}
            checked={answers.ambassadorId === id}
            onChange={() => answer({ ambassadorId: id })}
          />
        ))}
      </fieldset>
    </form>
  )
}

/** `isHeld`: it counts once a representative has looked at it. */
type StepSuccessProps = {
  method: PaymentMethod
  isHeld: boolean
  /** Null after a reload: then alerts are turned on from the pledge's page. */
  pledgeId: string | null
  /** The chosen ambassador was removed meanwhile. */
  isUncredited: boolean
  campaignId: string
  campaignName: string
  referralCode: string | null
}

const today = ({ season }: Vocabulary) => ({
  card: 'Nothing was charged today.',
  bank_account: 'Nothing was debited today.',
  invoice: `An invoice comes after the ${season}.`,
})

export function SuccessStep({ method, isHeld, pledgeId, isUncredited, ...campaign }: StepSuccessProps) {
  const words = useWords()
  return (
    <div className="mx-auto grid max-w-[32.5rem] gap-6 py-10">
      <div className="grid justify-items-center gap-4 text-center" role="status">
        <Tally tone="turf" />
        <Heading level={3}>Pledge Submitted Successfully!</Heading>
        <p className="lead">
          Thank you for your support! You'll receive email updates about the campaign progress.
        </p>
        <p className="quiet">{today(words)[PAYMENT_METHOD_RULES[method].billedBy]}</p>
        {isUncredited && (
          <p className="quiet">
            The ambassador you chose is no longer in this campaign: no one is credited with your pledge.
          </p>
        )}
        {isHeld && (
          <div className="text-left">
            <Note>
              <strong>We review large check and cash pledges first.</strong> Yours counts once we have. We
              will email you, usually within two business days. You can see it under Your Pledges.
            </Note>
          </div>
        )}
      </div>
      <AfterPledge {...campaign} alertsPath={pledgeId && alertsOf(pledgeId)} level={4} />
    </div>
  )
}

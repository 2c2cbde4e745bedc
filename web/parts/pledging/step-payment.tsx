import { faCheck } from '@fortawesome/free-solid-svg-icons'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isByCard, type PaymentMethod } from '#domain/instruments.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import { isUnauthorized } from '#web/api-error.ts'
import { calendarDayText } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { CardFields, type CardHandle, saveFrom } from '#web/parts/card/card.tsx'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { usePending } from '#web/ui/pending.ts'
import { toast } from '#web/ui/toast.tsx'
import { signInAgain } from '#web/write.ts'
import { STEP_FORM, type StepProps } from './dialog.tsx'

/** In the order in which they are offered. */
const METHODS: Record<PaymentMethod, { title: string; text: (campaign: Campaign) => string }> = {
  auto_bill_end: {
    title: 'Card, once after the season',
    text: (campaign) => `One charge after ${calendarDayText(campaign.endDate)}, with a statement before it.`,
  },
  auto_bill_progress: {
    title: 'Card, as the season progresses',
    text: () => 'Small charges for confirmed results, at least $5.00 each, with a statement before each.',
  },
  check: { title: 'Check', text: () => 'You get an invoice after the season.' },
  cash: { title: 'Cash', text: () => 'You get an invoice after the season.' },
}

const OFFERED = Object.keys(METHODS) as PaymentMethod[]

export function PaymentStep({
  answers,
  answer,
  onNext,
  setPending,
  campaign,
}: StepProps & { campaign: Campaign }) {
  const card = useRef<CardHandle>(null)
  const dismiss = useRef<() => void>(undefined)
  // What was refused is over once it is tried again, or left.
  useEffect(() => () => dismiss.current?.(), [])
  const save = useMutation({
    onMutate: () => dismiss.current?.(),
    mutationFn: () => saveFrom(card),
    onSuccess: (saved) => {
      answer({ card: saved })
      onNext()
    },
    onError: (error) => {
      if (isUnauthorized(error)) signInAgain()
      else {
        dismiss.current = toast({
          ...{ title: 'Payment Method Error', description: error.message, destructive: true },
        })
      }
    },
  })
  usePending(save.isPending, setPending)
  const needsCard = isByCard(answers.paymentMethod)
  return (
    <form
      id={STEP_FORM}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (needsCard && !answers.card) save.mutate()
        else onNext()
      }}
    >
      <h3>How you want to pay</h3>
      <fieldset className="grid gap-2.5 md:grid-cols-2">
        <legend className="sr-only">Payment method</legend>
        {OFFERED.map((value) => (
          <Choice
            key={value}
            name="method"
            value={value}
            title={METHODS[value].title}
            checked={answers.paymentMethod === value}
            onChange={() => answer({ paymentMethod: value })}
          >
            {METHODS[value].text(campaign)}
          </Choice>
        ))}
      </fieldset>
      {needsCard &&
        (answers.card ? (
          <p className="note note-good items-center">
            <Icon icon={faCheck} />
            <span className="flex-1">
              {spelled(answers.card.brand)} ending in {answers.card.last4} is saved. Nothing is charged today.
            </span>
            <Button size="small" onClick={() => answer({ card: null })}>
              Use another card
            </Button>
          </p>
        ) : (
          <CardFields ref={card} error={save.error} />
        ))}
    </form>
  )
}

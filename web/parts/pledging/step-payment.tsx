import { faCheck } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { expiryText } from '#domain/card-expiry.ts'
import { isByCard, type PaymentMethod } from '#domain/instruments.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { SavedCard } from '#domain/schemas/card.ts'
import { say } from '#domain/vocabulary.ts'
import { isUnauthorized } from '#web/api-error.ts'
import { calendarDayText } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { CardFields, type CardHandle, saveFrom } from '#web/parts/card/card.tsx'
import { SaveWithWallet } from '#web/parts/card/wallet.tsx'
import { ownCardsQuery } from '#web/queries/users.ts'
import { useWords } from '#web/site/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/note.tsx'
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

const ANOTHER = 'another'
const OFFERED = Object.keys(METHODS) as PaymentMethod[]

export function PaymentStep({
  answers,
  answer,
  onNext,
  setPending,
  campaign,
}: StepProps & { campaign: Campaign }) {
  const card = useRef<CardHandle>(null)
  const words = useWords()
  const dismiss = useRef<() => void>(undefined)
  // What was refused is over once it is tried again, or left.
  useEffect(() => () => dismiss.current?.(), [])
  function refuse(error: Error): void {
    dismiss.current?.()
    if (isUnauthorized(error)) signInAgain()
    else {
      dismiss.current = toast({
        ...{ title: 'Payment Method Error', description: error.message, destructive: true },
      })
    }
  }
  const save = useMutation({
    onMutate: () => dismiss.current?.(),
    mutationFn: () => saveFrom(card),
    onSuccess: (saved) => {
      answer({ card: saved })
      onNext()
    },
    onError: refuse,
  })
  usePending(save.isPending, setPending)
  const needsCard = isByCard(answers.paymentMethod)
  const asked = useQuery({ ...ownCardsQuery, enabled: needsCard && !answers.card })
  const saved = asked.data ?? []
  const [picked, setPicked] = useState<string | null>(null)
  const choice = picked ?? saved[0]?.stripePaymentMethodId ?? ANOTHER
  const goOn = (): void => {
    const known = saved.find(({ stripePaymentMethodId }) => stripePaymentMethodId === choice)
    if (needsCard && !answers.card) {
      if (!known) {
        save.mutate()
        return
      }
      answer({ card: known })
    }
    onNext()
  }
  return (
    <form
      id={STEP_FORM}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        goOn()
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
            title={say(words, METHODS[value].title)}
            checked={answers.paymentMethod === value}
            onChange={() => answer({ paymentMethod: value })}
          >
            {say(words, METHODS[value].text(campaign))}
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
          <>
            {saved.length > 0 && <SavedCards {...{ saved, choice }} onPick={setPicked} />}
            {asked.isLoading ? (
              <Skeleton className="h-40" />
            ) : (
              choice === ANOTHER && (
                <>
                  <SaveWithWallet
                    label={campaign.name}
                    onSaved={({ card: saved }) => {
                      answer({ card: saved })
                      onNext()
                    }}
                    onError={refuse}
                  />
                  <CardFields ref={card} error={save.error} />
                </>
              )
            )}
          </>
        ))}
    </form>
  )
}

type SavedProps = { saved: readonly SavedCard[]; choice: string; onPick: (card: string) => void }

/** A card saved for another pledge pays for this one without being typed again. */
function SavedCards({ saved, choice, onPick }: SavedProps) {
  return (
    <fieldset className="grid gap-2.5 md:grid-cols-2">
      <legend className="label mb-2">Card</legend>
      {saved.map((card) => (
        <Choice
          key={card.stripePaymentMethodId}
          name="card"
          value={card.stripePaymentMethodId}
          title={`${spelled(card.brand)} ending in ${card.last4}`}
          checked={choice === card.stripePaymentMethodId}
          onChange={() => onPick(card.stripePaymentMethodId)}
        >
          Good until {expiryText(card)}.
        </Choice>
      ))}
      <Choice
        name="card"
        value={ANOTHER}
        title="Another card"
        checked={choice === ANOTHER}
        onChange={() => onPick(ANOTHER)}
      >
        Nothing is charged today.
      </Choice>
    </fieldset>
  )
}

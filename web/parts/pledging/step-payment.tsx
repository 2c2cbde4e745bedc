import { faCheck } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { expiryText } from '#domain/billing/card-expiry.ts'
import { PAYMENT_METHOD_RULES, type PaymentMethod } from '#domain/billing/instruments.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { SavedCard } from '#domain/schemas/card.ts'
import { isUnauthorized } from '#web/api-error.ts'
import { calendarDayText } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { accountName, BankAccount, type BankAccountHandle } from '#web/parts/card/bank-account.tsx'
import { CardFields, type CardHandle, saveFrom } from '#web/parts/card/card.tsx'
import { SaveWithWallet } from '#web/parts/card/wallet.tsx'
import { ownCardsQuery } from '#web/queries/users.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { usePending } from '#web/ui/pending.ts'
import { toast } from '#web/ui/toast.tsx'
import { signInAgain } from '#web/write.ts'
import { STEP_FORM, type StepProps } from './dialog.tsx'
import type { Answers } from './draft.ts'

/** In the order in which they are offered. */
const METHODS: Record<PaymentMethod, (campaign: Campaign) => { title: string; text: string }> = {
  auto_bill_end: (campaign) => ({
    title: `Card, once after the ${campaign.vocabulary.season}`,
    text: `One charge after ${calendarDayText(campaign.endDate)}, with a statement before it.`,
  }),
  auto_bill_progress: (campaign) => ({
    title: `Card, as the ${campaign.vocabulary.season} progresses`,
    text: 'Small charges for confirmed results, at least $5.00 each, with a statement before each.',
  }),
  bank_account: (campaign) => ({
    title: 'Bank account',
    text: `One debit after ${calendarDayText(campaign.endDate)}, with a statement before it.`,
  }),
  check: (campaign) => ({ title: 'Check', text: invoiceAfter(campaign) }),
  cash: (campaign) => ({ title: 'Cash', text: invoiceAfter(campaign) }),
}
const invoiceAfter = ({ vocabulary: { season } }: Campaign): string =>
  `You get an invoice after the ${season}.`

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
  const account = useRef<BankAccountHandle>(null)
  const { refuse, dismiss } = useRefusal()
  const { billedBy } = PAYMENT_METHOD_RULES[answers.paymentMethod]
  const save = useMutation({
    onMutate: dismiss,
    mutationFn: async (): Promise<Partial<Answers>> =>
      billedBy === 'card' ? { card: await saveFrom(card) } : { bankAccount: await accountFrom(account) },
    onSuccess: (saved) => {
      answer(saved)
      onNext()
    },
    onError: refuse,
  })
  usePending(save.isPending, setPending)
  const needsCard = billedBy === 'card'
  const asked = useQuery({ ...ownCardsQuery, enabled: needsCard && !answers.card })
  const { data: saved = [] } = asked
  const [picked, setPicked] = useState<string | null>(null)
  const choice = picked ?? saved[0]?.stripePaymentMethodId ?? ANOTHER
  const goOn = (): void => {
    const known = saved.find((one) => one.stripePaymentMethodId === choice)
    const isMissing = needsCard ? !answers.card && !known : billedBy !== 'invoice' && !answers.bankAccount
    if (isMissing) save.mutate()
    else {
      if (needsCard && !answers.card && known) answer({ card: known })
      onNext()
    }
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
      <Methods
        campaign={campaign}
        value={answers.paymentMethod}
        onPick={(paymentMethod) => {
          save.reset()
          answer({ paymentMethod })
        }}
      />
      {billedBy === 'bank_account' &&
        (answers.bankAccount ? (
          <Saved
            text={`${accountName(answers.bankAccount)} is connected. Nothing is debited today.`}
            other="Use another account"
            onOther={() => answer({ bankAccount: null })}
          />
        ) : (
          <BankAccount ref={account} error={save.error} />
        ))}
      {needsCard &&
        (answers.card ? (
          <Saved
            text={`${spelled(answers.card.brand)} ending in ${answers.card.last4} is saved. Nothing is charged today.`}
            other="Use another card"
            onOther={() => answer({ card: null })}
          />
        ) : (
          <CardChoice
            saved={saved}
            choice={choice}
            campaign={campaign}
            refuse={refuse}
            ref={card}
            isLoading={asked.isLoading}
            error={save.error}
            onPick={setPicked}
            onSaved={(fresh) => {
              answer({ card: fresh })
              onNext()
            }}
          />
        ))}
    </form>
  )
}

/** A refusal no longer applies once the user tries again, or leaves. */
function useRefusal() {
  const shown = useRef<() => void>(undefined)
  const dismiss = () => shown.current?.()
  useEffect(() => () => shown.current?.(), [])
  const refuse = (error: Error): void => {
    dismiss()
    shown.current = sayWhy(error)
  }
  return { refuse, dismiss }
}

/** Returns a function that dismisses the toast. */
function sayWhy(error: Error): (() => void) | undefined {
  if (!isUnauthorized(error))
    return toast({
      title: 'Payment Method Error',
      description: error.message,
      destructive: true,
    })
  signInAgain()
  return undefined
}

type MethodsProps = {
  campaign: Campaign
  value: PaymentMethod
  onPick: (method: PaymentMethod) => void
}

function Methods({ campaign, value, onPick }: MethodsProps) {
  const { bankAccounts } = usePublicConfig().cards
  const offered = OFFERED.filter((method) => bankAccounts || method !== 'bank_account')
  return (
    <fieldset className="grid gap-2.5 md:grid-cols-2">
      <legend className="sr-only">Payment method</legend>
      {offered.map((method) => (
        <Choice
          key={method}
          name="method"
          value={method}
          title={METHODS[method](campaign).title}
          checked={value === method}
          onChange={() => onPick(method)}
        >
          {METHODS[method](campaign).text}
        </Choice>
      ))}
    </fieldset>
  )
}

type CardChoiceProps = SavedProps & {
  ref: RefObject<CardHandle | null>
  campaign: Campaign
  isLoading: boolean
  error: Error | null
  onSaved: (card: SavedCard) => void
  refuse: (error: Error) => void
}

/** A previously saved card; or another, from a wallet in one tap, or typed. */
function CardChoice({ ref, campaign, isLoading, error, onSaved, refuse, ...saved }: CardChoiceProps) {
  const isAnother = saved.choice === ANOTHER
  return (
    <>
      {saved.saved.length > 0 && <SavedCards {...saved} />}
      {isLoading && <Skeleton className="h-40" />}
      {isAnother && !isLoading && (
        <>
          <SaveWithWallet label={campaign.name} onSaved={({ card }) => onSaved(card)} onError={refuse} />
          <CardFields ref={ref} error={error} />
        </>
      )}
    </>
  )
}

const accountFrom = ({ current }: RefObject<BankAccountHandle | null>) =>
  current?.save() ?? Promise.reject(new Error('The form is still loading. Try again in a moment.'))

function Saved({ text, other, onOther }: { text: string; other: string; onOther: () => void }) {
  return (
    <p className="note note-good items-center">
      <Icon icon={faCheck} />
      <span className="flex-1">{text}</span>
      <Button size="small" onClick={onOther}>
        {other}
      </Button>
    </p>
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

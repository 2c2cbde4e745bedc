import {
  type ChangeEvent,
  type Ref,
  type RefObject,
  Suspense,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import type { Cents } from '#domain/money.ts'
import type { SavedCard } from '#domain/schemas/card.ts'
import type { ChargePayment } from '#domain/schemas/charge.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TextField } from '#web/ui/field.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { useFocusOnRefused } from '#web/ui/next-focus.ts'
import { fieldErrors } from '#web/write.ts'
import { type CardPlace, OWN_CARDS, payWithTestCard } from './card-setup.ts'

const EMPTY = { number: '', expiry: '', cvc: '' }
type CardText = typeof EMPTY

/** `12 / 28` in any common notation. */
function readExpiry(text: string): { expMonth: number; expYear: number } {
  const [, month, year] = /^\s*(\d{1,2})\D*(\d{2}|\d{4})\s*$/.exec(text) ?? []
  return { expMonth: Number(month ?? 0), expYear: Number(year ?? 0) + (year?.length === 2 ? 2000 : 0) }
}

/** Typed to its end: the focus moves to the next field, as in a card provider's form. 20 may be followed by 30. */
const COMPLETE = { number: /^(\d\s*){16}$/, expiry: /^\d{2}\D*(?!20)\d{2}$/, cvc: null }
const isTypedToEnd = (
  name: keyof CardText,
  { target, nativeEvent }: ChangeEvent<HTMLInputElement>,
): boolean =>
  (nativeEvent as InputEvent).inputType === 'insertText' &&
  target.selectionStart === target.value.length &&
  (COMPLETE[name]?.test(target.value) ?? false)

/** Permission first, then the card: the result is an id for this user's card. */
async function save({ number, cvc, expiry }: CardText, place: CardPlace): Promise<SavedCard> {
  const { clientSecret } = await place.startSetup()
  return place.saveTestCard({ clientSecret, number, cvc, ...readExpiry(expiry) })
}

/** The bank is asked immediately; the card is stored nowhere. */
const pay = ({ number, cvc, expiry }: CardText, { clientSecret }: ChargePayment): Promise<void> =>
  payWithTestCard({ clientSecret, number, cvc, ...readExpiry(expiry) })

/** The sandbox's own form: it accepts only the published test numbers. */
function SandboxCard({ ref, error, onChange, place = OWN_CARDS }: CardProps) {
  const [card, setCard] = useState<CardText>(EMPTY)
  useImperativeHandle(ref, () => ({ save: () => save(card, place), pay: (payment) => pay(card, payment) }))
  const refused = fieldErrors(error)
  const expiry = useRef<HTMLInputElement>(null)
  const cvc = useRef<HTMLInputElement>(null)
  const next = { number: expiry, expiry: cvc, cvc: null }
  const field = (name: keyof CardText) => ({
    value: card[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.target
      setCard((known) => ({ ...known, [name]: value }))
      if (isTypedToEnd(name, event)) next[name]?.current?.focus()
      onChange?.()
    },
  })
  return (
    <>
      <TextField
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        {...field('number')}
        error={refused.number ?? refused.stripePaymentMethodId}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          ref={expiry}
          label="Expires"
          placeholder="MM / YY"
          inputMode="numeric"
          autoComplete="cc-exp"
          {...field('expiry')}
          error={refused.expMonth ?? refused.expYear}
        />
        <TextField
          ref={cvc}
          label="Security code"
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
          {...field('cvc')}
          error={refused.cvc}
        />
      </div>
    </>
  )
}

/** The provider's own form is loaded only by those asked for a card, and only where it is configured. */
const StripeCard = lazily(async () => (await import('./card-stripe.tsx')).default)

/** What a screen does with the card in its form. @throws an error in words for the person who typed the card. */
export type CardHandle = {
  save: () => Promise<SavedCard>
  /** Pays once with it, and saves it nowhere. */
  pay: (payment: ChargePayment) => Promise<void>
}

/** The card in the form on the screen. */
export const saveFrom = ({ current }: RefObject<CardHandle | null>): Promise<SavedCard> =>
  current?.save() ?? Promise.reject(new Error(NOT_YET))
export const payFrom = ({ current }: RefObject<CardHandle | null>, payment: ChargePayment): Promise<void> =>
  current?.pay(payment) ?? Promise.reject(new Error(NOT_YET))
const NOT_YET = 'The card form is still loading. Try again in a moment.'

export type CardProps = {
  ref: Ref<CardHandle>
  /** Why it was not saved. */
  error: Error | null
  /** The user typed something: an earlier message about the card no longer applies. */
  onChange?: () => void
  /** In cents, for a card that pays once, now; without it the card is saved for later charges. */
  amount?: Cents
  /** Whose account it is saved to; by default the signed-in user's. */
  place?: CardPlace
}

/** Asks for a card, in the configured provider's form. A refused one gets the focus, with the reason. */
export function CardFields(props: CardProps) {
  const { testMode, cards } = usePublicConfig()
  const fields = useFocusOnRefused<HTMLFieldSetElement>(props.error)
  return (
    <fieldset ref={fields} className="grid max-w-[32.5rem] gap-4 rounded-stat border border-line p-4">
      <legend className="sr-only">Card</legend>
      {testMode && (
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone="paused" icon="warning">
            Test mode
          </Badge>
          <span className="quiet fine">No real card is charged. Use 4242 4242 4242 4242.</span>
        </p>
      )}
      {cards.provider === 'stripe' && cards.publishableKey ? (
        <Suspense fallback={<p className="quiet">Loading the card form…</p>}>
          <StripeCard {...props} publishableKey={cards.publishableKey} />
        </Suspense>
      ) : (
        <SandboxCard {...props} />
      )}
    </fieldset>
  )
}

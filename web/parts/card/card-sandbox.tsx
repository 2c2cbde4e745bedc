import { type ChangeEvent, useImperativeHandle, useRef, useState } from 'react'
import type { SavedCard } from '#domain/schemas/card.ts'
import type { ChargePayment } from '#domain/schemas/charge-payment.ts'
import { TextField } from '#web/ui/field.tsx'
import { fieldErrors } from '#web/write.ts'
import type { CardProps } from './card.tsx'
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

/** Permission first, then the card: the result is an id for this user's card (R16). */
async function save({ number, cvc, expiry }: CardText, place: CardPlace): Promise<SavedCard> {
  const { clientSecret } = await place.startSetup()
  return place.saveTestCard({ clientSecret, number, cvc, ...readExpiry(expiry) })
}

/** The bank is asked immediately; the card is stored nowhere. */
const pay = ({ number, cvc, expiry }: CardText, { clientSecret }: ChargePayment): Promise<void> =>
  payWithTestCard({ clientSecret, number, cvc, ...readExpiry(expiry) })

/** The sandbox's own form: it accepts only the published test numbers. */
export function SandboxCard({ ref, error, onChange, place = OWN_CARDS }: CardProps) {
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

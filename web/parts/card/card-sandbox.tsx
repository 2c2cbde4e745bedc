import { useImperativeHandle, useState } from 'react'
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
  const field = (name: keyof CardText) => ({
    value: card[name],
    onChange: ({ target }: { target: { value: string } }) => {
      const { value } = target
      setCard((known) => ({ ...known, [name]: value }))
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
        error={refused.number}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Expires"
          placeholder="MM / YY"
          inputMode="numeric"
          autoComplete="cc-exp"
          {...field('expiry')}
          error={refused.expMonth ?? refused.expYear}
        />
        <TextField
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

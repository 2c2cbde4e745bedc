import { useImperativeHandle, useState } from 'react'
import type { SavedCard } from '#domain/schemas/card.ts'
import type { ChargePayment } from '#domain/schemas/charge-payment.ts'
import { api } from '#web/query-client.ts'
import { TextField } from '#web/ui/field.tsx'
import { fieldErrors } from '#web/write.ts'
import type { CardProps } from './card.tsx'
import { ACCOUNT_CALLS, type CardCalls } from './card-setup.ts'

const EMPTY = { number: '', expiry: '', cvc: '' }
type CardText = typeof EMPTY

/** `12 / 28` in whatever way people write it. */
function readExpiry(text: string): { expMonth: number; expYear: number } {
  const [, month, year] = /^\s*(\d{1,2})\D*(\d{2}|\d{4})\s*$/.exec(text) ?? []
  return { expMonth: Number(month ?? 0), expYear: Number(year ?? 0) + (year?.length === 2 ? 2000 : 0) }
}

/** Permission first, then the card: what comes back is an id that means this card of this user (R16). */
async function save({ number, cvc, expiry }: CardText, calls: CardCalls): Promise<SavedCard> {
  const { clientSecret } = await calls.start()
  return calls.confirmTest({ clientSecret, number, cvc, ...readExpiry(expiry) })
}

/** The bank is asked then and there; the card is kept nowhere. */
async function pay({ number, cvc, expiry }: CardText, { clientSecret }: ChargePayment): Promise<void> {
  const card = { clientSecret, number, cvc, ...readExpiry(expiry) }
  await api.write('POST', '/api/sandbox/card-payments', card)
}

/** The sandbox's own form: it takes the published test numbers only. */
export function SandboxCard({ ref, error, onChange, calls = ACCOUNT_CALLS }: CardProps) {
  const [card, setCard] = useState<CardText>(EMPTY)
  useImperativeHandle(ref, () => ({ save: () => save(card, calls), pay: (payment) => pay(card, payment) }))
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

import { v4 as uuid } from 'uuid'
import type { CardSetup, SavedCard } from '#domain/schemas/card.ts'
import { api } from '#web/query-client.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TextField } from '#web/ui/field.tsx'
import { fieldErrors } from '#web/write.ts'

export type CardText = { number: string; expiry: string; cvc: string }
export const EMPTY_CARD: CardText = { number: '', expiry: '', cvc: '' }

/** `12 / 28` in whatever way people write it. */
export function readExpiry(text: string): { expMonth: number; expYear: number } {
  const [, month, year] = /^\s*(\d{1,2})\D*(\d{2}|\d{4})\s*$/.exec(text) ?? []
  return { expMonth: Number(month ?? 0), expYear: Number(year ?? 0) + (year?.length === 2 ? 2000 : 0) }
}

async function post<T>(path: string, payload: unknown): Promise<T> {
  const response = await api.write('POST', path, payload, { idempotencyKey: uuid() })
  return (await response.json()) as T
}

/** Permission first, then the card: what comes back is an id that means this card of this user (R16). */
export async function saveCard(card: CardText): Promise<SavedCard> {
  const setup = await post<CardSetup>('/api/cards/setups', {})
  if (setup.provider !== 'sandbox') throw new Error('This site cannot take real cards yet')
  return post<SavedCard>('/api/sandbox/card-setups/confirm', {
    clientSecret: setup.clientSecret,
    number: card.number,
    cvc: card.cvc,
    ...readExpiry(card.expiry),
  })
}

export function CardFields({
  card,
  change,
  error,
}: {
  card: CardText
  change: (card: CardText) => void
  error: Error | null
}) {
  const { testMode } = usePublicConfig()
  const refused = fieldErrors(error)
  const field = (name: keyof CardText) => ({
    value: card[name],
    onChange: (event: { target: { value: string } }) => change({ ...card, [name]: event.target.value }),
  })
  return (
    <fieldset className="grid max-w-[520px] gap-4 rounded-stat border border-line p-4">
      <legend className="sr-only">Card</legend>
      {testMode && (
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone="paused" icon="warning">
            Test mode
          </Badge>
          <span className="quiet fine">No real card is charged. Use 4242 4242 4242 4242.</span>
        </p>
      )}
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
    </fieldset>
  )
}

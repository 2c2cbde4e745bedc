import { type Ref, type RefObject, Suspense } from 'react'
import type { Cents } from '#domain/money.ts'
import type { SavedCard } from '#domain/schemas/card.ts'
import type { ChargePayment } from '#domain/schemas/charge-payment.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { useFocusOnRefused } from '#web/ui/next-focus.ts'
import { SandboxCard } from './card-sandbox.tsx'
import type { CardPlace } from './card-setup.ts'

/** The provider's own form is loaded only by those asked for a card, and only where it is configured. */
const StripeCard = lazily(async () => (await import('./card-stripe.tsx')).default)

/** What a screen does with the card in its form. @throws an error in words for the person who typed the card. */
export type CardHandle = {
  save: () => Promise<SavedCard>
  /** Pays once with it, and saves it nowhere (R44). */
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

/**
 * Apple Pay, Google Pay and Link; in test mode a wallet of our own that behaves like one. Shown above the card form:
 *
 *     <SaveWithWallet
 *       label="Tigers Spring Fundraiser"
 *       onSaved={({ paymentMethodId, card, name, email, postalCode }) => …}
 *       onError={(error) => toast(…error.message)}
 *     />
 *
 * `onSaved`: the card is saved and charged later; the server has checked it. What the wallet says about the person is
 * as reliable as typed text, and unverified. Closing the wallet changes nothing: only `onCancel` is called, where
 * a screen has something to say about it. Where no wallet can be used, nothing is shown. A visitor without an account
 * supplies a `place` (card-setup.ts): its `startSetup` is called after the person agreed, with what the wallet says
 * about them.
 */

import { faWallet } from '@fortawesome/free-solid-svg-icons'
import { type ReactNode, Suspense, useState } from 'react'
import type { Cents } from '#domain/money.ts'
import type { SavedCard } from '#domain/schemas/card.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import {
  type CardPlace,
  OWN_CARDS,
  payWithTestCard,
  type TestCard,
  type WalletDetails,
} from './card-setup.ts'

const Sheet = lazily(async () => (await import('./wallet-sandbox-sheet.tsx')).SandboxWalletSheet)

/** Test mode: a button and a sheet that behave like Apple Pay or Google Pay, so that any machine can try them. */
function SandboxWallet({ below, onCancel, ...props }: WalletProps) {
  const [isOpen, setOpen] = useState(false)
  const cancel = (): void => {
    setOpen(false)
    onCancel?.()
  }
  return (
    <div className="grid max-w-[32.5rem] gap-4">
      <Button kind="ink" full onClick={() => setOpen(true)}>
        <Icon icon={faWallet} />
        Test wallet
      </Button>
      {below}
      {isOpen && (
        <Suspense fallback={null}>
          <Sheet {...props} close={() => setOpen(false)} cancel={cancel} />
        </Suspense>
      )}
    </div>
  )
}

const StripeWallet = lazily(
  async () => (await import('./wallet-stripe.tsx')).default,
  // The card form is below, and says what is wrong.
  () => null,
)

/** Called when the person agreed in the wallet. `confirm` uses its card for what the secret permits. */
type Agreed = (given: WalletDetails, confirm: Confirm) => Promise<void>
/** @throws an error in words. Returns the card's id; null where nothing was saved. */
type Confirm = (clientSecret: string) => Promise<string | null>

export type WalletProps = {
  /** What is paid for, as the wallet shows it. */
  label: string
  /** In cents, charged now; undefined: saved, and nothing is charged now. */
  amount?: Cents
  agreed: Agreed
  /** Refused by the bank, the wallet or the server; in words. */
  onError: (error: Error) => void
  /** Closed without agreeing: nothing has changed. */
  onCancel?: () => void
  /** Test mode: what is done with the chosen test card. */
  withTestCard: (card: TestCard) => Promise<string | null>
  /** The divider between the wallets and the form. */
  below: ReactNode
}

function Wallets(props: Omit<WalletProps, 'below'>) {
  const { cards } = usePublicConfig()
  const below = (
    <p className="flex items-center gap-3 text-[0.875rem] text-ink2 before:flex-1 before:border-t before:border-line after:flex-1 after:border-t after:border-line">
      Or enter a card
    </p>
  )
  if (cards.provider !== 'stripe' || !cards.publishableKey) return <SandboxWallet {...props} below={below} />
  return (
    <Suspense fallback={null}>
      <StripeWallet {...props} below={below} publishableKey={cards.publishableKey} />
    </Suspense>
  )
}

export type WalletCard = WalletDetails & { paymentMethodId: string; card: SavedCard }
type SaveProps = Pick<WalletProps, 'label' | 'onError' | 'onCancel'> & {
  onSaved: (saved: WalletCard) => void
  /** Whose account it is saved to; by default the signed-in user's. */
  place?: CardPlace
}

/** Saves the wallet's card for later charges. */
export function SaveWithWallet({ place = OWN_CARDS, onSaved, ...props }: SaveProps) {
  return (
    <Wallets
      {...props}
      agreed={async (given, confirm) => {
        const { clientSecret } = await place.startSetup(given)
        const card = await place.keep((await confirm(clientSecret)) ?? '')
        onSaved({ ...given, paymentMethodId: card.stripePaymentMethodId, card })
      }}
      withTestCard={async (card) => (await place.saveTestCard(card)).stripePaymentMethodId}
    />
  )
}

type PayProps = Pick<WalletProps, 'label' | 'onError' | 'agreed'> & { amount: Cents }

/** Pays once, now; the card is saved nowhere. */
export function PayWithWallet(props: PayProps) {
  return (
    <Wallets
      {...props}
      withTestCard={async (card) => {
        await payWithTestCard(card)
        return null
      }}
    />
  )
}

import { faCheck } from '@fortawesome/free-solid-svg-icons'
import { type RefObject, useState } from 'react'
import { spelled } from '#web/labels.ts'
import { CardFields, type CardHandle } from '#web/parts/card/card.tsx'
import type { CardPlace } from '#web/parts/card/card-setup.ts'
import { SaveWithWallet, type WalletCard } from '#web/parts/card/wallet.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'

type Props = {
  /** What is paid for, as the wallet shows it. */
  label: string
  place: CardPlace
  card: RefObject<CardHandle | null>
  /** Why the typed card was not saved. */
  error: Error | null
  /** The wallet's card, saved and waiting for the button. */
  ready: WalletCard | null
  /** False until the screen shows what a tap would agree to. */
  hasWallet: boolean
  onWallet: (given: WalletCard) => void
  /** Chooses another card than the saved one. */
  onOther: () => void
  onTyped?: () => void
}

const CLOSED = 'The wallet was closed. Nothing was pledged, and what you entered is still here.'

/** A card without an account: from a wallet in one tap, or typed. */
export function GuestCard({
  label,
  place,
  card,
  error,
  ready,
  hasWallet,
  onWallet,
  onOther,
  onTyped,
}: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  return (
    <section className="grid gap-3" aria-labelledby="card-title">
      <p id="card-title" className="field-label">
        Your card
      </p>
      {ready ? (
        <p className="note note-good items-center" role="status">
          <Icon icon={faCheck} />
          <span className="flex-1">{readyText(ready)}</span>
          <Button size="small" onClick={onOther}>
            Use another card
          </Button>
        </p>
      ) : (
        <>
          {hasWallet && (
            <div className="empty:hidden">
              <SaveWithWallet
                label={label}
                place={place}
                onSaved={(given) => {
                  setRefusal(null)
                  onWallet(given)
                }}
                onError={({ message }) => setRefusal(`${message} Nothing was pledged: try another card.`)}
                onCancel={() => setRefusal((known) => known ?? CLOSED)}
              />
            </div>
          )}
          {refusal && (
            <Note tone="warning" role="status">
              {refusal}
            </Note>
          )}
          <CardFields ref={card} error={error} place={place} {...(onTyped ? { onChange: onTyped } : {})} />
        </>
      )}
    </section>
  )
}

const readyText = ({ card: { brand, last4 } }: WalletCard): string =>
  brand && last4 ? `${spelled(brand)} ending in ${last4} is ready.` : 'Your card is ready.'

import { type ReactNode, useState } from 'react'
import { isByCard, isCharged } from '#domain/instruments.ts'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { dateTimeText, usd } from '#web/format.ts'
import { useNow } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { CardDialog, cardExpiry, cardName } from './card-dialog.tsx'
import { LowerDialog } from './lower-dialog.tsx'

type Shown = 'lower' | 'card' | 'cancel' | null

/** What the supporter may change now; what not stands there with its reason (R14). */
export function ChangeSection({ pledge }: { pledge: PledgeDetail }) {
  const [shown, setShown] = useState<Shown>(null)
  const { changes } = pledge
  if (pledge.status === 'settled') return null
  const current = changes.cards.find(({ isCurrent }) => isCurrent)
  const dialog = (name: Shown) => ({ pledge, open: shown === name, onClose: () => setShown(null) })
  return (
    <section className="card pad" aria-labelledby="change">
      <Heading level={2} id="change" className="mb-3">
        Change your pledge
      </Heading>
      <ul>
        <Row
          title="Maximum"
          text={`${usd(pledge.agreedMaximum)} at most${changes.canLower ? `; it can go as low as ${usd(changes.lowestMaximum)}` : ''}.`}
        >
          <Button reason={changes.cannotLowerReason ?? undefined} onClick={() => setShown('lower')}>
            Lower maximum
          </Button>
        </Row>
        {isCharged(pledge.paymentMethod) && (
          <Row
            title={isByCard(pledge.paymentMethod) ? 'Card' : 'Bank account'}
            text={paidNow(pledge, current)}
          >
            <Button reason={changes.cannotChangeCardReason ?? undefined} onClick={() => setShown('card')}>
              {isByCard(pledge.paymentMethod) ? 'Change card' : 'Pay by card instead'}
            </Button>
          </Row>
        )}
        <Row title="Cancel" text={<CancelWords pledge={pledge} />}>
          <Button
            kind="danger"
            reason={changes.cannotCancelReason ?? undefined}
            onClick={() => setShown('cancel')}
          >
            Cancel pledge
          </Button>
        </Row>
      </ul>
      <LowerDialog {...dialog('lower')} />
      <CardDialog {...dialog('card')} />
      <CancelDialog {...dialog('cancel')} />
    </section>
  )
}

/** Until when. The reason why not stands beside the button. */
function CancelWords({ pledge: { changes, timeZone } }: { pledge: PledgeDetail }) {
  const now = useNow()
  if (!changes.canCancel) return null
  return now < Date.parse(changes.cancelUntil)
    ? `Until ${dateTimeText(changes.cancelUntil, timeZone)} in any case; after that until the first new result is confirmed.`
    : 'Until the first new result on what you chose is confirmed.'
}

function Row({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <li className="grid gap-3 border-t border-line py-4 first:border-0 md:grid-cols-[1fr_auto] md:items-center">
      <div>
        <strong>{title}</strong>
        <p className="quiet fine">{text}</p>
      </div>
      <div className="md:w-[220px]">{children}</div>
    </li>
  )
}

function paidNow(
  { paymentMethod }: PledgeDetail,
  card: PledgeDetail['changes']['cards'][number] | undefined,
) {
  if (!isByCard(paymentMethod)) return 'The bank account that you connected.'
  return card ? `${cardName(card)}, ${cardExpiry(card)}.` : 'A card saved before.'
}

import { type RefObject, useMemo } from 'react'
import type { WholeChangeKind } from '#domain/pledge-changes.ts'
import type { WholeChangePreview } from '#domain/schemas/whole-change.ts'
import { usd } from '#web/format.ts'
import { CardFields, type CardHandle } from '#web/parts/card/card.tsx'
import { post } from '#web/parts/card/card-setup.ts'
import { guestCardPlace } from '#web/parts/guests/guest-calls.ts'
import { Figure } from '#web/ui/figure.tsx'

export const WHOLE_TITLES: Record<WholeChangeKind, string> = {
  lower: 'Lower your maximum',
  cancel: 'Cancel your pledge',
  card: 'Pay with another card',
}

type Props = {
  preview: WholeChangePreview
  token: string
  card: RefObject<CardHandle | null>
  cardError: Error | null
  /** Another card is typed. */
  onCard: () => void
}

/** A change of the pledge as a whole, before it is confirmed: what it comes to, or the fields of the new card (R14, R58). */
export function WholeChange({ preview, token, card, cardError, onCard }: Props) {
  const path = `/api/pledge-change-links/${encodeURIComponent(token)}/card-setups`
  const place = useMemo(() => guestCardPlace(() => post(path, {})), [path])
  const most = usd(preview.most)
  return (
    <>
      {preview.kind === 'lower' && (
        <>
          <p className="flex flex-wrap items-end justify-between gap-3 border-t-[3px] border-ink pt-3">
            <strong>The most you can owe</strong>
            <Figure text={most} className={most.length > 9 ? 'large-[2.75]' : 'large-[4]'} />
          </p>
          <p className="quiet">It was {usd(preview.mostBefore)}.</p>
        </>
      )}
      {preview.kind === 'card' && (
        <>
          <CardFields ref={card} error={cardError} place={place} onChange={onCard} />
          <p className="quiet">
            Nothing is charged now, unless a charge to the previous card failed: that one is tried again.
          </p>
        </>
      )}
      <p className="fine break-words">By confirming you agree: “{preview.words}”</p>
    </>
  )
}

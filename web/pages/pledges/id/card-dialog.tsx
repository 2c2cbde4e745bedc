import { useMutation } from '@tanstack/react-query'
import { type RefObject, useId, useRef, useState } from 'react'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { spelled } from '#web/labels.ts'
import { CardFields, type CardHandle, saveFrom } from '#web/parts/card/card.tsx'
import { SaveWithWallet } from '#web/parts/card/wallet.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChangeFoot } from './change-foot.tsx'
import { ChangeNotes } from './change-notes.tsx'
import { usePledgeChange } from './changes.ts'

type Props = { pledge: PledgeDetail; open: boolean; onClose: () => void }
type Card = PledgeDetail['changes']['cards'][number]

const ANOTHER = 'another'
export const cardName = ({ brand, last4 }: Pick<Card, 'brand' | 'last4'>): string =>
  `${spelled(brand)} ending in ${last4}`
export const cardExpiry = ({ expMonth, expYear }: Pick<Card, 'expMonth' | 'expYear'>): string =>
  `expires ${String(expMonth).padStart(2, '0')}/${expYear}`

/** One of the saved cards, or a new one; open charges move to it with the pledge (R14, R35). */
export function CardDialog({ pledge, open, onClose }: Props) {
  const others = pledge.changes.cards.filter(({ isCurrent }) => !isCurrent)
  const [chosen, setChosen] = useState<string | null>(null)
  const card = useRef<CardHandle>(null)
  const [isUnchosen, setUnchosen] = useState(false)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const form = useId()
  const choice = others.length === 0 ? ANOTHER : chosen
  const change = usePledgeChange(pledge, {
    success: ({ changes }) => {
      const current = changes.cards.find(({ isCurrent }) => isCurrent)
      return {
        title: 'Card changed',
        description: `From now on, this pledge is paid with your ${current ? cardName(current) : 'new card'}.`,
      }
    },
    onDone: () => {
      setChosen(null)
      onClose()
    },
  })
  const pay = (stripePaymentMethodId: string) =>
    change.go({ method: 'PUT', payload: { stripePaymentMethodId } })
  const save = useMutation({
    mutationFn: () => saveFrom(card),
    // The card is saved even if the change itself fails: the next press does not save it again.
    onSuccess: (saved) => pay(saved.stripePaymentMethodId),
  })
  const close = () => {
    save.reset()
    setRefusal(null)
    change.forget()
    onClose()
  }
  const submit = () => {
    setRefusal(null)
    setUnchosen(choice === null)
    if (choice === null) return
    if (choice !== ANOTHER) pay(choice)
    else if (save.data) pay(save.data.stripePaymentMethodId)
    else save.mutate()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      size="sheet"
      title="Change the card"
      foot={
        <ChangeFoot onBack={close} isPending={save.isPending || change.isPending} type="submit" form={form}>
          Use this card
        </ChangeFoot>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p>Nothing is charged now, unless a charge to the previous card failed: that one is tried again.</p>
        {others.length > 0 && (
          <ChoiceGroup
            legend="Pay with"
            value={chosen}
            onChange={setChosen}
            error={isUnchosen && chosen === null ? 'Choose a card' : undefined}
            options={[
              ...others.map((one) => ({
                value: one.stripePaymentMethodId,
                title: cardName(one),
                text: spelled(cardExpiry(one)),
              })),
              { value: ANOTHER, title: 'Another card' },
            ]}
          />
        )}
        {choice === ANOTHER && (
          <NewCard ref={card} label={pledge.campaignName} save={save} pay={pay} onRefused={setRefusal} />
        )}
        <ChangeNotes news={change.news} problem={(refusal ?? save.error ?? change.error)?.message} />
      </form>
    </Dialog>
  )
}

type NewCardProps = {
  ref: RefObject<CardHandle | null>
  label: string
  save: { error: Error | null; reset: () => void }
  pay: (stripePaymentMethodId: string) => void
  onRefused: (refusal: Error) => void
}

/** From a wallet in one tap, or typed. */
function NewCard({ ref, label, save, pay, onRefused }: NewCardProps) {
  return (
    <>
      <SaveWithWallet
        label={label}
        onSaved={({ paymentMethodId }) => pay(paymentMethodId)}
        onError={onRefused}
      />
      <CardFields ref={ref} error={save.error} onChange={save.reset} />
    </>
  )
}

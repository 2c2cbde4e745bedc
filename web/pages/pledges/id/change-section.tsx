import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { isByCard, isCharged } from '#domain/billing/instruments.ts'
import type { LineChangeKind } from '#domain/pledges/line-changes.ts'
import type { WholeChangeKind } from '#domain/pledges/pledge-changes.ts'
import type { PledgeChanges, PledgeDetail } from '#domain/schemas/pledge.ts'
import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { nameOfLine } from '#domain/season/statistic-changes.ts'
import { isGift } from '#domain/season/statistic-types.ts'
import { dateTimeText, usd } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { CardFields, type CardHandle, saveFrom } from '#web/parts/card/card.tsx'
import { SaveWithWallet } from '#web/parts/card/wallet.tsx'
import { dueWhen } from '#web/parts/pledging/unit-labels.ts'
import { useNow } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { CancelDialog, LowerDialog } from './cancel-and-lower-dialogs.tsx'
import { ChangeFoot, ChangeNotes, usePledgeChange } from './changes.tsx'
import { LineDialog } from './line-dialog.tsx'

type Props = { pledge: PledgeDetail; open: boolean; onClose: () => void }
type Card = PledgeDetail['changes']['cards'][number]

const ANOTHER = 'another'
const cardName = ({ brand, last4 }: Pick<Card, 'brand' | 'last4'>): string =>
  `${spelled(brand)} ending in ${last4}`
const cardExpiry = ({ expMonth, expYear }: Pick<Card, 'expMonth' | 'expYear'>): string =>
  `expires ${String(expMonth).padStart(2, '0')}/${expYear}`

/** One of the saved cards, or a new one; open charges move to it with the pledge. */
function CardDialog({ pledge, open, onClose }: Props) {
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

type Shown = WholeChangeKind | LineChangeKind | null
type Line = PledgeDetail['changes']['lines'][number]

/** What the supporter may change now; what they may not is shown with its reason. */
export function ChangeSection({ pledge }: { pledge: PledgeDetail }) {
  const [shown, setShown] = useState<Shown>(null)
  const [line, setLine] = useState<Line | null>(null)
  const { changes } = pledge
  if (pledge.status === 'settled' || pledge.status === 'cancelled') return null
  const current = changes.cards.find(({ isCurrent }) => isCurrent)
  const change = (kind: LineChangeKind, chosen: Line | null): void => {
    setLine(chosen)
    setShown(kind)
  }
  const close = (): void => setShown(null)
  return (
    <section className="card pad" aria-labelledby="change">
      <Heading level={2} id="change" className="mb-3">
        Change your pledge
      </Heading>
      <ul>
        <LineRows {...changes} change={change} />
        <WholeRows pledge={pledge} changes={changes} cardText={paidNow(pledge, current)} change={setShown} />
      </ul>
      {(shown === 'raise' || shown === 'stop' || shown === 'add') && (
        <LineDialog pledge={pledge} kind={shown} line={line} onClose={() => setShown(null)} />
      )}
      {shown === 'lower' && <LowerDialog pledge={pledge} onClose={close} />}
      <CardDialog pledge={pledge} open={shown === 'card'} onClose={close} />
      {shown === 'cancel' && <CancelDialog pledge={pledge} onClose={close} />}
    </section>
  )
}

type WholeProps = {
  pledge: ShownPledge
  changes: Omit<PledgeChanges, 'cards'>
  /** What pays for it now. */
  cardText: string
  change: (kind: WholeChangeKind) => void
}

/** Its maximum, what pays for it, and cancelling it: signed in and by its link. */
export function WholeRows({ pledge, changes, cardText, change }: WholeProps) {
  return (
    <>
      <Row
        title="Maximum"
        text={`${usd(pledge.agreedMaximum)} at most${changes.canLower ? `; it can go as low as ${usd(changes.lowestMaximum)}` : ''}.`}
      >
        <Button full reason={changes.cannotLowerReason ?? undefined} onClick={() => change('lower')}>
          Lower maximum
        </Button>
      </Row>
      {isCharged(pledge.paymentMethod) && (
        <Row title={isByCard(pledge.paymentMethod) ? 'Card' : 'Bank account'} text={cardText}>
          <Button full reason={changes.cannotChangeCardReason ?? undefined} onClick={() => change('card')}>
            {isByCard(pledge.paymentMethod) ? 'Change card' : 'Pay by card instead'}
          </Button>
        </Row>
      )}
      <Row title="Cancel" text={<CancelWords pledge={pledge} changes={changes} />}>
        <Button
          full
          kind="danger"
          reason={changes.cannotCancelReason ?? undefined}
          onClick={() => change('cancel')}
        >
          Cancel pledge
        </Button>
      </Row>
    </>
  )
}

/** The pledge's statistics: each can be raised or stopped, and others added. */
export function LineRows({
  canChangeLines,
  lines,
  change,
}: Pick<PledgeDetail['changes'], 'canChangeLines' | 'lines'> & {
  change: (kind: LineChangeKind, line: Line | null) => void
}) {
  if (!canChangeLines) return null
  const addable = lines.filter(({ cannotAddReason }) => cannotAddReason === null)
  const open = lines.filter(({ rate, cannotRaiseReason, cannotStopReason }) => {
    const isChangeable = cannotRaiseReason === null || cannotStopReason === null
    return rate !== null && isChangeable
  })
  return (
    <>
      {open.map((line) => (
        <Row
          key={line.statisticId}
          title={nameOfLine(line.agreedName ?? line.name, line.name)}
          text={`${usd(line.rate ?? '0')} ${dueWhen(line)}.`}
        >
          <div className="grid grid-cols-2 gap-2">
            <Button
              disabled={line.cannotRaiseReason !== null}
              aria-label={`Raise ${line.name}`}
              onClick={() => change('raise', line)}
            >
              Raise
            </Button>
            <Button
              disabled={line.cannotStopReason !== null}
              aria-label={`Stop ${line.name}`}
              onClick={() => change('stop', line)}
            >
              Stop
            </Button>
          </div>
        </Row>
      ))}
      {addable.length > 0 && (
        <Row title="Something else" text="Counts from now on.">
          <Button full onClick={() => change('add', null)}>
            Add a statistic
          </Button>
        </Row>
      )}
    </>
  )
}

/** The deadline. The reason why not is beside the button. */
function CancelWords({ pledge, changes }: Pick<WholeProps, 'pledge' | 'changes'>) {
  const { timeZone, isHeld, vocabulary, pledgeStatistics } = pledge
  const now = useNow()
  if (!changes.canCancel) return null
  if (isHeld) return 'Any time while we review it. Nothing is owed.'
  if (pledgeStatistics.some(({ counts }) => counts.from === 'match'))
    return `Until the ${vocabulary.match} starts.`
  if (pledgeStatistics.every(({ type }) => isGift(type))) return 'Until it is billed.'
  return now < Date.parse(changes.cancelUntil)
    ? `Until ${dateTimeText(changes.cancelUntil, timeZone)}, even if results come in. After that, until the first result that counts.`
    : 'Until the first result that counts is entered.'
}

function Row({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <li className="grid gap-3 border-t border-line py-4 first:border-0 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div>
        <strong>{title}</strong>
        <p className="quiet fine">{text}</p>
      </div>
      <div className="md:w-[13.75rem]">{children}</div>
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

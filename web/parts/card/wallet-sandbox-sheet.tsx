import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatUsd } from '#domain/money.ts'
import { useUser } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import type { WalletDetails } from './card-setup.ts'
import type { WalletProps } from './wallet.tsx'

/** The cards in the test wallet, and how their bank responds. */
const CARDS = [
  { value: '4242424242424242', title: 'Visa ending in 4242', text: 'Works.' },
  { value: '5555555555554444', title: 'Mastercard ending in 4444', text: 'Works.' },
  { value: '4000000000000341', title: 'Visa ending in 0341', text: 'Is saved, then declined when charged.' },
  { value: '4000000000000002', title: 'Visa ending in 0002', text: 'Is declined right away.' },
]
const EXPIRY = { expMonth: 12, expYear: 2034, cvc: '123' }

type Props = Omit<WalletProps, 'below' | 'onCancel'> & { close: () => void; cancel: () => void }

/** What the button opens: the cards, and what the wallet says about the person. */
export function SandboxWalletSheet({ label, amount, agreed, onError, withTestCard, close, cancel }: Props) {
  const user = useUser()
  const [person, setPerson] = useState({
    name: [user?.firstName, user?.lastName].filter(Boolean).join(' ') || 'Jordan Reyes',
    email: user?.email ?? 'jordan@example.test',
    postalCode: user?.zip ?? '97701',
  })
  const [number, setNumber] = useState(CARDS[0]?.value ?? '')
  const form = useId()
  const use = useMutation({
    mutationFn: () =>
      agreed(given(person), (clientSecret) => withTestCard({ clientSecret, number, ...EXPIRY })),
    onSuccess: close,
    onError,
  })
  const field = (name: keyof typeof person) => ({
    value: person[name],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setPerson((known) => ({ ...known, [name]: value })),
  })
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && cancel()}
      size="sheet"
      title="Test wallet"
      description={
        amount === undefined ? `${label}: nothing is charged now.` : `${label}: ${formatUsd(amount)}`
      }
      foot={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button kind="primary" type="submit" form={form} pending={use.isPending && 'Processing...'}>
            {amount === undefined ? 'Use this card' : `Pay ${formatUsd(amount)}`}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          // React events would also reach the form that opened the wallet.
          event.stopPropagation()
          if (!use.isPending) use.mutate()
        }}
      >
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone="paused" icon="warning">
            Test mode
          </Badge>
          <span className="quiet fine">Stands in for Apple Pay, Google Pay and Link.</span>
        </p>
        <ChoiceGroup legend="Card" value={number} onChange={setNumber} options={CARDS} />
        {amount === undefined && (
          <>
            <TextField label="Name" autoComplete="off" {...field('name')} />
            <div className="grid grid-cols-2 gap-4">
              <TextField label="Email" inputMode="email" autoComplete="off" {...field('email')} />
              <TextField label="ZIP" inputMode="numeric" autoComplete="off" {...field('postalCode')} />
            </div>
          </>
        )}
        {use.error && (
          <Note tone="danger" role="alert">
            {use.error.message}
          </Note>
        )}
      </form>
    </Dialog>
  )
}

/** Only what is filled in: real wallets omit fields, too. */
const given = (person: Required<WalletDetails>): WalletDetails =>
  Object.fromEntries(Object.entries(person).filter(([, value]) => value.trim() !== ''))

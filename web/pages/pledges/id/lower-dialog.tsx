import { type ReactNode, useId, useState } from 'react'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { typedAmount, usd } from '#web/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import { useFocusOnRefused } from '#web/ui/next-focus.ts'
import { fieldErrors } from '#web/write.ts'
import { ChangeFoot } from './change-foot.tsx'
import { ChangeNotes } from './change-notes.tsx'
import { usePledgeChange } from './changes.ts'

type Props = { pledge: PledgeDetail; onClose: () => void }

/** A signed-in user lowers the maximum: it is binding from then on (R14). */
export function LowerDialog({ pledge, onClose }: Props) {
  const change = usePledgeChange(pledge, {
    success: ({ agreedMaximum }) => ({
      title: 'Maximum lowered',
      description: `You never pay more than ${usd(agreedMaximum)}. We emailed you a confirmation.`,
    }),
    onDone: onClose,
  })
  return (
    <LowerSheet
      {...{ ...change, onClose }}
      most={pledge.agreedMaximum}
      lowest={pledge.changes.lowestMaximum}
      button="Lower maximum"
      send={(maximumAmount) => change.go({ method: 'PUT', payload: { maximumAmount } })}
    />
  )
}

type SheetProps = {
  most: string
  lowest: string
  button: string
  send: (maximumAmount: string) => void
  onClose: () => void
  isPending: boolean
  error: Error | null
  news?: readonly string[]
  children?: ReactNode
}

/** Lowered at once, or requested by the pledge's link. */
export function LowerSheet({
  most,
  lowest,
  button,
  send,
  onClose,
  isPending,
  error,
  news,
  children,
}: SheetProps) {
  const [text, setText] = useState('')
  const form = useId()
  const fields = useFocusOnRefused<HTMLFormElement>(error)
  const refused = error ? fieldErrors(error).maximumAmount : undefined
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      size="sheet"
      title="Lower your maximum"
      foot={
        <ChangeFoot onBack={onClose} isPending={isPending} type="submit" form={form}>
          {button}
        </ChangeFoot>
      }
    >
      <form
        ref={fields}
        id={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) send(typedAmount(text))
        }}
      >
        <p>
          It is {usd(most)} now and can go as low as <strong>{usd(lowest)}</strong>. Once lowered, it only
          goes up if you raise or add something.
        </p>
        <MoneyField
          label="New maximum"
          value={text}
          autoFocus
          error={refused}
          onChange={(event) => setText(event.target.value)}
        />
        {children}
        <ChangeNotes news={[...(news ?? [])]} problem={refused ? undefined : error?.message} />
      </form>
    </Dialog>
  )
}

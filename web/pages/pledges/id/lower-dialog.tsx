import { useId, useState } from 'react'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { typedAmount, usd } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import { useFocusOnRefused } from '#web/ui/next-focus.ts'
import { fieldErrors } from '#web/write.ts'
import { ChangeNotes } from './change-notes.tsx'
import { usePledgeChange } from './changes.ts'

type Props = { pledge: PledgeDetail; open: boolean; onClose: () => void }

/** A lower maximum is binding from then on; it is never raised again (R14). */
export function LowerDialog({ pledge, open, onClose }: Props) {
  const [text, setText] = useState('')
  const form = useId()
  const change = usePledgeChange(pledge, {
    success: ({ agreedMaximum }) => ({
      title: 'Maximum lowered',
      description: `You never pay more than ${usd(agreedMaximum)}. We emailed you a confirmation.`,
    }),
    onDone: () => {
      setText('')
      onClose()
    },
  })
  const close = () => {
    change.forget()
    onClose()
  }
  const fields = useFocusOnRefused<HTMLFormElement>(change.error)
  const refused = change.error ? fieldErrors(change.error).maximumAmount : undefined
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      size="sheet"
      title="Lower your maximum"
      foot={
        <>
          <Button onClick={close}>Back</Button>
          <Button kind="primary" type="submit" form={form} pending={change.isPending && 'Processing...'}>
            Lower maximum
          </Button>
        </>
      }
    >
      <form
        ref={fields}
        id={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          change.go({ method: 'PUT', payload: { maximumAmount: typedAmount(text) } })
        }}
      >
        <p>
          It is {usd(pledge.agreedMaximum)} now and can go as low as{' '}
          <strong>{usd(pledge.changes.lowestMaximum)}</strong>. Once lowered, it only goes up if you raise or
          add something.
        </p>
        <MoneyField
          label="New maximum"
          value={text}
          autoFocus
          error={refused}
          onChange={(event) => setText(event.target.value)}
        />
        <ChangeNotes news={change.news} problem={refused ? undefined : change.error?.message} />
      </form>
    </Dialog>
  )
}

import { type ReactNode, useId, useState } from 'react'
import type { PledgeAccount, PledgeChanges, PledgeDetail } from '#domain/schemas/pledge.ts'
import { toCents, typedAmount, usd } from '#web/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { MoneyField } from '#web/ui/field.tsx'
import { useFocusOnRefused } from '#web/ui/next-focus.ts'
import { fieldErrors } from '#web/write.ts'
import { ChangeFoot, ChangeNotes, usePledgeChange } from './changes.tsx'

type Props = { pledge: PledgeDetail; onClose: () => void }

/** A signed-in user cancels. */
export function CancelDialog({ pledge, onClose }: Props) {
  const change = usePledgeChange(pledge, {
    success: () => ({ title: 'Pledge cancelled', description: 'Nothing was charged, and nothing will be.' }),
    onDone: onClose,
  })
  return (
    <CancelSheet
      {...{ ...change, pledge, onClose }}
      reason={pledge.changes.cannotCancelReason}
      button="Cancel pledge"
      send={() => change.go({ method: 'POST', part: 'cancellation' })}
    />
  )
}

type SheetProps = {
  pledge: Pick<PledgeAccount, 'earned' | 'totalAmountDue' | 'campaignName' | 'isHeld'>
  reason: PledgeChanges['cannotCancelReason']
  button: string
  send: () => void
  onClose: () => void
  isPending: boolean
  error: Error | null
  news?: readonly string[]
  children?: ReactNode
}

/** Says what will happen beforehand, at once or once it is confirmed by mail. */
export function CancelSheet({
  pledge: { earned, totalAmountDue, campaignName, isHeld },
  reason,
  button,
  send,
  onClose,
  isPending,
  error,
  news,
  children,
}: SheetProps) {
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      size="sheet"
      title="Cancel this pledge?"
      foot={
        <ChangeFoot
          back="Keep pledge"
          onBack={onClose}
          isPending={isPending}
          kind="danger"
          reason={reason ?? undefined}
          onClick={send}
        >
          {button}
        </ChangeFoot>
      }
    >
      <div className="grid gap-4">
        <ul className="list-disc space-y-2 pl-5">
          <li>Nothing is charged for it, now or later.</li>
          {toCents(earned) > 0 && <li>The {usd(earned)} that it has earned so far is no longer owed.</li>}
          {!isHeld && (
            <li>
              {campaignName} can count on {usd(totalAmountDue)} less.
            </li>
          )}
          <li>This cannot be undone. You can pledge again while the campaign accepts pledges.</li>
        </ul>
        {children}
        <ChangeNotes news={[...(news ?? [])]} problem={error?.message} />
      </div>
    </Dialog>
  )
}

type LowerDialogProps = { pledge: PledgeDetail; onClose: () => void }

/** A signed-in user lowers the maximum: it is binding from then on. */
export function LowerDialog({ pledge, onClose }: LowerDialogProps) {
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

type LowerDialogSheetProps = {
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
}: LowerDialogSheetProps) {
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

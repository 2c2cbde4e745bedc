import type { ReactNode } from 'react'
import type { PledgeAccount, PledgeChanges, PledgeDetail } from '#domain/schemas/pledge.ts'
import { toCents, usd } from '#web/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChangeFoot } from './change-foot.tsx'
import { ChangeNotes } from './change-notes.tsx'
import { usePledgeChange } from './changes.ts'

type Props = { pledge: PledgeDetail; onClose: () => void }

/** A signed-in user cancels (R14). */
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
          {...{ back: 'Keep pledge', onBack: onClose, isPending }}
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

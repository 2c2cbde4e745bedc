import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { toCents, usd } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChangeNotes } from './change-notes.tsx'
import { usePledgeChange } from './changes.ts'

type Props = { pledge: PledgeDetail; open: boolean; onClose: () => void }

/** Says what will happen beforehand (R14). */
export function CancelDialog({ pledge, open, onClose }: Props) {
  const change = usePledgeChange(pledge, {
    success: () => ({ title: 'Pledge cancelled', description: 'Nothing was charged, and nothing will be.' }),
    onDone: onClose,
  })
  const close = () => {
    change.forget()
    onClose()
  }
  const { earned, totalAmountDue, campaignName, changes, isHeld } = pledge
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      size="sheet"
      title="Cancel this pledge?"
      foot={
        <>
          <Button onClick={close}>Keep pledge</Button>
          <Button
            kind="danger"
            pending={change.isPending && 'Processing...'}
            reason={changes.cannotCancelReason ?? undefined}
            onClick={() => change.go({ method: 'POST', part: 'cancellation' })}
          >
            Cancel pledge
          </Button>
        </>
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
        <ChangeNotes news={change.news} problem={change.error?.message} />
      </div>
    </Dialog>
  )
}

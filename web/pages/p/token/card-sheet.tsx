import { ChangeFoot } from '#web/pages/pledges/id/change-foot.tsx'
import { ChangeNotes } from '#web/pages/pledges/id/change-notes.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type Props = {
  button: string
  send: () => void
  onClose: () => void
  isPending: boolean
  error: Error | null
}

/** The new card is entered on the page of the mailed link: whoever was forwarded this one enters none (R14, R58). */
export function CardSheet({ button, send, onClose, isPending, error }: Props) {
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      size="sheet"
      title="Pay with another card"
      foot={
        <ChangeFoot onBack={onClose} isPending={isPending} onClick={send}>
          {button}
        </ChangeFoot>
      }
    >
      <div className="grid gap-4">
        <p>
          We email one link to the address of this pledge. Open it, then enter the new card there. Until then,
          nothing changes.
        </p>
        <ChangeNotes news={[]} problem={error?.message} />
      </div>
    </Dialog>
  )
}

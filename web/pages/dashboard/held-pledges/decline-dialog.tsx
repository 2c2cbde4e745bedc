import { useState } from 'react'
import type { HeldPledge } from '#domain/schemas/held-pledge.ts'
import { usd } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'
import { HELD_KEY } from './held-pledges.tsx'

type Props = { pledge: HeldPledge; open: boolean; onClose: () => void }

/** The supporter is notified; the words typed here are the only reason they get (R57). */
export function DeclineDialog({ pledge, open, onClose }: Props) {
  const { id, agreedMaximum, supporterName, campaignName } = pledge
  const [message, setMessage] = useState('')
  const decline = useWrite({
    request: () => ({
      method: 'PUT',
      path: `/api/held-pledges/${id}`,
      payload: { decision: 'decline', message: message.trim() || null },
    }),
    failure: 'Not declined',
    unanswered: 'The server did not answer',
    success: { title: 'Pledge declined', description: `${supporterName} is emailed and owes nothing.` },
    refresh: [HELD_KEY],
    onSuccess: onClose,
  })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="sheet"
      title="Decline this pledge?"
      foot={
        <>
          <Button onClick={onClose}>Keep it waiting</Button>
          <Button
            kind="danger"
            pending={decline.isPending && 'Declining...'}
            onClick={() => decline.mutate()}
          >
            Decline pledge
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          {supporterName}’s pledge of up to {usd(agreedMaximum)} for {campaignName} will not count, and
          nothing is owed. They get an email that says so.
        </p>
        <TextArea
          label="Message to the supporter"
          optional
          rows={3}
          maxLength={500}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        {decline.error && <Note tone="danger">{decline.error.message}</Note>}
      </div>
    </Dialog>
  )
}

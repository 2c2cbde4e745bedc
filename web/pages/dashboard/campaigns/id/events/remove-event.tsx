import { faTrash } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import type { Event } from '#domain/schemas/event.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

type Props = { campaignId: string; event: Event; onRemoved: () => void }

/** Off the schedule, while nothing of it is confirmed; its unconfirmed entries are voided (R17). */
export function RemoveEvent({ campaignId, event, onRemoved }: Props) {
  const [isOpen, setOpen] = useState(false)
  const remove = useWrite<Event>({
    request: () => ({ method: 'DELETE', path: `/api/campaigns/${campaignId}/events/${event.id}` }),
    failure: null,
    success: { title: 'Event removed' },
    refresh: [campaignKey(campaignId)],
    onSuccess: onRemoved,
  })
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        type="button"
        className="justify-self-start"
        onClick={() => setOpen(true)}
      >
        <Icon icon={faTrash} />
        Remove event
      </Button>
      <Confirm
        open={isOpen}
        onClose={() => {
          setOpen(false)
          remove.reset()
        }}
        title={`Remove ${event.name}?`}
        confirm="Remove event"
        kind="danger"
        pending={remove.isPending && 'Processing...'}
        onConfirm={() => remove.mutate()}
      >
        {remove.error ? (
          <Note tone="danger" role="alert">
            {remove.error.message}
          </Note>
        ) : (
          <p className="quiet">
            It is removed from the schedule and from subscribed calendars. Its unconfirmed results are voided.
          </p>
        )}
      </Confirm>
    </>
  )
}

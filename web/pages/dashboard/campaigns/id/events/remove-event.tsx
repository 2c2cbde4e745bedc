import type { Event } from '#domain/schemas/event.ts'
import { RemoveRecord } from '#web/parts/records/remove-record.tsx'

type Props = { campaignId: string; event: Event; onRemoved: () => void }

/** Off the schedule, while nothing of it is confirmed; its unconfirmed entries are voided (R17). */
export const RemoveEvent = ({ campaignId, event, onRemoved }: Props) => (
  <RemoveRecord
    campaignId={campaignId}
    record={`events/${event.id}`}
    label="Remove event"
    title={`Remove ${event.name}?`}
    pending="Processing..."
    done="Event removed"
    onRemoved={onRemoved}
  >
    It is removed from the schedule and from subscribed calendars. Its unconfirmed results are voided.
  </RemoveRecord>
)

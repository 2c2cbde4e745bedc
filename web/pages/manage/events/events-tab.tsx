import type { Management } from '#domain/schemas/campaign.ts'
import { dateTimeText } from '#web/format.ts'
import { eventTypeLabels } from '#web/labels.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TableCard } from '../table-card.tsx'

export function EventsTab({ data }: { data: Management }) {
  return (
    <TableCard
      title="Events"
      head={['Event', 'Type', 'Time', 'Location', 'State']}
      empty="No events yet"
      rows={[...data.events]
        .sort((a, b) => (a.startTime < b.startTime ? -1 : 1))
        .map((event) => (
          <tr key={event.id}>
            <td className="full font-semibold">{event.name}</td>
            <td data-label="Type">{eventTypeLabels[event.eventType]}</td>
            <td data-label="Time">{dateTimeText(event.startTime, data.campaign.timeZone)}</td>
            <td data-label="Location">{event.location ?? '–'}</td>
            <td data-label="State">
              <Badge tone={event.isCompleted ? 'completed' : 'draft'}>
                {event.isCompleted ? 'Completed' : 'Upcoming'}
              </Badge>
            </td>
          </tr>
        ))}
    />
  )
}

import { faFileImport, faPen, faPlus } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Event } from '#domain/schemas/event.ts'
import { capital } from '#domain/vocabulary.ts'
import { countText, eventTimeText } from '#web/format.ts'
import { eventTypeLabel } from '#web/labels.ts'
import { DropAnywhere } from '#web/pages/dashboard/campaigns/id/imports/drop-anywhere.tsx'
import { FollowedCalendar } from '#web/pages/dashboard/campaigns/id/imports/followed-calendar.tsx'
import { ImportDialog } from '#web/pages/dashboard/campaigns/id/imports/import-dialog.tsx'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { followedCalendarQuery, tableFile } from '#web/queries/campaigns.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { useNow } from '#web/site/session.ts'
import { useWords } from '#web/site/words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFocusNext } from '#web/ui/next-focus.ts'
import { EventDrawer } from './event-drawer.tsx'
import { alikeByEvent, SameMatch } from './same-match.tsx'
import { Subscribe } from './subscribe.tsx'

/** In order, opened at the next one; past events are behind a button, unless there are no others. */
function useFromNext(events: readonly Event[]) {
  const now = useNow()
  const [isWhole, setWhole] = useState(false)
  const sorted = events.toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))
  const coming = sorted.filter(({ startTime, endTime }) => Date.parse(endTime ?? startTime) >= now - HOURS_MS)
  const isCut = !isWhole && coming.length > 0
  return {
    shown: isCut ? coming : sorted,
    isWhole,
    earlier: isCut ? sorted.length - coming.length : 0,
    showEarlier: () => setWhole(true),
  }
}
/** A match from this morning is still what users look for. */
const HOURS_MS = 12 * 3_600_000

export function EventsTab({ data }: { data: Management }) {
  const words = useWords()
  const [open, setOpen] = useState<Event | 'new' | 'file' | 'followed' | { file: File } | null>(null)
  const { shown, isWhole, earlier, showEarlier } = useFromNext(data.events)
  useFocusNext(isWhole, () => document.querySelector('section[aria-label="Events"] tbody tr'))
  const { canManageEvents: mayManage, canManageStatistics: isManager } = data.permissions
  const add = mayManage && (
    <div className="flex flex-wrap gap-3">
      <Button size="small" onClick={() => setOpen('file')}>
        <Icon icon={faFileImport} />
        Import a file
      </Button>
      <Button kind="primary" size="small" onClick={() => setOpen('new')}>
        <Icon icon={faPlus} />
        Add Event
      </Button>
    </div>
  )
  const { canConfirmResults: mayStop } = data.permissions
  const { data: followed } = useQuery({ ...followedCalendarQuery(data.campaign.id), enabled: mayStop })
  const isDropped = open !== null && typeof open === 'object' && 'file' in open
  const dropped = open === 'followed' ? open : isDropped ? open.file : null
  const edited = open === 'file' || open === 'followed' || isDropped ? null : open
  const isCut = data.eventsCount > data.events.length
  const isPublic = data.campaign.status !== 'draft'
  const alike = data.permissions.canConfirmResults ? alikeByEvent(data) : new Map<string, Event>()
  return (
    <DropAnywhere onFile={mayManage ? (file) => setOpen({ file }) : null}>
      <TableCard
        title="Events"
        head={['Event', 'Type', 'Time', 'Location', ...(mayManage ? ['Edit'] : [])]}
        empty="No events yet"
        emptyText={`${capital(words.matches)} and other dates that supporters follow on the campaign’s timeline.${
          mayManage ? ' Add them one by one, or all of them from a file.' : ''
        }`}
        actions={
          <span className="flex flex-wrap gap-2.5">
            {data.events.length > 0 && (
              <DownloadCsv path={tableFile(data.campaign.id, 'events')} of="events" />
            )}
            {add}
          </span>
        }
        emptyAction={
          mayManage && (
            <Button onClick={() => setOpen('file')}>
              <Icon icon={faFileImport} />
              Import a file
            </Button>
          )
        }
        below={
          (isPublic || followed || (isManager && !mayManage)) && (
            <div className="grid gap-3">
              {followed && (
                <FollowedCalendar
                  campaign={data.campaign}
                  followed={followed}
                  onReview={mayManage ? () => setOpen('followed') : null}
                />
              )}
              {isPublic && <Subscribe campaignId={data.campaign.id} />}
              {isManager && !mayManage && (
                <span className="quiet fine">
                  Once a campaign is no longer a draft, only a representative can change its events.
                </span>
              )}
            </div>
          )
        }
        above={
          (earlier > 0 || isCut) && (
            <>
              {earlier > 0 && (
                <p>
                  <Button size="small" onClick={showEarlier}>
                    Show {earlier} earlier {earlier === 1 ? 'event' : 'events'}
                  </Button>
                </p>
              )}
              {isCut && (
                <p className="quiet fine">
                  The {countText(data.events.length)} events closest to today, of{' '}
                  {countText(data.eventsCount)}. The CSV file has all of them.
                </p>
              )}
            </>
          )
        }
        rows={shown.map((event) => (
          <tr key={event.id}>
            <th scope="row" className="full wrap-anywhere">
              <span className="flex flex-wrap items-center gap-3 font-semibold">
                {event.name}
                {event.isCompleted && <Badge tone="completed">Completed</Badge>}
              </span>
              {alike.get(event.id) && (
                <SameMatch data={data} event={event} other={alike.get(event.id) as Event} />
              )}
            </th>
            <td data-label="Type">{eventTypeLabel(event.eventType, words)}</td>
            <td data-label="Time">{eventTimeText(event, data.campaign.timeZone)}</td>
            <td data-label="Location" className={event.location ? 'wrap-anywhere' : 'max-md:sr-only!'}>
              {event.location ?? '–'}
            </td>
            {mayManage && (
              <td>
                <Button size="dense" aria-label={`Edit ${event.name}`} onClick={() => setOpen(event)}>
                  <Icon icon={faPen} />
                  Edit
                </Button>
              </td>
            )}
          </tr>
        ))}
      />
      {(open === 'file' || dropped) && (
        <ImportDialog data={data} file={dropped} onClose={() => setOpen(null)} />
      )}
      {edited !== null && (
        <EventDrawer
          campaign={data.campaign}
          events={data.events}
          event={edited === 'new' ? null : edited}
          onClose={() => setOpen(null)}
        />
      )}
    </DropAnywhere>
  )
}

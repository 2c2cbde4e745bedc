import { faCalendarPlus, faFileImport, faPen, faPlus } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { capital } from '#domain/campaigns/vocabulary.ts'
import { dateIn } from '#domain/places/zone.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { MatchTotals, PossibleDuplicate } from '#domain/schemas/result.ts'
import { alikeOf, isMatch } from '#domain/season/match-identity.ts'
import { countText, eventTimeText } from '#web/format.ts'
import { eventTypeLabel } from '#web/labels.ts'
import { DropAnywhere } from '#web/pages/dashboard/campaigns/id/imports/choose-file.tsx'
import { FollowedCalendar } from '#web/pages/dashboard/campaigns/id/imports/followed-calendar.tsx'
import { ImportDialog } from '#web/pages/dashboard/campaigns/id/imports/import-dialog.tsx'
import { AskRepresentative } from '#web/pages/dashboard/campaigns/id/questions.tsx'
import { SameMatchDialog } from '#web/pages/dashboard/campaigns/id/results/same-match-dialog.tsx'
import { currentResults } from '#web/pages/dashboard/campaigns/id/results/touchline/matches.ts'
import { useMergeEvents } from '#web/pages/dashboard/campaigns/id/results/writes.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { schedulePath } from '#web/paths.ts'
import { followedCalendarQuery, tableFile } from '#web/queries/campaigns.ts'
import { matchTotalsQuery } from '#web/queries/results.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { useNow, usePublicConfig } from '#web/site/session.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFocusNext } from '#web/ui/next-focus.ts'
import { aboutEvent, EventDrawer } from './event-drawer.tsx'

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
  const { canConfirmResults: mayStop, canEditCampaign } = data.permissions
  const isLimited = mayManage && !canEditCampaign
  const now = useNow()
  const hasStarted = ({ startTime }: Event): boolean => Date.parse(startTime) <= now
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
                  onReview={canEditCampaign ? () => setOpen('followed') : null}
                />
              )}
              {isPublic && <Subscribe campaignId={data.campaign.id} />}
              {isManager && !mayManage && (
                <span className="quiet fine">
                  Once a campaign is over, your representative changes its events.
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
              <td className="max-md:col-start-2">
                {isLimited && hasStarted(event) ? (
                  <AskRepresentative
                    campaignId={data.campaign.id}
                    about={aboutEvent(event, data.campaign.timeZone)}
                    size="dense"
                    spoken={`Ask about ${event.name}`}
                  >
                    Ask
                  </AskRepresentative>
                ) : (
                  <Button size="dense" aria-label={`Edit ${event.name}`} onClick={() => setOpen(event)}>
                    <Icon icon={faPen} />
                    Edit
                  </Button>
                )}
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
          isLimited={isLimited}
          event={edited === 'new' ? null : edited}
          onClose={() => setOpen(null)}
        />
      )}
    </DropAnywhere>
  )
}

/** The schedule as a calendar that updates automatically; its address is public. */
function Subscribe({ campaignId }: { campaignId: string }) {
  const { appUrl } = usePublicConfig()
  const address = `${appUrl}${schedulePath(campaignId)}`
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <strong>Calendar subscription</strong>
        <p className="quiet fine">Families who subscribe see every date, and any change, on their phones.</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={address} size="small">
          Copy calendar link
        </CopyButton>
        <a href={address.replace(/^https?:/, 'webcal:')} className={buttonClass({ size: 'small' })}>
          <Icon icon={faCalendarPlus} />
          Subscribe
        </a>
      </div>
    </div>
  )
}

/** For each match, the first other one of its day that it could be, unless somebody said they are different. */
function alikeByEvent({ events, campaign, differentMatches }: Management): Map<string, Event> {
  const days = new Map<string, Event[]>()
  for (const event of events.filter(isMatch)) {
    const day = dateIn(campaign.timeZone, new Date(event.startTime))
    days.set(day, [...(days.get(day) ?? []), event])
  }
  const areToldApart = (one: Event, other: Event): boolean =>
    differentMatches.some((pair) => pair.includes(one.id) && pair.includes(other.id))
  const found = new Map<string, Event>()
  for (const sameDay of days.values())
    for (const event of sameDay) {
      const { same, couldBe } = alikeOf(
        event,
        sameDay.filter(({ id }) => id !== event.id),
      )
      const other = [...same, ...couldBe].find((one) => !areToldApart(event, one))
      if (other) found.set(event.id, other)
    }
  return found
}

type Props = { data: Management; event: Event; other: Event }

/** Duplicates of a match on the schedule are merged here before any of its results is confirmed. */
function SameMatch({ data, event, other }: Props) {
  const [isOpen, setOpen] = useState(false)
  const merge = useMergeEvents(data.campaign.id)
  const { data: standings = [] } = useQuery({ ...matchTotalsQuery(data.campaign.id), enabled: isOpen })
  const close = (): void => {
    setOpen(false)
    merge.reset()
  }
  return (
    <span className="quiet fine flex flex-wrap items-center gap-x-3 gap-y-1 font-normal">
      Could be the same {data.campaign.vocabulary.match} as {other.name}
      <Button size="dense" aria-label={`Merge ${event.name} and ${other.name}`} onClick={() => setOpen(true)}>
        Merge
      </Button>
      {isOpen && (
        <SameMatchDialog
          matches={[sideOf(event, data, standings), sideOf(other, data, standings)]}
          timeZone={data.campaign.timeZone}
          problem={merge.error?.message ?? null}
          pending={merge.isPending && 'Processing...'}
          onMerge={(given) => merge.mutate(given, { onSuccess: close })}
          onClose={close}
        />
      )}
    </span>
  )
}

function sideOf(
  { id, name, opponent, startTime, hasTime }: Event,
  { statistics }: Management,
  standings: readonly MatchTotals[],
): PossibleDuplicate['matches'][number] {
  const currentOf = currentResults(standings)
  return {
    eventId: id,
    name,
    opponent,
    startTime,
    hasTime,
    hasConfirmed: standings.some(({ eventId, confirmed }) => eventId === id && confirmed !== null),
    figures: statistics.flatMap((statistic) => {
      const quantity = currentOf(id, statistic.id)
      return quantity === null ? [] : [{ statisticId: statistic.id, statisticName: statistic.name, quantity }]
    }),
  }
}

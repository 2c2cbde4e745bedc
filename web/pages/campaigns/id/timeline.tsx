import { dateIn, startOfDay } from '#domain/places/zone.ts'
import type { Campaign, CampaignDetail } from '#domain/schemas/campaign.ts'
import { calendarDayText, daysLeft, shortCalendarDayText } from '#web/format.ts'
import { Fold } from '#web/ui/fold.tsx'
import { ShowWhole, useIsWhole } from './match-results.tsx'

type Props = {
  campaign: Campaign
  events: CampaignDetail['events']
  results: CampaignDetail['results']
  now: number
}
type Entry = {
  id: string
  sort: string
  day: string
  title: string
  state: 'done' | 'waiting' | 'coming'
  word: string
}

/** Without an end time, an event is taken to last this long. */
const USUAL_HOURS = 3
const isOver = ({ startTime, endTime }: CampaignDetail['events'][number], now: number): boolean =>
  now >= (endTime === null ? Date.parse(startTime) + USUAL_HOURS * 3_600_000 : Date.parse(endTime))

/** Start, every event, and the end, by date. */
export function timelineOf({ campaign, events, results, now }: Props): Entry[] {
  const hasEnded = daysLeft(campaign.endsAt, now) === 0
  const waiting = new Set(
    results.filter((result) => result.state === 'entered').map((result) => result.eventId),
  )
  // Past New Year a day includes its year.
  const isLater = (day: string): boolean => day.slice(0, 4) > campaign.startDate.slice(0, 4)
  const calendarDay = (day: string): string => (isLater(day) ? calendarDayText : shortCalendarDayText)(day)
  const entries: Entry[] = events.map((event) => {
    const shared = {
      id: event.id,
      sort: event.startTime,
      day: calendarDay(dateIn(campaign.timeZone, new Date(event.startTime))),
      title: event.name,
    }
    if (waiting.has(event.id)) return { ...shared, state: 'waiting', word: 'To confirm' }
    if (event.isCompleted) return { ...shared, state: 'done', word: 'Completed' }
    return isOver(event, now)
      ? { ...shared, state: 'done', word: 'Over' }
      : { ...shared, state: 'coming', word: 'Upcoming' }
  })
  const startsAt = startOfDay(campaign.timeZone, campaign.startDate)
  entries.push({
    id: 'start',
    sort: startsAt.toISOString(),
    day: calendarDay(campaign.startDate),
    title: 'Campaign Started',
    state: startsAt.getTime() <= now ? 'done' : 'coming',
    word: '',
  })
  entries.push({
    id: 'end',
    sort: campaign.endsAt,
    day: calendarDay(campaign.endDate),
    title: hasEnded ? 'Campaign Ended' : 'Campaign Ends',
    state: hasEnded ? 'done' : 'coming',
    word: '',
  })
  return entries.sort((a, b) => (a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : 0))
}

const SHOWN = 11
/** The most recent event, before the upcoming ones. */
const SHOWN_BEFORE = 4

/** The current part of a long season. */
function around(entries: Entry[]): Entry[] {
  const next = entries.findIndex((entry) => entry.state !== 'done')
  const from = Math.min(
    Math.max(0, (next < 0 ? entries.length : next) - SHOWN_BEFORE),
    Math.max(0, entries.length - SHOWN),
  )
  return entries.slice(from, from + SHOWN)
}

/** What is next, or that it is over. */
function noteOf(entries: Entry[], status: Campaign['status']): string {
  if (status === 'cancelled') return 'This campaign is cancelled'
  const next = entries.find(({ state }) => state === 'coming')
  if (next) return `Next: ${next.day}, ${next.title}`
  const last = entries.at(-1)
  return last ? `${last.title} ${last.day}` : ''
}

const ROW =
  'relative grid min-h-13 grid-cols-[3.625rem_1.375rem_minmax(0,1fr)] items-center gap-x-2.5 py-1.5 leading-[1.35] text-wrap'
/** From dot to dot. */
const LINE =
  'before:absolute before:inset-y-0 before:left-[4.875rem] before:w-0.5 before:bg-line first:before:top-1/2 last:before:bottom-1/2'
const DAY =
  'text-right font-display text-[1.125rem]/none font-bold tracking-[0.02em] normal-nums [word-spacing:0.1em]'
const DOT = 'relative z-1 ml-0.5 size-[1.125rem] rounded-full border-[2.5px]'
const DOTS = {
  done: 'border-turf bg-turf',
  waiting: 'border-dashed border-ink bg-surface',
  coming: 'border-control bg-surface',
}

export function Timeline(props: Props) {
  const isWhole = useIsWhole('timeline')
  const entries = timelineOf(props)
  const shown = isWhole || entries.length <= SHOWN + 2 ? entries : around(entries)
  return (
    <Fold
      id="timeline"
      title="Campaign Timeline"
      note={noteOf(entries, props.campaign.status)}
      isOpen={isWhole}
    >
      <ol className="mt-1">
        {shown.map((entry) => (
          <li key={entry.id} className={`${ROW} ${LINE}`}>
            <time className={DAY} dateTime={entry.sort}>
              {entry.day}
            </time>
            <span className={`${DOT} ${DOTS[entry.state]}`} aria-hidden="true" />
            <p className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-2.5 pl-1">
              <span className="min-w-0 break-words">{entry.title}</span>{' '}
              <span className="quiet fine">{entry.word}</span>
            </p>
          </li>
        ))}
      </ol>
      {shown.length < entries.length && (
        <ShowWhole list="timeline">
          Show the whole {props.campaign.vocabulary.season} ({entries.length})
        </ShowWhole>
      )}
    </Fold>
  )
}

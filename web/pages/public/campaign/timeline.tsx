import { useState } from 'react'
import type { Campaign, CampaignDetail } from '#domain/schemas/campaign.ts'
import { daysLeft, dayText, shortCalendarDayText } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'

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

/** Start, every event, and the end, by date. */
export function timelineOf({ campaign, events, results, now }: Props): Entry[] {
  const hasEnded = daysLeft(campaign.endsAt, now) === 0
  const waiting = new Set(
    results.filter((result) => result.state === 'entered').map((result) => result.eventId),
  )
  const entries: Entry[] = events.map((event) => {
    const shared = {
      id: event.id,
      sort: event.startTime,
      day: dayText(event.startTime, campaign.timeZone),
      title: event.name,
    }
    if (waiting.has(event.id)) return { ...shared, state: 'waiting', word: 'To confirm' }
    return event.isCompleted
      ? { ...shared, state: 'done', word: 'Completed' }
      : { ...shared, state: 'coming', word: 'Upcoming' }
  })
  const started = new Date(`${campaign.startDate}T00:00:00Z`).getTime() <= now
  entries.push({
    id: 'start',
    sort: campaign.startDate,
    day: shortCalendarDayText(campaign.startDate),
    title: 'Campaign Started',
    state: started ? 'done' : 'coming',
    word: '',
  })
  entries.push({
    id: 'end',
    sort: campaign.endsAt,
    day: shortCalendarDayText(campaign.endDate),
    title: hasEnded ? 'Campaign Ended' : 'Campaign Ends',
    state: hasEnded ? 'done' : 'coming',
    word: '',
  })
  return entries.sort((a, b) => (a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : 0))
}

const SHOWN = 11
/** What has just been, before what comes. */
const SHOWN_BEFORE = 4

/** The part of a long season that is going on now. */
function around(entries: Entry[]): Entry[] {
  const next = entries.findIndex((entry) => entry.state !== 'done')
  const from = Math.min(
    Math.max(0, (next < 0 ? entries.length : next) - SHOWN_BEFORE),
    Math.max(0, entries.length - SHOWN),
  )
  return entries.slice(from, from + SHOWN)
}

export function Timeline(props: Props) {
  const [isWhole, setWhole] = useState(false)
  const entries = timelineOf(props)
  const shown = isWhole || entries.length <= SHOWN + 2 ? entries : around(entries)
  return (
    <section className="card pad">
      <h2 className="text-[34px]">Campaign Timeline</h2>
      <ol className="timeline mt-3">
        {shown.map((entry) => (
          <li key={entry.id} className={entry.state}>
            <time dateTime={entry.sort}>{entry.day}</time>
            <span className="dot" aria-hidden="true" />
            <span className="pl-1">{entry.title}</span>
            <span className="quiet fine">{entry.word}</span>
          </li>
        ))}
      </ol>
      {shown.length < entries.length && (
        <Button size="small" className="mt-4" onClick={() => setWhole(true)}>
          Show the whole season ({entries.length})
        </Button>
      )}
    </section>
  )
}

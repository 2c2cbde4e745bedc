import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { shortEventTimeText } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { ownStepsQuery } from '#web/queries/work-queue.ts'
import { Heading } from '#web/ui/heading.tsx'

/** The next events of seasons that the reader backs or runs; renders nothing where nothing is planned. */
export function ComingUp() {
  const { data } = useQuery(ownStepsQuery)
  const events = data?.nextEvents ?? []
  if (events.length === 0) return null
  return (
    <section className="card px-5 pt-4 pb-1" aria-labelledby="coming-up">
      <Heading level={2} size="card" id="coming-up">
        Coming up
      </Heading>
      <ul className="mt-1.5">
        {events.map(({ eventId, campaignId, campaignName, name, location, timeZone, ...start }) => (
          <li key={eventId} className="border-t border-line py-2.5 first:border-t-0">
            <Link to={paths.campaign(campaignId)} className="text-link font-semibold break-words">
              {name}
            </Link>
            <p className="dense">
              {shortEventTimeText(start, timeZone)}
              {location && ` · ${location}`}
            </p>
            <p className="quiet fine break-words">{campaignName}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

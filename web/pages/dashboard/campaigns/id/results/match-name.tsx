import type { Management } from '#domain/schemas/campaign.ts'
import type { Event } from '#domain/schemas/event.ts'
import { dayText } from '#web/format.ts'

const VENUES = { home: 'H', away: 'A', neutral: 'N' } as const

type Props = {
  data: Management
  /** Null: entries without a match. */
  event: Event | null
  /** Its date; empty where there is no single day. */
  at: string
}

/** `H Summit Oct 13`: the match a result belongs to. */
export function MatchName({ data: { campaign }, event, at }: Props) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {event?.venue && (
        <>
          <span
            aria-hidden="true"
            className="inline-grid size-[1.375rem] flex-none place-items-center rounded-plate border-[1.5px] border-control font-display text-[0.8125rem]/none font-[750]"
            title={event.venue}
          >
            {VENUES[event.venue]}
          </span>
          <span className="sr-only">{`${event.venue} `}</span>
        </>
      )}
      <span className="min-w-0 break-words">
        <strong>{event ? (event.opponent ?? event.name) : `No ${campaign.vocabulary.match}`}</strong>{' '}
        {at !== '' && <span className="quiet whitespace-nowrap">{dayText(at, campaign.timeZone)}</span>}
      </span>
    </span>
  )
}

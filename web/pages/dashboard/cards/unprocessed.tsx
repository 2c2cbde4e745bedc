import { useQuery } from '@tanstack/react-query'
import type { UnprocessedCardEvent } from '#domain/schemas/card-event.ts'
import { dateTimeText } from '#web/format.ts'
import { unprocessedQuery } from '#web/queries/cards.ts'
import { useZone } from '#web/site/zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { useWrite } from '#web/write.ts'

/** What Stripe reports, in a representative's words. */
const TYPES: readonly (readonly [start: string, words: string])[] = [
  ['charge.dispute', 'A dispute'],
  ['charge.refund', 'A refund'],
  ['refund', 'A refund'],
  ['payment_intent', 'A payment'],
  ['transfer', 'A transfer to an organization'],
  ['setup_intent', 'A saved card'],
  ['payment_method', 'A saved card'],
]
const typeWords = (type: string): string => TYPES.find(([start]) => type.startsWith(start))?.[1] ?? type

/** Only if there are any: the books may lack money that moved at the card provider (R34). */
export function Unprocessed() {
  const zone = useZone()
  const { data: events = [] } = useQuery(unprocessedQuery())
  if (events.length === 0) return null
  return (
    <section className="card grid gap-4 p-5" aria-labelledby="unprocessed">
      <div>
        <Heading level={2} id="unprocessed">
          Not processed
        </Heading>
        <p className="quiet mt-1 max-w-[60ch]">
          The card provider reported these, and they could not be processed. Until they are, our figures may
          differ from the card provider’s: look at each payment or dispute there. Do what the email about it
          asks for, if there is one, then process it again. If one fails again without such an email, ask the
          person who runs this site to check its log.
        </p>
      </div>
      <ul className="grid gap-3">
        {events.map((event) => (
          <Event key={event.id} event={event} zone={zone} />
        ))}
      </ul>
    </section>
  )
}

function Event({
  event: { id, type, reference, receivedAt },
  zone,
}: {
  event: UnprocessedCardEvent
  zone: string
}) {
  const write = useWrite({
    request: () => ({ method: 'POST', path: `/api/card-events/${encodeURIComponent(id)}/retry` }),
    failure: 'Not processed',
    success: {
      title: 'Processing again',
      description: 'If it keeps failing, it is listed here again within three days.',
    },
    refresh: [['cards']],
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-48 wrap-anywhere">
        <b>{typeWords(type)}</b>
        <span className="quiet fine block">
          {dateTimeText(receivedAt, zone)}, {reference}
        </span>
      </div>
      <Button
        size="dense"
        aria-label={`Process again: ${typeWords(type)}, ${reference}`}
        pending={write.isPending && 'Processing...'}
        onClick={() => write.mutate()}
      >
        Process again
      </Button>
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { reasonOf } from '#domain/billing/charge-status.ts'
import { pledgeReference } from '#domain/billing/lookup.ts'
import { deadlineText } from '#domain/campaigns/deadline.ts'
import { REFUSALS_FREE } from '#domain/pledges/card-testing.ts'
import type { CardRefusal } from '#domain/schemas/card.ts'
import type { UnprocessedCardEvent } from '#domain/schemas/card-event.ts'
import type { AnyDispute } from '#domain/schemas/dispute.ts'
import { dateText, dateTimeText, dayText, shortDateTimeText, usd } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { PagedTable } from '#web/parts/records/paged-table.tsx'
import { paths } from '#web/paths.ts'
import { CARDS_PAGE_SIZE, disputesQuery, refusalsQuery, unprocessedQuery } from '#web/queries/cards.ts'
import { useNow } from '#web/site/session.ts'
import { useZone } from '#web/site/zone.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { TableColumn } from '#web/ui/data-table.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { useWrite } from '#web/write.ts'

const STATES: Record<AnyDispute['state'], { tone: BadgeTone; words: string; icon?: 'check' | 'warning' }> = {
  inquiry: { tone: 'waiting', words: 'Bank inquiry' },
  open: { tone: 'paused', words: 'Open', icon: 'warning' },
  won: { tone: 'active', words: 'Won', icon: 'check' },
  lost: { tone: 'cancelled', words: 'Lost' },
}

/** Charges that their cardholders do not recognize, and the bank's deadline for a response. */
export function Disputes() {
  const now = useNow()
  const zone = useZone()
  const columns: TableColumn<AnyDispute>[] = [
    {
      id: 'campaign',
      head: 'Campaign',
      full: true,
      cell: ({ campaignId, campaignName }) => (
        <Link
          to={paths.manage(campaignId, 'settlements')}
          className="font-semibold underline underline-offset-4"
        >
          {campaignName}
        </Link>
      ),
    },
    {
      id: 'pledge',
      head: 'Pledge',
      cell: ({ chargeId, pledgeId, amount }) => (
        <Link
          to={paths.disputedCharge(chargeId)}
          className="inline-flex min-h-8 items-center whitespace-nowrap underline underline-offset-4 max-lg:min-h-11"
          aria-label={`The charge of ${usd(amount)} and its evidence, pledge ${pledgeReference(pledgeId)}`}
        >
          {pledgeReference(pledgeId)}
        </Link>
      ),
    },
    { id: 'amount', head: 'Amount', numeric: true, cell: ({ amount }) => usd(amount) },
    { id: 'state', head: 'State', cell: ({ state }) => <State state={state} /> },
    { id: 'reason', head: 'Reason', cell: ({ reason }) => spelled(reason) },
    { id: 'due', head: 'Answer by', cell: (dispute) => <Due dispute={dispute} now={now} zone={zone} /> },
    { id: 'opened', head: 'Opened', cell: ({ openedAt }) => dateText(openedAt, zone) },
  ]
  return (
    <PagedTable
      title="Disputed charges"
      lead="A cardholder told their bank that a charge was wrong. The amount does not count as collected until the bank decides. Before the bank’s deadline, send it the evidence in the card provider’s dashboard: the pledge’s reference opens the charge, with the file to send."
      query={disputesQuery}
      pageSize={CARDS_PAGE_SIZE}
      columns={columns}
      rowId={({ id }) => id}
      file="/api/disputes.csv"
    />
  )
}

function State({ state }: Pick<AnyDispute, 'state'>) {
  const { tone, words, icon } = STATES[state]
  return (
    <Badge tone={tone} {...(icon ? { icon } : {})}>
      {words}
    </Badge>
  )
}

type DueProps = { dispute: AnyDispute; now: number; zone: string }

function Due({ dispute: { state, evidenceDueAt, closedAt, timeZone }, now, zone }: DueProps) {
  if (closedAt && !evidenceDueAt)
    return (
      <span className="quiet">
        {state === 'inquiry' ? 'Closed' : 'Decided'} {dateText(closedAt, zone)}
      </span>
    )
  if (!evidenceDueAt) return <span className="quiet">Nothing to answer</span>
  if (Date.parse(evidenceDueAt) >= now) return deadlineText(new Date(evidenceDueAt), timeZone)
  return (
    <Badge tone="cancelled" icon="warning">
      {dayText(evidenceDueAt, timeZone)} is past
    </Badge>
  )
}

/** For a card that was to be saved, not charged. */
const REASONS: Record<string, string> = {
  many_accounts: 'Saved with too many other accounts',
  card_declined: 'The bank declined the card',
  generic_decline: 'The bank declined the card',
  card_details: 'Wrong card number, date or code',
}
const whyText = (code: string): string => REASONS[code] ?? reasonOf(code) ?? code

/** Who tried cards that were declined: one mistake, or somebody testing stolen numbers. */
export function Refusals() {
  const now = useNow()
  const zone = useZone()
  const columns: TableColumn<CardRefusal>[] = [
    {
      id: 'who',
      head: 'Who, and from where',
      full: true,
      cell: ({ userEmail, address }) => (
        <div className="min-w-48 wrap-anywhere">
          <b>{userEmail}</b>
          <span className="quiet fine block">
            {address === null ? 'Address not known' : `From ${address}`}
          </span>
        </div>
      ),
    },
    {
      id: 'why',
      head: 'Why, and when',
      cell: ({ code, at }) => (
        <>
          {whyText(code)}
          <span className="quiet fine block">{dateTimeText(at, zone)}</span>
        </>
      ),
    },
    { id: 'counts', head: 'Within an hour', cell: (refusal) => <Counts {...refusal} /> },
    {
      id: 'waits',
      head: 'Next card',
      cell: ({ waitsUntil }) => <Wait waitsUntil={waitsUntil} now={now} zone={zone} />,
    },
  ]
  return (
    <PagedTable
      title="Declined cards"
      lead={`Cards that a bank declined when someone tried to save them, in the last 30 days. After ${REFUSALS_FREE.user} declines for one person or card within an hour, or ${REFUSALS_FREE.address} from one address, the next card has to wait: a minute, then twice as long each time, up to an hour.`}
      query={refusalsQuery}
      pageSize={CARDS_PAGE_SIZE}
      columns={columns}
      rowId={({ id }) => id}
      file="/api/card-refusals.csv"
    />
  )
}

/** The counts that determine the waiting time. */
function Counts({ byUser, byAddress, byCard, accountsWithCard }: CardRefusal) {
  const lines = [
    `${byUser} by this person`,
    ...(byAddress > 0 ? [`${byAddress} from this address`] : []),
    ...(byCard > 0 ? [`${byCard} with this card`] : []),
    ...(accountsWithCard > 1 ? [`Saved with ${accountsWithCard} accounts`] : []),
  ]
  return (
    <ul className="fine">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

type Waiting = { waitsUntil: string | null; now: number; zone: string }

function Wait({ waitsUntil, now, zone }: Waiting) {
  if (waitsUntil === null) return <span className="quiet">No wait</span>
  const until = shortDateTimeText(waitsUntil, zone)
  if (Date.parse(waitsUntil) <= now) return <span className="quiet">Waited until {until}</span>
  return <Badge tone="waiting">Waits until {until}</Badge>
}

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

/** Only if there are any: the books may lack money that moved at the card provider. */
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

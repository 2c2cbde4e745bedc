import { REFUSALS_FREE } from '#domain/card-limits.ts'
import { reasonOf } from '#domain/charge-words.ts'
import type { CardRefusal } from '#domain/schemas/card.ts'
import { dateTimeText, shortDateTimeText } from '#web/format.ts'
import { PagedTable } from '#web/parts/records/paged-table.tsx'
import { CARDS_PAGE_SIZE, refusalsQuery } from '#web/queries/cards.ts'
import { useNow } from '#web/site/session.ts'
import { useZone } from '#web/site/zone.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { TableColumn } from '#web/ui/data-table.tsx'

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
  const [now, zone] = [useNow(), useZone()]
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
    { id: 'waits', head: 'Next card', cell: ({ waitsUntil }) => <Wait {...{ waitsUntil, now, zone }} /> },
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
      empty={{ title: 'No declined cards', text: 'Every card that was tried in the last 30 days was saved.' }}
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

import { Link } from 'react-router'
import { deadlineText } from '#domain/deadline.ts'
import { pledgeReference } from '#domain/lookup.ts'
import type { AnyDispute } from '#domain/schemas/dispute.ts'
import { dateText, dayText, usd } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { PagedTable } from '#web/parts/records/paged-table.tsx'
import { paths } from '#web/paths.ts'
import { CARDS_PAGE_SIZE, disputesQuery } from '#web/queries/cards.ts'
import { useNow } from '#web/site/session.ts'
import { useZone } from '#web/site/zone.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import type { TableColumn } from '#web/ui/data-table.tsx'

const STATES: Record<AnyDispute['state'], { tone: BadgeTone; words: string; icon?: 'check' | 'warning' }> = {
  inquiry: { tone: 'waiting', words: 'Bank inquiry' },
  open: { tone: 'paused', words: 'Open', icon: 'warning' },
  won: { tone: 'active', words: 'Won', icon: 'check' },
  lost: { tone: 'cancelled', words: 'Lost' },
}

/** Charges that their cardholders do not recognize, and the bank's deadline for a response (R35). */
export function Disputes() {
  const [now, zone] = [useNow(), useZone()]
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
    { id: 'due', head: 'Answer by', cell: (dispute) => <Due {...{ dispute, now, zone }} /> },
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
      empty={{
        title: 'No disputes',
        text: 'When a bank disputes a charge, it appears here and you get an email.',
      }}
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

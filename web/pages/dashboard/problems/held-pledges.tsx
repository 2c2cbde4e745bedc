import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { HeldPledge, HeldPledgePage } from '#domain/schemas/held-pledge.ts'
import { retryUnlessRefused } from '#web/api-error.ts'
import { dateText, dayText, toCents, usd } from '#web/format.ts'
import { PagedTable } from '#web/parts/records/paged-table.tsx'
import { paths } from '#web/paths.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { api } from '#web/query-client.ts'
import { useZone } from '#web/site/zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import type { TableColumn } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

const PAGE_SIZE = 20
const HELD_KEY = ['held-pledges']

/** Held pledges, newest first; `cursor`: where the previous page ended. Sent as a POST: whose names it shows is logged. */
export const heldQuery = (cursor: string | null = null) =>
  queryOptions<HeldPledgePage>({
    queryKey: [...HELD_KEY, cursor],
    queryFn: ({ signal }) =>
      api.ask('/api/held-pledges/searches', { limit: PAGE_SIZE, cursor }, signal) as Promise<HeldPledgePage>,
    retry: retryUnlessRefused,
  })

/** Large pledges by check or cash from people who have not paid before: check once, then release or decline. */
export function HeldPledges() {
  const zone = useZone()
  const columns: TableColumn<HeldPledge>[] = [
    {
      id: 'supporter',
      head: 'Supporter',
      full: true,
      cell: (pledge) => (
        <div className="min-w-48 wrap-anywhere">
          <b>{pledge.supporterName || 'No name'}</b>
          <a
            href={`mailto:${pledge.supporterEmail}`}
            className="fine block py-0.5 underline underline-offset-4"
          >
            {pledge.supporterEmail}
          </a>
          <span className="quiet fine block">Account since {dateText(pledge.supporterSince, zone)}</span>
        </div>
      ),
    },
    {
      id: 'campaign',
      head: 'Campaign',
      full: true,
      cell: ({ campaignId, campaignName, organizationName, note }) => (
        <div className="wrap-anywhere">
          <Link to={paths.campaign(campaignId)} className="font-semibold underline underline-offset-4">
            {campaignName}
          </Link>
          <span className="quiet fine block">{organizationName}</span>
          {note && <span className="fine block">“{note}”</span>}
        </div>
      ),
    },
    {
      id: 'amount',
      head: 'Up to',
      cell: (pledge) => (
        <>
          <b className="whitespace-nowrap">{usd(pledge.agreedMaximum)}</b>
          <span className="quiet fine block whitespace-nowrap">
            by {pledge.paymentMethod}, {dayText(pledge.createdAt, pledge.timeZone)}
          </span>
        </>
      ),
    },
    { id: 'why', head: 'Why it is held', cell: (pledge) => <Why {...pledge} /> },
    {
      id: 'decide',
      head: 'Actions',
      isHeadHidden: true,
      full: true,
      cell: (pledge) => <Decide pledge={pledge} />,
    },
  ]
  return (
    <PagedTable
      title="Held pledges"
      lead="Large pledges by check or cash from people who have not paid much before. They do not count, and no one else sees them, until you release them. Write to the supporter if you are not sure."
      query={heldQuery}
      pageSize={PAGE_SIZE}
      columns={columns}
      rowId={({ id }) => id}
    />
  )
}

function Why({ others, paid }: HeldPledge) {
  return (
    <>
      {toCents(paid) > 0 ? `Has paid ${usd(paid)} so far` : 'Has paid nothing so far'}
      {others.count > 0 && (
        <span className="quiet fine block">
          {others.count === 1 ? '1 more pledge' : `${others.count} more pledges`} by check or cash, up to{' '}
          {usd(others.agreedMaximum)}
        </span>
      )}
    </>
  )
}

function Decide({ pledge }: { pledge: HeldPledge }) {
  const [isDeclining, setDeclining] = useState(false)
  const [isReleasing, setReleasing] = useState(false)
  const { id, campaignId, campaignName, supporterName, cannotReleaseReason } = pledge
  const release = useWrite({
    request: () => ({ method: 'PUT', path: `/api/held-pledges/${id}`, payload: { decision: 'release' } }),
    failure: 'Not released',
    unanswered: 'The server did not answer',
    success: {
      title: 'Pledge released',
      description: `It counts for ${campaignName} now. ${supporterName} is emailed.`,
    },
    refresh: [HELD_KEY, campaignKey(campaignId)],
    onSuccess: () => setReleasing(false),
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="dense"
        aria-label={`Release the pledge of ${supporterName} for ${campaignName}`}
        reason={cannotReleaseReason ?? undefined}
        onClick={() => setReleasing(true)}
      >
        Release
      </Button>
      <Button
        size="dense"
        aria-label={`Decline the pledge of ${supporterName} for ${campaignName}`}
        onClick={() => setDeclining(true)}
      >
        Decline
      </Button>
      <Confirm
        open={isReleasing}
        onClose={() => setReleasing(false)}
        title={`Release ${usd(pledge.agreedMaximum)}?`}
        cancel="Keep it waiting"
        confirm="Release pledge"
        pending={release.isPending && 'Releasing...'}
        onConfirm={() => release.mutate()}
      >
        <p className="wrap-anywhere">
          {supporterName}’s pledge of up to {usd(pledge.agreedMaximum)} will count in the public total of{' '}
          {campaignName}, and they are emailed. This cannot be undone here: only {supporterName} can cancel
          it.
        </p>
      </Confirm>
      <DeclineDialog pledge={pledge} open={isDeclining} onClose={() => setDeclining(false)} />
    </div>
  )
}

type Props = { pledge: HeldPledge; open: boolean; onClose: () => void }

/** The supporter is notified; the words typed here are the only reason they get. */
function DeclineDialog({ pledge, open, onClose }: Props) {
  const { id, agreedMaximum, supporterName, campaignName } = pledge
  const [message, setMessage] = useState('')
  const decline = useWrite({
    request: () => ({
      method: 'PUT',
      path: `/api/held-pledges/${id}`,
      payload: { decision: 'decline', message: message.trim() || null },
    }),
    failure: 'Not declined',
    unanswered: 'The server did not answer',
    success: { title: 'Pledge declined', description: `${supporterName} is emailed and owes nothing.` },
    refresh: [HELD_KEY],
    onSuccess: onClose,
  })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="sheet"
      title="Decline this pledge?"
      foot={
        <>
          <Button onClick={onClose}>Keep it waiting</Button>
          <Button
            kind="danger"
            pending={decline.isPending && 'Declining...'}
            onClick={() => decline.mutate()}
          >
            Decline pledge
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          {supporterName}’s pledge of up to {usd(agreedMaximum)} for {campaignName} will not count, and
          nothing is owed. They get an email that says so.
        </p>
        <TextArea
          label="Message to the supporter"
          optional
          rows={3}
          maxLength={500}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        {decline.error && <Note tone="danger">{decline.error.message}</Note>}
      </div>
    </Dialog>
  )
}

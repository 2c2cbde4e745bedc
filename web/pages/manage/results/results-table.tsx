import { faCheck } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { dayText, quantityText, shortDateTimeText } from '#web/format.ts'
import { useUser } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { EmptyState } from '#web/ui/note.tsx'
import { canConfirm, isWaiting } from './confirm-bar.tsx'
import { VoidDialog } from './void-dialog.tsx'
import { useConfirmResults, useKeepResult } from './writes.ts'

export const KIND_WORDS = {
  count: '',
  achieved: 'Achieved',
  withdrawn: 'Withdrawn',
  not_achieved: 'Not achieved',
} as const
const VENUES = { home: 'H', away: 'A', neutral: 'N' } as const

export function ResultsTable({ data, results }: { data: Management; results: ResultEntry[] }) {
  const [voiding, setVoiding] = useState<ResultEntry | null>(null)
  const user = useUser()
  if (results.length === 0) {
    return (
      <div className="px-5 pb-5">
        <EmptyState title="No results yet">
          Enter a match at the touchline, or import a season as CSV.
        </EmptyState>
      </div>
    )
  }
  return (
    <>
      <div className="table-scroll">
        <table className="table stacked">
          <thead>
            <tr>
              <th scope="col">Match</th>
              <th scope="col">Statistic</th>
              <th scope="col" className="num">
                Result
              </th>
              <th scope="col">Entered</th>
              <th scope="col">State</th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {results.map((result) => (
              <Row
                key={result.id}
                data={data}
                result={result}
                userId={user?.id}
                onVoid={() => setVoiding(result)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {data.resultsCount > data.results.length && (
        <p className="quiet fine border-t border-line px-5 py-3.5">
          The newest {data.results.length} of {data.resultsCount}.
        </p>
      )}
      {voiding && (
        <VoidDialog campaignId={data.campaign.id} result={voiding} onClose={() => setVoiding(null)} />
      )}
    </>
  )
}

type RowProps = { data: Management; result: ResultEntry; userId: string | undefined; onVoid: () => void }

function Row({ data, result, userId, onVoid }: RowProps) {
  const event = data.events.find(({ id }) => id === result.eventId)
  const statistic = data.statistics.find(({ id }) => id === result.statisticId)
  const zone = data.campaign.timeZone
  const who = result.enteredBy.id === userId ? 'You' : result.enteredBy.name
  return (
    <tr className={isWaiting(result) ? 'waiting' : result.state === 'voided' ? 'voided' : ''}>
      <td className="full">
        <span className="flex items-center gap-2.5">
          {event?.venue && (
            <span className="ha" title={event.venue}>
              {VENUES[event.venue]}
            </span>
          )}
          <span>
            <strong>{event ? (event.opponent ?? event.name) : 'No match'}</strong>{' '}
            <span className="quiet whitespace-nowrap">{dayText(result.occursAt, zone)}</span>
          </span>
        </span>
      </td>
      <td data-label="Statistic" className="whitespace-nowrap">
        {statistic?.name}
      </td>
      <td data-label="Result" className="num">
        <span className="fig fig-t">
          {result.kind === 'count' ? quantityText(result.quantity) : KIND_WORDS[result.kind]}
        </span>
      </td>
      <td data-label="Entered">
        {who}, <span className="quiet whitespace-nowrap">{shortDateTimeText(result.enteredAt, zone)}</span>
        {result.note && <span className="quiet fine block">{result.note}</span>}
      </td>
      <td data-label="State">
        <State result={result} />
      </td>
      <td className="plain full num">
        <Actions
          campaignId={data.campaign.id}
          result={result}
          canEnter={data.permissions.canEnterResults}
          label={`${statistic?.name}, ${event?.opponent ?? event?.name ?? 'no match'}`}
          onVoid={onVoid}
        />
      </td>
    </tr>
  )
}

function State({ result }: { result: ResultEntry }) {
  if (result.state === 'entered') return <Badge tone="waiting">To confirm</Badge>
  if (result.state === 'void_requested') return <Badge tone="waiting">Void to confirm</Badge>
  if (result.state === 'voided') return <Badge tone="cancelled">Voided</Badge>
  return (
    <Badge tone="active" icon="check">
      Confirmed
    </Badge>
  )
}

function Actions({
  campaignId,
  result,
  canEnter,
  label,
  onVoid,
}: {
  campaignId: string
  result: ResultEntry
  canEnter: boolean
  label: string
  onVoid: () => void
}) {
  const confirm = useConfirmResults(campaignId)
  const keep = useKeepResult(campaignId)
  const voidButton = canEnter && result.state !== 'voided' && result.state !== 'void_requested' && (
    <button type="button" className="text-button" aria-label={`Void: ${label}`} onClick={onVoid}>
      Void
    </button>
  )
  if (result.state === 'voided')
    return (
      <span className="quiet fine">
        {[result.voidedBy && `by ${result.voidedBy.name}`, result.voidReason].filter(Boolean).join(': ')}
      </span>
    )
  return (
    <span className="flex items-center justify-end gap-2 max-xl:flex-wrap max-md:justify-start">
      {result.state === 'void_requested' && (
        <span className="quiet fine">
          Asked by {result.voidedBy?.name}: {result.voidReason}
        </span>
      )}
      {canConfirm(result) && (
        <Button
          kind="ink"
          size="dense"
          aria-label={`Confirm: ${label}`}
          pending={confirm.isPending && 'Processing...'}
          onClick={() => confirm.mutate([result.id])}
        >
          <Icon icon={faCheck} />
          Confirm
        </Button>
      )}
      {isWaiting(result) && result.cannotConfirmReason && (
        <span className="quiet fine">{result.cannotConfirmReason}</span>
      )}
      {result.state === 'void_requested' && result.cannotKeepReason === null && (
        <Button
          size="dense"
          aria-label={`Keep the result: ${label}`}
          pending={keep.isPending && 'Processing...'}
          onClick={() => keep.mutate(result.id)}
        >
          Keep the result
        </Button>
      )}
      {result.state === 'confirmed' && result.confirmedBy && (
        <span className="quiet fine whitespace-nowrap">by {result.confirmedBy.name}</span>
      )}
      {voidButton}
    </span>
  )
}

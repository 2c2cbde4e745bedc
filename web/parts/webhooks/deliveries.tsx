import { faRotateRight } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import type { WebhookDelivery, WebhookEndpoint } from '#domain/schemas/webhook.ts'
import { counted, dateTimeText } from '#web/format.ts'
import { SHOWN_DELIVERIES, webhookDeliveriesQuery, webhookPath } from '#web/queries/webhooks.ts'
import { useNow } from '#web/site/session.ts'
import { useZone } from '#web/site/zone.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { EmptyState, Note, Skeleton } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

/** What was sent to one address, and what became of it. */
export function Deliveries({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="wide"
      title="Deliveries"
      description={endpoint.url}
      isOnlyRead
    >
      <List endpoint={endpoint} />
    </Dialog>
  )
}

function List({ endpoint: { id } }: { endpoint: WebhookEndpoint }) {
  const { data, error } = useQuery(webhookDeliveriesQuery(id))
  if (!data) return error ? <Note tone="danger">{error.message}</Note> : <Skeleton className="h-40" />
  if (data.length === 0)
    return <EmptyState title="Nothing yet">What is sent from now on is listed for 30 days.</EmptyState>
  return (
    <>
      <div className="@container/table relative overflow-x-auto">
        <table className="table stacked" aria-label="Deliveries">
          <thead>
            <tr>
              {['Event', 'When', 'State', 'Actions'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((delivery) => (
              <Row key={delivery.id} endpointId={id} delivery={delivery} />
            ))}
          </tbody>
        </table>
      </div>
      {data.length === SHOWN_DELIVERIES && (
        <p className="quiet fine mt-3">The newest {SHOWN_DELIVERIES} are listed.</p>
      )}
    </>
  )
}

const PROBLEMS = {
  no_answer: 'No answer within ten seconds',
  not_public: 'The address leads into a private network',
} as const

const answerOf = ({ statusCode, problem }: WebhookDelivery): string | null =>
  problem ? PROBLEMS[problem] : statusCode === null ? null : `Answered ${statusCode}`

function State({ delivery }: { delivery: WebhookDelivery }) {
  const zone = useZone()
  const now = useNow()
  const { state, attempts, lastAttemptAt, nextAttemptAt } = delivery
  const answer =
    state === 'failed' && lastAttemptAt === null
      ? 'Not sent: the address did not answer, asked for time, or was off'
      : answerOf(delivery)
  return (
    <>
      {state === 'delivered' && (
        <Badge tone="active" icon="check">
          Delivered
        </Badge>
      )}
      {state === 'waiting' && <Badge tone="waiting">Waiting</Badge>}
      {state === 'failed' && (
        <Badge tone="cancelled" icon="warning">
          Failed
        </Badge>
      )}
      <span className="quiet fine block">
        {[answer, attempts > 1 ? counted(attempts, 'attempt') : null].filter(Boolean).join(', ')}
      </span>
      {nextAttemptAt && (attempts > 0 || new Date(nextAttemptAt).getTime() > now) && (
        <span className="quiet fine block">Next attempt {dateTimeText(nextAttemptAt, zone)}</span>
      )}
    </>
  )
}

function Row({ endpointId, delivery }: { endpointId: string; delivery: WebhookDelivery }) {
  const zone = useZone()
  const { id, type, happenedAt } = delivery
  const replay = useWrite<WebhookDelivery>({
    request: () => ({ method: 'POST', path: `${webhookPath(endpointId)}/deliveries/${id}/replays` }),
    failure: 'Failed to send again',
    success: (sent) =>
      sent.state === 'delivered'
        ? { title: 'Sent again', description: `The address answered ${sent.statusCode}.` }
        : { title: 'Not accepted', description: `${answerOf(sent) ?? 'It waits'}.`, destructive: true },
    refresh: [['webhooks']],
  })
  return (
    <tr>
      <th scope="row" className="full">
        <code>{type}</code>
        <span className="quiet fine block wrap-anywhere">msg_{id}</span>
      </th>
      <td data-label="When" className="whitespace-nowrap">
        {dateTimeText(happenedAt, zone)}
      </td>
      <td data-label="State">
        <State delivery={delivery} />
      </td>
      <td className="full whitespace-nowrap">
        <Button
          size="dense"
          aria-label={`Send again: ${type}, ${dateTimeText(happenedAt, zone)}`}
          pending={replay.isPending && 'Sending...'}
          onClick={() => replay.mutate()}
        >
          <Icon icon={faRotateRight} />
          Send again
        </Button>
      </td>
    </tr>
  )
}

import { faKey, faList, faPaperPlane, faPlus, faTrash } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  MAX_ENDPOINTS,
  type NewWebhookSecret,
  type WebhookDelivery,
  type WebhookEndpoint,
  WebhookEndpointForm,
} from '#domain/schemas/webhook.ts'
import { dateTimeText } from '#web/format.ts'
import { bound } from '#web/parts/forms/bound.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { webhookPath, webhooksPath, webhooksQuery } from '#web/queries/webhooks.ts'
import { useZone } from '#web/site/zone.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { SecretDialog } from '#web/ui/secret-dialog.tsx'
import { useWrite } from '#web/write.ts'
import { Deliveries } from './deliveries.tsx'

const refresh = [['webhooks']]

type Asked =
  | { add: true }
  | { rotate: WebhookEndpoint }
  | { remove: WebhookEndpoint }
  | { deliveries: WebhookEndpoint }
  | { shown: NewWebhookSecret }
  | null

/** The addresses of an organization's systems, or of the provider's (null), that are told of what happens. */
export function Webhooks({ organizationId, lead }: { organizationId: string | null; lead: string }) {
  const { data, error } = useQuery(webhooksQuery(organizationId))
  const [asked, setAsked] = useState<Asked>(null)
  const close = (): void => setAsked(null)
  const show = (shown: NewWebhookSecret): void => setAsked({ shown })
  if (!data) return error ? <Note tone="danger">{error.message}</Note> : <Skeleton className="h-40" />
  const isFull = data.length >= MAX_ENDPOINTS
  return (
    <div id="webhooks">
      <TableCard
        title="Webhooks"
        head={['Address', 'State', 'Last 30 days', 'Actions']}
        empty="No addresses yet"
        emptyText="Add the address that your system gives you for webhooks."
        above={
          <p className="quiet max-w-[70ch]">
            {lead} No names are sent.{' '}
            <a className="text-link" href="/api/docs">
              Read what is sent
            </a>
          </p>
        }
        actions={
          isFull ? (
            <span className="quiet fine">At most {MAX_ENDPOINTS} addresses</span>
          ) : (
            <Button size="small" onClick={() => setAsked({ add: true })}>
              <Icon icon={faPlus} />
              Add address
            </Button>
          )
        }
        rows={data.map((endpoint) => <Row key={endpoint.id} endpoint={endpoint} onAsk={setAsked} />)}
      />
      {asked && 'add' in asked && <Add organizationId={organizationId} onClose={close} onAdded={show} />}
      {asked && 'rotate' in asked && <Rotate endpoint={asked.rotate} onClose={close} onRotated={show} />}
      {asked && 'remove' in asked && <Remove endpoint={asked.remove} onClose={close} />}
      {asked && 'deliveries' in asked && <Deliveries endpoint={asked.deliveries} onClose={close} />}
      {asked && 'shown' in asked && <Secret endpoint={asked.shown} onClose={close} />}
    </div>
  )
}

function Row({ endpoint, onAsk }: { endpoint: WebhookEndpoint; onAsk: (asked: Asked) => void }) {
  const zone = useZone()
  const { id, url, disabledAt, pausedUntil, previousSecretUntil } = endpoint
  const { delivered, waiting, failed } = endpoint.deliveries
  const test = useWrite<WebhookDelivery>({
    request: () => ({ method: 'POST', path: `${webhookPath(id)}/tests` }),
    failure: 'Failed to send the test',
    success: ({ state, statusCode }) =>
      state === 'delivered'
        ? { title: 'Test accepted', description: `The address answered ${statusCode}.` }
        : {
            title: 'Test not accepted',
            description:
              statusCode === null
                ? 'The address did not answer. Check it, then send another test.'
                : `The address answered ${statusCode}. Check your system, then send another test.`,
            destructive: true,
          },
    refresh,
  })
  return (
    <tr>
      <th scope="row" className="full md:min-w-52">
        <strong className="wrap-anywhere">{url}</strong>
        {previousSecretUntil && (
          <span className="quiet fine block">
            The old secret works until {dateTimeText(previousSecretUntil, zone)}
          </span>
        )}
      </th>
      <td data-label="State">
        {disabledAt ? (
          <>
            <Badge tone="cancelled">Off</Badge>
            <span className="quiet fine block">It answered 410 Gone. Send a test to turn it on again.</span>
          </>
        ) : (
          <Badge tone="active" icon="check">
            On
          </Badge>
        )}
        {pausedUntil && (
          <span className="quiet fine block">Paused until {dateTimeText(pausedUntil, zone)}</span>
        )}
      </td>
      <td data-label="Last 30 days" className="whitespace-nowrap">
        {delivered} delivered
        {waiting > 0 && <span className="block">{waiting} waiting</span>}
        {failed > 0 && <span className="block">{failed} failed</span>}
      </td>
      <td className="full">
        <span className="flex flex-wrap gap-x-3 gap-y-2">
          <Button
            size="dense"
            aria-label={`Send test: ${url}`}
            pending={test.isPending && 'Sending...'}
            onClick={() => test.mutate()}
          >
            <Icon icon={faPaperPlane} />
            Send test
          </Button>
          <Button
            size="dense"
            aria-label={`Deliveries: ${url}`}
            onClick={() => onAsk({ deliveries: endpoint })}
          >
            <Icon icon={faList} />
            Deliveries
          </Button>
          <Button size="dense" aria-label={`New secret: ${url}`} onClick={() => onAsk({ rotate: endpoint })}>
            <Icon icon={faKey} />
            New secret
          </Button>
          <Button size="dense" aria-label={`Remove: ${url}`} onClick={() => onAsk({ remove: endpoint })}>
            <Icon icon={faTrash} />
            Remove
          </Button>
        </span>
      </td>
    </tr>
  )
}

type AddProps = {
  organizationId: string | null
  onClose: () => void
  onAdded: (added: NewWebhookSecret) => void
}

function Add({ organizationId, onClose, onAdded }: AddProps) {
  const { form, submit, isPending, attempt, problem } = useRecordForm<
    WebhookEndpointForm,
    NewWebhookSecret & { version: number }
  >({
    schema: WebhookEndpointForm,
    initial: { url: '' },
    version: null,
    request: (payload) => ({ method: 'POST', path: webhooksPath(organizationId), payload }),
    failure: 'Failed to add the address',
    success: { title: 'Address added' },
    refresh,
    onSaved: onAdded,
  })
  return (
    <FormDrawer
      isShort
      title="Add an address for webhooks"
      description="Your system gives you this address. It gets a signed message for everything that happens from now on."
      save="Add address"
      saving="Adding..."
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        autoComplete="off"
        hint="It starts with https://"
        {...bound(form, 'url')}
      />
    </FormDrawer>
  )
}

const Secret = ({ endpoint, onClose }: { endpoint: NewWebhookSecret; onClose: () => void }) => (
  <SecretDialog
    title="Copy the secret"
    into="your system"
    label="Secret"
    secret={endpoint.secret}
    copy="Copy secret"
    onClose={onClose}
  >
    <p className="quiet wrap-anywhere">
      Your system checks with it that a message to {endpoint.url} is from us.
    </p>
    {endpoint.previousSecretUntil && (
      <p className="quiet">
        The old secret signs for 24 hours more, so that you can change it in your system first.
      </p>
    )}
  </SecretDialog>
)

type OneProps = { endpoint: WebhookEndpoint; onClose: () => void }

function Rotate({
  endpoint,
  onClose,
  onRotated,
}: OneProps & { onRotated: (anew: NewWebhookSecret) => void }) {
  const rotate = useWrite<NewWebhookSecret>({
    request: () => ({ method: 'POST', path: `${webhookPath(endpoint.id)}/secrets` }),
    failure: 'Failed to make a new secret',
    refresh,
    onSuccess: onRotated,
  })
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => rotate.mutate()}
      title="Make a new secret?"
      confirm="Make new secret"
      pending={rotate.isPending && 'Making...'}
    >
      <p>
        <strong className="wrap-anywhere">{endpoint.url}</strong>
      </p>
      <p className="quiet mt-2">
        Messages are signed with both secrets for 24 hours. Put the new one into your system by then.
      </p>
    </Confirm>
  )
}

function Remove({ endpoint, onClose }: OneProps) {
  const remove = useWrite({
    request: () => ({ method: 'DELETE', path: webhookPath(endpoint.id) }),
    failure: 'Failed to remove the address',
    success: { title: 'Address removed' },
    refresh,
    onSuccess: onClose,
  })
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      title="Remove this address?"
      confirm="Remove"
      kind="danger"
      pending={remove.isPending && 'Removing...'}
    >
      <p>
        <strong className="wrap-anywhere">{endpoint.url}</strong>
      </p>
      <p className="quiet mt-2">Nothing more is sent to it, and its list of deliveries is deleted.</p>
    </Confirm>
  )
}

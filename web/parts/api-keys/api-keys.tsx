import { faBan, faKey, faRotate } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey, MadeApiKey } from '#domain/schemas/api-key.ts'
import { dateText, dateTimeText } from '#web/format.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { apiKeysQuery } from '#web/queries/api-keys.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'
import { MakeKey, ShownKey } from './make-key.tsx'
import { scopesInWords } from './scopes.ts'

type Props = {
  /** Null: the provider's. */
  organizationId: string | null
  timeZone: string
  /** Why the reader may make and replace none. */
  reasonNotToMake?: string | undefined
}

/** The open question, or none. */
type Asked = { make: true } | { made: MadeApiKey } | { replace: ApiKey } | { revoke: ApiKey } | null

/** With what programs call the API for an organization, or for the provider. */
export function ApiKeys({ organizationId, timeZone, reasonNotToMake }: Props) {
  const { data, error } = useQuery(apiKeysQuery(organizationId))
  const [asked, setAsked] = useState<Asked>(null)
  const close = (): void => setAsked(null)
  const show = (made: MadeApiKey): void => setAsked({ made })
  if (!data && error) return <Note tone="danger">{error.message}</Note>
  if (!data) return <Skeleton className="h-48" />
  return (
    <div id="api-keys">
      <TableCard
        title="API keys"
        head={['Name', 'What it may do', 'Last used', 'Made by', 'Actions']}
        empty="No API keys"
        above={
          <p className="quiet max-w-[70ch]">
            Zapier and other programs work with a key in place of your password. It acts in the name of who
            made it.{' '}
            <a href="/api/docs" className="text-link">
              How programs use it
            </a>
          </p>
        }
        actions={
          <Button size="small" reason={reasonNotToMake} onClick={() => setAsked({ make: true })}>
            <Icon icon={faKey} />
            Make a key
          </Button>
        }
        rows={data.map((key) => (
          <Row
            key={key.id}
            of={key}
            timeZone={timeZone}
            onReplace={reasonNotToMake ? null : () => setAsked({ replace: key })}
            onRevoke={() => setAsked({ revoke: key })}
          />
        ))}
      />
      {asked && 'make' in asked && <MakeKey organizationId={organizationId} onMade={show} onClose={close} />}
      {asked && 'made' in asked && <ShownKey made={asked.made} onClose={close} />}
      {asked && 'replace' in asked && <Replace of={asked.replace} onMade={show} onClose={close} />}
      {asked && 'revoke' in asked && <Revoke of={asked.revoke} onClose={close} />}
    </div>
  )
}

type RowProps = { of: ApiKey; timeZone: string; onReplace: (() => void) | null; onRevoke: () => void }

function Row({ of: key, timeZone, onReplace, onRevoke }: RowProps) {
  return (
    <tr>
      <th scope="row" className="full md:min-w-40">
        <strong className="break-words">{key.name}</strong>
        <span className="quiet fine block">ends in {key.ending}</span>
        {key.stoppedReason && (
          <span className="mt-1 block">
            <Badge tone="paused" icon="warning">
              Stopped
            </Badge>
            <span className="quiet fine block">{key.stoppedReason}</span>
          </span>
        )}
        {key.earlierWorksUntil && (
          <span className="quiet fine block">
            The earlier one works until {dateTimeText(key.earlierWorksUntil, timeZone)}
          </span>
        )}
      </th>
      <td data-label="What it may do">{scopesInWords(key.scopes, key.organizationId)}</td>
      <td data-label="Last used">
        {key.lastUsedAt === null ? 'Never' : dateTimeText(key.lastUsedAt, timeZone)}
      </td>
      <td data-label="Made by">
        {key.madeBy.name}
        <span className="quiet fine block">{dateText(key.madeAt, timeZone)}</span>
      </td>
      <td className="full">
        <span className="flex flex-wrap gap-x-3 gap-y-2 py-2 lg:py-0">
          {onReplace && (
            <Button size="dense" aria-label={`Replace the key ${key.name}`} onClick={onReplace}>
              <Icon icon={faRotate} />
              Replace
            </Button>
          )}
          <Button size="dense" aria-label={`Revoke the key ${key.name}`} onClick={onRevoke}>
            <Icon icon={faBan} />
            Revoke
          </Button>
        </span>
      </td>
    </tr>
  )
}

type ReplaceProps = { of: ApiKey; onMade: (made: MadeApiKey) => void; onClose: () => void }

function Replace({ of: key, onMade, onClose }: ReplaceProps) {
  const replace = useWrite<MadeApiKey>({
    request: () => ({ method: 'POST', path: `/api/api-keys/${key.id}/replacements` }),
    failure: 'Failed to replace the key',
    success: { title: 'API key replaced' },
    refresh: [['api-keys']],
    onSuccess: onMade,
  })
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => replace.mutate()}
      title={`Replace the key ${key.name}?`}
      confirm="Replace key"
      pending={replace.isPending && 'Replacing...'}
    >
      <p>You get a new key that may do the same, in your name.</p>
      <p className="quiet mt-2">
        {key.stoppedReason
          ? 'The earlier one stays stopped.'
          : 'The earlier one works for 24 hours more. If someone else may have it, revoke it and make a new key instead.'}
      </p>
    </Confirm>
  )
}

function Revoke({ of: key, onClose }: { of: ApiKey; onClose: () => void }) {
  const revoke = useWrite({
    request: () => ({ method: 'DELETE', path: `/api/api-keys/${key.id}` }),
    failure: 'Failed to revoke the key',
    success: { title: 'API key revoked' },
    refresh: [['api-keys']],
    onSuccess: onClose,
  })
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
      title={`Revoke the key ${key.name}?`}
      confirm="Revoke key"
      kind="danger"
      pending={revoke.isPending && 'Revoking...'}
    >
      <p>The program that uses it is refused at once. What it entered so far stays.</p>
    </Confirm>
  )
}

import { faTrash, faUserPlus } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { type Representative, RepresentativeForm } from '#domain/schemas/representative.ts'
import { ApiError } from '#web/api-error.ts'
import { dateText } from '#web/format.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { ApiKeys } from '#web/parts/api-keys/api-keys.tsx'
import { bound } from '#web/parts/forms/bound.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { Webhooks } from '#web/parts/webhooks/webhooks.tsx'
import { paths } from '#web/paths.ts'
import { representativesQuery } from '#web/queries/representatives.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { RepresentativesOnly, refusedBy } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { useZone } from '#web/site/zone.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { EmailField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

const queries = () => [representativesQuery]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Representatives')

const nameOf = ({ firstName, lastName, email }: Representative): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email

/** Who works for the provider: one proposes, a second one confirms, never for oneself; the last one cannot leave. */
export default function Representatives() {
  const { data, error } = useQuery(representativesQuery)
  if (error instanceof ApiError && error.status === 403) return <RepresentativesOnly />
  return (
    <main id="main" className="wrap grid gap-8 py-8 lg:py-10">
      <div>
        <Breadcrumbs>
          <Link to={paths.dashboard}>Dashboard</Link>
        </Breadcrumbs>
        <h1 className="mt-2">Representatives</h1>
        <p className="quiet mt-2 max-w-[70ch]">
          They see every campaign and everyone’s contact details, and move money. It takes two of them to add
          a third. Every change is logged and emailed to all of them.
        </p>
      </div>
      {data ? (
        <List people={data} />
      ) : error ? (
        <Note tone="danger">{error.message}</Note>
      ) : (
        <Skeleton className="h-64" />
      )}
      <Webhooks
        organizationId={null}
        lead="Our own systems are told when a campaign of any organization starts or ends, a result is confirmed, a pledge is made, or money moves."
      />
    </main>
  )
}

function List({ people }: { people: Representative[] }) {
  const zone = useZone()
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Representative | null>(null)
  const active = people.filter(({ state }) => state === 'active')
  return (
    <>
      {active.length === 1 && (
        <Note tone="warning">
          You are the only one. Payouts, payout destinations, larger refunds, refunds by hand, write-offs and
          new representatives take two people. Ask the person who runs the server to add a second one:{' '}
          <code>npm run role -- add [email] representative</code>
        </Note>
      )}
      <TableCard
        title="List of representatives"
        head={['Name', 'State', 'Since', 'Actions']}
        empty="No one"
        most={200}
        actions={
          <span className="flex flex-wrap gap-2.5">
            <DownloadCsv path="/api/representatives.csv" of="representatives" />
            <Button kind="primary" size="small" onClick={() => setAdding(true)}>
              <Icon icon={faUserPlus} />
              Propose representative
            </Button>
          </span>
        }
        rows={people.map((one) => (
          <Row key={one.id} one={one} zone={zone} onRemove={() => setLeaving(one)} />
        ))}
      />
      <ApiKeys organizationId={null} timeZone={zone} />
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {leaving && <Remove person={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function Row({ one, zone, onRemove }: { one: Representative; zone: string; onRemove: () => void }) {
  const confirm = useWrite({
    request: () => ({ method: 'POST', path: `/api/representatives/${one.id}/confirmation` }),
    failure: 'Failed to confirm representative',
    success: { title: 'Representative confirmed', description: `${nameOf(one)} has the role now.` },
    refresh: [representativesQuery.queryKey],
  })
  const isProposed = one.state === 'proposed'
  return (
    <tr>
      <th scope="row" className="full md:min-w-52">
        <strong className="break-words">{nameOf(one)}</strong>
        {nameOf(one) !== one.email && <span className="quiet fine block wrap-anywhere">{one.email}</span>}
      </th>
      <td data-label="State">
        <Badge tone={isProposed ? 'draft' : 'active'} icon={isProposed ? 'clock' : 'check'}>
          {isProposed ? 'Proposed' : 'Active'}
        </Badge>
        {one.proposedBy && <span className="quiet fine block">by {one.proposedBy}</span>}
        {one.approvesFrom && (
          <span className="quiet fine block">approves from {dateText(one.approvesFrom, zone)}</span>
        )}
      </td>
      <td data-label="Since" className="whitespace-nowrap">
        {dateText(one.grantedAt, zone)}
      </td>
      <td className="full">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {isProposed &&
            (one.cannotConfirmReason ? (
              <span className="quiet fine">{one.cannotConfirmReason}</span>
            ) : (
              <Button
                size="dense"
                aria-label={`Confirm ${nameOf(one)}`}
                pending={confirm.isPending && 'Confirming...'}
                onClick={() => confirm.mutate()}
              >
                Confirm
              </Button>
            ))}
          {one.cannotRemoveReason ? (
            <span className="quiet fine">{one.cannotRemoveReason}</span>
          ) : (
            <Button
              size="dense"
              aria-label={`${isProposed ? 'Withdraw' : 'Remove'} ${nameOf(one)}`}
              onClick={onRemove}
            >
              <Icon icon={faTrash} />
              {isProposed ? 'Withdraw' : 'Remove'}
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
}

type Input = z.input<typeof RepresentativeForm>

function AddDialog({ onClose }: { onClose: () => void }) {
  const { form, submit, isPending, attempt, problem } = useRecordForm<
    Input,
    Representative & { version: number }
  >({
    schema: RepresentativeForm,
    initial: { email: '' },
    version: null,
    request: (payload) => ({ method: 'POST', path: '/api/representatives', payload }),
    failure: 'Failed to propose representative',
    success: (added) =>
      added.state === 'active'
        ? { title: 'Already a representative', description: `${nameOf(added)} has the role.` }
        : {
            title: 'Representative proposed',
            description: `${nameOf(added)} has the role once another representative confirms it.`,
          },
    refresh: [representativesQuery.queryKey],
    onSaved: onClose,
  })
  return (
    <FormDrawer
      isShort
      title="Propose a representative"
      description="They must have signed up and confirmed their email address. Another representative confirms the role, and all of you get an email."
      save="Propose representative"
      saving="Proposing..."
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <EmailField label="Email" autoComplete="off" {...bound(form, 'email')} />
    </FormDrawer>
  )
}

function Remove({ person, onClose }: { person: Representative; onClose: () => void }) {
  const isProposed = person.state === 'proposed'
  const remove = useWrite({
    request: () => ({ method: 'DELETE', path: `/api/representatives/${person.id}` }),
    failure: isProposed ? 'Failed to withdraw the proposal' : 'Failed to remove representative',
    success: { title: isProposed ? 'Proposal withdrawn' : 'Representative removed' },
    refresh: [representativesQuery.queryKey],
    onSuccess: onClose,
  })
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      title={isProposed ? 'Withdraw this proposal?' : 'Remove this representative?'}
      confirm={isProposed ? 'Withdraw' : 'Remove'}
      kind="danger"
      pending={remove.isPending && (isProposed ? 'Withdrawing...' : 'Removing...')}
    >
      <p>
        <strong className="wrap-anywhere">{nameOf(person)}</strong>
      </p>
      <p className="quiet mt-2">
        {isProposed
          ? 'They will not become a representative. Any of you can propose them again.'
          : 'They keep their account and their own pledges, but no longer see anyone else’s data. API keys in their name stop until one of you replaces them.'}
      </p>
    </Confirm>
  )
}

export const ErrorBoundary = refusedBy(RepresentativesOnly)

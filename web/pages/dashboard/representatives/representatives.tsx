import { faTrash, faUserPlus } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { type Representative, RepresentativeForm } from '#domain/schemas/representative.ts'
import { ApiError } from '#web/api-error.ts'
import { dateText } from '#web/format.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { paths } from '#web/paths.ts'
import { representativesQuery } from '#web/queries/representatives.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { RepresentativesOnly, refusedBy } from '#web/site/instead.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { useZone } from '#web/site/zone.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { EmailField } from '#web/ui/email-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

const queries = () => [representativesQuery]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Representatives')

const nameOf = ({ firstName, lastName, email }: Representative): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email

/** Who works for the provider: one grants the role to another, never to oneself, and the last one stays (R29). */
export default function Representatives() {
  const { data, error } = useQuery(representativesQuery)
  if (error instanceof ApiError && error.status === 403) return <RepresentativesOnly />
  return (
    <main id="main" className="wrap grid gap-8 py-8 lg:py-10">
      <div>
        <BackLink>
          <Link to={paths.dashboard}>Dashboard</Link>
        </BackLink>
        <h1 className="mt-2">Representatives</h1>
        <p className="quiet mt-2 max-w-[70ch]">
          They see every campaign and everyone’s contact details, move money, and give this role to others.
          Every change is logged.
        </p>
      </div>
      {data ? (
        <List people={data} />
      ) : error ? (
        <Note tone="danger">{error.message}</Note>
      ) : (
        <Skeleton className="h-64" />
      )}
    </main>
  )
}

function List({ people }: { people: Representative[] }) {
  const zone = useZone()
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Representative | null>(null)
  return (
    <>
      {people.length === 1 && (
        <Note tone="warning">
          You are the only one. Refunds, payouts and payout destinations take two people: add another
          representative.
        </Note>
      )}
      <TableCard
        title="List of representatives"
        head={['Name', 'Since', 'Actions']}
        empty="Nobody"
        most={200}
        actions={
          <span className="flex flex-wrap gap-2.5">
            <DownloadCsv path="/api/representatives.csv" of="representatives" />
            <Button kind="primary" size="small" onClick={() => setAdding(true)}>
              <Icon icon={faUserPlus} />
              Add representative
            </Button>
          </span>
        }
        rows={people.map((one) => (
          <tr key={one.id}>
            <td className="full">
              <strong className="break-words">{nameOf(one)}</strong>
              {nameOf(one) !== one.email && <span className="quiet fine block break-all">{one.email}</span>}
            </td>
            <td data-label="Since" className="whitespace-nowrap">
              {dateText(one.grantedAt, zone)}
            </td>
            <td className="full">
              {one.cannotRemoveReason ? (
                <span className="quiet fine">{one.cannotRemoveReason}</span>
              ) : (
                <Button size="dense" aria-label={`Remove ${nameOf(one)}`} onClick={() => setLeaving(one)}>
                  <Icon icon={faTrash} />
                  Remove
                </Button>
              )}
            </td>
          </tr>
        ))}
      />
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {leaving && <Remove person={leaving} onClose={() => setLeaving(null)} />}
    </>
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
    failure: 'Failed to add representative',
    success: (added) => ({
      title: 'Representative added',
      description: `${nameOf(added)} has the role now.`,
    }),
    refresh: [representativesQuery.queryKey],
    onSaved: onClose,
  })
  return (
    <FormDrawer
      isShort
      title="Add a representative"
      description="They must have signed up and confirmed their email address. The role takes effect immediately."
      save="Add representative"
      saving="Adding..."
      isDirty={form.formState.isDirty}
      {...{ isPending, attempt, problem, onClose }}
      onSubmit={submit}
    >
      <EmailField
        label="Email"
        autoComplete="off"
        {...form.register('email')}
        error={form.formState.errors.email?.message}
      />
    </FormDrawer>
  )
}

function Remove({ person, onClose }: { person: Representative; onClose: () => void }) {
  const remove = useWrite({
    request: () => ({ method: 'DELETE', path: `/api/representatives/${person.id}` }),
    failure: 'Failed to remove representative',
    success: { title: 'Representative removed' },
    refresh: [representativesQuery.queryKey],
    onSuccess: onClose,
  })
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      title="Remove this representative?"
      confirm="Remove"
      kind="danger"
      pending={remove.isPending && 'Removing...'}
    >
      <p>
        <strong className="break-all">{nameOf(person)}</strong>
      </p>
      <p className="quiet mt-2">
        They keep their account and their own pledges, but no longer see anyone else’s data.
      </p>
    </Confirm>
  )
}

export const ErrorBoundary = refusedBy(RepresentativesOnly)

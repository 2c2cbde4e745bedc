import { faCheck } from '@fortawesome/free-solid-svg-icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { roleMay } from '#domain/people/roles.ts'
import type { OrganizationListItem } from '#domain/schemas/organization.ts'
import type { User } from '#domain/schemas/user.ts'
import { isUnauthorized } from '#web/api-error.ts'
import { organizationTypeLabels } from '#web/labels.ts'
import { paths } from '#web/paths.ts'
import { ORGANIZATIONS_PAGE_SIZE, organizationsQuery } from '#web/queries/organizations.ts'
import { useUser } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FoundCount } from '#web/ui/found-count.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import { type Chosen, chosenOf } from './draft.ts'

type Helped = readonly Pick<User['memberships'][number], 'organizationName'>[]
const MAX_NAMED = 3

/** For members who are not owners: otherwise they would create their own organization a second time. */
export function askOwner(helped: Helped): string {
  const named = helped.slice(0, MAX_NAMED).map(({ organizationName }) => organizationName)
  const others = helped.length > named.length ? ' and others' : ''
  const it = helped.length === 1 ? 'it' : 'them'
  return [
    `You work for ${named.join(', ')}${others}, but not as an owner.`,
    `Ask an owner of ${named.join(' or ')} to set up the campaign, or to make you an owner.`,
    `Create another organization only if the money is not for ${it}.`,
  ].join(' ')
}

const TYPING_PAUSE_MS = 300

type Props = { chosenId: string | null; onChoose: (chosen: Chosen) => void }

/** The user's own organizations, or all of them for a representative; searched on the server, ten a page. */
export function OrganizationsTable({ chosenId, onChoose }: Props) {
  const [text, setText] = useState('')
  const search = useDebouncedValue(text.trim(), TYPING_PAUSE_MS)
  // Where each page before this one ended; a new search starts at page 1 again.
  const [trail, setTrail] = useState<{ search: string; after: string[] }>({ search: '', after: [] })
  const after = trail.search === search ? trail.after : []
  const { data, error, isPlaceholderData } = useQuery({
    ...organizationsQuery({ search, after: after.at(-1) ?? null }),
    placeholderData: keepPreviousData,
  })
  if (error && !isUnauthorized(error) && !data) return <Failed message={error.message} />
  if (!data) return <Waiting />
  const start = after.length * ORGANIZATIONS_PAGE_SIZE
  const { next } = data
  return (
    <>
      {(search || text || data.count > 0) && (
        <div className="px-5 pb-4">
          <SearchField
            label="Search organizations"
            placeholder="Name, city, state, owner"
            className="w-full sm:max-w-96"
            value={text}
            onChange={setText}
          />
        </div>
      )}
      <FoundCount
        search={text}
        count={isPlaceholderData || text.trim() !== search ? undefined : data.count}
      />
      {data.items.length === 0 ? (
        <Nothing isSearched={search !== ''} />
      ) : (
        <div className="relative overflow-x-auto">
          <table className="table stacked broad" aria-label="Organizations">
            <thead>
              <tr>
                {['Organization', 'Owner', 'Location', 'Type', 'Select'].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.items.map((item) => (
                <Row
                  key={item.organizations.id}
                  item={item}
                  isChosen={item.organizations.id === chosenId}
                  onChoose={onChoose}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {(after.length > 0 || next !== null) && data.items.length > 0 && (
        <Pager
          label="Pages of organizations"
          from={start + 1}
          to={start + data.items.length}
          of={data.count}
          onPrevious={after.length === 0 ? null : () => setTrail({ search, after: after.slice(0, -1) })}
          onNext={next === null ? null : () => setTrail({ search, after: [...after, next] })}
        />
      )}
    </>
  )
}

type RowProps = { item: OrganizationListItem; isChosen: boolean; onChoose: (chosen: Chosen) => void }

function Row({ item: { organizations: one, owner }, isChosen, onChoose }: RowProps) {
  // An e-mail address breaks after its @, and nowhere else if there is room.
  const at = owner?.email.indexOf('@') ?? 0
  const name = [owner?.firstName, owner?.lastName].filter(Boolean).join(' ')
  return (
    <tr className={isChosen ? 'bg-sunken' : ''}>
      <th scope="row" className="full">
        <strong className="break-words">{one.name}</strong>
        <p className="quiet fine line-clamp-2 max-w-[48ch] break-words">{one.description}</p>
        <Link
          to={paths.organization(one.id)}
          className="text-link fine"
          aria-label={`People and details of ${one.name}`}
        >
          People and details
        </Link>
      </th>
      <td data-label="Owner" className="md:max-lg:col-span-2">
        {owner ? (
          <span className="grid min-w-0">
            {name && <span>{name}</span>}
            <span className="quiet fine break-words">
              {owner.email.slice(0, at + 1)}
              <wbr />
              {owner.email.slice(at + 1)}
            </span>
          </span>
        ) : (
          <span className="quiet">None</span>
        )}
      </td>
      <td data-label="Location" className="wrap-anywhere">{`${one.city}, ${one.state}`}</td>
      <td data-label="Type">{organizationTypeLabels[one.organizationType]}</td>
      <td className="max-lg:justify-self-end">
        <Button
          size="small"
          kind={isChosen ? 'ink' : 'secondary'}
          aria-label={`${isChosen ? 'Selected' : 'Select'} ${one.name}`}
          onClick={() => onChoose(chosenOf(one))}
        >
          {isChosen && <Icon icon={faCheck} />}
          {isChosen ? 'Selected' : 'Select'}
        </Button>
      </td>
    </tr>
  )
}

function Nothing({ isSearched }: { isSearched: boolean }) {
  const helpedBy = useUser()?.memberships.filter(({ role }) => !roleMay(role, 'manage')) ?? []
  return (
    <div className="px-5 pb-5">
      {!isSearched && helpedBy.length > 0 ? (
        <EmptyState title="Only owners set up campaigns">{askOwner(helpedBy)}</EmptyState>
      ) : isSearched ? (
        <EmptyState title="No organizations found">
          No organization, city, state or owner matches what you typed.
        </EmptyState>
      ) : (
        <EmptyState title="No organizations yet">
          A team, school, club or group that you raise money for. Create one above: it takes a minute.
        </EmptyState>
      )}
    </div>
  )
}

function Waiting() {
  return (
    <div className="grid gap-3 px-5 pb-5" role="status" aria-busy="true" aria-label="Loading organizations">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  )
}

function Failed({ message }: { message: string }) {
  useEffect(() => {
    toast({
      title: 'Failed to load organizations',
      description: 'Please try refreshing the page',
      destructive: true,
    })
  }, [])
  return (
    <div className="px-5 pb-5">
      <EmptyState
        title="Error loading organizations"
        action={<Button onClick={() => window.location.reload()}>Retry</Button>}
      >
        {message}
      </EmptyState>
    </div>
  )
}

import { Link, useNavigate } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/note.tsx'
import { addressOf, CLEARED, changed, type Filter, isUnfiltered } from './filter.ts'

export function NothingFound({ filter }: { filter: Filter }) {
  if (isUnfiltered(filter))
    return (
      <EmptyState level={2} title="No campaigns found">
        No campaigns are available at this time. Check back later for new opportunities to support!
      </EmptyState>
    )
  return (
    <EmptyState level={2} title="No campaigns found" action={<ClearFilters filter={filter} />}>
      {filter.search && (
        <>
          Nothing matches “<bdi className="wrap-anywhere">{filter.search}</bdi>”.{' '}
        </>
      )}
      Try adjusting your search or filters to find what you are looking for.
    </EmptyState>
  )
}

/** Its own form: it keeps the order and the view, also without a script. */
function ClearFilters({ filter }: { filter: Filter }) {
  const navigate = useNavigate()
  const cleared = addressOf(changed(filter, CLEARED))
  return (
    <form
      action={paths.campaigns}
      method="get"
      onSubmit={(event) => {
        event.preventDefault()
        navigate(cleared, { preventScrollReset: true })
      }}
    >
      {[...new URLSearchParams(cleared.split('?')[1])].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit">Clear Filters</Button>
    </form>
  )
}

export function LoadingFailed() {
  const home = (
    <Link to={paths.landing} className={buttonClass()}>
      Back to Home
    </Link>
  )
  return (
    <EmptyState level={2} title="Error Loading Campaigns" action={home}>
      We couldn't load the campaigns. Please try again later.
    </EmptyState>
  )
}

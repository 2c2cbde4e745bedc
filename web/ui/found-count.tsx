/**
 * Says how many a search has found, for those who do not see the list below it get shorter. Only while something is
 * searched for, and not yet while the answer is on its way.
 */
export function FoundCount({ search, count }: { search: string; count: number | undefined }) {
  if (search === '') return null
  return (
    <span role="status" className="sr-only">
      {count === undefined ? '' : count === 0 ? 'Nothing found' : `${count} found`}
    </span>
  )
}

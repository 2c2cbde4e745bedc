import type { UseQueryResult } from '@tanstack/react-query'
import { isMissing, isUnauthorized } from '#web/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'

type Props = { what: string; message: string; isTrying: boolean; onRetry: () => void }

/** A part that did not load shows its own error, and does not affect the others. */
export function NotLoaded({ what, message, isTrying, onRetry }: Props) {
  return (
    <Note tone="danger" role="alert">
      <p>
        {what} could not be loaded: {message}
      </p>
      <TryAgain isTrying={isTrying} onRetry={onRetry} />
    </Note>
  )
}

const TryAgain = ({ isTrying, onRetry }: Pick<Props, 'isTrying' | 'onRetry'>) => (
  <Button size="small" className="mt-2" pending={isTrying && 'Loading...'} onClick={onRetry}>
    Try again
  </Button>
)

type Found<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>

/** What was loaded stays as a later update fails, unless the server said that it is not for this reader. */
export const keptOf = <Data,>({ data, error }: Pick<Found<Data>, 'data' | 'error'>): Data | undefined =>
  isMissing(error) ? undefined : data

/** Above what stays: a phone that comes back without a network shows what it had, and says so. */
export function NotCurrent({ found }: { found: Found<unknown> }) {
  if (!found.error || isUnauthorized(found.error) || keptOf(found) === undefined) return null
  return (
    <Note tone="warning" role="status">
      <p>This could not be updated just now, so it may not be current.</p>
      <TryAgain isTrying={found.isFetching} onRetry={() => void found.refetch()} />
    </Note>
  )
}

type ProblemProps = {
  /** The start of a sentence: "What is owed could not be loaded". */
  what: string
  found: Found<unknown>
  /** The space around it. */
  className?: string
}

/** What to say of a part that failed: that it is missing, or only that it may not be current. */
export function LoadProblem({ what, found, className = '' }: ProblemProps) {
  const { error, isFetching, refetch } = found
  if (!error || isUnauthorized(error)) return null
  return (
    <div className={className}>
      {keptOf(found) === undefined ? (
        <NotLoaded what={what} message={error.message} isTrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <NotCurrent found={found} />
      )}
    </div>
  )
}

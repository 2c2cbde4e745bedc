import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '#web/ui/note.tsx'
import { keptOf, NotCurrent, NotLoaded } from './not-loaded.tsx'

type Props<Data> = {
  /** The start of a sentence: "What is owed could not be loaded". */
  what: string
  found: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}

/** A part of a screen that loads separately: a placeholder until then, and a way to try again. */
export function OnceLoaded<Data>({ what, found, children }: Props<Data>) {
  const data = keptOf(found)
  if (data === undefined) return <NotYet what={what} found={found} className="h-60" />
  return (
    <>
      <NotCurrent found={found} />
      {children(data)}
    </>
  )
}

/** In place of what is not there yet, or did not load: never a placeholder that stays. */
export function NotYet({
  what,
  found: { error, isFetching, refetch },
  className,
}: Pick<Props<unknown>, 'what'> & {
  found: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  /** The size of the placeholder. */
  className: string
}) {
  if (!error) return <Skeleton className={className} />
  return (
    <NotLoaded what={what} message={error.message} isTrying={isFetching} onRetry={() => void refetch()} />
  )
}

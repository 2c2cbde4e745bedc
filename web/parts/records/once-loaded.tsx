import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '#web/ui/note.tsx'
import { NotLoaded } from './not-loaded.tsx'

type Props<Data> = {
  /** The start of a sentence: "What is owed could not be loaded". */
  what: string
  found: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}

/** A part of a screen that loads separately: a placeholder until then, and a way to try again. */
export function OnceLoaded<Data>({ what, found, children }: Props<Data>) {
  const { data, error, isFetching, refetch } = found
  if (error)
    return (
      <NotLoaded what={what} message={error.message} isTrying={isFetching} onRetry={() => void refetch()} />
    )
  return data === undefined ? <Skeleton className="h-60" /> : children(data)
}

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isMissing } from '#web/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/note.tsx'

type Props = {
  /** The start of a sentence: "Your pledge could not be loaded". */
  what: string
  found: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  /** Shown only if the server said that it does not exist for this reader. */
  children: ReactNode
}

/** In place of a page that did not load: a failure never reads as "not found", and can be tried again. */
export function NotLoadedPage({ what, found: { error, isFetching, refetch }, children }: Props) {
  if (isMissing(error)) return children
  return (
    <main id="main" className="wrap py-16">
      <EmptyState
        level={1}
        title={`${what} could not be loaded`}
        action={
          <Button pending={isFetching && 'Loading...'} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {error?.message}
      </EmptyState>
    </main>
  )
}

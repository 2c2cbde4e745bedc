import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { isUnauthorized } from '#web/api-error.ts'
import type { AnyQuery } from '#web/page-data.ts'
import { Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { type ToastWords, toast } from '#web/ui/toast.tsx'
import { signInAgain } from '#web/write.ts'

/** One setting, on its own card. */
export function Part({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="card pad grid gap-5" aria-labelledby={id}>
      <div>
        <Heading level={2} size="card" id={id}>
          {title}
        </Heading>
        {lead && <p className="quiet mt-2 max-w-[60ch]">{lead}</p>}
      </div>
      {children}
    </section>
  )
}

type Change<Input, Output> = {
  run: (input: Input) => Promise<Output>
  /** Left out: the screen shows the outcome. */
  success?: ToastWords
  refresh?: readonly (readonly unknown[])[]
  onSuccess?: (output: Output) => void
}

/** With two-factor sign-in a representative has the role, and without it not (R29): all that was read is read again. */
export const EVERYTHING = [[]] as const

/** Changes how the user signs in. A session that has ended leads to sign-in and back. */
export function useAccountChange<Output = unknown, Input = void>({
  run,
  success,
  refresh = [],
  onSuccess,
}: Change<Input, Output>): UseMutationResult<Output, Error, Input> {
  const client = useQueryClient()
  return useMutation<Output, Error, Input>({
    mutationFn: run,
    onSuccess: async (output) => {
      if (success) toast(success)
      onSuccess?.(output)
      await Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })))
    },
    onError: (error) => {
      if (isUnauthorized(error)) signInAgain()
    },
  })
}

/** For data read only in the browser: placeholders of its size while it loads, and a way to retry when it fails. */
export function Loaded<Data>({ query, children }: { query: AnyQuery; children: (data: Data) => ReactNode }) {
  const { data, error, refetch, isFetching } = useQuery<Data>(query as never)
  if (data !== undefined) return children(data)
  if (error && !isUnauthorized(error)) {
    return (
      <Note tone="danger" role="alert">
        <p>This could not be loaded.</p>
        <Button
          size="small"
          className="mt-3"
          pending={isFetching && 'Loading...'}
          onClick={() => void refetch()}
        >
          Try again
        </Button>
      </Note>
    )
  }
  return (
    <div aria-busy="true" className="grid gap-3">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-12 w-full" />
    </div>
  )
}

/** How a screen writes: one key per intent, its own messages for success and failure, and what to read again. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { v4 as uuid } from 'uuid'
import { refreshAfterWrite } from './after-write.ts'
import type { WriteMethod } from './api.ts'
import { ApiError, bodyOf, isUnauthorized, NetworkError } from './api-error.ts'
import { startSignInPath } from './paths.ts'
import { api } from './query-client.ts'
import { type ToastWords, toast } from './ui/toast.tsx'

const UNAUTHORIZED_DELAY_MS = 500

let isLeaving = false

/** Shows 'Unauthorized' and goes to sign-in half a second later (R56); once, however many calls were refused. */
export function signInAgain(): void {
  if (isLeaving) return
  isLeaving = true
  toast({ title: 'Unauthorized', description: 'You are logged out. Logging in again...', destructive: true })
  const { pathname, search } = window.location
  setTimeout(() => {
    isLeaving = false
    window.location.assign(startSignInPath(pathname + search))
  }, UNAUTHORIZED_DELAY_MS)
}

type Request = { method: WriteMethod; path: string; payload?: unknown; version?: number }
type Titles = {
  /** The title of the toast when it fails; the server's message is below it. Null: the screen shows the error itself. */
  failure: string | null
  /** The same where no answer came, for a write whose `failure` says that it was not done: nobody knows that. */
  unanswered?: string
}
type Options<Input, Output> = Titles & {
  /** Throws what the screen itself refuses: then nothing is sent. */
  request: (input: Input) => Request | Promise<Request>
  success?: ToastWords | ((output: Output) => ToastWords)
  /** Everything under these keys is read again, and open work in any case. */
  refresh?: readonly (readonly unknown[])[]
  onSuccess?: (output: Output, input: Input) => void
  /** A key that outlives the screen. */
  intent?: Intent
}

/** A retry after no response is the same intent and sends the same key; a response ends the intent. */
export type Intent = { keyFor(request: string): string; answered(): void }

/** For as long as the screen is mounted. */
function useIntent(): Intent {
  const last = useRef<{ body: string; key: string }>(undefined)
  return {
    keyFor(body) {
      if (last.current?.body !== body) last.current = { body, key: uuid() }
      return last.current.key
    },
    answered() {
      last.current = undefined
    },
  }
}

export function useWrite<Output = unknown, Input = void>(options: Options<Input, Output>) {
  const client = useQueryClient()
  const own = useIntent()
  const intent = options.intent ?? own
  const isVersioned = useRef(false)
  return useMutation<Output, Error, Input>({
    async mutationFn(input) {
      const { method, path, payload, version } = await options.request(input)
      isVersioned.current = version !== undefined
      const idempotencyKey = intent.keyFor(JSON.stringify({ method, path, payload, version }))
      const response = await api.write(method, path, payload, {
        idempotencyKey,
        ...(version === undefined ? {} : { version }),
      })
      const output = await bodyOf(response)
      intent.answered()
      return output as Output
    },
    async onSuccess(output, input) {
      const words = typeof options.success === 'function' ? options.success(output) : options.success
      if (words) toast(words)
      options.onSuccess?.(output, input)
      await refreshAfterWrite(client, options.refresh)
    },
    onError(error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429)
        intent.answered()
      if (isUnauthorized(error)) signInAgain()
      else if (options.failure)
        toast({ title: titleOf(error, options), description: error.message, destructive: true })
      // A form whose version is outdated keeps what was typed, and says itself what has changed.
      if (mayBeOutdated(error) && !isVersioned.current) void refreshAfterWrite(client, options.refresh)
    },
  })
}

const titleOf = (error: unknown, { failure, unanswered }: Titles): string =>
  (error instanceof NetworkError ? unanswered : undefined) ?? failure ?? ''

/** Someone else has changed what the screen shows, or this write has, and its response was lost. */
const mayBeOutdated = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && [404, 409].includes(error.status))

export const fieldErrors = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? error.fields : {}

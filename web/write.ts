/** How a screen writes: one key per intent, its own messages for success and failure, and what to read again. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { v4 as uuid } from 'uuid'
import { refreshAfterWrite } from './after-write.ts'
import type { Api, WriteMethod } from './api.ts'
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

export type Request = { method: WriteMethod; path: string; payload?: unknown; version?: number }
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
  /** Where an earlier press had created it, before the form was changed, and its answer was lost. */
  createdBefore?: (output: Output) => ToastWords
  /** Everything under these keys is read again, and open work in any case. */
  refresh?: readonly (readonly unknown[])[]
  onSuccess?: (output: Output, input: Input) => void
  /** A form that compares what was typed with the current record itself: after an outdated version nothing else is read again. */
  comparesVersions?: true
  /** A key that outlives the screen. */
  intent?: Intent
}

/** A retry after no response is the same intent and sends the same key; a response ends the intent. */
export type Intent = {
  keyFor(request: string): string
  answered(): void
  /** Of an intent that outlives a change of its request: what an earlier one made, and what a refusal ends. */
  madeBefore?(error: unknown, asked: { write: Api['write']; key: string; request: string }): Promise<unknown>
  refused?(request: string, error: unknown): void
}

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
  const sent = useRef('')
  const wasBefore = useRef(false)
  return useMutation<Output, Error, Input>({
    async mutationFn(input) {
      const { method, path, payload, version } = await options.request(input)
      sent.current = JSON.stringify({ method, path, payload, version })
      wasBefore.current = false
      const idempotencyKey = intent.keyFor(sent.current)
      const output = await api
        .write(method, path, payload, { idempotencyKey, ...(version === undefined ? {} : { version }) })
        .then(bodyOf)
        .catch(async (error: unknown) => {
          if (!intent.madeBefore) throw error
          const asked = { write: api.write, key: idempotencyKey, request: sent.current }
          const made = await intent.madeBefore(error, asked)
          wasBefore.current = true
          return made
        })
      intent.answered()
      return output as Output
    },
    async onSuccess(output, input) {
      const usual = typeof options.success === 'function' ? options.success(output) : options.success
      const words = (wasBefore.current && options.createdBefore?.(output)) || usual
      if (words) toast(words)
      options.onSuccess?.(output, input)
      await refreshAfterWrite(client, options.refresh)
    },
    onError(error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429)
        if (intent.refused) intent.refused(sent.current, error)
        else intent.answered()
      if (isUnauthorized(error)) signInAgain()
      else if (options.failure)
        toast({ title: titleOf(error, options), description: error.message, destructive: true })
      if (mayBeOutdated(error) && !options.comparesVersions) void refreshAfterWrite(client, options.refresh)
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

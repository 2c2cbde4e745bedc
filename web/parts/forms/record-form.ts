/** A form for one record of a campaign: sent as typed, refused in the server's words, never over somebody else's change. */
import { toNestErrors } from '@hookform/resolvers'
import { useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { WriteMethod } from '#web/api.ts'
import { ApiError } from '#web/api-error.ts'
import { brokenRules } from '#web/rules.ts'
import type { ToastWords } from '#web/ui/toast.tsx'
import { type Intent, useWrite } from '#web/write.ts'

type Versioned = { version: number }
type Order<Input extends FieldValues, Saved> = {
  /** The domain's own, so that the messages match the server's. */
  schema: z.ZodType<unknown, Input>
  initial: Input
  /** The version being edited, as of opening the form; null for a new record. */
  version: number | null
  request: (values: Input) => { method: WriteMethod; path: string; payload: unknown }
  /** The title of the toast; the server's message is below it. */
  failure: string
  success: ToastWords | ((saved: Saved) => ToastWords)
  createdBefore?: (saved: Saved) => ToastWords
  refresh: readonly (readonly unknown[])[]
  onSaved: (saved: Saved) => void
  /** Called before anything is sent: false where a question comes first, whose answer is sent with `send`. */
  maySend?: (values: Input) => boolean
  /** An intent that outlives the screen. */
  intent?: Intent
}

/** The current record, if somebody changed it since the form was opened. */
const currentIn = <Saved>(error: unknown): (Saved & Versioned) | null => {
  if (!(error instanceof ApiError) || error.code !== 'stale') return null
  return ((error.details as { current?: Saved & Versioned } | undefined)?.current ?? null) as
    | (Saved & Versioned)
    | null
}

/**
 * Each field's first message, as the API words it; for unions too, where the library's own resolver would report what the
 * first variant lacks. The typed values are sent: the server parses them.
 */
const rulesOf =
  <Input extends FieldValues>(schema: z.ZodType<unknown, Input>): Resolver<Input> =>
  (values, _, options) => {
    const broken = Object.entries(brokenRules(schema, values))
    if (broken.length === 0) return { values, errors: {} }
    const errors = Object.fromEntries(broken.map(([name, message]) => [name, { type: 'rule', message }]))
    return { values: {}, errors: toNestErrors<Input>(errors, options) }
  }

export function useRecordForm<Input extends FieldValues, Saved>(order: Order<Input, Saved>) {
  const { schema, initial, request, failure, success, refresh, onSaved } = order
  const [current, setCurrent] = useState<(Saved & Versioned) | null>(null)
  const [version, setVersion] = useState(order.version)
  const [refusals, setRefusals] = useState(0)
  const form = useForm<Input>({
    resolver: rulesOf(schema),
    defaultValues: initial as DefaultValues<Input>,
    // The drawer focuses the first invalid field, whatever kind of field it is.
    shouldFocusError: false,
  })
  const save = useWrite<Saved, { values: Input; version: number | null }>({
    request: ({ values, version: known }) => ({
      ...request(values),
      ...(known === null ? {} : { version: known }),
    }),
    failure,
    success,
    refresh,
    onSuccess: onSaved,
    ...(order.createdBefore ? { createdBefore: order.createdBefore } : {}),
    ...(order.version === null ? {} : { comparesVersions: true }),
    ...(order.intent ? { intent: order.intent } : {}),
  })
  const send = (values: Input): void =>
    save.mutate(
      { values, version },
      {
        onError: (error) => {
          const theirs = currentIn<Saved>(error)
          setCurrent(theirs)
          // Saving again overwrites the version just shown.
          if (theirs) setVersion(theirs.version)
          const fields = error instanceof ApiError ? Object.entries(error.fields) : []
          for (const [name, message] of fields)
            form.setError(name as Path<Input>, { type: 'server', message })
          setRefusals((count) => count + 1)
        },
      },
    )
  return {
    form,
    submit: form.handleSubmit((values) => {
      if (order.maySend?.(values) ?? true) send(values)
    }),
    send,
    error: save.error,
    /** Clears the error. */
    forget: save.reset,
    isPending: save.isPending,
    /** Changes whenever an error was found, here or by the server. */
    attempt: form.formState.submitCount + refusals,
    /** The error, if it belongs to no single field. */
    problem: save.error && !current && !hasFields(save.error) ? save.error.message : null,
    /** This screen itself, and nobody else, changed the record: typed values are saved over that. */
    changedHere: (now: number): void =>
      setVersion((known) => (known !== null && now === known + 1 ? now : known)),
    /** Somebody else's version, until this one is saved over it or discarded. */
    current,
    takeTheirs: (values: Input): void => {
      form.reset(values)
      setCurrent(null)
      save.reset()
    },
  }
}
const hasFields = (error: unknown): boolean =>
  error instanceof ApiError && Object.keys(error.fields).length > 0

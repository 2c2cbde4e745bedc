import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { User } from '#domain/schemas/user.ts'
import { ApiError, isUnauthorized } from '#web/api-error.ts'
import type { AnyQuery } from '#web/page-data.ts'
import { AuthForm } from '#web/parts/auth/auth-form.tsx'
import { useDownload } from '#web/site/download.tsx'
import { Button, type ButtonKind } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { type ToastWords, toast } from '#web/ui/toast.tsx'
import { fieldErrors, signInAgain } from '#web/write.ts'

/** What someone has typed into the profile and not saved: the other fields show what is saved now. */
export const LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  streetAddress1: 'Street address',
  streetAddress2: 'Apartment, suite',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
}
type Field = keyof typeof LABELS
export type Answers = Record<Field, string>
export type Typed = Partial<Answers>
export const FIELDS = Object.keys(LABELS) as Field[]

export const answersOf = (user: User, typed: Typed): Answers =>
  Object.fromEntries(FIELDS.map((field) => [field, typed[field] ?? user[field] ?? ''])) as Answers

/** The profile as it is now, if it was changed elsewhere since the form read it. */
export function currentIn(error: Error | null): User | null {
  if (!(error instanceof ApiError) || error.code !== 'stale') return null
  return (error.details as { current?: User } | undefined)?.current ?? null
}

/** What to do about a profile that was changed elsewhere: nothing that was typed is lost, nor what was changed there. */
export function overtakenWords(before: User, now: User, typed: Typed): string {
  const both = FIELDS.filter((field) => {
    const saved = now[field] ?? ''
    return typed[field] !== undefined && saved !== (before[field] ?? '') && saved !== typed[field]
  })
  const theirs = both.map((field) => `${LABELS[field]} is now ${now[field] ? `“${now[field]}”` : 'empty'}.`)
  return [
    'Your profile was changed somewhere else in the meantime. What you typed is still here, and the other fields show what is saved now.',
    ...theirs,
    both.length > 0 ? 'Save again to replace that with what you typed.' : 'Look it over, then save again.',
  ].join(' ')
}

/** The user's time zone: what they did is shown in their own time. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

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

/** With two-factor sign-in a representative has the role, and without it not: all that was read is read again. */
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

/** Everything stored about the user, as a download. */
export function DataPart() {
  const download = useDownload('/api/auth/user/data')
  return (
    <Part
      title="Your data"
      lead="Everything we keep about you in one file: your profile, pledges, payments, messages, email preferences, the devices on which you are signed in, and the text of what we emailed you. Card numbers are not in it: we never have them. It is a text file in the JSON format, which opens on a computer."
    >
      <Button
        className="justify-self-start"
        pending={download.isPending && 'Preparing...'}
        onClick={() => download.mutate()}
      >
        Download my data
      </Button>
    </Part>
  )
}

type Props = {
  /** What the button does, as its label. */
  action: string
  kind?: ButtonKind
  pending: string | false
  error: Error | null
  onAnswer: (password: string) => void
  onCancel: () => void
}

/** Asked again before any change to how the user signs in. */
export function PasswordQuestion({ action, kind = 'primary', pending, error, onAnswer, onCancel }: Props) {
  const [password, setPassword] = useState('')
  return (
    <AuthForm label={action} error={error} fields={['password']} onSubmit={() => onAnswer(password)}>
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        error={fieldErrors(error).password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button kind={kind} type="submit" pending={pending}>
          {action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </AuthForm>
  )
}

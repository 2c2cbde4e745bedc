/** What someone has typed into the profile and not saved: the other fields show what is saved now (R54, R56). */
import type { User } from '#domain/schemas/user.ts'
import { ApiError } from '#web/api-error.ts'

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

import { type FormEvent, useState } from 'react'
import type { User } from '#domain/schemas/user.ts'
import { STATE_CODES } from '#domain/states.ts'
import { AuthForm } from '#web/pages/public/auth-form.tsx'
import { currentUserQuery } from '#web/queries/users.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField, TextField } from '#web/ui/field.tsx'
import { PhoneField } from '#web/ui/phone-field.tsx'
import { fieldErrors, useWrite } from '#web/write.ts'
import { EmailPart } from './email-part.tsx'
import { Part } from './part.tsx'

const FIELDS = [
  ...([
    'firstName',
    'lastName',
    'phone',
    'streetAddress1',
    'streetAddress2',
    'city',
    'state',
    'zip',
  ] as const),
]
type Answers = Record<(typeof FIELDS)[number], string>

const answersOf = (user: User): Answers =>
  Object.fromEntries(FIELDS.map((field) => [field, user[field] ?? ''])) as Answers

export function ProfilePart({ user }: { user: User }) {
  return (
    <>
      <Part
        title="Profile"
        lead="Statements and receipts go out under this name. Nobody sees it on public pages."
      >
        <ProfileForm user={user} />
      </Part>
      <EmailPart user={user} />
    </>
  )
}

function ProfileForm({ user }: { user: User }) {
  const [answers, setAnswers] = useState(() => answersOf(user))
  const save = useWrite<User>({
    request: () => ({ method: 'PUT', path: '/api/auth/user', payload: answers, version: user.version }),
    failure: null,
    success: { title: 'Saved', description: 'Your profile is up to date.' },
    refresh: [currentUserQuery.queryKey],
  })
  const refused = fieldErrors(save.error)
  const field = (name: keyof Answers) => ({
    value: answers[name],
    error: refused[name],
    onChange: (event: FormEvent<HTMLInputElement | HTMLSelectElement>) =>
      setAnswers({ ...answers, [name]: event.currentTarget.value }),
  })
  return (
    <AuthForm
      label="Profile"
      error={save.error}
      fields={FIELDS}
      onSubmit={() => save.mutate()}
      className="grid gap-4 md:grid-cols-6"
    >
      <TextField
        label="First name"
        autoComplete="given-name"
        className="md:col-span-3"
        {...field('firstName')}
      />
      <TextField
        label="Last name"
        autoComplete="family-name"
        className="md:col-span-3"
        {...field('lastName')}
      />
      <PhoneField label="Phone" optional className="md:col-span-3" {...field('phone')} />
      <TextField
        label="Street address"
        optional
        autoComplete="address-line1"
        className="md:col-span-4"
        {...field('streetAddress1')}
      />
      <TextField
        label="Apartment, suite"
        optional
        autoComplete="address-line2"
        className="md:col-span-2"
        {...field('streetAddress2')}
      />
      <TextField
        label="City"
        optional
        autoComplete="address-level2"
        className="md:col-span-2"
        {...field('city')}
      />
      <ChoiceField
        label="State"
        optional
        autoComplete="address-level1"
        className="md:col-span-2"
        {...field('state')}
      >
        <option value="">None</option>
        {STATE_CODES.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </ChoiceField>
      <TextField
        label="ZIP code"
        optional
        autoComplete="postal-code"
        className="md:col-span-2"
        {...field('zip')}
      />
      <Button
        kind="primary"
        type="submit"
        className="justify-self-start md:col-span-6"
        pending={save.isPending && 'Saving...'}
      >
        Save profile
      </Button>
    </AuthForm>
  )
}

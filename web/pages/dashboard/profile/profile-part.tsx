import { type FormEvent, useRef, useState } from 'react'
import { ProfileChange, type User } from '#domain/schemas/user.ts'
import { STATE_CODES } from '#domain/states.ts'
import { AuthForm } from '#web/parts/auth/auth-form.tsx'
import { type FoundAddress, filledBy } from '#web/places/address.ts'
import { LeftToDo } from '#web/places/left-to-do.tsx'
import { StreetField } from '#web/places/street-field.tsx'
import { currentUserQuery } from '#web/queries/users.ts'
import { keepRules } from '#web/rules.ts'
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
        lead="Statements and receipts go out under this name. No one sees it on public pages."
      >
        <ProfileForm user={user} />
      </Part>
      <EmailPart user={user} />
    </>
  )
}

export function ProfileForm({ user }: { user: User }) {
  const [answers, setAnswers] = useState(() => answersOf(user))
  const [leftToDo, setLeftToDo] = useState<string | null>(null)
  const next = useAddressRefs()
  const save = useWrite<User>({
    request: () => {
      keepRules(ProfileChange, answers)
      return { method: 'PUT', path: '/api/auth/user', payload: answers, version: user.version }
    },
    failure: null,
    success: { title: 'Saved', description: 'Your profile is up to date.' },
    refresh: [currentUserQuery.queryKey],
  })
  const refused = fieldErrors(save.error)
  const field = (name: keyof Answers) => ({
    value: answers[name],
    error: refused[name],
    onChange: ({ currentTarget }: FormEvent<HTMLInputElement | HTMLSelectElement>) => {
      const { value } = currentTarget
      setAnswers((known) => ({ ...known, [name]: value }))
      setLeftToDo(null)
    },
  })
  const setAddress = (found: FoundAddress): void => {
    setAnswers((now) => ({ ...now, ...filledBy(found, now.streetAddress2) }))
    setLeftToDo(found.leftToDo)
    next[found.next].current?.focus()
  }
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
      <Address {...{ field, leftToDo }} onAddress={setAddress} next={next} />
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

/** Where the focus goes once an address was chosen. */
const useAddressRefs = () => ({
  streetAddress1: useRef<HTMLInputElement>(null),
  streetAddress2: useRef<HTMLInputElement>(null),
  state: useRef<HTMLSelectElement>(null),
})

type AddressProps = {
  field: (name: keyof Answers) => {
    value: string
    error: string | undefined
    onChange: (event: FormEvent<HTMLInputElement | HTMLSelectElement>) => void
  }
  leftToDo: string | null
  onAddress: (found: FoundAddress) => void
  next: ReturnType<typeof useAddressRefs>
}

function Address({ field, leftToDo, onAddress, next }: AddressProps) {
  return (
    <>
      <StreetField
        ref={next.streetAddress1}
        label="Street address"
        optional
        autoComplete="address-line1"
        className="md:col-span-4"
        {...field('streetAddress1')}
        onAddress={onAddress}
      />
      <TextField
        ref={next.streetAddress2}
        label="Apartment, suite"
        optional
        autoComplete="address-line2"
        className="md:col-span-2"
        {...field('streetAddress2')}
      />
      <LeftToDo text={leftToDo} />
      <TextField
        label="City"
        optional
        autoComplete="address-level2"
        className="md:col-span-2"
        {...field('city')}
      />
      <ChoiceField
        ref={next.state}
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
    </>
  )
}

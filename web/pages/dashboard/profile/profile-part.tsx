import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type FormEvent, type SetStateAction, useRef, useState } from 'react'
import { STATE_CODES } from '#domain/places/states.ts'
import { ProfileChange, type User } from '#domain/schemas/user.ts'
import { ONE_NAME } from '#web/labels.ts'
import { AuthForm } from '#web/parts/auth/auth-form.tsx'
import { type FoundAddress, filledBy } from '#web/places/address.ts'
import { ConfirmZip, zipQuestion } from '#web/places/confirm-zip.tsx'
import { Elsewhere } from '#web/places/elsewhere.tsx'
import { LeftToDo } from '#web/places/left-to-do.tsx'
import { phoneProblem } from '#web/places/reach.ts'
import { StreetField } from '#web/places/street-field.tsx'
import { currentUserQuery } from '#web/queries/users.ts'
import { keepRules, refuse } from '#web/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ChoiceField, PhoneField, TextField } from '#web/ui/field.tsx'
import { fieldErrors, useWrite } from '#web/write.ts'
import { EmailPart } from './email-part.tsx'
import {
  type Answers,
  answersOf,
  currentIn,
  FIELDS,
  LABELS,
  overtakenWords,
  Part,
  type Typed,
} from './part.tsx'

export type Draft = [Typed, Dispatch<SetStateAction<Typed>>]

export function ProfilePart({ user, draft }: { user: User; draft: Draft }) {
  return (
    <>
      <Part
        title="Profile"
        lead="Statements and receipts go out under this name. No one sees it on public pages."
      >
        <ProfileForm user={user} draft={draft} />
      </Part>
      <EmailPart user={user} />
    </>
  )
}

/** What only a person is asked about, by field: the API takes it. */
function askedAgain(answers: Answers, confirmedZip: string): Record<string, string> {
  const asked = { phone: phoneProblem(answers.phone), zip: zipQuestion(answers, confirmedZip) }
  return Object.fromEntries(
    Object.entries(asked).filter((one): one is [string, string] => one[1] !== undefined),
  )
}

/** What is typed, sent over the version that it was typed into; one changed elsewhere is taken over around it. */
function useProfile(user: User, [typed, setTyped]: Draft) {
  const client = useQueryClient()
  const [overtaken, setOvertaken] = useState<Error | null>(null)
  const [onPledges, setOnPledges] = useState(false)
  const [confirmedZip, setConfirmedZip] = useState('')
  const answers = answersOf(user, typed)
  const show = (current: User): unknown => client.setQueryData(currentUserQuery.queryKey, current)
  const write = useWrite<User>({
    request: () => {
      keepRules(ProfileChange, answers)
      refuse(askedAgain(answers, confirmedZip))
      return {
        method: 'PUT',
        path: '/api/auth/user',
        payload: { ...answers, onPledges },
        version: user.version,
      }
    },
    failure: null,
    success: { title: 'Saved', description: 'Your profile is up to date.' },
    refresh: [currentUserQuery.queryKey],
    onSuccess: (saved) => {
      show(saved)
      setTyped({})
    },
  })
  const save = (): void => {
    setOvertaken(null)
    write.mutate(undefined, {
      onError: (error) => {
        const now = currentIn(error)
        if (!now) return
        setOvertaken(new Error(overtakenWords(user, now, typed)))
        show(now)
      },
    })
  }
  const type = (more: Typed): void => setTyped((known) => ({ ...known, ...more }))
  return {
    answers,
    type,
    save,
    onPledges,
    setOnPledges,
    confirmedZip,
    setConfirmedZip,
    isPending: write.isPending,
    error: overtaken ?? write.error,
  }
}

/** `draft`: of a page that outlives the form; otherwise what is typed is the form's own. */
export function ProfileForm({ user, draft }: { user: User; draft?: Draft }) {
  const own = useState<Typed>({})
  const profile = useProfile(user, draft ?? own)
  const { answers, type, save, onPledges, setOnPledges, isPending, error } = profile
  const [leftToDo, setLeftToDo] = useState<string | null>(null)
  const next = useAddressRefs()
  const refused = fieldErrors(error)
  const field = (name: keyof Answers) => ({
    value: answers[name],
    error: refused[name],
    onChange: ({ currentTarget }: FormEvent<HTMLInputElement | HTMLSelectElement>) => {
      type({ [name]: currentTarget.value })
      setLeftToDo(null)
    },
  })
  const setAddress = (found: FoundAddress): void => {
    type(filledBy(found, answers.streetAddress2))
    setLeftToDo(found.leftToDo)
    next[found.next].current?.focus()
  }
  return (
    <AuthForm
      label="Profile"
      error={error}
      fields={FIELDS}
      onSubmit={save}
      className="grid gap-4 md:grid-cols-6"
    >
      <TextField
        label={LABELS.firstName}
        autoComplete="given-name"
        className="md:col-span-3"
        {...field('firstName')}
      />
      <TextField
        label={LABELS.lastName}
        hint={ONE_NAME}
        autoComplete="family-name"
        className="md:col-span-3"
        {...field('lastName')}
      />
      <PhoneField label="Phone" optional className="md:col-span-3" {...field('phone')} />
      <Address field={field} leftToDo={leftToDo} onAddress={setAddress} next={next} />
      <ConfirmZip
        className="md:col-span-6"
        typed={answers}
        confirmed={profile.confirmedZip}
        onConfirm={profile.setConfirmedZip}
      />
      <Elsewhere className="md:col-span-6">
        Leave the address empty: you can pledge by card without one.
      </Elsewhere>
      <div className="md:col-span-6">
        <Checkbox
          label="Also change the invoices and receipts of my earlier pledges"
          hint="Otherwise they keep the name and address that you had when you pledged."
          checked={onPledges}
          onChange={setOnPledges}
        />
      </div>
      <Button
        kind="primary"
        type="submit"
        className="justify-self-start md:col-span-6"
        pending={isPending && 'Saving...'}
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

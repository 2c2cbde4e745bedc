import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type FieldErrors, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { z } from 'zod'
import { STATE_CODES } from '#domain/places/states.ts'
import { oneName } from '#domain/schemas/fields.ts'
import { ProfileFields, type ProfileForm, type User } from '#domain/schemas/user.ts'
import { ONE_NAME } from '#web/labels.ts'
import { VerifyEmail } from '#web/parts/auth/verify-email.tsx'
import { paths } from '#web/paths.ts'
import { type FoundAddress, filledBy } from '#web/places/address.ts'
import { ConfirmZip, zipQuestion } from '#web/places/confirm-zip.tsx'
import { Elsewhere } from '#web/places/elsewhere.tsx'
import { LeftToDo } from '#web/places/left-to-do.tsx'
import { phoneProblem } from '#web/places/reach.ts'
import { StreetField } from '#web/places/street-field.tsx'
import { currentUserQuery } from '#web/queries/users.ts'
import { ChoiceField, TextField } from '#web/ui/field.tsx'
import { usePending } from '#web/ui/pending.ts'
import { toast } from '#web/ui/toast.tsx'
import { fieldErrors, useWrite } from '#web/write.ts'
import { STEP_FORM, type StepProps } from './dialog.tsx'

type Input = z.input<typeof ProfileFields>
const REQUIRED = ['firstName', 'email', 'phone', 'streetAddress1', 'city', 'state', 'zip'] as const

/** The API takes any text for a phone; a person is asked again. */
const REACHABLE = oneName(
  ProfileFields.extend({
    phone: ProfileFields.shape.phone.superRefine((text, { addIssue }) => {
      const message = phoneProblem(text)
      if (message) addIssue({ code: 'custom', message })
    }),
  }),
)
const isTyped = (values: Partial<Input>, name: (typeof REQUIRED)[number]): boolean =>
  Boolean(values[name]?.trim() || (name === 'firstName' && values.lastName?.trim()))

const initial = (user: User): Input => ({
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  email: user.email,
  phone: user.phone ?? '',
  streetAddress1: user.streetAddress1 ?? '',
  streetAddress2: user.streetAddress2 ?? '',
  city: user.city ?? '',
  state: (user.state ?? '') as Input['state'],
  zip: user.zip ?? '',
})

/** Fills in the signed-in user's own profile; a pledge also needs a verified e-mail address. */
export function ProfileStep(props: StepProps & { campaignId: string; user: User }) {
  const { campaignId, user, answers, answer, onNext, setPending } = props
  const client = useQueryClient()
  const [isProving, setProving] = useState(false)
  const [leftToDo, setLeftToDo] = useState<string | null>(null)
  const [confirmedZip, setConfirmedZip] = useState('')
  const form = useForm({
    resolver: zodResolver(REACHABLE),
    defaultValues: { ...initial(user), ...answers.profile },
    shouldFocusError: true,
  })
  const save = useWrite<{ id: string }, z.output<typeof ProfileForm>>({
    request: (profile) => ({ method: 'POST', path: '/api/users', payload: profile }),
    failure: 'Profile Creation Failed',
    refresh: [currentUserQuery.queryKey],
    onSuccess: ({ id }) => {
      answer({ pledgerId: id, profile: null })
      if (user.emailVerified) onNext()
      else setProving(true)
    },
  })
  usePending(save.isPending, setPending)
  const dismiss = useRef(() => {})
  // Stored as typed, until the server has it.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          answer({ profile: values as Record<string, string> })
          if (REQUIRED.every((name) => isTyped(values as Partial<Input>, name))) dismiss.current()
        },
      }),
    [form, answer],
  )
  // It is about this step: once mended, or on another step, it says what is no longer so.
  useEffect(() => () => dismiss.current(), [])

  /** Chosen from the list of addresses: fills in street, city, state and zip, and moves on to the second line. */
  const take = (found: FoundAddress): void => {
    for (const [name, value] of Object.entries(filledBy(found, form.getValues('streetAddress2') ?? '')))
      form.setValue(name as keyof Input, value, {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      })
    setLeftToDo(found.leftToDo)
    form.setFocus(found.next)
  }
  const incomplete = (errors: FieldErrors<Input>): void => {
    if (REQUIRED.some((name) => errors[name] && !isTyped(form.getValues(), name))) {
      dismiss.current = toast({
        title: 'Profile Incomplete',
        description: 'Please fill in all required fields.',
        destructive: true,
      })
    }
  }
  /** A ZIP code of another state is asked about first. */
  const send = (profile: z.output<typeof ProfileForm>): void => {
    const message = zipQuestion(profile, confirmedZip)
    if (message === undefined) save.mutate(profile)
    else form.setError('zip', { type: 'question', message }, { shouldFocus: true })
  }
  if (isProving) {
    return (
      <VerifyEmail
        email={user.email}
        formId={STEP_FORM}
        setPending={setPending}
        onVerified={async () => {
          await client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
          onNext()
        }}
      />
    )
  }
  const refused = fieldErrors(save.error)
  return (
    <form
      id={STEP_FORM}
      noValidate
      onSubmit={form.handleSubmit(send, incomplete)}
      onInput={() => setLeftToDo(null)}
      className="grid gap-4 md:grid-cols-6"
    >
      <h3 className="md:col-span-6">Who you are</h3>
      <p className="quiet md:col-span-6">
        Who pays, and where we send statements. The representative who handles payments sees this. Step 3 says
        who else may see your name.
      </p>
      <Fields
        form={form}
        refused={refused}
        leftToDo={leftToDo}
        confirmedZip={confirmedZip}
        onAddress={take}
        onConfirmZip={setConfirmedZip}
      />
      <Elsewhere className="md:col-span-6">
        <Link to={paths.pledgeWithoutAddress(campaignId)} className="text-link">
          Pledge by card without an address
        </Link>
      </Elsewhere>
    </form>
  )
}

type FieldsProps = {
  form: UseFormReturn<Input, unknown, z.output<typeof ProfileForm>>
  /** What the server refused, by field. */
  refused: Record<string, string>
  leftToDo: string | null
  confirmedZip: string
  onAddress: (found: FoundAddress) => void
  onConfirmZip: (key: string) => void
}

function Fields({ form, refused, leftToDo, confirmedZip, onAddress, onConfirmZip }: FieldsProps) {
  const [state, zip] = useWatch({ control: form.control, name: ['state', 'zip'] })
  const field = (name: keyof Input, label: string, more: object = {}) => ({
    ...form.register(name),
    label,
    error: form.formState.errors[name]?.message ?? refused[name],
    ...more,
  })
  return (
    <>
      <TextField
        {...field('firstName', 'First Name', { autoComplete: 'given-name', className: 'md:col-span-3' })}
      />
      <TextField
        {...field('lastName', 'Last Name', { autoComplete: 'family-name', className: 'md:col-span-3' })}
        hint={ONE_NAME}
      />
      <TextField
        {...field('email', 'Email', { type: 'email', autoComplete: 'email', className: 'md:col-span-3' })}
      />
      <TextField
        {...field('phone', 'Phone', { type: 'tel', autoComplete: 'tel', className: 'md:col-span-3' })}
      />
      <StreetField
        {...field('streetAddress1', 'Street Address', {
          autoComplete: 'address-line1',
          className: 'md:col-span-4',
        })}
        onAddress={onAddress}
      />
      <TextField
        {...field('streetAddress2', 'Apartment, suite', {
          optional: true,
          autoComplete: 'address-line2',
          className: 'md:col-span-2',
        })}
      />
      <LeftToDo text={leftToDo} />
      <TextField {...field('city', 'City', { autoComplete: 'address-level2', className: 'md:col-span-3' })} />
      <ChoiceField
        {...field('state', 'State', { autoComplete: 'address-level1', className: 'md:col-span-1' })}
      >
        <option value="">–</option>
        {STATE_CODES.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </ChoiceField>
      <TextField
        {...field('zip', 'ZIP Code', {
          inputMode: 'numeric',
          autoComplete: 'postal-code',
          className: 'md:col-span-2',
        })}
      />
      <ConfirmZip
        className="md:col-span-6"
        typed={{ state, zip }}
        confirmed={confirmedZip}
        onConfirm={(key) => {
          onConfirmZip(key)
          form.clearErrors('zip')
        }}
      />
    </>
  )
}

import { faArrowRight } from '@fortawesome/free-solid-svg-icons'
import { type Ref, useEffect, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { z } from 'zod'
import { proposedZone } from '#domain/places/place-zones.ts'
import { STATE_CODES } from '#domain/places/states.ts'
import { ORGANIZATION_TYPES, type Organization, OrganizationForm } from '#domain/schemas/organization.ts'
import { organizationTypeLabels } from '#web/labels.ts'
import { BoundSelect } from '#web/parts/forms/bound.tsx'
import { useFirstWrong } from '#web/parts/forms/first-wrong.ts'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { registerUrl } from '#web/parts/forms/web-address.ts'
import { ZoneField } from '#web/parts/forms/zone-field.tsx'
import { paths } from '#web/paths.ts'
import { Elsewhere } from '#web/places/elsewhere.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChoiceField, TextArea, TextField } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import type { Intent } from '#web/write.ts'
import { type Chosen, chosenOf, isTyped, NEW_DETAILS, type OrganizationInput } from './draft.ts'

const TYPES = ORGANIZATION_TYPES.map((value) => ({ value, label: organizationTypeLabels[value] }))

type Props = {
  intent: Intent
  typed: OrganizationInput
  onTyped: (values: OrganizationInput) => void
  onCreated: (chosen: Chosen) => void
}

/** The user who creates an organization owns it. */
function useOrganizationForm({ intent, typed, onTyped, onCreated }: Props) {
  const record = useRecordForm<OrganizationInput, Organization>({
    schema: OrganizationForm as z.ZodType<unknown, unknown> as z.ZodType<unknown, OrganizationInput>,
    initial: typed,
    version: null,
    request: (values) => ({ method: 'POST', path: '/api/organizations', payload: values }),
    failure: 'Failed to Create Organization',
    success: {
      title: 'Organization Created!',
      description: 'Your organization has been created successfully.',
    },
    createdBefore: ({ name }) => ({
      title: 'It was already created',
      description: `An earlier click created it as “${name}”. A representative can correct its name and type; everything else is under People and details.`,
    }),
    refresh: [['organizations']],
    intent,
    onSaved: (created) => onCreated(chosenOf(created)),
  })
  const { form } = record
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => onTyped({ ...values } as OrganizationInput),
      }),
    [form, onTyped],
  )
  return { ...record, box: useFirstWrong(form.formState) }
}

/** For someone who has none: in place of the list. */
export function FirstOrganization({ heading, ...props }: Props & { heading: Ref<HTMLHeadingElement> }) {
  const { form, submit, isPending, problem, box } = useOrganizationForm(props)
  return (
    <form
      ref={box}
      noValidate
      onSubmit={submit}
      className="card pad grid max-w-160 gap-4"
      aria-labelledby="your-organization"
    >
      <div>
        <Heading level={2} ref={heading} id="your-organization" tabIndex={-1}>
          Who is the money for?
        </Heading>
        <p className="quiet mt-1">
          Your team, school or club. You will own it: you set up its campaigns and see how they do.
        </p>
      </div>
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      <Fields form={form} />
      <Button
        kind="primary"
        type="submit"
        className="sm:justify-self-end"
        pending={isPending && 'Creating...'}
      >
        Continue <Icon icon={faArrowRight} />
      </Button>
    </form>
  )
}

/** Another one. Typed text is not discarded without asking. */
export function OrganizationDialog({ onClose, ...props }: Props & { onClose: () => void }) {
  const id = useId()
  const [isLeaving, setLeaving] = useState(false)
  const { form, submit, isPending, problem, box } = useOrganizationForm(props)
  const close = (): void =>
    isTyped({ details: NEW_DETAILS, adding: form.getValues() }) ? setLeaving(true) : onClose()
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title="Create Organization"
        description="You will own it: you set up its campaigns and see how they do."
        foot={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button kind="primary" type="submit" form={id} pending={isPending && 'Creating...'}>
              Create Organization
            </Button>
          </>
        }
      >
        <form
          ref={box}
          id={id}
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.stopPropagation()
            void submit(event)
          }}
        >
          {problem && (
            <Note tone="danger" role="alert">
              {problem}
            </Note>
          )}
          <Fields form={form} />
        </form>
      </Dialog>
      <Confirm
        open={isLeaving}
        onClose={() => setLeaving(false)}
        onConfirm={onClose}
        title="Leave without saving?"
        cancel="Keep editing"
        confirm="Discard"
        kind="danger"
      >
        <p className="quiet">What you typed here is not saved yet.</p>
      </Confirm>
    </>
  )
}

type RecordForm = ReturnType<typeof useRecordForm<OrganizationInput, Organization>>['form']

const ZONE_HINT = 'Proposed from the town. The dates and start times of its campaigns are in this time.'

function Fields({ form }: { form: RecordForm }) {
  const [state, city, timeZone] = useWatch({ control: form.control, name: ['state', 'city', 'timeZone'] })
  const field = (name: keyof OrganizationInput, label: string) => ({
    ...form.register(name),
    label,
    error: form.formState.errors[name]?.message,
  })
  return (
    <>
      <TextField {...field('name', 'Organization Name')} autoComplete="organization" />
      <TextArea {...field('description', 'Description')} rows={3} hint="Who you are, in a sentence or two." />
      <TextField
        {...field('website', 'Website')}
        {...registerUrl(form, 'website')}
        optional
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://"
      />
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-4">
        <TextField {...field('city', 'City')} autoComplete="address-level2" />
        <ChoiceField {...field('state', 'State')} autoComplete="address-level1">
          <option value="">–</option>
          {STATE_CODES.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </ChoiceField>
      </div>
      <Elsewhere>
        <Link to={paths.contact} className="text-link">
          Write to us
        </Link>
        , and we will see what we can do.
      </Elsewhere>
      <ZoneField
        value={timeZone}
        proposed={state ? proposedZone({ state, city }) : ''}
        hint={ZONE_HINT}
        onChange={(zone) => form.setValue('timeZone', zone, { shouldDirty: true })}
        error={form.formState.errors.timeZone?.message}
      />
      <BoundSelect
        control={form.control}
        name="organizationType"
        label="Organization Type"
        placeholder="Choose a type"
        options={TYPES}
      />
    </>
  )
}

import { faPen } from '@fortawesome/free-solid-svg-icons'
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { MONTHS, monthName } from '#domain/places/months.ts'
import { proposedZone } from '#domain/places/place-zones.ts'
import { STATE_CODES } from '#domain/places/states.ts'
import {
  type ManagedOrganization,
  OrganizationUpdate,
  type OwnOrganization,
} from '#domain/schemas/organization.ts'
import { ChangedMeanwhile, differencesOf } from '#web/parts/forms/changed-meanwhile.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { registerUrl } from '#web/parts/forms/web-address.ts'
import { ZoneField } from '#web/parts/forms/zone-field.tsx'
import { ConfirmZip, zipQuestion } from '#web/places/confirm-zip.tsx'
import { organizationPath } from '#web/queries/organizations.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField, TextArea, TextField } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Input = Record<keyof typeof LABELS, string>
const LABELS = {
  description: 'Description',
  website: 'Website',
  streetAddress: 'Street address',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  timeZone: 'Time zone',
  payeeName: 'Payee',
  fiscalYearFrom: 'Fiscal year starts in',
}

const inputOf = (one: OwnOrganization): Input => ({
  description: one.description,
  website: one.website ?? '',
  streetAddress: one.streetAddress ?? '',
  city: one.city,
  state: one.state,
  zip: one.zip ?? '',
  payeeName: one.payeeName ?? '',
  // Empty: as its town has it, so that it follows another one.
  timeZone: one.timeZone === proposedZone(one) ? '' : one.timeZone,
  fiscalYearFrom: one.fiscalYearFrom,
})

/** As in a sentence about what somebody else changed. */
const shownOf = (one: OwnOrganization): Input => ({
  ...inputOf(one),
  timeZone: one.timeZone,
  fiscalYearFrom: monthName(one.fiscalYearFrom),
})

/** What owners edit. */
export function Details({ data }: { data: ManagedOrganization }) {
  const one = data.organization
  const [isEditing, setEditing] = useState(false)
  const place = [`${one.city}, ${one.state}`, one.zip].filter(Boolean).join(' ')
  return (
    <>
      <Facts
        title="Details"
        action={
          data.mayManage && (
            <Button size="small" onClick={() => setEditing(true)}>
              <Icon icon={faPen} />
              Edit details
            </Button>
          )
        }
        facts={[
          ['Description', one.description],
          [
            'Website',
            one.website && (
              <a className="text-link break-all" href={one.website} rel="noopener noreferrer" target="_blank">
                {one.website}
              </a>
            ),
          ],
          ['Address', [one.streetAddress, place].filter(Boolean).join('\n')],
          ['Payee', one.payeeName],
          ['Fiscal year', `Starts in ${monthName(one.fiscalYearFrom)}`],
        ]}
      />
      {isEditing && (
        <DetailsDrawer
          organization={one}
          canChooseZone={data.canChooseZone ?? false}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  )
}

type DrawerProps = { organization: OwnOrganization; canChooseZone: boolean; onClose: () => void }

function DetailsDrawer({ organization, canChooseZone, onClose }: DrawerProps) {
  const [confirmedZip, setConfirmedZip] = useState('')
  const { form, submit, isPending, attempt, problem, current, takeTheirs } = useRecordForm<
    Input,
    OwnOrganization
  >({
    schema: OrganizationUpdate as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: inputOf(organization),
    version: organization.version,
    request: ({ timeZone, ...rest }) => ({
      method: 'PUT',
      path: organizationPath(organization.id),
      payload: canChooseZone ? { ...rest, timeZone } : rest,
    }),
    failure: 'Failed to update organization',
    success: { title: 'Organization updated' },
    refresh: [['organizations']],
    onSaved: onClose,
    maySend: (values) => {
      const message = zipQuestion(values, confirmedZip)
      if (message) form.setError('zip', { type: 'question', message }, { shouldFocus: true })
      return message === undefined
    },
  })
  const field = (name: keyof Input) => ({
    ...form.register(name),
    label: LABELS[name],
    error: form.formState.errors[name]?.message,
  })
  return (
    <FormDrawer
      title="Edit details"
      save="Save Changes"
      saving="Updating..."
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      {current && (
        <ChangedMeanwhile
          differences={differencesOf(shownOf(organization), shownOf(current), LABELS)}
          onTakeTheirs={() => takeTheirs(inputOf(current))}
        />
      )}
      <TextArea {...field('description')} rows={4} hint="Who you are, in a sentence or two." />
      <TextField
        {...field('website')}
        {...registerUrl(form, 'website')}
        optional
        type="url"
        inputMode="url"
        placeholder="https://"
      />
      <TextField {...field('streetAddress')} optional autoComplete="street-address" />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[minmax(0,1fr)_6.5rem_7.5rem]">
        <TextField {...field('city')} className="col-span-2 sm:col-span-1" autoComplete="address-level2" />
        <ChoiceField {...field('state')} autoComplete="address-level1">
          {STATE_CODES.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </ChoiceField>
        <TextField {...field('zip')} inputMode="numeric" autoComplete="postal-code" />
      </div>
      <ZipAndZone
        form={form}
        canChooseZone={canChooseZone}
        confirmedZip={confirmedZip}
        onConfirmZip={setConfirmedZip}
      />
      <TextField
        {...field('payeeName')}
        optional
        hint="The name that checks to the organization are made out to."
      />
      <ChoiceField
        {...field('fiscalYearFrom')}
        hint="Yearly figures start in this month. January means the calendar year."
      >
        {MONTHS.map((month, index) => (
          <option key={month} value={String(index + 1).padStart(2, '0')}>
            {month}
          </option>
        ))}
      </ChoiceField>
    </FormDrawer>
  )
}

type ZoneProps = {
  form: ReturnType<typeof useRecordForm<Input, OwnOrganization>>['form']
  canChooseZone: boolean
  confirmedZip: string
  onConfirmZip: (key: string) => void
}

/** What depends on the place as it is typed. */
function ZipAndZone({ form, canChooseZone, confirmedZip, onConfirmZip }: ZoneProps) {
  const [city, state, zip, timeZone] = useWatch({
    control: form.control,
    name: ['city', 'state', 'zip', 'timeZone'],
  })
  return (
    <>
      <ConfirmZip
        typed={{ state, zip }}
        confirmed={confirmedZip}
        onConfirm={(key) => {
          onConfirmZip(key)
          form.clearErrors('zip')
        }}
      />
      {canChooseZone ? (
        <ZoneField
          value={timeZone}
          proposed={proposedZone({ state, city, zip })}
          hint="Proposed from the place. Once a campaign was activated, a representative changes it."
          onChange={(zone) => form.setValue('timeZone', zone, { shouldDirty: true })}
          error={form.formState.errors.timeZone?.message}
        />
      ) : (
        <p className="quiet fine">A campaign was activated: a representative changes the time zone.</p>
      )}
    </>
  )
}

type Props = {
  title: string
  lead?: string
  action?: ReactNode
  facts: readonly (readonly [string, ReactNode])[]
}

/** Known details, each with its label; unknown ones say so. */
export function Facts({ title, lead, action, facts, children }: Props & { children?: ReactNode }) {
  return (
    <section className="card overflow-hidden" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
        <Heading level={2}>{title}</Heading>
        {action}
      </div>
      {lead && <p className="quiet px-5 pb-4">{lead}</p>}
      {children}
      <dl className={`grid ${facts.length > 0 ? 'border-t border-line' : ''}`}>
        {facts.map(([name, value]) => (
          <div
            key={name}
            className="grid gap-x-4 gap-y-0.5 border-b border-line px-5 py-3 last:border-b-0 sm:grid-cols-[10rem_minmax(0,1fr)]"
          >
            <dt className="quiet">{name}</dt>
            <dd className="min-w-0 whitespace-pre-line break-words">
              {value || <span className="quiet">Not set</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

import { faPen } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import type { z } from 'zod'
import { MONTHS, monthName } from '#domain/fiscal-year.ts'
import {
  type ManagedOrganization,
  OrganizationUpdate,
  type OwnOrganization,
} from '#domain/schemas/organization.ts'
import { STATE_CODES } from '#domain/states.ts'
import { ChangedMeanwhile, differencesOf } from '#web/parts/forms/changed-meanwhile.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { registerUrl } from '#web/parts/forms/web-address.ts'
import { organizationPath } from '#web/queries/organizations.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField, TextArea, TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Facts } from './facts.tsx'

type Input = Record<keyof typeof LABELS, string>
const LABELS = {
  description: 'Description',
  website: 'Website',
  streetAddress: 'Street address',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  payeeName: 'Payee',
  fiscalYearFrom: 'Fiscal year starts in',
}

const inputOf = (one: OwnOrganization): Input => ({
  ...{ description: one.description, website: one.website ?? '', streetAddress: one.streetAddress ?? '' },
  ...{ city: one.city, state: one.state, zip: one.zip ?? '', payeeName: one.payeeName ?? '' },
  fiscalYearFrom: one.fiscalYearFrom,
})

/** As in a sentence about what somebody else changed. */
const shownOf = (one: OwnOrganization): Input => ({
  ...inputOf(one),
  fiscalYearFrom: monthName(one.fiscalYearFrom),
})

/** What owners edit (R25). */
export function Details({ data: { organization: one } }: { data: ManagedOrganization }) {
  const [isEditing, setEditing] = useState(false)
  const place = [`${one.city}, ${one.state}`, one.zip].filter(Boolean).join(' ')
  return (
    <>
      <Facts
        title="Details"
        action={
          <Button size="small" onClick={() => setEditing(true)}>
            <Icon icon={faPen} />
            Edit details
          </Button>
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
      {isEditing && <DetailsDrawer organization={one} onClose={() => setEditing(false)} />}
    </>
  )
}

function DetailsDrawer({ organization, onClose }: { organization: OwnOrganization; onClose: () => void }) {
  const { form, submit, isPending, attempt, problem, current, takeTheirs } = useRecordForm<
    Input,
    OwnOrganization
  >({
    schema: OrganizationUpdate as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: inputOf(organization),
    version: organization.version,
    request: (payload) => ({ method: 'PUT', path: organizationPath(organization.id), payload }),
    failure: 'Failed to update organization',
    success: { title: 'Organization updated' },
    refresh: [['organizations']],
    onSaved: onClose,
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
      {...{ isPending, attempt, problem, onClose }}
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
      <p className="quiet fine">
        Until a campaign is activated, the time zone follows the place. Afterwards a representative changes
        it.
      </p>
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

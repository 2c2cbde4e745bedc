import { faPen } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import type { z } from 'zod'
import { OFFERED_ZONES } from '#domain/places/place-zones.ts'
import { dateIn } from '#domain/places/zone.ts'
import {
  type ManagedOrganization,
  ORGANIZATION_TYPES,
  type OwnOrganization,
  SIZE_TIERS,
  TaxStatusUpdate,
} from '#domain/schemas/organization.ts'
import { calendarDayText, zoneName } from '#web/format.ts'
import { organizationTypeLabels, sizeTierLabels } from '#web/labels.ts'
import { BoundDate, BoundSwitch } from '#web/parts/forms/bound.tsx'
import { ChangedMeanwhile, differencesOf } from '#web/parts/forms/changed-meanwhile.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { organizationPath } from '#web/queries/organizations.ts'
import { useNow } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField, TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Facts } from './details.tsx'

type Input = {
  name: string
  organizationType: string
  is501c3: boolean
  ein: string
  einCheckedOn: string
  is501c3Since: string
  sizeTier: string
  timeZone: string
}
const LABELS: Record<keyof Input, string> = {
  name: 'Name',
  organizationType: 'Type',
  is501c3: '501(c)(3)',
  ein: 'EIN',
  einCheckedOn: 'Checked on',
  sizeTier: 'Size',
  is501c3Since: '501(c)(3) since',
  timeZone: 'Time zone',
}
const inputOf = (one: OwnOrganization): Input => ({
  name: one.name,
  organizationType: one.organizationType,
  is501c3: one.is501c3,
  ein: one.ein ?? '',
  einCheckedOn: one.einCheckedOn ?? '',
  is501c3Since: one.is501c3Since ?? '',
  sizeTier: one.sizeTier ?? '',
  timeZone: one.timeZone,
})

const zoneText = (zone: string): string => zone.replace(/^.*\//, '').replaceAll('_', ' ')

/** What only representatives set; owners see it. */
export function Standing({ data: { organization: one, isRepresentative } }: { data: ManagedOrganization }) {
  const [isEditing, setEditing] = useState(false)
  const now = useNow()
  return (
    <>
      <Facts
        title="Verified by representatives"
        action={
          isRepresentative && (
            <Button size="small" onClick={() => setEditing(true)}>
              <Icon icon={faPen} />
              Edit verified details
            </Button>
          )
        }
        facts={[
          ['Name', one.name],
          ['Type', organizationTypeLabels[one.organizationType]],
          ['501(c)(3)', one.is501c3 ? 'Yes: pledges are shown as tax-deductible' : 'No'],
          ['501(c)(3) since', one.is501c3Since && calendarDayText(one.is501c3Since)],
          ['EIN', one.ein],
          ['Checked on', one.einCheckedOn && calendarDayText(one.einCheckedOn)],
          ['Size', one.sizeTier && sizeTierLabels[one.sizeTier]],
          ['Time zone', zoneName(one.timeZone, now)],
        ]}
      />
      {isEditing && <TaxStatusDrawer organization={one} onClose={() => setEditing(false)} />}
    </>
  )
}

function TaxStatusDrawer({ organization, onClose }: { organization: OwnOrganization; onClose: () => void }) {
  const today = dateIn(organization.timeZone, new Date(useNow()))
  const { form, submit, isPending, attempt, problem, current, takeTheirs } = useRecordForm<
    Input,
    OwnOrganization
  >({
    schema: TaxStatusUpdate as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: inputOf(organization),
    version: organization.version,
    request: (payload) => ({ method: 'PUT', path: `${organizationPath(organization.id)}/standing`, payload }),
    failure: 'Failed to update organization',
    success: { title: 'Organization updated' },
    refresh: [['organizations']],
    onSaved: onClose,
  })
  const { errors } = form.formState
  const field = (name: keyof Input) => ({
    ...form.register(name),
    label: LABELS[name],
    error: errors[name]?.message,
  })
  return (
    <FormDrawer
      title="Edit verified details"
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
          differences={differencesOf(inputOf(organization), inputOf(current), LABELS)}
          onTakeTheirs={() => takeTheirs(inputOf(current))}
        />
      )}
      <TextField
        {...field('name')}
        hint="Pages show a corrected name at once. Receipts, invoices and payout statements issued earlier keep the previous one."
      />
      <ChoiceField {...field('organizationType')}>
        {ORGANIZATION_TYPES.map((type) => (
          <option key={type} value={type}>
            {organizationTypeLabels[type]}
          </option>
        ))}
      </ChoiceField>
      <BoundSwitch
        control={form.control}
        name="is501c3"
        label="501(c)(3) nonprofit"
        hint="Pledges are shown as tax-deductible, and receipts say so."
      />
      <TextField {...field('ein')} inputMode="numeric" placeholder="12-3456789" autoComplete="off" />
      <BoundDate
        control={form.control}
        name="einCheckedOn"
        label="Checked on"
        hint="The day it was looked up with the IRS."
        today={today}
        max={today}
      />
      <BoundDate
        control={form.control}
        name="is501c3Since"
        label={LABELS.is501c3Since}
        hint="Optional. The day from which the IRS recognizes it: receipts from then on say tax-deductible. If empty, the day it was checked counts."
        today={today}
        max={today}
      />
      <ChoiceField {...field('sizeTier')}>
        <option value="">Not set</option>
        {SIZE_TIERS.map((tier) => (
          <option key={tier} value={tier}>
            {sizeTierLabels[tier]}
          </option>
        ))}
      </ChoiceField>
      <ChoiceField {...field('timeZone')} hint="New campaigns use it; existing ones keep theirs.">
        {[...new Set([organization.timeZone, ...OFFERED_ZONES])].map((zone) => (
          <option key={zone} value={zone}>
            {zoneText(zone)}
          </option>
        ))}
      </ChoiceField>
    </FormDrawer>
  )
}

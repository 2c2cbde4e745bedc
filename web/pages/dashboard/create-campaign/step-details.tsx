import { faArrowLeft } from '@fortawesome/free-solid-svg-icons'
import { type Ref, useEffect } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { CAMPAIGN_TYPES, type Campaign, CampaignForm } from '#domain/schemas/campaign.ts'
import { dateIn } from '#domain/zone.ts'
import { spelled } from '#web/labels.ts'
import { useFirstWrong } from '#web/parts/forms/first-wrong.ts'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { problemsOf } from '#web/parts/statistics/proposals.ts'
import { FirstPicture } from '#web/picture/first-picture.tsx'
import { useNow } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import { Note } from '#web/ui/note.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { fieldErrors, type Intent } from '#web/write.ts'
import type { Chosen, Details, Proposals } from './draft.ts'
import { StartingStatistics, startingStatistics } from './starting-statistics.tsx'
import { TemplateChoice } from './template-choice.tsx'

const TYPES = CAMPAIGN_TYPES.map((value) => ({ value, label: spelled(value) }))

type Input = Details & { organizationId: string }

/** Days are sent as the day plus T00:00; they are whole days in the organization's zone (R22). */
const payloadOf = ({ howThisCampaignHelps, startDate, endDate, ...rest }: Input) => ({
  ...rest,
  howThisCampaignHelps: { description: howThisCampaignHelps },
  startDate: `${startDate}T00:00`,
  endDate: `${endDate}T00:00`,
})

type Props = {
  heading: Ref<HTMLHeadingElement>
  organization: Chosen
  details: Details
  proposals: Proposals
  /** The creation, which outlives this screen and a reload. */
  intent: Intent
  onTyped: (details: Details) => void
  onProposals: (proposals: Proposals) => void
  picture: Blob | null
  /** Created, and its picture is on the way. */
  isFinishing: boolean
  onPicture: (picture: Blob | null) => void
  onBack: () => void
  onCreated: (id: string) => void
}

export function StepDetails(props: Props) {
  const { heading, organization, details, proposals, intent, onTyped, onProposals, onBack, onCreated } = props
  const statisticsFor = (template: string) => startingStatistics(template, proposals)
  const { form, submit, isPending, problem, error } = useRecordForm<Input, Campaign>({
    schema: CampaignForm as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: { ...details, organizationId: organization.id },
    version: null,
    request: (values) => ({
      method: 'POST',
      path: '/api/campaigns',
      payload: { ...payloadOf(values), statistics: statisticsFor(values.template) },
    }),
    intent,
    maySend: ({ template }) => Object.keys(problemsOf(statisticsFor(template))).length === 0,
    failure: 'Failed to Create Campaign',
    success: { title: 'Campaign Created!', description: 'Your campaign has been created successfully.' },
    refresh: [['users'], ['campaigns']],
    onSaved: ({ id }) => onCreated(id),
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: { organizationId: _, ...values } }) => onTyped(values),
      }),
    [form, onTyped],
  )
  const { errors, submitCount } = form.formState
  const template = useWatch({ control: form.control, name: 'template' })
  const wrongStatistics = submitCount > 0 ? problemsOf(statisticsFor(template)) : {}
  const box = useFirstWrong({ submitCount, errors: { ...errors, ...wrongStatistics } })
  const today = dateIn(organization.timeZone, new Date(useNow()))
  const field = (name: keyof Details, label: string) => ({
    ...form.register(name),
    label,
    error: errors[name]?.message,
  })
  return (
    <form
      ref={box}
      noValidate
      onSubmit={submit}
      className="card pad grid gap-6"
      aria-labelledby="campaign-details"
    >
      <div>
        <h2 ref={heading} id="campaign-details" tabIndex={-1} className="text-[32px]">
          Campaign Details
        </h2>
        <p className="quiet mt-1 break-words">
          For <strong className="text-ink">{organization.name}</strong>
        </p>
      </div>
      {(problem || errors.organizationId) && (
        <Note tone="danger" role="alert">
          {problem ?? errors.organizationId?.message}
        </Note>
      )}
      <div className="grid gap-5 md:grid-cols-2">
        <TextField {...field('name', 'Campaign Name')} className="md:col-span-2" />
        <TextArea
          {...field('aboutThisCampaign', 'About This Campaign')}
          className="md:col-span-2"
          hint="Who plays, what for, and what the season looks like."
          rows={4}
        />
        <TextArea
          {...field('howThisCampaignHelps', 'How This Campaign Helps')}
          className="md:col-span-2"
          optional
          hint="What the money buys."
          rows={3}
        />
        <MoneyField {...field('goal', 'Goal Amount')} />
        <Controller
          control={form.control}
          name="campaignType"
          render={({ field: { value, onChange } }) => (
            <SelectField
              label="Campaign Type"
              value={value}
              options={TYPES}
              onChange={onChange}
              error={errors.campaignType?.message}
            />
          )}
        />
        {(['startDate', 'endDate'] as const).map((name) => (
          <Controller
            key={name}
            control={form.control}
            name={name}
            render={({ field: { value, onChange } }) => (
              <DateField
                label={name === 'startDate' ? 'Start Date' : 'End Date'}
                hint={name === 'startDate' ? 'The first day for pledges.' : 'The last day for pledges.'}
                value={value}
                onChange={onChange}
                today={today}
                error={errors[name]?.message}
              />
            )}
          />
        ))}
      </div>
      <Controller
        control={form.control}
        name="template"
        render={({ field: { value, onChange } }) => (
          <TemplateChoice value={value} onChange={onChange} error={errors.template?.message} />
        )}
      />
      <FirstPicture picture={props.picture} onChange={props.onPicture} />
      <StartingStatistics
        template={template}
        proposals={proposals}
        problems={{ ...fieldErrors(error), ...wrongStatistics }}
        onChange={onProposals}
      />
      <div className="flex flex-wrap justify-between gap-3 border-t border-line pt-5">
        <Button onClick={onBack}>
          <Icon icon={faArrowLeft} /> Back
        </Button>
        <Button kind="primary" type="submit" pending={(isPending || props.isFinishing) && 'Creating...'}>
          Create Campaign
        </Button>
      </div>
    </form>
  )
}

import { faArrowLeft, faCheck } from '@fortawesome/free-solid-svg-icons'
import { type Ref, useEffect, useId } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { farAheadText } from '#domain/campaigns/checklist.ts'
import { proposedLook } from '#domain/campaigns/proposed-vocabulary.ts'
import { SCENE_LABELS } from '#domain/campaigns/scenes.ts'
import { byMatch } from '#domain/campaigns/vocabulary.ts'
import { dateIn } from '#domain/places/zone.ts'
import { CAMPAIGN_TYPES, type Campaign, CampaignForm, TEMPLATES } from '#domain/schemas/campaign.ts'
import { CampaignArt } from '#web/art/campaign-art.tsx'
import { typedAmount, zoneName } from '#web/format.ts'
import { spelled, templateLabels } from '#web/labels.ts'
import { type Look, LookFields, wordProblems } from '#web/parts/branding/picture-and-vocabulary-fields.tsx'
import { BoundDate, BoundSelect, bound } from '#web/parts/forms/bound.tsx'
import { useFirstWrong } from '#web/parts/forms/first-wrong.ts'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { problemsOf, type StatisticInput } from '#web/parts/statistics/proposals.ts'
import { FirstPicture } from '#web/picture/first-picture.tsx'
import { useNow } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CHOICE, CHOICE_INPUT } from '#web/ui/choice.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { FieldError, MoneyField, TextArea, TextField } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors, type Intent } from '#web/write.ts'
import type { Chosen, Details, Proposals } from './draft.ts'
import { isNoneChosen, PagePreview, StartingStatistics, startingStatistics } from './step-details-parts.tsx'

const TYPES = CAMPAIGN_TYPES.map((value) => ({ value, label: spelled(value) }))

type Input = Details & { organizationId: string }

/** The goal as people write it: "$12,000". */
const goalRead = <Values extends { goal: string }>(values: Values): Values => ({
  ...values,
  goal: typedAmount(values.goal),
})
const DetailsForm = z
  .custom<Input>()
  .transform((values): unknown => goalRead(values))
  .pipe(CampaignForm as z.ZodType<unknown, unknown>)

/** Days are sent as the day plus T00:00; they are whole days in the organization's zone. */
const payloadOf = ({ howThisCampaignHelps, startDate, endDate, ...rest }: Input) => ({
  ...rest,
  howThisCampaignHelps: { description: howThisCampaignHelps },
  startDate: `${startDate}T00:00`,
  endDate: `${endDate}T00:00`,
})

type Kind = Pick<Details, 'template' | 'campaignType' | 'name'>

/** Based on the kind of campaign and its first statistics, until somebody chooses. */
const proposedFor = (kind: Kind, statistics: readonly StatisticInput[]): Look =>
  proposedLook({ ...(kind as Kind & Pick<Campaign, 'template' | 'campaignType'>), statistics })

type Props = {
  heading: Ref<HTMLHeadingElement>
  organization: Chosen
  details: Details
  proposals: Proposals
  /** As chosen; null: as proposed. */
  look: Look | null
  onLook: (look: Look | null) => void
  /** The creation intent, which survives this screen and a reload. */
  intent: Intent
  onTyped: (details: Details) => void
  onProposals: (proposals: Proposals) => void
  picture: Blob | null
  /** Created, and its picture is being uploaded. */
  isFinishing: boolean
  onPicture: (picture: Blob | null) => void
  onBack: () => void
  onCreated: (id: string) => void
}

/** The form; typed values are passed on as typed, for the draft. */
function useDetailsForm(props: Props) {
  const { organization, details, proposals, look, intent, onTyped, onCreated } = props
  const statisticsFor = (template: string) => startingStatistics(template, proposals)
  const lookOf = (values: Kind): Look => look ?? proposedFor(values, statisticsFor(values.template))
  const record = useRecordForm<Input, Campaign>({
    schema: DetailsForm,
    initial: { ...details, organizationId: organization.id },
    version: null,
    request: (values) => ({
      method: 'POST',
      path: '/api/campaigns',
      payload: {
        ...payloadOf(goalRead(values)),
        ...lookOf(values),
        statistics: statisticsFor(values.template),
      },
    }),
    intent,
    maySend: (values) =>
      !isNoneChosen(values.template, proposals) &&
      Object.keys(problemsOf(statisticsFor(values.template))).length === 0 &&
      Object.keys(wordProblems(lookOf(values).vocabulary)).length === 0,
    failure: 'Failed to Create Campaign',
    success: { title: 'Campaign Created!', description: 'Your campaign has been created successfully.' },
    createdBefore: ({ name }) => ({
      title: 'It was already created',
      description: `An earlier click created it as “${name}”. It is a draft: you can still change it.`,
    }),
    refresh: [['users'], ['campaigns']],
    onSaved: ({ id }) => onCreated(id),
  })
  const { form } = record
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: { organizationId: _, ...values } }) => onTyped(values),
      }),
    [form, onTyped],
  )
  return { ...record, statisticsFor, lookOf }
}

export function StepDetails(props: Props) {
  const { heading, organization, proposals, onProposals, onBack } = props
  const { form, submit, isPending, problem, error, statisticsFor, lookOf } = useDetailsForm(props)
  const { errors, submitCount } = form.formState
  const [template, campaignType, name, about] = useWatch({
    control: form.control,
    name: ['template', 'campaignType', 'name', 'aboutThisCampaign'],
  })
  const look = lookOf({ template, campaignType, name })
  const wrongStatistics = submitCount > 0 ? problemsOf(statisticsFor(template)) : {}
  const wrongWords = submitCount > 0 ? wordProblems(look.vocabulary) : {}
  const isNoneWrong = submitCount > 0 && isNoneChosen(template, proposals)
  const box = useFirstWrong({ submitCount, errors: { ...errors, ...wrongStatistics, ...wrongWords } })
  return (
    <form
      ref={box}
      noValidate
      onSubmit={submit}
      className="card pad grid gap-6"
      aria-labelledby="campaign-details"
    >
      <div>
        <Heading level={2} ref={heading} id="campaign-details" tabIndex={-1}>
          Campaign Details
        </Heading>
        <p className="quiet mt-1 break-words">
          For <strong className="text-ink">{organization.name}</strong>
        </p>
      </div>
      {(problem || errors.organizationId) && (
        <Note tone="danger" role="alert">
          {problem ?? errors.organizationId?.message}
        </Note>
      )}
      <Fields form={form} timeZone={organization.timeZone} />
      <InZone {...organization} />
      <Controller
        control={form.control}
        name="template"
        render={({ field: { value, onChange } }) => (
          <TemplateChoice value={value} onChange={onChange} error={errors.template?.message} />
        )}
      />
      <FirstPicture picture={props.picture} onChange={props.onPicture}>
        {(photo) => (
          <PagePreview
            organization={organization}
            name={name}
            about={about}
            photo={photo}
            scene={look.scene}
          />
        )}
      </FirstPicture>
      <StartingStatistics
        template={template}
        proposals={proposals}
        problems={{ ...fieldErrors(error), ...wrongStatistics }}
        isNoneWrong={isNoneWrong}
        onChange={onProposals}
      />
      <Disclosure
        summary={`Picture and words: ${SCENE_LABELS[look.scene]}, ${byMatch(look.vocabulary)}`}
        open={Object.keys(wrongWords).length > 0}
      >
        <LookFields
          campaign={{ id: template, campaignType: campaignType as Campaign['campaignType'] }}
          look={look}
          errors={{ ...fieldErrors(error), ...wrongWords }}
          onChange={props.onLook}
        />
      </Disclosure>
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

/** Proposed from the town, and corrected before anything rests on it. */
const InZone = ({ timeZone }: Chosen) => (
  <p className="quiet fine">
    Days and kickoffs are in {zoneName(timeZone, useNow())}. Until a campaign is activated, you can change
    that under the organization’s “People and details”.
  </p>
)

function Fields({ form, timeZone }: { form: UseFormReturn<Input>; timeZone: string }) {
  const today = dateIn(timeZone, new Date(useNow()))
  const endDate = useWatch({ control: form.control, name: 'endDate' })
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <TextField label="Campaign Name" className="md:col-span-2" {...bound(form, 'name')} />
      <TextArea
        label="About This Campaign"
        className="md:col-span-2"
        hint="Who takes part, what for, and what is planned."
        rows={4}
        {...bound(form, 'aboutThisCampaign')}
      />
      <TextArea
        label="How This Campaign Helps"
        className="md:col-span-2"
        optional
        hint="What the money buys."
        rows={3}
        {...bound(form, 'howThisCampaignHelps')}
      />
      <MoneyField label="Goal Amount" {...bound(form, 'goal')} />
      <BoundSelect control={form.control} name="campaignType" label="Campaign Type" options={TYPES} />
      <BoundDate
        control={form.control}
        name="startDate"
        label="Start Date"
        hint="The first day for pledges."
        today={today}
      />
      <BoundDate
        control={form.control}
        name="endDate"
        label="End Date"
        hint={farAheadText(endDate, today) ?? 'The last day for pledges.'}
        today={today}
      />
    </div>
  )
}

type TemplateChoiceProps = { value: string; onChange: (template: string) => void; error?: string | undefined }

/** Each template with the picture at the top of its page, until another one is uploaded. */
function TemplateChoice({ value, onChange, error }: TemplateChoiceProps) {
  const id = useId()
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label mb-1.5">Template</legend>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-5">
        {TEMPLATES.map((template) => (
          <label key={template} className={`${CHOICE} block overflow-hidden`}>
            <input
              className={CHOICE_INPUT}
              type="radio"
              name={id}
              value={template}
              checked={value === template}
              onChange={() => onChange(template)}
            />
            <CampaignArt
              campaign={{ id: template, scene: template, imageUrl: null }}
              size="card"
              className="block h-auto w-full"
            />
            <span className="flex min-h-11 items-center justify-between gap-2 px-3 py-2">
              <strong className="font-[650]">{templateLabels[template]}</strong>
              {value === template && <Icon icon={faCheck} />}
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { becomesPublic, CAMPAIGN_STATUSES } from '#domain/campaigns/campaign-state.ts'
import { CAUSES, type Cause } from '#domain/campaigns/causes.ts'
import { farAheadText } from '#domain/campaigns/checklist.ts'
import { vocabularyOf } from '#domain/campaigns/proposed-vocabulary.ts'
import { dateIn } from '#domain/places/zone.ts'
import { type Campaign, CampaignUpdate, END_BEFORE_START, type Management } from '#domain/schemas/campaign.ts'
import type { confirmationOf } from '#domain/schemas/cancellation.ts'
import { calendarDayText, countText, typedAmount, usd } from '#web/format.ts'
import { statusLabels } from '#web/labels.ts'
import { StillMissing } from '#web/pages/dashboard/campaigns/id/checklist.tsx'
import { CauseField } from '#web/parts/branding/cause-field.tsx'
import { ChangeTheWords, isSameWords, wordsText } from '#web/parts/branding/vocabulary-fields.tsx'
import { BoundDate, BoundSelect, bound } from '#web/parts/forms/bound.tsx'
import { ChangedMeanwhile, differencesOf } from '#web/parts/forms/changed-meanwhile.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { PictureField } from '#web/picture/picture-field.tsx'
import { useNow } from '#web/site/session.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { MoneyField, TextArea, TextField } from '#web/ui/field.tsx'
import { CancelDialog } from './cancel-dialog.tsx'

/** The fields of the panel, each required, with the API's messages. */
const DetailsForm = CampaignUpdate.pick({
  name: true,
  aboutThisCampaign: true,
  howThisCampaignHelps: true,
  goal: true,
  startDate: true,
  endDate: true,
  status: true,
  campaignType: true,
  template: true,
  cause: true,
  vocabulary: true,
})
  .required()
  .refine(({ startDate, endDate }) => endDate >= startDate, { path: ['endDate'], message: END_BEFORE_START })

/** The goal as people write it: "$12,000". */
const goalRead = <Values extends { goal: unknown }>(values: Values): Values => ({
  ...values,
  goal: typedAmount(String(values.goal)),
})
const TypedDetails = z.custom<Input>().transform(goalRead).pipe(DetailsForm)

type Confirmation = ReturnType<typeof confirmationOf>
export type Input = z.input<typeof DetailsForm> & { cancellation?: Confirmation }

const LABELS = {
  name: 'Name',
  aboutThisCampaign: 'Description',
  howThisCampaignHelps: 'How it helps',
  goal: 'Goal',
  startDate: 'Start',
  endDate: 'End',
  status: 'Status',
  cause: 'Kind of cause',
  vocabulary: 'Words',
}
const STATUSES = CAMPAIGN_STATUSES.map((value) => ({ value, label: statusLabels[value] }))
/** What choosing it does; a draft may be viewed as long as nobody has pledged. */
const MEANING: Record<Campaign['status'], string> = {
  draft: 'Only the organization and representatives see it.',
  active: 'It is public and accepts pledges between its dates.',
  paused: 'It accepts no pledges, and charges wait until it is active again.',
  completed: 'It accepts no more pledges. Results and settlement continue.',
  cancelled: 'Nothing more is owed. You see the amounts before anything happens.',
}

const meaningOf = (from: Campaign['status'], to: Campaign['status']): string => {
  if (from !== 'draft') return MEANING[to]
  if (to === 'cancelled') return 'It stays private: only the organization and representatives see it.'
  return becomesPublic(from, to) && to !== 'active' ? `It becomes public. ${MEANING[to]}` : MEANING[to]
}

const inputOf = ({ howThisCampaignHelps, goal, ...campaign }: Campaign): Input => ({
  name: campaign.name,
  aboutThisCampaign: campaign.aboutThisCampaign,
  howThisCampaignHelps: howThisCampaignHelps?.description ?? '',
  startDate: campaign.startDate,
  endDate: campaign.endDate,
  status: campaign.status,
  goal: goal.replace(/\.00$/, ''),
  template: campaign.template,
  campaignType: campaign.campaignType,
  cause: campaign.cause,
  vocabulary: campaign.vocabulary,
})

/** In a list of changes, amounts, days and choices are written as on the screen. */
const readable = (campaign: Campaign) => ({
  ...inputOf(campaign),
  goal: usd(campaign.goal),
  startDate: calendarDayText(campaign.startDate),
  endDate: calendarDayText(campaign.endDate),
  status: statusLabels[campaign.status],
  cause: CAUSES[campaign.cause].label,
  vocabulary: wordsText(campaign.vocabulary),
})

type Props = { data: Management; onClose: () => void }
/** Cancelling shows its amounts; dates, the sentences to read first. */
type Asking = 'cancel' | readonly string[] | null
type Opened = Pick<Management, 'campaign' | 'draftParts'>

/** The form; cancelling a campaign asks for confirmation before it is sent. */
function useDetailsForm({ campaign, draftParts }: Opened, mayChangeStatus: boolean, onSaved: () => void) {
  const [asking, setAsking] = useState<Asking>(null)
  const today = dateIn(campaign.timeZone, new Date(useNow()))
  const record = useRecordForm<Input, Campaign>({
    schema: TypedDetails,
    initial: inputOf(campaign),
    version: campaign.version,
    request: ({ status, template, campaignType, ...values }) => ({
      method: 'PUT',
      path: `/api/campaigns/${campaign.id}`,
      payload: {
        ...goalRead(values),
        ...(campaign.status === 'draft' ? { template, campaignType } : {}),
        ...(mayChangeStatus ? { status } : {}),
        ...(becomesPublic(campaign.status, status) && draftParts ? { draftParts } : {}),
        // What a draft is asked on being activated, a pause does not skip.
        ...(campaign.status === 'paused' && status === 'active' ? { waitingReviewId: null } : {}),
      },
    }),
    failure: 'Failed to update campaign',
    success: { title: 'Campaign updated successfully!' },
    // Its name and status are in every list of campaigns.
    refresh: [['campaigns'], ['users', 'current', 'campaigns']],
    onSaved,
    maySend: ({ status, ...dates }) => {
      const isCancelling = mayChangeStatus && status === 'cancelled' && campaign.status !== 'cancelled'
      const question = isCancelling ? [] : datesQuestion(campaign, dates, today)
      setAsking(isCancelling ? 'cancel' : question.length > 0 ? question : null)
      return !isCancelling && question.length === 0
    },
  })
  return { ...record, asking, endAsking: () => setAsking(null) }
}

/** Edit Campaign Details: representatives; owners while it is a draft, and without its status. */
export function DetailsDrawer({ data, onClose }: Props) {
  const { permissions } = data
  // The version from when the form was opened: rereading the campaign does not change what is typed.
  const [opened] = useState<Opened>(data)
  const { campaign } = opened
  const mayChangeStatus = permissions.isPledgerraiserRepresentative
  const record = useDetailsForm(opened, mayChangeStatus, onClose)
  const { form, submit, send, error, forget, isPending, attempt, problem, current, takeTheirs } = record
  const { asking, endAsking } = record
  const isAsking = asking === 'cancel'
  const isRefusedHere = isAsking && !current
  return (
    <>
      <FormDrawer
        title="Edit Campaign Details"
        save="Save Changes"
        saving="Saving..."
        isDirty={form.formState.isDirty}
        isPending={isPending && !isAsking}
        attempt={attempt}
        problem={isRefusedHere ? null : problem}
        onClose={onClose}
        onSubmit={submit}
      >
        {current && (
          <ChangedMeanwhile
            differences={differencesOf(readable(campaign), readable(current), LABELS)}
            onTakeTheirs={() => {
              endAsking()
              takeTheirs(inputOf(current))
            }}
          />
        )}
        <Fields
          data={data}
          campaign={campaign}
          form={form}
          mayChangeStatus={mayChangeStatus}
          changedHere={record.changedHere}
        />
      </FormDrawer>
      {asking && asking !== 'cancel' && !current && (
        <Confirm
          open
          onClose={endAsking}
          title="Change the dates?"
          confirm="Save Changes"
          onConfirm={() => {
            endAsking()
            send(form.getValues())
          }}
        >
          {asking.map((sentence) => (
            <p key={sentence} className="mt-2 first:mt-0">
              {sentence}
            </p>
          ))}
        </Confirm>
      )}
      {isAsking && !current && (
        <CancelDialog
          campaignId={campaign.id}
          isPending={isPending}
          error={error}
          onClose={() => {
            endAsking()
            forget()
          }}
          onConfirm={(cancellation) => send({ ...form.getValues(), cancellation })}
        />
      )}
    </>
  )
}

/** Errors in the words, by field. */
const wordErrors = ({ formState: { errors } }: UseFormReturn<Input>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(errors.vocabulary ?? {}).map(([name, error]) => [
      `vocabulary.${name}`,
      (error as { message?: string } | undefined)?.message,
    ]),
  )

/** The template, the type and the words follow; words that somebody changed stay. */
function chooseCause(form: UseFormReturn<Input>, cause: Cause): void {
  const before = form.getValues()
  const { template, campaignType } = CAUSES[cause]
  const isUsual = isSameWords(before.vocabulary, vocabularyOf(before.cause, before.campaignType))
  form.setValue('cause', cause, { shouldDirty: true })
  form.setValue('template', template, { shouldDirty: true })
  form.setValue('campaignType', campaignType, { shouldDirty: true })
  if (isUsual) form.setValue('vocabulary', vocabularyOf(cause, campaignType), { shouldDirty: true })
}

type FieldsProps = {
  data: Management
  campaign: Campaign
  form: UseFormReturn<Input>
  mayChangeStatus: boolean
  changedHere: ReturnType<typeof useDetailsForm>['changedHere']
}

function Fields({ data, campaign, form, mayChangeStatus, changedHere }: FieldsProps) {
  const values = useWatch({ control: form.control }) as Input
  const today = dateIn(campaign.timeZone, new Date(useNow()))
  return (
    <>
      <PictureField campaign={campaign} onSaved={changedHere} />
      <TextField label="Campaign Name" {...bound(form, 'name')} />
      <TextArea label="Description" rows={6} {...bound(form, 'aboutThisCampaign')} />
      <TextArea
        label="How This Campaign Helps"
        optional
        hint="What the money buys."
        rows={3}
        {...bound(form, 'howThisCampaignHelps')}
      />
      <MoneyField label="Goal" {...bound(form, 'goal')} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <BoundDate control={form.control} name="startDate" label="Start Date" today={today} />
        <BoundDate
          control={form.control}
          name="endDate"
          label="End Date"
          hint={farAheadText(values.endDate, today)}
          today={today}
        />
      </div>
      {campaign.status === 'draft' && (
        <CauseField
          label="What it is for"
          value={values.cause}
          onChange={(cause) => chooseCause(form, cause)}
        />
      )}
      <ChangeTheWords
        words={values.vocabulary}
        usual={vocabularyOf(values.cause, values.campaignType)}
        errors={wordErrors(form)}
        onChange={(vocabulary) =>
          form.setValue('vocabulary', vocabulary, { shouldDirty: true, shouldValidate: true })
        }
      />
      {mayChangeStatus && (
        <BoundSelect
          control={form.control}
          name="status"
          label="Status"
          hint={meaningOf(campaign.status, values.status)}
          options={STATUSES}
        />
      )}
      {campaign.status === 'draft' && values.status === 'active' && <StillMissing data={data} />}
      {!mayChangeStatus && (
        <p className="quiet fine">A representative changes the status: request a review when it is ready.</p>
      )}
    </>
  )
}

type Dates = Pick<Campaign, 'startDate' | 'endDate'>

/** What other dates do to a campaign that is running; empty: nothing to ask about. */
export function datesQuestion(
  campaign: Pick<Campaign, 'status' | 'startDate' | 'endDate' | 'supportersCount'>,
  { startDate, endDate }: Dates,
  today: string,
): string[] {
  const { status, supportersCount } = campaign
  const isEndMoved = endDate !== campaign.endDate
  if (status !== 'active' && status !== 'paused') return []
  if (!isEndMoved && startDate === campaign.startDate) return []
  return [
    supportersCount > 0 &&
      `${supportersCount === 1 ? 'One supporter has' : `${countText(supportersCount)} supporters have`} pledged for ${calendarDayText(campaign.startDate)} to ${calendarDayText(campaign.endDate)}. The dates become ${calendarDayText(startDate)} to ${calendarDayText(endDate)}.`,
    supportersCount > 0 &&
      endDate > campaign.endDate &&
      'Supporters are emailed once the new last day is more than a week later than the one they were told.',
    isEndMoved &&
      endDate < today &&
      'The new last day has passed: the campaign accepts no more pledges, and is completed within the hour.',
  ].filter((one) => one !== false)
}

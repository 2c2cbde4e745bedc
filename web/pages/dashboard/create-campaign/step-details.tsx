import { faArrowLeft } from '@fortawesome/free-solid-svg-icons'
import { type Ref, useEffect } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { CAUSES, type Cause } from '#domain/campaigns/causes.ts'
import { farAheadText } from '#domain/campaigns/checklist.ts'
import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { dateIn } from '#domain/places/zone.ts'
import { type Campaign, CampaignForm } from '#domain/schemas/campaign.ts'
import { typedAmount, zoneName } from '#web/format.ts'
import { CauseField } from '#web/parts/branding/cause-field.tsx'
import { ChangeTheWords, isSameWords, wordProblems } from '#web/parts/branding/vocabulary-fields.tsx'
import { BoundDate, bound } from '#web/parts/forms/bound.tsx'
import { useFirstWrong } from '#web/parts/forms/first-wrong.ts'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { problemsOf } from '#web/parts/statistics/proposals.ts'
import { FirstPicture } from '#web/picture/first-picture.tsx'
import { useNow } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { MoneyField, TextArea, TextField } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors, type Intent } from '#web/write.ts'
import { type Chosen, type Details, type Proposals, startingDetails, usualEnd } from './draft.ts'
import { isNoneChosen, PagePreview, StartingStatistics, startingStatistics } from './step-details-parts.tsx'

type Input = Details & { organizationId: string }

/** The goal as people write it, "$12,000"; the template and the type are those of its kind of cause. */
const completed = <Values extends Input>(values: Values) => ({
  ...values,
  goal: typedAmount(values.goal),
  template: CAUSES[values.cause].template,
  campaignType: CAUSES[values.cause].campaignType,
})
const DetailsForm = z
  .custom<Input>()
  .transform((values): unknown => completed(values))
  .pipe(CampaignForm as z.ZodType<unknown, unknown>)

/** Days are sent as the day plus T00:00; they are whole days in the organization's zone. */
const payloadOf = (values: Input) => {
  const { howThisCampaignHelps, startDate, endDate, ...rest } = completed(values)
  return {
    ...rest,
    howThisCampaignHelps: { description: howThisCampaignHelps },
    startDate: `${startDate}T00:00`,
    endDate: `${endDate}T00:00`,
  }
}

type Props = {
  heading: Ref<HTMLHeadingElement>
  organization: Chosen
  details: Details
  proposals: Proposals
  /** As typed; null: those of its kind of cause. */
  vocabulary: Vocabulary | null
  onVocabulary: (vocabulary: Vocabulary | null) => void
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
  const { organization, details, proposals, vocabulary, intent, onTyped, onCreated } = props
  const today = dateIn(organization.timeZone, new Date(useNow()))
  const wordsOf = (cause: Cause): Vocabulary => vocabulary ?? CAUSES[cause].vocabulary
  const record = useRecordForm<Input, Campaign>({
    schema: DetailsForm,
    initial: { ...startingDetails(details, organization, today), organizationId: organization.id },
    version: null,
    request: (values) => ({
      method: 'POST',
      path: '/api/campaigns',
      payload: {
        ...payloadOf(values),
        vocabulary: wordsOf(values.cause),
        statistics: startingStatistics(values.cause, proposals),
      },
    }),
    intent,
    maySend: ({ cause }) =>
      !isNoneChosen(cause, proposals) &&
      Object.keys(problemsOf(startingStatistics(cause, proposals))).length === 0 &&
      Object.keys(wordProblems(wordsOf(cause))).length === 0,
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
  return { ...record, wordsOf }
}

export function StepDetails(props: Props) {
  const { heading, organization, proposals, onProposals, onBack } = props
  const { form, submit, isPending, problem, error, wordsOf } = useDetailsForm(props)
  const { errors, submitCount } = form.formState
  const [cause, name, about] = useWatch({
    control: form.control,
    name: ['cause', 'name', 'aboutThisCampaign'],
  })
  const wrongStatistics = submitCount > 0 ? problemsOf(startingStatistics(cause, proposals)) : {}
  const wrongWords = submitCount > 0 ? wordProblems(wordsOf(cause)) : {}
  const isNoneWrong = submitCount > 0 && isNoneChosen(cause, proposals)
  const box = useFirstWrong({ submitCount, errors: { ...errors, ...wrongStatistics, ...wrongWords } })
  /** The last day follows while it is the proposed one. */
  const chooseCause = (chosen: Cause): void => {
    const { startDate, endDate } = form.getValues()
    form.setValue('cause', chosen)
    if (startDate && endDate === usualEnd(startDate, cause))
      form.setValue('endDate', usualEnd(startDate, chosen), { shouldValidate: submitCount > 0 })
  }
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
      <CauseField
        label="What is it for?"
        value={cause}
        onChange={chooseCause}
        error={errors.cause?.message}
      />
      <Fields form={form} timeZone={organization.timeZone} />
      <div>
        <StartingStatistics
          cause={cause}
          proposals={proposals}
          problems={{ ...fieldErrors(error), ...wrongStatistics }}
          isNoneWrong={isNoneWrong}
          onChange={onProposals}
        />
        <Disclosure summary="Photo, and what the money buys">
          <div className="grid gap-5">
            <TextArea
              label="How This Campaign Helps"
              optional
              hint="What the money buys."
              rows={3}
              {...bound(form, 'howThisCampaignHelps')}
            />
            <FirstPicture picture={props.picture} onChange={props.onPicture}>
              {(photo) => (
                <PagePreview
                  organization={organization}
                  name={name}
                  about={about}
                  photo={photo}
                  cause={cause}
                />
              )}
            </FirstPicture>
          </div>
        </Disclosure>
        <ChangeTheWords
          words={wordsOf(cause)}
          usual={CAUSES[cause].vocabulary}
          errors={{ ...fieldErrors(error), ...wrongWords }}
          onChange={(words) =>
            props.onVocabulary(isSameWords(words, CAUSES[cause].vocabulary) ? null : words)
          }
        />
      </div>
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

function Fields({ form, timeZone }: { form: UseFormReturn<Input>; timeZone: string }) {
  const now = useNow()
  const today = dateIn(timeZone, new Date(now))
  const endDate = useWatch({ control: form.control, name: 'endDate' })
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <TextField label="Campaign Name" className="md:col-span-2" {...bound(form, 'name')} />
      <TextArea
        label="About This Campaign"
        className="md:col-span-2"
        hint="Who takes part, what for, and what is planned."
        rows={3}
        {...bound(form, 'aboutThisCampaign')}
      />
      <MoneyField label="Goal Amount" className="md:col-span-2" {...bound(form, 'goal')} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.75rem),1fr))] gap-x-4 gap-y-5 md:col-span-2">
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
      {/* Proposed from the town, and corrected before anything rests on it. */}
      <p className="quiet fine md:col-span-2">
        Dates and start times are in {zoneName(timeZone, now)}. Until a campaign is activated, you can change
        that under the organization’s “People and details”.
      </p>
    </div>
  )
}

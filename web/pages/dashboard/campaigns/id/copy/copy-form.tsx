import { useEffect, useMemo, useRef } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { isSeasonOver, nextFigures, sameTimeLater } from '#domain/campaigns/campaign-copy.ts'
import { farAheadText } from '#domain/campaigns/checklist.ts'
import { dateIn } from '#domain/places/zone.ts'
import type { Campaign, Management } from '#domain/schemas/campaign.ts'
import { CampaignCopyForm } from '#domain/schemas/campaign-copy.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { countsUnits } from '#domain/season/statistic-types.ts'
import { dateText, quantityText } from '#web/format.ts'
import { rewardTypeLabels } from '#web/labels.ts'
import { bound } from '#web/parts/forms/bound.tsx'
import { useFirstWrong } from '#web/parts/forms/first-wrong.ts'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { paths } from '#web/paths.ts'
import { useNow } from '#web/site/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FieldError, MoneyField, NumberField, TextField } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note } from '#web/ui/note.tsx'
import { Switch } from '#web/ui/switch.tsx'
import {
  type Copy,
  copyIntent,
  followedWeeks,
  forgetCopy,
  keepCopy,
  outsideText,
  payloadOf,
  proposedCopy,
  readCopy,
  weeksIn,
} from './copy-input.ts'

type Props = { data: Management; userId: string }

/** What is copied to a new draft; shown with what it becomes there. */
export function CopyForm({ data, userId }: Props) {
  const { campaign } = data
  const navigate = useNavigate()
  const today = dateIn(campaign.timeZone, new Date(useNow()))
  const schema = useMemo(
    () =>
      z
        .custom<Copy>()
        .transform((copy) => payloadOf(copy, data))
        .pipe(CampaignCopyForm),
    [data],
  )
  const isMade = useRef(false)
  const { form, submit, isPending, problem } = useRecordForm<Copy, Campaign>({
    schema,
    initial: useMemo(
      () => readCopy(campaign.id, userId) ?? proposedCopy(data, today),
      [campaign.id, userId, data, today],
    ),
    version: null,
    request: (copy) => ({
      method: 'POST',
      path: `/api/campaigns/${campaign.id}/copies`,
      payload: payloadOf(copy, data),
    }),
    failure: 'Failed to Create Campaign',
    success: { title: 'Campaign Created!', description: 'It is a draft. Check what is still missing.' },
    createdBefore: ({ name }) => ({
      title: 'It was already created',
      description: `An earlier click created it as “${name}”. It is a draft: you can still change it.`,
    }),
    refresh: [['users'], ['campaigns']],
    intent: useMemo(() => copyIntent(campaign.id, userId), [campaign.id, userId]),
    onSaved: ({ id }) => {
      isMade.current = true
      forgetCopy(campaign.id)
      navigate(paths.manage(id))
    },
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (!isMade.current) keepCopy(campaign.id, userId, values)
        },
      }),
    [form, campaign.id, userId],
  )
  const box = useFirstWrong(form.formState)
  const errors = form.formState.errors as Record<string, { message?: string } | undefined>
  return (
    <form ref={box} noValidate onSubmit={submit} className="card pad grid gap-7" aria-label="Copy">
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      <div className="grid gap-5 md:grid-cols-2">
        <TextField label="Campaign Name" {...bound(form, 'name')} className="md:col-span-2" />
        <MoneyField label="Goal Amount" {...bound(form, 'goal')} className="md:col-span-2" />
        {(['startDate', 'endDate'] as const).map((name) => (
          <Controller
            key={name}
            control={form.control}
            name={name}
            render={({ field }) => (
              <DateField
                label={name === 'startDate' ? 'Start Date' : 'End Date'}
                value={field.value}
                onChange={(day) => {
                  if (name === 'startDate')
                    form.setValue('scheduleWeeks', followedWeeks(form.getValues(), campaign, day))
                  field.onChange(day)
                }}
                hint={name === 'endDate' && farAheadText(field.value, today)}
                today={today}
                error={errors[name]?.message}
              />
            )}
          />
        ))}
      </div>
      <Parts data={data} form={form} errors={errors} />
      <div className="flex flex-wrap justify-between gap-3 border-t border-line pt-5">
        <Link to={paths.dashboard} className={buttonClass()}>
          Cancel
        </Link>
        <Button kind="primary" type="submit" pending={isPending && 'Creating...'}>
          Create Draft
        </Button>
      </div>
    </form>
  )
}

type Form = ReturnType<typeof useRecordForm<Copy, Campaign>>['form']
type PartsProps = { data: Management; form: Form; errors: Record<string, { message?: string } | undefined> }

function Parts({ data, form, errors }: PartsProps) {
  const { campaign, statistics, rewards, ambassadors, events } = data
  const copy = useWatch({ control: form.control }) as Copy
  const set = <Name extends keyof Copy>(name: Name, value: Copy[Name]): void =>
    form.setValue(name, value as never, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  const isOver = isSeasonOver(campaign, new Date(useNow()).getTime())
  const outside = outsideText(copy, data)
  const nameOf = new Map(statistics.map(({ id, name }) => [id, name]))
  return (
    <>
      <Choices
        legend="Statistics"
        hint={statisticsHint(isOver)}
        rows={statistics.map((statistic) => ({
          id: statistic.id,
          label: statistic.name,
          hint: lastYearOf(statistic, isOver),
        }))}
        chosen={copy.statisticIds}
        error={errors.statisticIds?.message}
        onChange={(ids) => set('statisticIds', ids)}
      />
      <Choices
        legend="Rewards"
        hint="Copied as they are, with no winners yet."
        rows={rewards.map(({ id, title, type, statisticId }) => ({
          id,
          label: title,
          hint: rewardTypeLabels[type],
          unfit:
            statisticId && !copy.statisticIds.includes(statisticId)
              ? `Counts ${nameOf.get(statisticId) ?? 'a statistic'}, which is not copied`
              : undefined,
        }))}
        chosen={copy.rewardIds}
        error={errors.rewardIds?.message}
        onChange={(ids) => set('rewardIds', ids)}
      />
      {events.length > 0 && (
        <fieldset className="grid min-w-0 gap-4">
          <legend>
            <Heading level={2} size="card">
              Schedule
            </Heading>
          </legend>
          <Switch
            label={`Copy the ${events.length === 1 ? 'event' : `${events.length} events`}`}
            hint="At the same time and on the same day of the week, whole weeks later."
            checked={copy.withSchedule}
            onChange={(isOn) => set('withSchedule', isOn)}
          />
          {copy.withSchedule && (
            <NumberField
              whole
              label="Weeks later"
              className="max-w-xs"
              hint={<FirstGame data={data} weeks={copy.scheduleWeeks} />}
              {...bound(form, 'scheduleWeeks')}
            />
          )}
          {copy.withSchedule && outside && <Note tone="warning">{outside}</Note>}
        </fieldset>
      )}
      <Choices
        legend="Ambassadors"
        hint="Everyone you choose is invited again by email once the copy is activated, and nobody before."
        rows={ambassadors.map(({ id, email, user }) => ({
          id,
          label: [user?.firstName, user?.lastName].filter(Boolean).join(' ') || email,
          hint: user ? (user.email ?? email) : 'Invited, has not joined',
        }))}
        chosen={copy.ambassadorIds}
        error={errors.ambassadorIds?.message}
        onChange={(ids) => set('ambassadorIds', ids)}
      />
      {campaign.imageUrl !== null && (
        <Switch
          label="With its picture"
          checked={copy.withPicture}
          onChange={(isOn) => set('withPicture', isOn)}
        />
      )}
    </>
  )
}

/** Shows weeks as days. */
function FirstGame({ data: { campaign, events }, weeks }: { data: Management; weeks: string }) {
  const first = [...events].sort((a, b) => (a.startTime < b.startTime ? -1 : 1))[0]
  const count = weeksIn(weeks)
  if (!first || count === null || Math.abs(count) > 520) return '52 weeks is one year.'
  const zone = campaign.timeZone
  const later = sameTimeLater(new Date(first.startTime), { weeks: count, from: zone, to: zone })
  return `${first.name} was on ${dateText(first.startTime, zone)}, and is on ${dateText(later.toISOString(), zone)}.`
}

/** What the copy form says of the statistics it takes over. */
const statisticsHint = (isOver: boolean): string =>
  isOver
    ? 'With their targets and amounts. What was confirmed becomes last year’s result.'
    : 'With their targets, amounts and last year’s results. This campaign is not over, so what was confirmed so far is left out.'

/** Undefined where nothing is counted. */
export function lastYearOf(statistic: Statistic, isOver: boolean): string | undefined {
  if (!countsUnits(statistic.type)) return undefined
  const next = nextFigures(statistic, { isOver, matches: 0 })
  if (next.lastYearResult === null) return isOver ? 'Nothing was confirmed' : 'No result of last year'
  const passed = [
    ...leftOut('target', statistic.expectedTarget, next.expectedTarget),
    ...leftOut('maximum', statistic.expectedMax, next.expectedMax),
  ]
  const result = `Last year: ${quantityText(next.lastYearResult)}`
  if (passed.length === 0) return result
  const rest = passed.length === 1 ? 'is left out: enter a new one' : 'are left out: enter new ones'
  return `${result}. That is more than ${passed.join(' and ')}, which ${rest} in the draft.`
}

const leftOut = (name: string, before: number | null, after: number | null): string[] =>
  before !== null && after === null ? [`the ${name} of ${quantityText(before)}`] : []

type Choosable = { id: string; label: string; hint?: string; unfit?: string | undefined }
type ChoicesProps = {
  legend: string
  hint: string
  rows: readonly Choosable[]
  chosen: readonly string[]
  error?: string | undefined
  onChange: (ids: string[]) => void
}

/** Which of them to copy; all at once, or one by one. */
function Choices({ legend, hint, rows, chosen, error, onChange }: ChoicesProps) {
  const choosable = rows.filter(({ unfit }) => !unfit).map(({ id }) => id)
  const isAll = choosable.every((id) => chosen.includes(id))
  const toggle = (id: string, isOn: boolean): void =>
    onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  if (rows.length === 0) return null
  return (
    <fieldset className="field min-w-0">
      <legend>
        <Heading level={2} size="card">
          {legend}
        </Heading>
      </legend>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="quiet fine min-w-0 flex-1">{hint}</p>
        <Button size="dense" onClick={() => onChange(isAll ? [] : choosable)}>
          {isAll ? 'None' : 'All'}
          <span className="sr-only"> of the {legend.toLowerCase()}</span>
        </Button>
      </div>
      <ul className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {rows.map(({ id, label, hint: more, unfit }) => (
          <li key={id} className="min-w-0">
            <Checkbox
              label={<span className="break-words">{label}</span>}
              hint={unfit ?? more}
              disabled={Boolean(unfit)}
              checked={!unfit && chosen.includes(id)}
              onChange={(isOn) => toggle(id, isOn)}
            />
          </li>
        ))}
      </ul>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

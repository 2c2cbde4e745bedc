import { useEffect, useMemo, useRef } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { isSeasonOver, sameTimeLater } from '#domain/campaign-copy.ts'
import { farAheadText } from '#domain/checklist.ts'
import type { Campaign, Management } from '#domain/schemas/campaign.ts'
import { CampaignCopyForm } from '#domain/schemas/campaign-copy.ts'
import { dateIn } from '#domain/zone.ts'
import { dateText } from '#web/format.ts'
import { rewardTypeLabels } from '#web/labels.ts'
import { bound } from '#web/parts/forms/bound.tsx'
import { useFirstWrong } from '#web/parts/forms/first-wrong.ts'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { paths } from '#web/paths.ts'
import { useNow } from '#web/site/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import { Note } from '#web/ui/note.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Choices } from './choices.tsx'
import { followedWeeks, outsideText, payloadOf, proposedCopy, weeksIn } from './copy-input.ts'
import { lastYearOf, statisticsHint } from './copy-words.ts'
import { type Copy, copyIntent, forgetCopy, keepCopy, readCopy } from './draft.ts'

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

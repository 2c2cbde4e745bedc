import { useMemo, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { type Vocabulary, withArticle } from '#domain/campaigns/vocabulary.ts'
import { dateIn, dateTimeIn, instantIn } from '#domain/places/zone.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { EditedEvent, EVENT_TYPES, type Event, EventForm } from '#domain/schemas/event.ts'
import { reasonAgainstEnd, reasonAgainstStart } from '#domain/season/event-times.ts'
import { alikeOf, isMatch as isPlayed } from '#domain/season/match-identity.ts'
import { NOON } from '#domain/season/schedule.ts'
import { dateTimeText, eventTimeText, zoneName } from '#web/format.ts'
import { eventTypeLabel, eventTypeLabels } from '#web/labels.ts'
import { AskRepresentative } from '#web/pages/dashboard/campaigns/id/questions.tsx'
import { Question } from '#web/pages/dashboard/campaigns/id/results/use-confirming.tsx'
import { BoundDateTime, BoundSelect, BoundSwitch, bound } from '#web/parts/forms/bound.tsx'
import { ChangedMeanwhile, differencesOf } from '#web/parts/forms/changed-meanwhile.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { RemoveRecord } from '#web/parts/records/remove-record.tsx'
import { campaignKey } from '#web/queries/campaigns.ts'
import { useNow } from '#web/site/session.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'

/** `2026-10-13T18:30`, or empty. */
export const typedTime = (instant: string | null, timeZone: string): string =>
  instant ? dateTimeIn(timeZone, new Date(instant)) : ''

const WHOLE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/**
 * The instant of a typed time. An unchanged time keeps its instant: to the second, and on the right side of a repeated
 * hour when clocks change. An incomplete time is sent as is, to be refused with a message.
 */
export function instantOf(typed: string, was: string | null, timeZone: string): string {
  if (was && typed === typedTime(was, timeZone)) return was
  const [day = '', time = ''] = typed.split('T')
  return WHOLE.test(typed) && isTime(time) ? instantIn(timeZone, day, time).toISOString() : typed
}

const isTime = (time: string): boolean => !Number.isNaN(Date.parse(`2000-01-01T${time}Z`))

const HOUR_MS = 3_600_000

/**
 * The end when one part of it is picked: the missing part is taken from one hour after the start, so that either part
 * alone is enough.
 */
export function pickedEnd(picked: string, before: string, start: string, timeZone: string): string {
  if (before !== '' || picked === '' || WHOLE.test(picked) || !WHOLE.test(start)) return picked
  const [startDay = '', startTime = ''] = start.split('T')
  const later = instantIn(timeZone, startDay, startTime).getTime() + HOUR_MS
  const [day, time] = dateTimeIn(timeZone, new Date(later)).split('T')
  const [pickedDay, pickedTime] = picked.split('T')
  return `${pickedDay || day}T${pickedTime || time}`
}

const dayOf = (typed: string): string => typed.split('T')[0] ?? ''
/** Of a time that is not known: noon of the day that was typed; empty without a day. */
export const dayOnly = (typed: string): string => (dayOf(typed) === '' ? '' : `${dayOf(typed)}T${NOON}`)
/** Noon stood in for the time, which is to be typed now. */
export const withoutNoon = (typed: string): string => (dayOf(typed) === '' ? '' : `${dayOf(typed)}T`)

/** As typed: times on the campaign's clock, and an empty text for no choice. */
type Input = {
  name: string
  eventType: string
  startTime: string
  hasTime: boolean
  endTime: string
  location: string
  opponent: string
  venue: string
  description: string
  isCompleted: boolean
}
/** Whether the time is known is part of how the start is written. */
const LABELS: Record<Exclude<keyof Input, 'hasTime'>, string> = {
  name: 'Name',
  eventType: 'Type',
  startTime: 'Start',
  endTime: 'End',
  location: 'Location',
  opponent: 'Opponent',
  venue: 'Where',
  description: 'Description',
  isCompleted: 'Completed',
}
/** What results are counted for has the campaign's own name, in place of the API's `game`. */
const typesFor = (words: Vocabulary) =>
  EVENT_TYPES.map((value) => ({ value, label: eventTypeLabel(value, words) }))
const NOWHERE = 'none'
const VENUES = [
  { value: NOWHERE, label: 'Not specified' },
  { value: 'home', label: 'Home' },
  { value: 'away', label: 'Away' },
  { value: 'neutral', label: 'Neutral site' },
]

/** Editing an event without a type selects game; a new one has to be chosen. */
const inputOf = (event: Event | null, timeZone: string): Input => ({
  name: event?.name ?? '',
  eventType: event ? (event.eventType ?? 'game') : '',
  startTime: typedTime(event?.startTime ?? null, timeZone),
  hasTime: event?.hasTime ?? true,
  endTime: typedTime(event?.endTime ?? null, timeZone),
  location: event?.location ?? '',
  opponent: event?.opponent ?? '',
  venue: event?.venue ?? NOWHERE,
  description: event?.description ?? '',
  isCompleted: event?.isCompleted ?? false,
})

const isMatch = (eventType: string): boolean => eventType === 'game' || eventType === 'tournament'

/** What is sent: instants, and an opponent only where the event has one. */
const payloadOf = (values: Input, event: Event | null, timeZone: string) => ({
  ...values,
  startTime: instantOf(values.startTime, event?.startTime ?? null, timeZone),
  endTime: instantOf(values.endTime, event?.endTime ?? null, timeZone),
  opponent: isMatch(values.eventType) ? values.opponent : null,
  venue: isMatch(values.eventType) && values.venue !== NOWHERE ? values.venue : null,
})

/** The API's rules, on what is typed. An unchanged start may stay in the past. */
const schemaFor = (event: Event | null, timeZone: string, now: number) =>
  z
    .custom<Input>()
    .transform((values) => payloadOf(values, event, timeZone) as z.input<typeof EventForm>)
    .pipe(event ? EditedEvent : EventForm)
    .superRefine(({ startTime, endTime }, context) => {
      // Also runs while one of them is invalid.
      if (!(startTime instanceof Date) || typeof endTime === 'string') return
      const isMoved = startTime.getTime() !== Date.parse(event?.startTime ?? '')
      const refuse = (field: string, message: string | null) =>
        message && context.addIssue({ code: 'custom', path: [field], message })
      if (isMoved) refuse('startTime', reasonAgainstStart(startTime, timeZone, new Date(now)))
      refuse('endTime', reasonAgainstEnd(startTime, endTime))
    })

/** In a list of changes, times and choices are written as on the screen. */
const readable = (event: Event, timeZone: string) => ({
  ...inputOf(event, timeZone),
  eventType: eventTypeLabels[event.eventType],
  startTime: eventTimeText(event, timeZone),
  endTime: event.endTime ? dateTimeText(event.endTime, timeZone) : '',
  venue: VENUES.find(({ value }) => value === (event.venue ?? NOWHERE))?.label,
})

type Props = {
  campaign: Management['campaign']
  /** The whole schedule: the form asks about a match that may already be on it. */
  events: Management['events']
  event: Event | null
  /** For an owner of a campaign that runs: a representative changes what has begun. */
  isLimited: boolean
  onClose: () => void
}

export const aboutEvent = (event: Event, timeZone: string): string =>
  `${event.name}, ${eventTimeText(event, timeZone)}`

/** The form, and the question before sending if another match of that day could be this one. */
function useEventForm(
  { campaign: { id: campaignId, timeZone }, events, event, onClose }: Props,
  now: number,
) {
  const path = `/api/campaigns/${campaignId}/events`
  const schema = useMemo(() => schemaFor(event, timeZone, now), [event, timeZone, now])
  /** As typed when the question was asked. */
  const [asked, setAsked] = useState<{ typed: string; names: string[]; values: Input } | null>(null)
  const record = useRecordForm<Input, Event>({
    schema,
    initial: inputOf(event, timeZone),
    version: event?.version ?? null,
    request: (values) => {
      const payload = payloadOf(values, event, timeZone)
      return event
        ? { method: 'PUT', path: `${path}/${event.id}`, payload }
        : { method: 'POST', path, payload }
    },
    failure: event ? 'Failed to update event' : 'Failed to add event',
    success: { title: event ? 'Event updated successfully!' : 'Event added successfully!' },
    refresh: [campaignKey(campaignId)],
    onSaved: onClose,
    maySend: (given) => {
      const names = couldBe(given, { event, events, timeZone })
      if (names.length > 0) setAsked({ typed: identityOf(given), names, values: given })
      return names.length === 0
    },
  })
  return { ...record, asked, change: () => setAsked(null) }
}

export function EventDrawer(props: Props) {
  const { campaign, event, onClose } = props
  const { id: campaignId, timeZone } = campaign
  const now = useNow()
  const { form, submit, send, isPending, attempt, problem, current, takeTheirs, asked, change } =
    useEventForm(props, now)
  const values = useWatch({ control: form.control }) as Input
  const words = useWords()
  return (
    <FormDrawer
      title={event ? 'Edit Event' : 'Add Event'}
      save={event ? 'Save Changes' : 'Add Event'}
      saving={event ? 'Updating...' : 'Adding...'}
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      {event && current && (
        <ChangedMeanwhile
          differences={differencesOf(readable(event, timeZone), readable(current, timeZone), LABELS)}
          onTakeTheirs={() => takeTheirs(inputOf(current, timeZone))}
        />
      )}
      <TextField
        label="Event Name"
        hint={words.hasOpponents ? 'For example vs. Ridgeview.' : undefined}
        {...bound(form, 'name')}
      />
      <BoundSelect
        control={form.control}
        name="eventType"
        label="Type"
        options={typesFor(words)}
        placeholder="Choose a type"
      />
      <Times form={form} values={values} event={event} timeZone={timeZone} now={now} />
      {isMatch(values.eventType) && (words.hasOpponents || values.opponent !== '') && (
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <TextField label="Opponent" optional {...bound(form, 'opponent')} />
          <BoundSelect control={form.control} name="venue" label="Where" options={VENUES} />
        </div>
      )}
      <TextField label="Location" optional {...bound(form, 'location')} />
      <TextArea label="Description" optional rows={3} {...bound(form, 'description')} />
      {event && (
        <BoundSwitch
          control={form.control}
          name="isCompleted"
          label="Completed"
          hint="Set automatically once all its results are confirmed."
        />
      )}
      {asked?.typed === identityOf(values) && (
        <Question
          title={`Is this ${words.match} already on the schedule?`}
          reasons={asked.names}
          yes={event ? 'Save it anyway' : 'Add it anyway'}
          no="Change it"
          pending={isPending && 'Processing...'}
          onYes={() => send(asked.values)}
          onNo={change}
        />
      )}
      {event && isMatch(event.eventType) && campaign.status !== 'draft' && (
        <p className="quiet fine">
          Supporters who pledged on this {words.match} alone are emailed if its day changes.
        </p>
      )}
      {event && (
        <div className="flex flex-wrap gap-3">
          <RemoveEvent campaignId={campaignId} event={event} onRemoved={onClose} />
          {props.isLimited && (
            <AskRepresentative campaignId={campaignId} about={aboutEvent(event, timeZone)}>
              Ask your representative
            </AskRepresentative>
          )}
        </div>
      )}
    </FormDrawer>
  )
}

/** What identifies this match. */
const identityOf = ({ name, opponent, startTime, eventType }: Input): string =>
  JSON.stringify([name, opponent, startTime.slice(0, 10), eventType])

type Beside = { event: Event | null; events: readonly Event[]; timeZone: string }

/** Other matches of its day by the same or a similar name; not asked again while none of that changes. */
function couldBe(values: Input, { event, events, timeZone }: Beside): string[] {
  const { name, eventType } = values
  const opponent = isMatch(eventType) ? values.opponent.trim() || null : null
  if (!isMatch(eventType)) return []
  if (event && identityOf(values) === identityOf(inputOf(event, timeZone))) return []
  const day = values.startTime.slice(0, 10)
  const sameDay = events.filter(
    (one) => one.id !== event?.id && isPlayed(one) && dateIn(timeZone, new Date(one.startTime)) === day,
  )
  const { same, couldBe: others } = alikeOf({ name, opponent }, sameDay)
  return [...same, ...others].map((one) => `${one.name}, ${eventTimeText(one, timeZone)}`)
}

type RemoveEventProps = { campaignId: string; event: Event; onRemoved: () => void }

/** Off the schedule, while nothing of it is confirmed; its unconfirmed entries are voided. */
const RemoveEvent = ({ campaignId, event, onRemoved }: RemoveEventProps) => (
  <RemoveRecord
    campaignId={campaignId}
    record={`events/${event.id}`}
    label="Remove event"
    title={`Remove ${event.name}?`}
    pending="Processing..."
    done="Event removed"
    onRemoved={onRemoved}
  >
    It is removed from the schedule and from subscribed calendars. Its unconfirmed results are voided.
    Supporters who pledged on it alone owe nothing for it, and are emailed.
  </RemoveRecord>
)

type TimeFieldsProps = {
  form: UseFormReturn<Input>
  /** As typed now. */
  values: Input
  event: Event | null
  timeZone: string
  now: number
}

/** When an event starts and ends; by days alone while its time is not known. */
function Times({ form, values: { startTime, endTime, hasTime }, event, timeZone, now }: TimeFieldsProps) {
  const words = useWords()
  const today = dateIn(timeZone, new Date(now))
  const startDay = typedTime(event?.startTime ?? null, timeZone).slice(0, 10)
  const typedDay = startTime.slice(0, 10)
  const setKnown = (isKnown: boolean): void => {
    const turned = isKnown ? withoutNoon : dayOnly
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    form.setValue('startTime', turned(startTime), options)
    // An end on the same day says nothing without a start.
    form.setValue('endTime', !isKnown && endTime.slice(0, 10) === typedDay ? '' : turned(endTime), options)
    form.setValue('hasTime', isKnown, options)
  }
  return (
    <>
      <div>
        <BoundDateTime
          control={form.control}
          name="startTime"
          label="Start"
          isDayOnly={!hasTime}
          completed={(picked) => (hasTime ? picked : dayOnly(picked))}
          hint={`${zoneName(timeZone, now)}, where the campaign is.${event ? '' : ` For ${withArticle(words.match)} that is over, use Enter Results.`}`}
          today={today}
          min={startDay && startDay < today ? startDay : today}
        />
        <Checkbox
          label="Time not known yet"
          checked={!hasTime}
          onChange={(isUnknown) => setKnown(!isUnknown)}
        />
      </div>
      <BoundDateTime
        control={form.control}
        name="endTime"
        label="End"
        optional
        isDayOnly={!hasTime}
        hint={
          hasTime
            ? 'Pick a day or a time. The other one defaults to one hour after the start.'
            : 'The last day, if there are several.'
        }
        completed={(picked, before) =>
          hasTime ? pickedEnd(picked, before, startTime, timeZone) : dayOnly(picked)
        }
        today={typedDay || today}
        min={typedDay || today}
      />
    </>
  )
}

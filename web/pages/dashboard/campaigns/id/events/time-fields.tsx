import type { UseFormReturn } from 'react-hook-form'
import type { Event } from '#domain/schemas/event.ts'
import { withArticle } from '#domain/vocabulary.ts'
import { dateIn } from '#domain/zone.ts'
import { BoundDateTime } from '#web/parts/forms/bound.tsx'
import { useWords } from '#web/site/words.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { zoneName } from '#web/zone-name.ts'
import type { Input } from './event-drawer.tsx'
import { dayOnly, pickedEnd, typedTime, withoutNoon } from './times.ts'

type Props = {
  form: UseFormReturn<Input>
  /** As typed now. */
  values: Input
  event: Event | null
  timeZone: string
  now: number
}

/** When an event starts and ends; by days alone while its time is not known (R22). */
export function Times({ form, values: { startTime, endTime, hasTime }, event, timeZone, now }: Props) {
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

import { useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import { ResultForm } from '#domain/schemas/result.ts'
import { dateText } from '#web/format.ts'
import { ChoiceField, TextField } from '#web/ui/field.tsx'
import { fieldErrors } from '#web/write.ts'
import { FormDrawer } from '../form/form-drawer.tsx'
import { noWhy, WhyFields } from './why-fields.tsx'
import { useEnterResult } from './writes.ts'

const problemsIn = (form: object): Record<string, string> =>
  Object.fromEntries(
    (ResultForm.safeParse(form).error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
  )

/** One result by itself: of no match, or a correction by so many (R17, R19). */
export function SingleDialog({ data, onClose }: { data: Management; onClose: () => void }) {
  const counted = data.statistics.filter(({ type, isActive }) => type === 'per_increment' && isActive)
  const [statisticId, setStatistic] = useState(counted[0]?.id ?? '')
  const [eventId, setEvent] = useState('')
  const [quantity, setQuantity] = useState('')
  const [why, setWhy] = useState(noWhy)
  const [attempt, setAttempt] = useState(0)
  const enter = useEnterResult(data.campaign.id, onClose)
  const form = {
    statisticId,
    eventId: eventId || null,
    kind: 'count' as const,
    quantity: quantity.trim(),
    ...why,
  }
  const problems = attempt > 0 ? { ...fieldErrors(enter.error), ...problemsIn(form) } : {}
  return (
    <FormDrawer
      isShort
      title="Add one result"
      save="Add result"
      saving="Saving..."
      isPending={enter.isPending}
      attempt={attempt}
      isDirty={quantity !== '' || why.note !== '' || why.evidenceUrl !== ''}
      problem={enter.error && Object.keys(fieldErrors(enter.error)).length === 0 ? enter.error.message : null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        setAttempt(attempt + 1)
        if (Object.keys(problemsIn(form)).length === 0) enter.mutate(form)
      }}
    >
      <ChoiceField
        label="Statistic"
        value={statisticId}
        error={problems.statisticId}
        onChange={(event) => setStatistic(event.target.value)}
      >
        {counted.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </ChoiceField>
      <TextField
        label="How many"
        inputMode="decimal"
        hint="With a minus it takes away what was counted too much"
        value={quantity}
        error={problems.quantity}
        onChange={(event) => setQuantity(event.target.value)}
      />
      <ChoiceField
        label="Event"
        optional
        value={eventId}
        error={problems.eventId}
        onChange={(event) => setEvent(event.target.value)}
      >
        <option value="">None: it counts as of now</option>
        {data.events.map(({ id, name, startTime }) => (
          <option key={id} value={id}>
            {name}, {dateText(startTime, data.campaign.timeZone)}
          </option>
        ))}
      </ChoiceField>
      <WhyFields why={why} onChange={setWhy} problems={problems} />
    </FormDrawer>
  )
}

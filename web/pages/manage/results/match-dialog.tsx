import { faEye } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import { NONE, parseQuantity, plus, toNumber } from '#domain/quantity.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { dateTimeText, quantityText } from '#web/format.ts'
import { useNow } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChoiceField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { emptyMatch, type NewMatch, NewMatchFields, newMatchProblems, toEvent } from './new-match.tsx'
import { useEnterMatch } from './writes.ts'

const FORM = 'match-results'
const ADD = 'add'

/** One match, one row per statistic: made for a thumb at the touchline (R19). Figures are the match's totals. */
export function MatchDialog({ data, onClose }: { data: Management; onClose: () => void }) {
  const now = useNow()
  const matches = data.events
    .filter(({ eventType }) => eventType === 'game' || eventType === 'tournament')
    .sort((a, b) => (a.startTime < b.startTime ? -1 : 1))
  const [eventId, setEventId] = useState(() => nextMatch(data, matches, now) ?? ADD)
  const [added, setAdded] = useState<NewMatch>(emptyMatch)
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [isTried, setTried] = useState(false)
  const enter = useEnterMatch(data.campaign.id, onClose)
  const counted = data.statistics.filter(({ type, isActive }) => type === 'per_increment' && isActive)
  const shownFor = (statisticId: string): string => typed[statisticId] ?? standing(data, eventId, statisticId)
  const rows = counted
    .map(({ id }) => ({ statisticId: id, quantity: shownFor(id) }))
    .filter(({ quantity }) => quantity !== '')
  const wrong = rows.find(({ quantity }) => (parseQuantity(quantity) ?? -1) < 0)
  const problems = eventId === ADD ? newMatchProblems(added) : {}

  const submit = (): void => {
    setTried(true)
    if (rows.length === 0 || wrong || Object.keys(problems).length > 0) return
    enter.mutate({
      eventId: eventId === ADD ? null : eventId,
      event: eventId === ADD ? toEvent(added, data.campaign.timeZone) : null,
      rows,
    })
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Enter Results"
      foot={
        <Button kind="primary" type="submit" form={FORM} full pending={enter.isPending && 'Saving...'}>
          Full time: save {rows.length} {rows.length === 1 ? 'result' : 'results'}
        </Button>
      }
    >
      <form
        id={FORM}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <ChoiceField
          label="Match"
          value={eventId}
          onChange={(event) => {
            setEventId(event.target.value)
            setTyped({})
          }}
        >
          {matches.map((match) => (
            <option key={match.id} value={match.id}>
              {match.name}, {dateTimeText(match.startTime, data.campaign.timeZone)}
            </option>
          ))}
          <option value={ADD}>Add an unscheduled match</option>
        </ChoiceField>
        {eventId === ADD && (
          <NewMatchFields
            match={added}
            change={setAdded}
            problems={isTried ? problems : {}}
            timeZone={data.campaign.timeZone}
          />
        )}
        <ul className="grid gap-3">
          {counted.map((statistic) => (
            <li key={statistic.id} className="card flex items-center justify-between gap-3 p-3.5 sm:p-4">
              <div>
                <h3 className="text-[28px]">{statistic.name}</h3>
                <p className="quiet fine">{quantityText(statistic.confirmedQuantity)} confirmed</p>
              </div>
              <Stepper
                label={statistic.name}
                value={shownFor(statistic.id)}
                onChange={(value) => setTyped({ ...typed, [statistic.id]: value })}
              />
            </li>
          ))}
        </ul>
        {isTried && rows.length === 0 && <Note tone="danger">Enter at least one result</Note>}
        {isTried && wrong && (
          <Note tone="danger">Enter a number with at most two decimals, up to 1,000,000</Note>
        )}
        {enter.error && (
          <Note tone="danger" role="alert">
            {enter.error.message}
          </Note>
        )}
        <p className="quiet fine flex gap-3">
          <Icon icon={faEye} className="mt-0.5" />
          The page shows this as “not confirmed” until a second person checks it.
        </p>
      </form>
    </Dialog>
  )
}

/** What stands for this match already, confirmed or not; empty where nothing was entered. */
function standing(data: Management, eventId: string, statisticId: string): string {
  const those = data.results.filter(
    (result) =>
      result.eventId === eventId &&
      result.statisticId === statisticId &&
      result.kind === 'count' &&
      result.state !== 'voided',
  )
  if (those.length === 0) return ''
  return String(toNumber(those.map(({ quantity }) => parseQuantity(quantity) ?? NONE).reduce(plus, NONE)))
}

/** The newest match that has begun and has no results yet, otherwise the next one. */
function nextMatch(data: Management, matches: Management['events'], now: number): string | undefined {
  const hasResults = new Set(
    data.results.filter(({ state }) => state !== 'voided').map(({ eventId }) => eventId),
  )
  const open = matches.filter(({ id, isCompleted }) => !isCompleted && !hasResults.has(id))
  const begun = open.filter(({ startTime }) => new Date(startTime).getTime() <= now)
  return (begun[0] ?? open[0] ?? matches.at(-1))?.id
}

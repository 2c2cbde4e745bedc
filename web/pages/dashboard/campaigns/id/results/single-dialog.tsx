import { useState } from 'react'
import { NONE, parseQuantity, plus, readQuantity, toNumber } from '#domain/quantity.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { MatchTotals } from '#domain/schemas/result.ts'
import { countsUnits } from '#domain/season/statistic-types.ts'
import { comparedWith, unusualReasons } from '#domain/season/unusual-result.ts'
import { dateText, timeText } from '#web/format.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useNow } from '#web/site/session.ts'
import type { KeptOne } from '#web/touchline/entry.ts'
import { ChoiceField, TextField } from '#web/ui/field.tsx'
import { noWhy, OfflineNote, useOne, WhyFields } from './entry-fields.tsx'
import { currentResults } from './touchline/matches.ts'
import { Question } from './use-confirming.tsx'

type Props = {
  data: Management
  standings: readonly MatchTotals[]
  /** What is corrected: its statistic, and its event where it has one. */
  of?: { statistic: string; event: string } | null
  /** An unsent entry on this device that is being changed. */
  mended: KeptOne | null
  onClose: () => void
}

/** A single result: one without a match, or a correction by a difference. */
export function SingleDialog({ data, standings, of = null, mended, onClose }: Props) {
  const counted = data.statistics.filter(({ type, isActive }) => countsUnits(type) && isActive)
  const before = mended?.one ?? {
    ...noWhy,
    quantity: '',
    statisticId: of?.statistic ?? counted[0]?.id ?? '',
    eventId: of?.event || null,
  }
  const [statisticId, setStatistic] = useState(before.statisticId)
  const [eventId, setEvent] = useState(before.eventId ?? '')
  const [quantity, setQuantity] = useState(before.quantity ?? '')
  const [why, setWhy] = useState({ note: before.note, evidenceUrl: before.evidenceUrl })
  const one = { statisticId, eventId: eventId || null, kind: 'count' as const, quantity: quantity.trim() }
  const chosen = counted.find(({ id }) => id === statisticId)
  const name = chosen?.name ?? 'A result'
  const unusual = useUnusual(data, standings, { statistic: chosen, eventId, quantity })
  const { save, isSaving, refusal, attempt, problems, isAsked, isRight, isWrong } = useOne({
    campaignId: data.campaign.id,
    name,
    one: { ...one, ...why },
    instead: mended,
    unusual,
    onClose,
  })
  return (
    <FormDrawer
      isShort
      title={mended ? 'Change the entry' : 'Add one result'}
      save={mended ? 'Save' : 'Add result'}
      saving="Saving..."
      isPending={isSaving}
      attempt={attempt}
      isDirty={
        quantity !== before.quantity || why.note !== before.note || why.evidenceUrl !== before.evidenceUrl
      }
      problem={refusal}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
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
        hint="Use a minus sign to subtract what was counted too many times"
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
        <option value="">None (counts as of now)</option>
        {data.events.map(({ id, name, startTime }) => (
          <option key={id} value={id}>
            {name}, {dateText(startTime, data.campaign.timeZone)}
          </option>
        ))}
      </ChoiceField>
      <WhyFields why={why} onChange={setWhy} problems={problems} />
      <OfflineNote
        savedAt={mended?.refusal === null ? timeText(mended.madeAt, data.campaign.timeZone) : null}
      />
      {isAsked && (
        <Question
          title="Is this right?"
          reasons={unusual}
          yes="Yes, that is right"
          no="Change it"
          onYes={isRight}
          onNo={isWrong}
        />
      )}
    </FormDrawer>
  )
}

type Typed = { statistic: Management['statistics'][number] | undefined; eventId: string; quantity: string }

/** Beside the match's current result: the typed value is added to it. */
function useUnusual(data: Management, standings: readonly MatchTotals[], typed: Typed): string[] {
  const now = useNow()
  const { statistic, eventId, quantity } = typed
  const parsed = parseQuantity(quantity)
  if (!statistic || parsed === null) return []
  const currentOf = currentResults(standings)
  const event = data.events.find(({ id }) => id === eventId) ?? null
  const total = toNumber(plus(parsed, (event && readQuantity(currentOf(event.id, statistic.id))) ?? NONE))
  const season = comparedWith({ events: data.events, currentOf, words: data.campaign.vocabulary })
  return unusualReasons({ statistic, total, event, at: new Date(now) }, season, 'asking')
}

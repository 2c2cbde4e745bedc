import type { Campaign } from '#domain/schemas/campaign.ts'
import type { SettlementPreview } from '#domain/schemas/settlement.ts'
import { calendarDayText, countText, usd } from '#web/format.ts'
import { Note } from '#web/ui/note.tsx'

type Props = { preview: SettlementPreview; campaign: Pick<Campaign, 'endDate' | 'vocabulary'> }

/** Asked where a season is locked before it is over: what is left of it, what is billed now, and what becomes of the rest (R31). */
export function BeforeTheEnd({ preview: { blockers, totals }, campaign: { endDate, vocabulary } }: Props) {
  const matches = blockers.filter(({ code }) => code === 'match_to_come').length
  const isRunning = blockers.some(({ code }) => code === 'not_ended')
  if (matches === 0 && !isRunning) return null
  const left =
    matches === 0
      ? `No ${vocabulary.match} is left on the schedule.`
      : `${countText(matches)} ${matches === 1 ? `${vocabulary.match} is` : `${vocabulary.matches} are`} still to come.`
  return (
    <Note tone="warning">
      <strong>The {vocabulary.season} is not over.</strong> {left} The campaign {isRunning ? 'ends' : 'ended'}{' '}
      on {calendarDayText(endDate)}. {usd(totals.bill)} is billed now. What later results add is not billed by
      this lock: it waits until a representative bills or waives it.
    </Note>
  )
}

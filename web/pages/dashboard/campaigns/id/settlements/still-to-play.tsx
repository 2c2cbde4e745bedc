import type { Campaign } from '#domain/schemas/campaign.ts'
import type { SettlementPreview } from '#domain/schemas/settlement.ts'
import { dateText } from '#web/format.ts'
import { Note } from '#web/ui/note.tsx'

const NAMED = 3

type Props = { preview: SettlementPreview; campaign: Campaign; isQuestion?: boolean }

/** Postponed or not played yet: after the final lock what they bring is waived (R31, R32). */
export function StillToPlay({ preview, campaign: { timeZone, vocabulary }, isQuestion = false }: Props) {
  const { stillToPlay = [], stillToPlayCount: count = 0 } = preview
  if (count === 0) return null
  const named = stillToPlay
    .slice(0, NAMED)
    .map(({ name, startTime }) => `${name} on ${dateText(startTime, timeZone)}`)
  const more = count - named.length
  const words = count === 1 ? `${vocabulary.match} is` : `${vocabulary.matches} are`
  return (
    <div className="mt-3 first:mt-0">
      <Note tone="warning">
        {count} {words} still on the schedule: {named.join('; ')}
        {more > 0 && `; and ${more} more`}. What {count === 1 ? 'it adds' : 'they add'} after the final lock
        is waived unless you bill it in a new version.
        {isQuestion && ' Lock it now?'}
      </Note>
    </div>
  )
}

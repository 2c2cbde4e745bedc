import { useState } from 'react'
import type { PossibleDuplicate } from '#domain/schemas/result.ts'
import { quantityText, shortEventTimeText } from '#web/format.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Note } from '#web/ui/note.tsx'

type Sides = PossibleDuplicate['matches']
type Props = {
  matches: Sides
  timeZone: string
  problem: string | null
  pending: string | false
  onMerge: (merge: { from: string; into: string }) => void
  /** Not asked where nothing is confirmed for it. */
  onDifferent?: () => void
  onClose: () => void
}

const figuresText = ({ figures }: Sides[number]): string =>
  figures.map(({ statisticName, quantity }) => `${statisticName} ${quantityText(quantity)}`).join(', ') ||
  'No results'

/** The one with confirmed results stays; otherwise the one that was on the schedule first. */
const firstKept = ([one, other]: Sides): string =>
  other.hasConfirmed && !one.hasConfirmed ? other.eventId : one.eventId

/** Two events of one day side by side: one match, or two? */
export function SameMatchDialog({
  matches,
  timeZone,
  problem,
  pending,
  onMerge,
  onDifferent,
  onClose,
}: Props) {
  const [kept, setKept] = useState(() => firstKept(matches))
  const words = useWords()
  const goes = matches.find(({ eventId }) => eventId !== kept)
  const bothConfirmed = matches.every(({ hasConfirmed }) => hasConfirmed)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Is this one ${words.match}?`}
      description={`Both are on the same day. If you keep them as two ${words.matches}, their results count twice.`}
      foot={
        <>
          {onDifferent && <Button onClick={onDifferent}>Two different {words.matches}</Button>}
          <Button
            kind="primary"
            reason={bothConfirmed ? 'Both have confirmed results. Void the results of one first.' : undefined}
            pending={pending}
            onClick={() => goes && onMerge({ from: goes.eventId, into: kept })}
          >
            Same {words.match}: merge
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {problem && (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
        <ChoiceGroup
          legend={`If it is one ${words.match}, keep`}
          across
          value={kept}
          onChange={setKept}
          options={matches.map((match) => {
            const other = matches.find(({ eventId }) => eventId !== match.eventId)
            return {
              value: match.eventId,
              title: match.name,
              disabled: other?.hasConfirmed === true && !match.hasConfirmed,
              text: (
                <>
                  <span className="block">{shortEventTimeText(match, timeZone)}</span>
                  <span className="block">{figuresText(match)}</span>
                  {match.hasConfirmed && <span className="block">Has confirmed results</span>}
                </>
              ),
            }
          })}
        />
        <p className="quiet fine">
          The other one is removed from the schedule. Its unconfirmed results move to the {words.match} you
          keep, and need a second person to confirm.
        </p>
      </div>
    </Dialog>
  )
}

import { faFileLines } from '@fortawesome/free-solid-svg-icons'
import { useEffect, useRef } from 'react'
import type { ImportPreview } from '#domain/schemas/import.ts'
import { countText, dateText, dayTextAmong } from '#web/format.ts'
import { useWords } from '#web/site/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import type { Previewed } from './use-import.ts'

type Props = { timeZone: string; importing: Previewed; onAgain: () => void }

/** What the program takes the file for, so that a person sees at once whether it is the right one. */
export function Recognized({ timeZone, importing: { preview, name, isCalendar }, onAgain }: Props) {
  const { file, problems } = preview
  const place = useRef<HTMLElement>(null)
  // What was pressed to choose the file is gone: the focus goes on with what it is.
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  const span = useSpan(preview, timeZone)
  return (
    <section ref={place} tabIndex={-1} aria-label="The file" className="grid gap-3 outline-none">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3">
        <Icon icon={faFileLines} className="mt-1 large-[1.375] text-ink2" />
        <div className="min-w-0">
          <strong className="wrap-anywhere">{file.name}</strong>
          <p className="quiet fine line-clamp-2 wrap-anywhere">
            {name ?? (isCalendar ? 'Read every hour once it is imported' : 'Pasted rows')}
          </p>
          {span && <p className="quiet fine">{span}</p>}
        </div>
        <Button size="small" onClick={onAgain}>
          Another file
        </Button>
      </div>
      {file.letters.length > 0 && (
        <p className="quiet fine">
          Please check the spelling: {file.letters.join(', ')}. The file is written the way of an older
          program ({file.encoding}).
        </p>
      )}
      {!file.isFinal && (
        <Note tone="warning">
          <strong>Not final yet.</strong> The file says that the game is not over. Its results wait until you
          import the final file.
        </Note>
      )}
      {problems.length > 0 && (
        <Note tone="warning">
          {problems.map((problem) => (
            <p key={problem}>{problem}.</p>
          ))}
        </Note>
      )}
    </section>
  )
}

/** "12 games, Sep 4 to Nov 20". */
function useSpan({ rows }: ImportPreview, timeZone: string): string | null {
  const { match, matches } = useWords()
  const starts = rows
    .flatMap(({ startTime, eventType }) => (startTime && eventType === 'game' ? [startTime] : []))
    .sort()
  const [first, last] = [starts[0], starts.at(-1)]
  if (!first || !last) return null
  if (starts.length === 1) return `1 ${match}, ${dateText(first, timeZone)}`
  const day = dayTextAmong(starts, timeZone)
  return `${countText(starts.length)} ${matches}, ${day(first)} to ${day(last)}`
}

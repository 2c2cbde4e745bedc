/** What a file is, by its content: a calendar, a scorebook or a table (R72). Pure. */
import { readCalendar } from './calendar.ts'
import { readColumns } from './columns.ts'
import { type Ask, FileProblem } from './file.ts'
import { type Choices, type Known, NO_SOURCE, type Source } from './source.ts'
import { isScorebook, readScorebook } from './statcrew.ts'
import { readTable } from './table.ts'
import { isVcard } from './vcard.ts'

const CALENDAR = /^\ufeff?\s*BEGIN:VCALENDAR/i

/** Throws a FileProblem for a file that cannot be read as a whole, in words. */
export function sourceOf(text: string, known: Known, choices: Choices, ask: Ask): Source {
  if (isVcard(text))
    throw new FileProblem(
      'These are contacts. To invite these people, choose the file under Ambassadors, "Invite many".',
    )
  if (CALENDAR.test(text)) {
    const { skipped: errors, ...calendar } = readCalendar(text, known.timeZone)
    return {
      ...NO_SOURCE,
      format: { id: 'calendar', name: 'Calendar', place: 'season' },
      ...calendar,
      errors,
    }
  }
  if (!isScorebook(text)) return readTable(text, known, choices, ask)
  const { sport, entry, columns, isFinal } = readScorebook(text, known.timeZone)
  const { words, statistics } = known
  return {
    ...NO_SOURCE,
    format: { id: 'statcrew', name: `StatCrew, scorebook of one ${sport} game`, place: 'season' },
    columns: readColumns([], columns, { words, statistics, chosen: choices.columns }),
    entries: [entry],
    isFinal,
  }
}

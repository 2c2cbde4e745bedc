/** What a file is, by its content: a calendar, a scorebook or a table (R72). Pure. */
import { readCalendar } from './calendar.ts'
import { isField, proposeMeanings } from './columns.ts'
import { FileProblem } from './file.ts'
import { type Choices, type Known, SCORES, type Source, type SourceColumn } from './source.ts'
import { isScorebook, readScorebook } from './statcrew.ts'
import { readTable } from './table.ts'

const CALENDAR = /^\ufeff?\s*BEGIN:VCALENDAR/i
const CARD = /^\ufeff?\s*BEGIN:VCARD/i

/** Throws a FileProblem for a file that cannot be read as a whole, in words. */
export function sourceOf(text: string, known: Known, choices: Choices): Source {
  const none = {
    head: null,
    questions: [],
    errors: [],
    skipped: [],
    problems: [],
    name: null,
    isFinal: true,
    separator: ',',
  }
  if (CARD.test(text))
    throw new FileProblem(
      'These are contacts. To invite these people, choose the file under Ambassadors, "Invite many".',
    )
  if (CALENDAR.test(text)) {
    const { name, entries, skipped } = readCalendar(text, known.timeZone)
    const format = { id: 'calendar', name: 'Calendar', place: 'season' as const }
    return {
      ...none,
      format,
      name,
      entries,
      columns: [],
      errors: skipped.map(({ line, reason }) => ({ line: line ?? 1, reason })),
    }
  }
  if (!isScorebook(text)) return readTable(text, known, choices)
  const { sport, entry, columns, isFinal } = readScorebook(text, known.timeZone)
  const format = {
    id: 'statcrew',
    name: `StatCrew, scorebook of one ${sport} game`,
    place: 'season' as const,
  }
  const named = [...SCORES, ...columns.map((name) => ({ key: name, name }))].map((column) => ({
    ...column,
    values: ['1'],
  }))
  const meanings = proposeMeanings(named, known.statistics, choices.columns, known.words)
  const shown = named.map((column, index): SourceColumn => {
    const meaning = meanings[index] ?? 'ignore'
    return { ...column, meaning: isField(meaning) ? 'ignore' : meaning }
  })
  return { ...none, format, entries: [entry], columns: shown, isFinal }
}

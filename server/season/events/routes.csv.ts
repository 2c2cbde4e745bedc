import type { CsvColumn } from '#domain/csv.ts'
import { startInFile } from '#domain/event-times.ts'
import type { Event } from '#domain/schemas/event.ts'
import { SPORT } from '#domain/vocabulary.ts'
import type { Access } from '#server/accounts/access/index.ts'
import { onePage, timeColumn } from '#server/platform/csv/csv.ts'
import { campaignCsv } from '#server/season/deps.ts'
import { eventsOf } from './queries.ts'

/** A game in the campaign's own word; an import reads both (R63). */
const typeWord = (type: Event['eventType'], { match }: Access['vocabulary']): Event['eventType'] | string =>
  type === 'game' && match !== SPORT.match ? match : type

const columns = ({ timeZone, vocabulary }: Access): CsvColumn<Event>[] => [
  ['Event', ({ name }) => name],
  ['Type', ({ eventType }) => typeWord(eventType, vocabulary)],
  [`Starts (${timeZone})`, (event) => startInFile(event, timeZone)],
  timeColumn('Ends', timeZone, ({ endTime }) => endTime),
  ['Location', ({ location }) => location],
  ['Opponent', ({ opponent }) => opponent],
  ['Venue', ({ venue }) => venue],
  ['Description', ({ description }) => description],
  ['Completed', ({ isCompleted }) => isCompleted],
]

export const eventCsvRoutes = [
  campaignCsv({
    table: 'events',
    who: 'scorer',
    permission: 'canEnterResults',
    rules: 'R22, R51',
    columns,
    pages: ({ deps, access }) => onePage(eventsOf(deps.db, access.campaignId)),
  }),
]

import { type Format, withColumns } from './format.ts'

/** One row for each time that a child read. Books, parents and teachers are not read: only how much, and by how many. */
export const readingLog: Format = {
  id: 'reading-log',
  name: 'Reading log, by child',
  place: 'season',
  headerAt: (lines) =>
    [
      withColumns('date', 'firstname', 'minutes'),
      withColumns('date', 'student', 'minutes'),
      withColumns('date', 'firstname', 'pages'),
    ]
      .map((find) => find(lines))
      .find((index) => index !== null) ?? null,
  fields: {
    ...{
      title: 'ignore',
      booktitle: 'ignore',
      book: 'ignore',
      author: 'ignore',
      class: 'ignore',
      grade: 'ignore',
    },
    ...{ teacher: 'ignore', parentemail: 'ignore', email: 'ignore', studentid: 'person' },
  },
}

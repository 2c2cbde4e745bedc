/** Titles and rows of files, as the readers of titles get them. */
import type { Answers, Entry } from '#domain/files/file.ts'
import { readTitles, type Titled } from '#domain/files/titles.ts'

const entry = (given: Partial<Entry>, index: number): Entry => ({
  ...{ line: index + 2, uid: null, start: new Date('2026-09-12T23:00:00Z'), hasTime: true, end: undefined },
  ...{ title: null, opponent: null, venue: null, teams: null, level: null, status: null, eventType: null },
  ...{ location: undefined, description: undefined, person: null, figures: {} },
  ...given,
})
type Given = Partial<Entry> | string
export const OURS = ['Harbor High School Boosters', 'Fall Season 2026']
export const readAll = (
  given: readonly Given[],
  ownNames: readonly string[] = OURS,
  answers: Answers = {},
  hasOpponents = true,
) =>
  readTitles(
    given.map((one, index) => entry(typeof one === 'string' ? { title: one } : one, index)),
    { ownNames, answers, hasOpponents },
  )
export const one = (given: Given, answers: Answers = {}, ownNames = OURS) =>
  readAll([given], ownNames, answers).rows[0] as Titled
export const shown = ({ name, venue, state }: Titled) => [name, venue, state]

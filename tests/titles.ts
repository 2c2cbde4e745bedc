/** Titles and rows of files, as the readers of titles get them. */
import { type Answers, answerTo, asking, BLANK, type Entry } from '#domain/files/file.ts'
import { readTitles, type Titled } from '#domain/files/titles.ts'

const entry = (given: Partial<Entry>, index: number): Entry => ({
  ...BLANK,
  line: index + 2,
  start: new Date('2026-09-12T23:00:00Z'),
  hasTime: true,
  ...given,
})
type Given = Partial<Entry> | string
export const OURS = ['Harbor High School Boosters', 'Fall Season 2026']
export const readAll = (
  given: readonly Given[],
  ownNames: readonly string[] = OURS,
  answers: Answers = {},
  hasOpponents = true,
) => {
  const { ask, questions } = asking((question) => answerTo(question, answers))
  const entries = given.map((one, index) => entry(typeof one === 'string' ? { title: one } : one, index))
  return { rows: readTitles(entries, { ownNames, ask, hasOpponents }), questions }
}
export const one = (given: Given, answers: Answers = {}, ownNames = OURS) =>
  readAll([given], ownNames, answers).rows[0] as Titled
export const shown = ({ name, venue, state }: Titled) => [name, venue, state]

/** What was typed, as queries on the indexes of names (`search_lexemes`, `person_lexemes`). */
import { type Db, sql } from '#server/platform/db/database.ts'

/** A typed word, and what one typo leaves of it. */
type Word = { word: string; near: string[] }

/** If fewer than this are found, names with a typo are searched as well. */
export const FEW = 5
/** How much alike is what was found by its number: more than any name. */
export const CALLED = 5
const MAX_WORDS = 8
/** A shorter word allows no typo. */
const SHORTEST_FORGIVEN = 3

export const readTypedWords = (db: Db, text: string): Promise<Word[]> =>
  db.query<Word>(sql`
    select word, search_near(word) as near
    from unnest((search_words(${text}))[:${MAX_WORDS}]) with ordinality t (word, position)
    order by position
  `)

const quoted = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`
const begins = (word: string): string => `${quoted(word)}:*`

/** One letter is the beginning of too many words: it is compared later, unless nothing else was typed. */
function telling<One extends Word | string>(words: readonly One[]): One[] {
  const long = words.filter((one) => (typeof one === 'string' ? one : one.word).length > 1)
  return long.length > 0 ? long : [...words]
}

/** Each way to write two neighbors as one word, or none: `mac donald` is also `macdonald`. */
const spellings = (words: readonly string[]): string[][] => [
  [...words],
  ...words
    .slice(1)
    .map((word, index) => [...words.slice(0, index), `${words[index]}${word}`, ...words.slice(index + 2)]),
]

/** A tsquery: every word is the beginning of one of the name's. */
export const exactly = (words: readonly Word[]): string =>
  spellings(words.map(({ word }) => word))
    .map((spelling) => `(${telling(spelling).map(begins).join('&')})`)
    .join('|')

/** The same, where each word may have a typo. */
export const forgivingly = (words: readonly Word[]): string =>
  telling(words)
    .map(({ word, near }) =>
      word.length < SHORTEST_FORGIVEN || !/\p{L}/u.test(word)
        ? begins(word)
        : `(${[begins(word), ...near.map((part) => quoted(`~${part}`))].join('|')})`,
    )
    .join('&')

/** Two tsqueries: every word but one, and any one of them; the others may be of a campaign. Without such, none. */
export function partly(words: readonly Word[]): string[] {
  const all = telling(words).map(({ word }) => begins(word))
  const butOne = all.map((_, index) => `(${all.filter((_one, other) => other !== index).join('&')})`)
  return all.length < 2 ? [] : [butOne, all].slice(all.length === 2 ? 1 : 0).map((some) => some.join('|'))
}

/** The words of a campaign: a reading challenge has weeks and a term, a food drive deliveries, a team its matches (R63). */

/** Each word is used in the middle of a sentence; domain/schemas/vocabulary.ts has their limits. */
export type Vocabulary = {
  /** What results are counted for, in the singular and the plural: match, week, concert. */
  match: string
  matches: string
  /** What they add up to: season, term, tour. */
  season: string
  /** Who does it: team, school, orchestra. */
  team: string
  /** When an achievement is paid: a sentence without a period. */
  achieved: string
  /** Played against someone, at home or away. */
  hasOpponents: boolean
}

/** A sport's words: proposed to athletic campaigns, and used where no campaign is known. */
export const SPORT: Vocabulary = {
  match: 'match',
  matches: 'matches',
  season: 'season',
  team: 'team',
  achieved: 'Only if they do it',
  hasOpponents: true,
}

/** At the start of a sentence, a heading or a column. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

type Matches = Pick<Vocabulary, 'match' | 'matches'>

/** `match`, `matches`: whichever fits the count. */
export const matchWord = ({ match, matches }: Matches, count: number): string =>
  count === 1 ? match : matches

/** `match by match`. */
export const byMatch = ({ match }: Matches): string => `${match} by ${match}`

const article = (word: string): string =>
  /^([aeio]|u(?!ni|se)|hour|honor)/i.test(word) && !/^(one|eu)/i.test(word) ? 'an' : 'a'

/** `a match`, `an event`. */
export const withArticle = (word: string): string => `${article(word)} ${word}`

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

/** A sport's words: for campaigns from a version that had no vocabulary. */
export const SPORT: Vocabulary = {
  ...{ match: 'match', matches: 'matches', season: 'season', team: 'team' },
  ...{ achieved: 'Only if they win it', hasOpponents: true },
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

const PLAIN = /\b(an? )?(match(?:es)?|season|team)\b/gi

/**
 * A fixed text, which is written in the words of a sport, in the campaign's own. Never for what people typed. Where
 * "match" is a verb, it would be replaced too.
 */
export function say(words: Vocabulary, text: string): string {
  return text.replace(PLAIN, (_said, before: string | undefined, found: string) => {
    const own = words[found.toLowerCase() as 'match' | 'matches' | 'season' | 'team']
    const isCapital = found !== found.toLowerCase()
    if (before === undefined) return isCapital ? capital(own) : own
    return `${before.startsWith('A') ? capital(article(own)) : article(own)} ${own}`
  })
}

/** The words of a campaign as a request states them. */
import { z } from 'zod'

const MAX_WORD = 24
const MAX_SENTENCE = 60
/** Used in the middle of a sentence: letters, figures, spaces, hyphens and apostrophes. */
const WORD = /^\p{L}[\p{L}\p{N} '’-]*$/u

const word = (what: string) =>
  z
    .string({ error: what })
    .trim()
    .min(1, what)
    .max(MAX_WORD, `Use at most ${MAX_WORD} characters`)
    .regex(WORD, 'Use letters, numbers, spaces and hyphens only')

export const Vocabulary = z.object({
  /** What results are counted for, in the singular and the plural: match, week, concert. */
  match: word('Enter what results are counted for'),
  matches: word('Enter its plural'),
  /** What they add up to: season, term, tour. */
  season: word('Enter what they are part of'),
  /** Who does it: team, school, orchestra. */
  team: word('Enter who takes part'),
  /** When an achievement is paid: a sentence without a period. */
  achieved: z
    .string({ error: 'Say when an achievement is paid' })
    .trim()
    .min(1, 'Say when an achievement is paid')
    .max(MAX_SENTENCE, `Use at most ${MAX_SENTENCE} characters`)
    .regex(/^\p{L}[\p{L}\p{N} ,'’-]*$/u, 'Use letters, numbers, spaces and commas only'),
  /** Played against someone, at home or away. */
  hasOpponents: z.boolean(),
})

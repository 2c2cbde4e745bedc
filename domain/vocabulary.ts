/** The words of a campaign: a reading challenge has weeks and a term, a food drive deliveries, a team its matches (R63). */
import { type Kind, proposedScene, type Scene } from './scenes.ts'

/** Each word stands in the middle of a sentence; domain/schemas/vocabulary.ts has their limits. */
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
  /** Played against somebody, at home or away. */
  hasOpponents: boolean
}

const WON = 'Only if they win it'
const DONE = 'Only if they do it'

const played = (match: string, matches: string): Vocabulary => ({
  ...{ match, matches, season: 'season', team: 'team', achieved: WON, hasOpponents: true },
})
const done = (match: string, matches: string, season: string, team: string): Vocabulary => ({
  ...{ match, matches, season, team, achieved: DONE, hasOpponents: false },
})

/** What a campaign says that was made before campaigns had words, or whose cause is unknown. */
export const SPORT: Vocabulary = played('match', 'matches')

const OF_SCENE: Record<Exclude<Scene, 'custom'>, Vocabulary> = {
  football: played('game', 'games'),
  baseball: played('game', 'games'),
  soccer: SPORT,
  basketball: played('game', 'games'),
  reading: done('week', 'weeks', 'term', 'school'),
  running: done('run', 'runs', 'season', 'group'),
  swimming: done('meet', 'meets', 'season', 'team'),
  music: done('concert', 'concerts', 'series', 'ensemble'),
  robotics: done('meet', 'meets', 'season', 'team'),
  animals: done('week', 'weeks', 'campaign', 'rescue'),
  food: done('delivery', 'deliveries', 'drive', 'pantry'),
  garden: done('week', 'weeks', 'harvest', 'garden'),
  theater: done('show', 'shows', 'production', 'cast'),
  scouts: done('outing', 'outings', 'scouting year', 'troop'),
}

/** Of a custom event that no picture fits better than the track. */
const OF_TYPE: Record<Kind['campaignType'], Vocabulary> = {
  athletic: SPORT,
  academic: done('week', 'weeks', 'term', 'school'),
  community: done('event', 'events', 'campaign', 'group'),
}

export const vocabularyOf = (scene: Scene, campaignType: Kind['campaignType']): Vocabulary =>
  scene === 'custom' ? OF_TYPE[campaignType] : OF_SCENE[scene]

/** The picture and the words that a campaign starts with, from what it is and what it counts (R63). */
export function proposedLook(kind: Kind): { scene: Scene; vocabulary: Vocabulary } {
  const scene = proposedScene(kind)
  return { scene, vocabulary: vocabularyOf(scene, kind.campaignType) }
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

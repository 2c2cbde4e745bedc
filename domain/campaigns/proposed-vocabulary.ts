/** The kind of cause and the words that are proposed for a campaign, from what it says about itself. */
import { CAUSE_IDS, CAUSES, type Cause, type Kind } from './causes.ts'
import { SPORT, type Vocabulary } from './vocabulary.ts'

/** Words that identify a cause by what its campaign counts. Each also matches its plural. */
const TELLING: Partial<Record<Cause, string>> = {
  reading: 'page book read reading reader chapter library story spelling math problem quiz essay homework',
  running: 'mile marathon 5k 10k kilometer jog race run runner running',
  swimming: 'swim swimmer swimming lap pool freestyle backstroke butterfly relay',
  music: 'concert song band orchestra choir instrument encore piano cello trumpet guitar music recital',
  robotics: 'robot robotics autonomous coding program engineering weld welder circuit bolt drone',
  animals: 'dog cat animal adoption adopted pet shelter rescue puppy kitten vaccination foster horse',
  food: 'meal pantry food basket can delivery delivered breakfast lunch dinner grocery kitchen',
  garden: 'garden grown seed tree plant planted vegetable harvest harvested flower compost pound',
  theater: 'theater theatre show performance drama musical curtain stage rehearsal audience',
  scouts: 'scout badge camp campout hike troop pack outing trail knot',
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const isSaid = (word: string, said: ReadonlySet<string>): boolean =>
  said.has(word) ||
  said.has(`${word}s`) ||
  said.has(`${word}es`) ||
  (word.endsWith('y') && said.has(`${word.slice(0, -1)}ies`))

/** What a statistic counts says more about a cause than the campaign's name, unless that names the cause. */
const WEIGHT = 2

/** "Lacrosse" and "Track" (and field), as words of a name. */
const isNamed = (cause: Cause, name: string): boolean => {
  const [label = ''] = CAUSES[cause].label.split(/ and | or /)
  return ` ${name} `.includes(` ${wordsOf(label).join(' ')} `)
}

/** The cause that fits a campaign best: its sport, otherwise the one that its words mention most. */
export function proposedCause({ template, name = '', statistics = [] }: Kind): Cause {
  if (template !== 'custom') return template
  const counted = new Set(statistics.flatMap((one) => wordsOf(`${one.name} ${one.unitName ?? ''}`)))
  const named = wordsOf(name)
  let best: { cause: Cause; score: number } = { cause: 'custom', score: 0 }
  for (const cause of CAUSE_IDS) {
    const score = (TELLING[cause]?.split(' ') ?? [])
      .map((word) => (isSaid(word, counted) ? WEIGHT : 0) + (isSaid(word, new Set(named)) ? 1 : 0))
      .reduce((sum, one) => sum + one, isNamed(cause, named.join(' ')) ? WEIGHT : 0)
    if (score > best.score) best = { cause, score }
  }
  return best.cause
}

const DONE = 'Only if they do it'

const done = (match: string, matches: string, season: string, team: string): Vocabulary => ({
  match,
  matches,
  season,
  team,
  achieved: DONE,
  hasOpponents: false,
})

/** For a campaign whose name and statistics suggest no cause. */
const OF_TYPE: Record<Kind['campaignType'], Vocabulary> = {
  athletic: SPORT,
  academic: done('week', 'weeks', 'term', 'school'),
  community: done('event', 'events', 'campaign', 'group'),
}

export const vocabularyOf = (cause: Cause, campaignType: Kind['campaignType']): Vocabulary =>
  cause === 'custom' ? OF_TYPE[campaignType] : CAUSES[cause].vocabulary

/** The cause and the words that a campaign starts with, from what it is and what it counts. */
export function proposedLook(kind: Kind): { cause: Cause; vocabulary: Vocabulary } {
  const cause = proposedCause(kind)
  return { cause, vocabulary: vocabularyOf(cause, kind.campaignType) }
}

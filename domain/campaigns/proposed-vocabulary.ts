/** The words and the picture that are proposed for a campaign, from what it says about itself. */
import type { Kind, Scene } from './scenes.ts'
import { SPORT, type Vocabulary } from './vocabulary.ts'

/** The picture that fits a campaign, by the words that its statistics and its name use. */
type Drawn = Exclude<Scene, 'football' | 'baseball' | 'soccer' | 'basketball' | 'custom'>

/** Words that identify a cause by what its campaign counts. Each also matches its plural. */
const TELLING: Record<Drawn, string> = {
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

/** What a statistic counts says more about a cause than the campaign's name. */
const WEIGHT = 2

/** The picture that fits a campaign best: a sport's own, otherwise that of the cause that its words mention most. */
export function proposedScene({ template, name = '', statistics = [] }: Kind): Scene {
  if (template !== 'custom') return template
  const counted = new Set(statistics.flatMap((one) => wordsOf(`${one.name} ${one.unitName ?? ''}`)))
  const named = new Set(wordsOf(name))
  let best: { scene: Scene; score: number } = { scene: 'custom', score: 0 }
  for (const [scene, words] of Object.entries(TELLING) as [Drawn, string][]) {
    const score = words
      .split(' ')
      .map((word) => (isSaid(word, counted) ? WEIGHT : 0) + (isSaid(word, named) ? 1 : 0))
      .reduce((sum, one) => sum + one, 0)
    if (score > best.score) best = { scene, score }
  }
  return best.scene
}

const DONE = 'Only if they do it'

const played = (match: string, matches: string): Vocabulary => ({
  match,
  matches,
  season: 'season',
  team: 'team',
  achieved: DONE,
  hasOpponents: true,
})
const done = (match: string, matches: string, season: string, team: string): Vocabulary => ({
  match,
  matches,
  season,
  team,
  achieved: DONE,
  hasOpponents: false,
})

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

/** For a campaign whose name and statistics suggest no picture. */
const OF_TYPE: Record<Kind['campaignType'], Vocabulary> = {
  athletic: SPORT,
  academic: done('week', 'weeks', 'term', 'school'),
  community: done('event', 'events', 'campaign', 'group'),
}

export const vocabularyOf = (scene: Scene, campaignType: Kind['campaignType']): Vocabulary =>
  scene === 'custom' ? OF_TYPE[campaignType] : OF_SCENE[scene]

/** The picture and the words that a campaign starts with, from what it is and what it counts. */
export function proposedLook(kind: Kind): { scene: Scene; vocabulary: Vocabulary } {
  const scene = proposedScene(kind)
  return { scene, vocabulary: vocabularyOf(scene, kind.campaignType) }
}

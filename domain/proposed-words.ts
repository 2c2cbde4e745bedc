/** The words and the picture that are proposed for a campaign, from what it says about itself (R63). */
import { proposedScene } from './proposed-scene.ts'
import type { Kind, Scene } from './scenes.ts'
import { SPORT, type Vocabulary } from './vocabulary.ts'

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

/** The picture and the words that a campaign starts with, from what it is and what it counts (R63). */
export function proposedLook(kind: Kind): { scene: Scene; vocabulary: Vocabulary } {
  const scene = proposedScene(kind)
  return { scene, vocabulary: vocabularyOf(scene, kind.campaignType) }
}

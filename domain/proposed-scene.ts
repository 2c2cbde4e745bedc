/** The picture that fits a campaign, by the words that its statistics and its name use (R63). */
import type { Kind, Scene } from './scenes.ts'

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

/** The picture that fits a campaign best: a sport's own, otherwise that of the cause that its words mention most (R63). */
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

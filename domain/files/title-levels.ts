/** Which of a school's or club's teams each game is of; asked where a file has several. Pure. */
import type { Ask } from './file.ts'
import type { Known } from './title-draft.ts'
import { BOTH, type Level, levelIn } from './title-vocabulary.ts'

const ALL = 'all'
const NONE = 'none'

/** "JV", and "Girls JV Soccer" in a file of several sports. */
export type Labels = { of: (level: Level) => string | null; answer: string | null }

const several = (values: readonly (string | null)[]): boolean => new Set(values.filter(Boolean)).size > 1

/** A part of the label that all share says nothing. */
function labeler(levels: readonly Level[]): (level: Level) => string | null {
  const hasSports = several(levels.map(({ sport }) => sport))
  const hasGenders = hasSports || several(levels.map(({ gender }) => gender))
  return ({ level, gender, sport }) => {
    const parts = [hasGenders ? gender : null, level, hasSports ? sport : null].filter(Boolean)
    return parts.length > 0 ? parts.join(' ') : null
  }
}

const PARTS = ['level', 'gender', 'sport'] as const

/** The one of them that the campaign's own names allow, where they say anything about it. */
function namedBy(ownNames: readonly string[], byLabel: ReadonlyMap<string, Level>): string | null {
  // "Varsity and JV" names both.
  const named = ownNames.flatMap((name) => [name, ...name.split(/&|,|\/|\+|\band\b/i)]).map(levelIn)
  const said = PARTS.filter(
    (part) => named.some((one) => one[part]) && [...byLabel.values()].some((level) => level[part]),
  )
  const fitting = [...byLabel].filter(([, level]) =>
    said.every((part) => level[part] !== null && named.some((one) => one[part] === level[part])),
  )
  return said.length > 0 && fitting.length === 1 ? (fitting[0]?.[0] ?? null) : null
}

export function labelsOf(games: readonly Level[], { ownNames, hasOpponents }: Known, ask: Ask): Labels {
  if (!hasOpponents) return { of: () => null, answer: ALL }
  const of = labeler(games)
  const byLabel = new Map<string, Level>()
  let hasNone = false
  for (const level of games) {
    const label = of(level)
    if (label === null) hasNone = true
    else if (level.level !== BOTH && !byLabel.has(label)) byLabel.set(label, level)
  }
  if (byLabel.size < 2) return { of, answer: ALL }
  const named = namedBy(ownNames, byLabel)
  if (named !== null) return { of, answer: named }
  const answer = ask({
    id: 'level',
    line: null,
    text: 'Which team’s games are these? The file has several levels.',
    choices: [
      ...[...byLabel.keys()].map((label) => ({ value: label, label })),
      ...(hasNone ? [{ value: NONE, label: 'Those without a level' }] : []),
      { value: ALL, label: 'All of them' },
    ],
  })
  return { of, answer }
}

/** Whether a row is of the team that was chosen; null: nobody has chosen yet. A practice may be everyone's. */
export function isOfTeam({ of, answer }: Labels, level: Level, isGame: boolean): boolean | null {
  const label = of(level)
  if (answer === ALL || (label === null && !isGame)) return true
  if (answer === null) return null
  if (label === null) return answer === NONE
  return label === answer || ['Varsity', 'JV'].some((one) => label.replace(BOTH, one) === answer)
}

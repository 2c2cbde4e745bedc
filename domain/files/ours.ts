/** Which side is ours: by the names that are known, or because it plays in nearly every game of the file. Pure. */
import type { Ask, Question } from './file.ts'
import { keyOf, tellingOf } from './words.ts'

export type Pair = { home: string; away: string }

/** Whether a name is one of ours: everything that tells it from others is in it. */
export function namesUs(ownNames: readonly string[]): (name: string) => boolean {
  const own = ownNames.map((name) => new Set(tellingOf(name))).filter(({ size }) => size > 0)
  return (name) => {
    const telling = tellingOf(name)
    return telling.length > 0 && own.some((words) => telling.every((word) => words.has(word)))
  }
}

/** In all but one of the games at most, and in more than any other. */
function mostOften(pairs: readonly Pair[]): string | null {
  if (pairs.length < 2) return null
  const counts = new Map<string, number>()
  for (const { home, away } of pairs)
    for (const key of new Set([home, away].filter(Boolean).map(keyOf)))
      counts.set(key, (counts.get(key) ?? 0) + 1)
  const [[key, most] = ['', 0], [, second] = ['', 0]] = [...counts].sort(([, a], [, b]) => b - a)
  return most >= pairs.length - 1 && most > second ? key : null
}

/** Which side of a pair is ours: unclear until someone has said so. */
export type SideOf = (pair: Pair) => 'home' | 'away' | 'both' | 'neither' | 'unclear'

const MAX_CHOICES = 60

function question(names: readonly string[]): Question {
  const choices = [...new Set(names)].slice(0, MAX_CHOICES).map((name) => ({ value: name, label: name }))
  return { id: 'us', line: null, text: 'Which team is yours?', choices }
}

/** Each team of the file once, as it is first written. */
function teamsOf(pairs: readonly Pair[]): string[] {
  const names = pairs.flatMap(({ home, away }) => [home, away]).filter(Boolean)
  const byKey = new Map(names.toReversed().map((name) => [keyOf(name), name]))
  return [...byKey.values()].sort((a, b) => a.localeCompare(b, 'en-US'))
}

function sideIn(keys: ReadonlySet<string>, exactly: string | null, { home, away }: Pair) {
  if (exactly !== null && (home === exactly) !== (away === exactly)) return home === exactly ? 'home' : 'away'
  const [isHome, isAway] = [keys.has(keyOf(home)), keys.has(keyOf(away))]
  if (isHome && isAway) return 'both'
  return isHome ? 'home' : isAway ? 'away' : 'neither'
}

export function findOurs(pairs: readonly Pair[], isNamed: (name: string) => boolean, ask: Ask): SideOf {
  if (pairs.length === 0) return () => 'unclear'
  const teams = teamsOf(pairs)
  const named = new Set(teams.filter(isNamed).map(keyOf))
  const often = mostOften(pairs)
  const isContrary = named.size > 0 && often !== null && !named.has(often)
  const keys = named.size > 0 ? named : new Set(often === null ? [] : [often])
  if (isContrary || keys.size === 0) {
    const answer = ask(question(teams))
    return (pair) => (answer === null ? 'unclear' : sideIn(new Set([keyOf(answer)]), answer, pair))
  }
  const against = pairs.filter((pair) => sideIn(keys, null, pair) === 'both')
  if (against.length === 0) return (pair) => sideIn(keys, null, pair)
  // Two teams of ours against each other: which one the file is for decides those games only.
  const answer = ask(question(against.flatMap(({ home, away }) => [home, away])))
  const chosen = answer === null ? keys : new Set([keyOf(answer)])
  return (pair) => {
    const side = sideIn(chosen, answer, pair)
    return side === 'both' ? 'unclear' : side
  }
}

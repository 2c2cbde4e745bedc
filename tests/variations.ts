/** Files about a season as people and programs write them, each with what it says: the same for the same seed. */
import { calendar } from './variations/calendars.ts'
import { Dice } from './variations/dice.ts'
import { innings, matchFigures, maxPreps, playerFigures, reading } from './variations/figures.ts'
import type { Variation } from './variations/games.ts'
import { leagueTable } from './variations/leagues.ts'
import { otherZone, programTable } from './variations/programs.ts'
import { schedule } from './variations/schedules.ts'
import { titledTable } from './variations/titles.ts'
import { unclear } from './variations/unclear.ts'

export type { Truth, Variation } from './variations/games.ts'

const SHARES: readonly (readonly [share: number, make: (dice: Dice) => Variation])[] = [
  [0.08, unclear] as const,
  [0.27, schedule] as const,
  [0.1, leagueTable] as const,
  [0.1, programTable] as const,
  [0.01, otherZone] as const,
  [0.18, calendar] as const,
  [0.08, titledTable] as const,
  [0.07, matchFigures] as const,
  [0.05, playerFigures] as const,
  [0.03, reading] as const,
  [0.02, innings] as const,
  [0.01, maxPreps] as const,
]

export function variation(seed: number): Variation {
  const dice = new Dice(seed)
  let at = dice.next()
  const found = SHARES.find(([share]) => {
    at -= share
    return at < 0
  })
  return (found?.[1] ?? schedule)(dice)
}

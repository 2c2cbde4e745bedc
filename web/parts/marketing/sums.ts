/** The arithmetic of the pages that explain the product: written once, so that no example can be wrong. */
import { COMMISSION_BASIS_POINTS } from '#domain/billing/commission.ts'
import { SMALLEST_PROGRESS_BILL } from '#domain/billing/settlement.ts'
import {
  add,
  basisPointsOf,
  type Cents,
  dollars,
  minimum,
  subtract,
  sum,
  timesQuantity,
  ZERO,
} from '#domain/money.ts'
import { ONE, parseQuantity, type Quantity } from '#domain/quantity.ts'
import type { ExampleSeason } from '#web/content/how-it-works.ts'
import type { Story, StoryLine } from '#web/content/stories.ts'

const units = (count: number): Quantity => {
  const parsed = parseQuantity(count)
  if (parsed === null) throw new RangeError(`not a count: ${count}`)
  return parsed
}

/** A rate times the units, as a pledge is calculated. */
export const rateTimes = (rate: string, count: number): Cents => timesQuantity(dollars(rate), units(count))

/** The organization's share and ours; they always add up to the whole. */
export function sharesOf(collected: Cents): { yours: Cents; ours: Cents } {
  const ours = basisPointsOf(collected, COMMISSION_BASIS_POINTS)
  return { yours: subtract(collected, ours), ours }
}

/** The sum of all pledges on this; nothing where it was not achieved. */
export const lineTotal = ({ rate, count, missed }: StoryLine): Cents =>
  missed ? ZERO : timesQuantity(dollars(rate), count === undefined ? ONE : units(count))

/** What a story's supporters paid: its lines, less what their own maximums held back. */
export const collectedIn = ({ lines, heldBack }: Pick<Story, 'lines' | 'heldBack'>): Cents =>
  subtract(sum(lines.map(lineTotal)), dollars(heldBack))

export type PlayedMatch = {
  on: string
  name: string
  /** What happened, in words: "3 goals", "Called off". */
  result: string
  /** At the rate alone; `adds` is the part of it that the maximum allows. */
  earned: Cents
  adds: Cents
  soFar: Cents
  isCapped: boolean
}

/** What each match adds, by time, until the maximum is reached. */
export function playSeason(season: ExampleSeason): PlayedMatch[] {
  const most = dollars(season.most)
  let accrued = ZERO
  let soFar = ZERO
  return season.matches.map((match) => {
    const earned =
      'goals' in match ? rateTimes(season.rate, match.goals) : 'isWon' in match ? dollars(season.bonus) : ZERO
    accrued = add(accrued, earned)
    const before = soFar
    soFar = minimum(most, accrued)
    return {
      on: match.on,
      name: match.name,
      result: 'goals' in match ? goalsText(match.goals) : 'isWon' in match ? 'Won' : match.notPlayed,
      earned,
      adds: subtract(soFar, before),
      soFar,
      isCapped: accrued > most,
    }
  })
}

const goalsText = (goals: number): string => `${goals} ${goals === 1 ? 'goal' : 'goals'}`

/** The estimate shown when pledging: last year at this rate, and the bonus. */
export const estimateOf = (season: ExampleSeason): Cents =>
  add(rateTimes(season.rate, season.lastYear), dollars(season.bonus))

export type Instalment = { on: string; name: string; amount: Cents }

/** Charges as the season progresses: whenever enough has been earned since the last, and the rest at the end. */
export function instalmentsOf(matches: readonly PlayedMatch[]): Instalment[] {
  const instalments: Instalment[] = []
  let billed = ZERO
  matches.forEach(({ on, name, soFar }, index) => {
    const open = subtract(soFar, billed)
    const isLast = index === matches.length - 1
    if (open < SMALLEST_PROGRESS_BILL && !(isLast && open > 0)) return
    instalments.push({ on, name, amount: open })
    billed = soFar
  })
  return instalments
}

/** The dates and figures of a copied campaign: whole weeks later, so that Fridays stay Fridays. Pure. */

import { addDays, dateTimeIn, instantIn } from '../places/zone.ts'
import { HUNDREDTH, inSteps, NONE, ONE, plus, type Quantity, readQuantity } from '../quantity.ts'
import type { Campaign } from '../schemas/campaign.ts'
import type { Statistic } from '../schemas/statistic.ts'
import { countsUnits } from '../season/statistic-types.ts'

export const WEEKS_IN_A_YEAR = 52
const MAX_YEARS = 10

/** A year later, or as many years as needed for the season not to be over. Days are YYYY-MM-DD. */
export function proposedDates(
  { startDate, endDate }: { startDate: string; endDate: string },
  today: string,
): { startDate: string; endDate: string; weeks: number } {
  let weeks = WEEKS_IN_A_YEAR
  while (laterBy(endDate, weeks) < today && weeks < WEEKS_IN_A_YEAR * MAX_YEARS) weeks += WEEKS_IN_A_YEAR
  return { startDate: laterBy(startDate, weeks), endDate: laterBy(endDate, weeks), weeks }
}

export const laterBy = (day: string, weeks: number): string => addDays(day, weeks * 7)

/** The same local time that many weeks later, also across a daylight saving change. */
export function sameTimeLater(
  instant: Date,
  { weeks, from, to }: { weeks: number; from: string; to: string },
): Date {
  const [day = '', time = ''] = dateTimeIn(from, instant).split('T')
  return instantIn(to, laterBy(day, weeks), time)
}

/** Only a whole season is somebody's last year (R74). `now` in milliseconds since the epoch. */
export const isSeasonOver = ({ status, endsAt }: Pick<Campaign, 'status' | 'endsAt'>, now: number): boolean =>
  status === 'completed' || (['active', 'paused'].includes(status) && Date.parse(endsAt) < now)

type Figures = Pick<Statistic, 'lastYearResult' | 'lastYearMatches' | 'expectedTarget' | 'expectedMax'>

/**
 * What the copied statistic says of last year: what was confirmed, over that many matches (null: unknown), once the season is over, and
 * nothing if nothing was; what it passed is not expected again. Until then what somebody entered stays.
 */
export function nextFigures(
  statistic: Figures & Pick<Statistic, 'type' | 'confirmedQuantity'>,
  { isOver, matches }: { isOver: boolean; matches: number | null },
): Figures {
  const { lastYearResult, lastYearMatches, expectedTarget, expectedMax, confirmedQuantity } = statistic
  if (!isOver) return { lastYearResult, lastYearMatches, expectedTarget, expectedMax }
  if (!countsUnits(statistic.type) || confirmedQuantity <= 0)
    return { lastYearResult: null, lastYearMatches: null, expectedTarget, expectedMax }
  return {
    lastYearResult: typed(confirmedQuantity),
    lastYearMatches: matches || null,
    expectedTarget: unlessBelow(expectedTarget, confirmedQuantity),
    expectedMax: unlessBelow(expectedMax, confirmedQuantity),
  }
}

/** As a form takes it: to the hundredth. */
const typed = (figure: number): number =>
  inSteps(readQuantity(figure) ?? NONE, HUNDREDTH) / inSteps(ONE, HUNDREDTH)

/** A maximum that was passed would end pledges without a cap below what was reached, and twice a passed target could. */
const unlessBelow = (figure: number | null, reached: number): number | null =>
  figure !== null && figure < reached ? null : figure

/** A statistic's confirmed units, by the event that they were entered for; null: for none. */
type Counted = { statisticId: string; eventId: string | null; quantity: Quantity }

/**
 * The matches that a confirmed result comes from: all that were played, and those it was entered for. Null where a part of it
 * was entered for no match: over these matches, that would be a rate that nobody reached.
 */
export function matchesOf(
  statisticId: string,
  counted: readonly Counted[],
  matches: readonly { id: string; isCompleted: boolean }[],
): number | null {
  const byEvent = new Map<string | null, Quantity>()
  for (const { eventId, quantity } of counted.filter((one) => one.statisticId === statisticId))
    byEvent.set(eventId, plus(byEvent.get(eventId) ?? NONE, quantity))
  const events = new Set([...byEvent].filter(([, quantity]) => quantity !== NONE).map(([eventId]) => eventId))
  const from = matches.filter(({ id, isCompleted }) => isCompleted || events.has(id))
  const isOfMatches = [...events].every((eventId) => from.some(({ id }) => id === eventId))
  return isOfMatches ? from.length : null
}

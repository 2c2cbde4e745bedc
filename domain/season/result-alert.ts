/** When a supporter is alerted about results that were just entered, and in which words (R64). Pure. */

import { matchWord, type Vocabulary } from '../campaigns/vocabulary.ts'
import { type Cents, formatUsd } from '../money.ts'
import { addDays, dateIn, dateTimeIn, instantIn } from '../places/zone.ts'
import { formatQuantity, plus, type Quantity } from '../quantity.ts'

export const ALERT_CHANNELS = ['push', 'mail'] as const
export type AlertChannel = (typeof ALERT_CHANNELS)[number]

/** Hours on the clock of a time zone, 0 to 23; if both are equal, never quiet. */
export type QuietHours = { from: number; to: number; timeZone: string }
export const QUIET_FROM = 21
export const QUIET_TO = 8

const hourIn = (timeZone: string, instant: Date): number =>
  Number(dateTimeIn(timeZone, instant).slice(11, 13))

export function isQuiet(instant: Date, { from, to, timeZone }: QuietHours): boolean {
  if (from === to) return false
  const hour = hourIn(timeZone, instant)
  return from < to ? hour >= from && hour < to : hour >= from || hour < to
}

/**
 * The same instant, or the end of the quiet hours that it falls into: 8:00 local time, also on
 * nights when the clocks change.
 */
export function whenAwake(instant: Date, quiet: QuietHours): Date {
  if (!isQuiet(instant, quiet)) return instant
  const today = dateIn(quiet.timeZone, instant)
  const day = hourIn(quiet.timeZone, instant) < quiet.to ? today : addDays(today, 1)
  return instantIn(quiet.timeZone, day, `${String(quiet.to).padStart(2, '0')}:00`)
}

/** To one person in any 24 hours, over all campaigns; anything beyond that is included in the next one. */
const MAX_ALERTS_A_DAY = 5
const DAY_MS = 86_400_000

/** The earliest instant at which one more may be sent. `sent`: those of the last 24 hours, newest first. */
export function whenAllowed(now: Date, sent: readonly Date[]): Date {
  const last = sent[MAX_ALERTS_A_DAY - 1]
  const from = last === undefined ? now.getTime() : last.getTime() + DAY_MS
  return new Date(Math.max(now.getTime(), from))
}

/** `quantity` is null for an achievement. */
export type AlertCount = { name: string; quantity: Quantity | null }
type AlertedMatch = { title: string; counts: readonly AlertCount[]; isConfirmed: boolean }
export type AlertFacts = {
  campaignName: string
  vocabulary: Vocabulary
  matches: readonly AlertedMatch[]
  /** Over the supporter's pledges for the campaign; above 0. */
  added: Cents
  pledgeCount: number
  isReached: boolean
}
export type AlertWords = { title: string; what: string; amount: string }

const MAX_COUNTS = 4

/** "Goals: 3, Wins: 1": each statistic once, added up over the matches. */
function countsText(matches: readonly AlertedMatch[]): string {
  const sums = new Map<string, Quantity | null>()
  for (const { name, quantity } of matches.flatMap(({ counts }) => counts)) {
    const known = sums.get(name)
    sums.set(
      name,
      quantity === null || known === undefined || known === null ? quantity : plus(known, quantity),
    )
  }
  const texts = [...sums].map(([name, sum]) => `${name}: ${sum === null ? 'achieved' : formatQuantity(sum)}`)
  const more = texts.length - MAX_COUNTS
  return more > 0 ? `${texts.slice(0, MAX_COUNTS).join(', ')} and ${more} more` : texts.join(', ')
}

/** One alert, however many matches it is about: an import of a season is one too. */
export function alertWords(facts: AlertFacts): AlertWords {
  const { campaignName, vocabulary, matches, added, pledgeCount, isReached } = facts
  const [first] = matches
  const where =
    matches.length === 1 && first ? first.title : `${matches.length} ${matchWord(vocabulary, matches.length)}`
  const pledges = pledgeCount === 1 ? 'your pledge' : 'your pledges'
  const isConfirmed = matches.every((match) => match.isConfirmed)
  const sum = formatUsd(added)
  const said = isConfirmed
    ? `${sum} added to ${pledges}.`
    : `Not confirmed yet: it would add ${sum} to ${pledges}.`
  const reached = isConfirmed ? ' Your maximum is reached.' : ' That would reach your maximum.'
  return {
    title: campaignName,
    what: `${where}. ${countsText(matches)}.`,
    amount: `${said}${isReached ? reached : ''}`,
  }
}

/** Which part of the season a new pledge counts (R58). */
import type { Counted } from '#domain/consent.ts'
import { invalidField } from '#domain/errors.ts'
import { type LinePart, partToCome } from '#domain/forecast/likely.ts'
import { oneMatchOf, type SeasonPart } from '#domain/pledge.ts'
import { NONE } from '#domain/quantity.ts'
import type { CountsForm } from '#domain/schemas/pledge.ts'
import type { CountsFrom } from '#domain/scope.ts'
import { countsUnits, isGift } from '#domain/statistic-types.ts'
import { byMatch, type Vocabulary, withArticle } from '#domain/vocabulary.ts'
import type { PledgeContext, PledgeStatistic } from './context.ts'

/** `isAgreed`: at an earlier moment, when nothing that has become known since was known (R59). */
export type Counts = { from: CountsFrom; eventId: string | null; isAgreed: boolean }
export const countsFor = (form: CountsForm, agreedAt?: Date): Counts => ({
  from: form?.from ?? 'season',
  eventId: form?.eventId ?? null,
  isAgreed: agreedAt !== undefined,
})

/** The match must not have begun (R58). */
export function refuseMatch({ match, vocabulary }: PledgeContext, { from }: Counts): void {
  if (from !== 'match') return
  if (!match) throw invalidField('counts.eventId', `That ${vocabulary.match} is not on the schedule`)
  if (match.hasBegun)
    throw invalidField(
      'counts.eventId',
      `${match.name} has started: choose ${withArticle(vocabulary.match)} that has not started`,
    )
}

/** Which part of the season a line counts; a gift is owed at once, whatever part is chosen (R58). */
export function partFor(
  context: PledgeContext,
  { from }: Counts,
  { terms, lastYearMatches }: PledgeStatistic,
): SeasonPart | null {
  if (from === 'season' || isGift(terms.type) || !context.matches) return null
  const { all, left } = context.matches
  return from === 'match' ? oneMatchOf(all, lastYearMatches) : { kind: 'rest', matches: left, all }
}

/** A new line that counts a part of the season has counted nothing, and counts its part of what is to come (R9, R58). */
export function newPart(
  context: PledgeContext,
  { eventId }: Counts,
  { terms: { type, confirmed } }: PledgeStatistic,
  { since, known }: { since: Date; known: readonly string[] },
): LinePart {
  const scope = { from: since.getTime(), until: null, eventId, fromKnown: [...context.known, ...known] }
  return { counted: NONE, confirmed, ...partToCome(context.open, { type, scope }) }
}

/** Why a statistic cannot be pledged on for that part of the season (R58). */
export function reasonAgainstPart(
  statistic: PledgeStatistic,
  { from, isAgreed }: Counts,
  words: Vocabulary,
): string | null {
  const { name, terms, achievement } = statistic
  if (from === 'match' && !countsUnits(terms.type)) return `${name} is not counted ${byMatch(words)}`
  return from === 'now' && achievement === 'achieved' && !isAgreed ? `${name} is already achieved` : null
}

export const partialKey = ({ from, eventId }: Counts, now: Date) => ({
  partialAt: from === 'season' ? null : now,
  eventId,
})

/** Which results count (R58). */
export function countedIn({ match, timeZone }: PledgeContext, { from }: Counts, since: Date): Counted {
  if (from === 'now') return { from, at: since, timeZone }
  return match ? { from: 'match', name: match.name, at: match.startTime, timeZone } : { from: 'season' }
}

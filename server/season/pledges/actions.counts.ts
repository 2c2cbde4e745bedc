/** Which part of the season a new pledge counts (R58). */
import { countedWords } from '#domain/consent.ts'
import { invalidField } from '#domain/errors.ts'
import { oneMatchOf, type SeasonPart } from '#domain/pledge.ts'
import type { CountsForm } from '#domain/schemas/pledge.ts'
import type { CountsFrom } from '#domain/scope.ts'
import { countsUnits, isGift } from '#domain/statistic-types.ts'
import { say } from '#domain/vocabulary.ts'
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
  if (!match) throw invalidField('counts.eventId', say(vocabulary, 'That match is not on the schedule'))
  if (match.hasBegun)
    throw invalidField(
      'counts.eventId',
      `${match.name} has started: ${say(vocabulary, 'choose a match that has not started')}`,
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

/** Why a statistic cannot be pledged on for that part of the season (R58). */
export function reasonAgainstPart(statistic: PledgeStatistic, { from, isAgreed }: Counts): string | null {
  const { name, terms, achievement } = statistic
  if (from === 'match' && !countsUnits(terms.type)) return `${name} is not counted match by match`
  return from === 'now' && achievement === 'achieved' && !isAgreed ? `${name} is already achieved` : null
}

export const partialKey = ({ from, eventId }: Counts, now: Date) => ({
  ...{ partialAt: from === 'season' ? null : now, eventId },
})

/** Which results count, as the consent text says it; null for the whole season (R58). */
export function countedIn(
  { match, timeZone, vocabulary }: PledgeContext,
  { from }: Counts,
  since: Date,
): string | null {
  if (from === 'now') return countedWords({ from, at: since, vocabulary }, timeZone)
  return match ? countedWords({ from: 'match', name: match.name, at: match.startTime }, timeZone) : null
}

/** The lines that somebody chose, and what they come to (R6 to R9). */

import { byMatch, type Vocabulary, withArticle } from '#domain/campaigns/vocabulary.ts'
import { DomainError, invalidField } from '#domain/errors.ts'
import { type LinePart, partToCome, unitsOfPart } from '#domain/forecast/likely.ts'
import { type Cents, formatUsd, LARGEST_AMOUNT } from '#domain/money.ts'
import type { Counted } from '#domain/pledges/consent.ts'
import { agreedMaximum } from '#domain/pledges/maximum.ts'
import { estimateLine, type LikelyLine, oneMatchOf, type SeasonPart } from '#domain/pledges/pledge.ts'
import { quotePledge } from '#domain/pledges/quote.ts'
import type { CountsFrom } from '#domain/pledges/scope.ts'
import type { ShownLine } from '#domain/pledges/shown-terms.ts'
import { NONE } from '#domain/quantity.ts'
import type { CountsForm } from '#domain/schemas/pledge.ts'
import { countsUnits, isGift, type StatisticType } from '#domain/season/statistic-types.ts'
import type { PledgeContext, PledgeStatistic } from './context.ts'

export type AgreedLines = {
  statisticId: string
  rate: Cents
  name: string
  unitName: string | null
  type: StatisticType
}[]

/** `part`: of a line that counts a part of the season. */
export type Chosen = { statistic: PledgeStatistic; line: LikelyLine; part?: LinePart }
export type ChosenLines = (ShownLine & { pledgeAmount: Cents })[]

/** The chosen statistics in their current state; every wrong line is named at once. */
export function choose(
  context: PledgeContext,
  lines: ChosenLines,
  counts: Counts,
  { since, known = [] }: { since: Date; known?: readonly string[] | undefined },
): Chosen[] {
  const fields: Record<string, string> = {}
  const chosen = lines.flatMap(({ statisticId, pledgeAmount }, index): Chosen[] => {
    const statistic = context.statistics.get(statisticId)
    if (!statistic) fields[`pledgeStatistics.${index}.statisticId`] = 'That statistic is not in this campaign'
    else if (!statistic.isActive)
      fields[`pledgeStatistics.${index}.statisticId`] = `${statistic.name} accepts no new pledges`
    else if (!statistic.allowCustomAmounts && !statistic.presets.includes(pledgeAmount)) {
      fields[`pledgeStatistics.${index}.pledgeAmount`] =
        `Choose one of ${statistic.presets.map((preset) => formatUsd(preset, 'auto')).join(', ')}`
    } else if (reasonAgainstPart(statistic, counts, context.vocabulary))
      fields[`pledgeStatistics.${index}.statisticId`] =
        reasonAgainstPart(statistic, counts, context.vocabulary) ?? ''
    else {
      const part = partFor(context, counts, statistic)
      const counted = part ? newPart(context, counts, statistic, { since, known }) : null
      const likely = counted && {
        confirmed: NONE,
        part,
        likely: unitsOfPart(counted, statistic.terms.likely),
      }
      const line = { rate: pledgeAmount, terms: { ...statistic.terms, ...likely } }
      if (estimateLine(line) > 0 && agreedMaximum([line], null) > 0)
        return [{ statistic, line, ...(counted && { part: counted }) }]
      fields[`pledgeStatistics.${index}.pledgeAmount`] = 'Pledge more: this adds up to less than a cent'
    }
    return []
  })
  const [message] = Object.values(fields)
  if (message) throw new DomainError('invalid', message, { fields })
  return chosen
}

export const linesOf = (chosen: readonly Chosen[]): AgreedLines =>
  chosen.map(({ statistic: { id: statisticId, name, unitName }, line }) => ({
    statisticId,
    name,
    unitName,
    type: line.terms.type,
    rate: line.rate,
  }))

/** Earned, likely and most. A pledge whose amount could exceed every allowed maximum needs a cap. */
export function figuresOf(chosen: Chosen[], cap: Cents | null): ReturnType<typeof quotePledge> {
  const figures = quotePledge(
    chosen.map(({ line }) => line),
    cap,
  )
  if (figures.most <= LARGEST_AMOUNT) return figures
  throw invalidField(
    'maximumAmount',
    `Set a maximum: without one this pledge could exceed ${formatUsd(LARGEST_AMOUNT, 'auto')}`,
  )
}

/** `isAgreed`: at an earlier moment, when nothing that has become known since was known. */
export type Counts = { from: CountsFrom; eventId: string | null; isAgreed: boolean }
/** Which part of the season a new pledge counts. */
export const countsFor = (form: CountsForm, agreedAt?: Date): Counts => ({
  from: form?.from ?? 'season',
  eventId: form?.eventId ?? null,
  isAgreed: agreedAt !== undefined,
})

/** The match must not have begun. */
export function refuseMatch({ match, vocabulary }: PledgeContext, { from }: Counts): void {
  if (from !== 'match') return
  if (!match) throw invalidField('counts.eventId', `That ${vocabulary.match} is not on the schedule`)
  if (match.hasBegun)
    throw invalidField(
      'counts.eventId',
      `${match.name} has started: choose ${withArticle(vocabulary.match)} that has not started`,
    )
}

/** Which part of the season a line counts; a gift is owed at once, whatever part is chosen. */
function partFor(
  context: PledgeContext,
  { from }: Counts,
  { terms, lastYearMatches }: PledgeStatistic,
): SeasonPart | null {
  if (from === 'season' || isGift(terms.type) || !context.matches) return null
  const { all, left } = context.matches
  return from === 'match' ? oneMatchOf(all, lastYearMatches) : { kind: 'rest', matches: left, all }
}

/** A new line that counts a part of the season has counted nothing, and counts its part of what is to come. */
function newPart(
  context: PledgeContext,
  { eventId }: Counts,
  { terms: { type, confirmed } }: PledgeStatistic,
  { since, known }: { since: Date; known: readonly string[] },
): LinePart {
  const scope = { from: since.getTime(), until: null, eventId, fromKnown: [...context.known, ...known] }
  return { counted: NONE, confirmed, ...partToCome(context.open, { type, scope }) }
}

/** Why a statistic cannot be pledged on for that part of the season. */
function reasonAgainstPart(
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

/** Which results count. */
export function countedIn({ match, timeZone }: PledgeContext, { from }: Counts, since: Date): Counted {
  if (from === 'now') return { from, at: since, timeZone }
  return match ? { from: 'match', name: match.name, at: match.startTime, timeZone } : { from: 'season' }
}

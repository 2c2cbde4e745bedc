/** The text a supporter agrees to, stored with the pledge: the evidence of what was promised. */

import { PAYMENT_METHOD_RULES, type PaymentMethod } from '../billing/instruments.ts'
import type { Vocabulary } from '../campaigns/vocabulary.ts'
import { type Cents, formatUsd, ZERO } from '../money.ts'
import { STATISTIC_RULES, type StatisticType } from '../season/statistic-types.ts'
import { owedFor, type PledgeWords, pledgeKind } from './pledge-kind.ts'

type ConsentLine = { name: string; type: StatisticType; rate: Cents; unitName: string | null }

const promise = (line: ConsentLine): string => STATISTIC_RULES[line.type].consent(line)

export function consentText(pledge: {
  campaignName: string
  organizationName: string
  lines: readonly ConsentLine[]
  most: Cents
  paymentMethod: PaymentMethod
  counts: Counted
  /** The campaign's own words. */
  vocabulary: Vocabulary
}): string {
  const { lines, most, vocabulary: words, counts } = pledge
  const types = lines.map(({ type }) => type)
  const kind = pledgeKind(types, counts.from)
  return [
    `I pledge to ${pledge.organizationName} for ${pledge.campaignName}: ${lines.map(promise).join('; ')}.`,
    `${owedFor(kind, types, countedWords(counts, { kind, words }))}, and never more than ${formatUsd(most)}.`,
    PAYMENT_METHOD_RULES[pledge.paymentMethod].consent({ kind, words }),
  ].join(' ')
}

/** Which results count. */
export type Counted =
  | { from: 'season' }
  | { from: 'now'; at: Date; timeZone: string }
  | { from: 'match'; name: string; at: Date; timeZone: string }

/** "of matches that start after October 3, 2026 at 7:02 PM EDT", "of vs. Harbor on October 5, 2026". A name stays. */
export function countedWords(counts: Counted, { kind, words }: PledgeWords): string {
  if (counts.from === 'season') return kind === 'achievement' ? '' : `of the whole ${words.season}`
  const day = dayOf(counts.at, counts.timeZone)
  if (counts.from === 'match') return `of ${counts.name} on ${day}`
  const at = new Intl.DateTimeFormat('en-US', {
    timeZone: counts.timeZone,
    timeZoneName: 'short' as const,
    hour: 'numeric',
    minute: '2-digit',
  }).format(counts.at)
  return kind === 'achievement'
    ? `after ${day} at ${at}`
    : `of ${words.matches} that start after ${day} at ${at}`
}

const dayOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(at)

/** After a change. Of a pledge that was stopped before anything counted, nothing is owed. */
export const stillOwed = (most: Cents): string =>
  most === ZERO
    ? 'I owe nothing.'
    : `I still owe what was earned before, and never pay more than ${formatUsd(most)}.`

/** The same promise after a line was raised, stopped or added. */
export const changedConsent = (
  before: string,
  { what, most, at, timeZone }: { what: string; most: Cents; at: Date; timeZone: string },
): string => `${before} On ${dayOf(at, timeZone)} I ${what}. ${stillOwed(most)}`

/** The same promise, paid by card from then on. */
export const paidByCardConsent = (before: string, { at, timeZone }: { at: Date; timeZone: string }): string =>
  `${before} On ${dayOf(at, timeZone)} I chose to pay by card instead of by bank account: my card is charged once, after the season, three days after the statement.`

const LOWERED = / On [^.]+ I lowered my maximum: I never pay more than \$[\d,]+\.\d\d\.$/

/** The same promise with a lower maximum: the text stays, followed by what changed; only the newest maximum. */
export const loweredConsent = (before: string, { most, on }: { most: Cents; on: string }): string =>
  `${before.replace(LOWERED, '')} On ${on} I lowered my maximum: I never pay more than ${formatUsd(most)}.`

/** Version of the words above: rises when they change; kept with what was agreed to before an account existed. */
export const CONSENT_VERSION = 2

/** The text a supporter agrees to, stored with the pledge (R8): the evidence of what was promised. */

import { PAYMENT_METHOD_RULES, type PaymentMethod } from './instruments.ts'
import { type Cents, formatUsd } from './money.ts'
import { STATISTIC_RULES, type StatisticType } from './statistic-types.ts'
import { say, type Vocabulary } from './vocabulary.ts'

export type ConsentLine = { name: string; type: StatisticType; rate: Cents; unitName: string | null }

const promise = (line: ConsentLine): string => STATISTIC_RULES[line.type].consent(line)

export function consentText(pledge: {
  campaignName: string
  organizationName: string
  lines: readonly ConsentLine[]
  most: Cents
  paymentMethod: PaymentMethod
  /** The campaign's own words (R63). */
  vocabulary: Vocabulary
}): string {
  return [
    `I pledge to ${pledge.organizationName} for ${pledge.campaignName}: ${pledge.lines.map(promise).join('; ')}.`,
    `I pay only for results that are confirmed, of the whole ${pledge.vocabulary.season}, and never more than ${formatUsd(pledge.most)}.`,
    say(pledge.vocabulary, PAYMENT_METHOD_RULES[pledge.paymentMethod].consent),
  ].join(' ')
}

/** The same promise with a lower maximum: the first text stays, followed by what changed (R14). */
export const loweredConsent = (first: string, { most, on }: { most: Cents; on: string }): string =>
  `${first} On ${on} I lowered my maximum: I never pay more than ${formatUsd(most)}.`

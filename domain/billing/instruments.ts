/**
 * Payment instruments, and how a pledge is billed. Everything that depends on them is a column of these tables, so that a
 * new one does not compile until every decision about it has been made.
 */

import type { Vocabulary } from '../campaigns/vocabulary.ts'
import { afterWhat, itemized, type PledgeWords } from '../pledges/pledge-kind.ts'

/** Payments that arrive by mail or in person, are posted to an invoice and deposited. */
export const INSTRUMENTS = ['check', 'cash'] as const
export type Instrument = (typeof INSTRUMENTS)[number]

type InstrumentRule = {
  name: string
  /** `By check`, `In cash`. */
  manner: string
  /** The bank may return it after it was deposited. */
  canBounce: boolean
  /** The name of its number, and whether it is required. */
  numberLabel: string
  hasNumber: boolean
}

export const INSTRUMENT_RULES: Record<Instrument, InstrumentRule> = {
  check: {
    name: 'Check',
    manner: 'By check',
    canBounce: true,
    numberLabel: 'Check number',
    hasNumber: true,
  },
  cash: {
    name: 'Cash',
    manner: 'In cash',
    canBounce: false,
    numberLabel: 'Receipt number',
    hasNumber: false,
  },
}

/** `Check 1047`, `Check without a number`, `Cash`. */
export function paidWith(instrument: Instrument, reference: string | null): string {
  const { name, hasNumber } = INSTRUMENT_RULES[instrument]
  if (!hasNumber) return name
  return reference ? `${name} ${reference}` : `${name} without a number`
}

const DECORATION = /[^\p{L}\p{N}]/gu

/** However it was typed: `#01042` is `1042`. Without a number, two payments cannot be told to be one. */
export function isSameNumber(one: string | null, other: string | null): boolean {
  const [number, known] = [one, other].map((text) =>
    (text ?? '')
      .replace(DECORATION, '')
      .toLowerCase()
      .replace(/^0+(?=.)/, ''),
  )
  return number !== '' && number === known
}

export const PAYMENT_TIMINGS = ['as_season_progresses', 'end_of_campaign'] as const
type PaymentTiming = (typeof PAYMENT_TIMINGS)[number]

export const PAYMENT_METHODS = [
  'auto_bill_progress',
  'auto_bill_end',
  'check',
  'cash',
  'bank_account',
] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

type PaymentMethodRule = {
  /** A saved card is charged, a bank account debited, or an invoice is sent and paid by an instrument. */
  billedBy: 'card' | 'bank_account' | 'invoice'
  timing: PaymentTiming
  /** As the supporter agrees to it. */
  consent: (pledge: PledgeWords) => string
  /** Short enough for a table. */
  label: (words: Pick<Vocabulary, 'season'>) => string
  /** As the review step says it; `card` is the saved card or bank account, or its placeholder. */
  review: (card: string, pledge: PledgeWords) => string
  /** How a pledge is billed, regardless of what was billed so far. */
  billing: (pledge: PledgeWords) => string
}

const BY_INVOICE = {
  billedBy: 'invoice',
  timing: 'end_of_campaign',
  billing: (pledge: PledgeWords) =>
    `You get an invoice ${afterWhat(pledge)}, with ${itemized(pledge)}, due 30 days later.`,
} as const

const statementBefore = (pledge: PledgeWords): string =>
  `Three days before, you get a statement with ${itemized(pledge)}.`

export const PAYMENT_METHOD_RULES: Record<PaymentMethod, PaymentMethodRule> = {
  auto_bill_progress: {
    billedBy: 'card',
    timing: 'as_season_progresses',
    label: ({ season }) => `Card, as the ${season} progresses`,
    consent: ({ kind, words }) =>
      kind === 'gift'
        ? 'My card is charged once, three days after the next statement.'
        : `My card is charged as the ${words.season} progresses, three days after each statement.`,
    review: (card, { kind, words }) =>
      kind === 'gift'
        ? `${card}, charged after the next statement`
        : `${card}, charged as the ${words.season} progresses`,
    billing: (pledge) =>
      pledge.kind === 'gift'
        ? 'Your card is charged once, after the next statement. You get that statement three days before.'
        : `Your card is charged as the ${pledge.words.season} progresses, at least $5.00 at a time, and what remains at the end. You get a statement with ${itemized(pledge)} before each charge.`,
  },
  auto_bill_end: {
    billedBy: 'card',
    timing: 'end_of_campaign',
    label: ({ season }) => `Card, after the ${season}`,
    consent: (pledge) => `My card is charged once, ${afterWhat(pledge)}, three days after the statement.`,
    review: (card, pledge) => `${card}, charged once ${afterWhat(pledge)}`,
    billing: (pledge) => `Your card is charged once, ${afterWhat(pledge)}. ${statementBefore(pledge)}`,
  },
  check: {
    ...BY_INVOICE,
    label: () => 'Check',
    review: (_card, pledge) => `By check, ${afterWhat(pledge)}`,
    consent: (pledge) => `I pay by check ${afterWhat(pledge)}, from an invoice.`,
  },
  cash: {
    ...BY_INVOICE,
    label: () => 'Cash',
    review: (_card, pledge) => `In cash, ${afterWhat(pledge)}`,
    consent: (pledge) => `I pay in cash ${afterWhat(pledge)}, from an invoice.`,
  },
  bank_account: {
    billedBy: 'bank_account',
    timing: 'end_of_campaign',
    label: ({ season }) => `Bank account, after the ${season}`,
    consent: (pledge) =>
      `My bank account is debited once, ${afterWhat(pledge)}, three days after the statement.`,
    review: (account, pledge) => `${account}, debited once ${afterWhat(pledge)}`,
    billing: (pledge) =>
      `Your bank account is debited once, ${afterWhat(pledge)}. ${statementBefore(pledge)} Your bank takes up to four business days.`,
  },
}

/** Without an invoice: what was saved is charged or debited on the date of the statement. */
export const isCharged = (method: PaymentMethod): boolean =>
  PAYMENT_METHOD_RULES[method].billedBy !== 'invoice'
export const isByCard = (method: PaymentMethod): boolean => PAYMENT_METHOD_RULES[method].billedBy === 'card'
export const timingOf = (method: PaymentMethod): PaymentTiming => PAYMENT_METHOD_RULES[method].timing

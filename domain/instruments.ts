/**
 * Payment instruments, and how a pledge is billed. Everything that depends on them is a column of these tables, so that a
 * new one does not compile until every decision about it has been made (R15, R35, R36).
 */

/** Payments that arrive by mail or in person, are posted to an invoice and deposited (R36). */
export const INSTRUMENTS = ['check', 'cash'] as const
export type Instrument = (typeof INSTRUMENTS)[number]

export type InstrumentRule = {
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
    ...{ name: 'Check', manner: 'By check', canBounce: true },
    ...{ numberLabel: 'Check number', hasNumber: true },
  },
  cash: {
    ...{ name: 'Cash', manner: 'In cash', canBounce: false },
    ...{ numberLabel: 'Receipt number', hasNumber: false },
  },
}

/** `Check 1047`, `Check without a number`, `Cash`. */
export function paidWith(instrument: Instrument, reference: string | null): string {
  const { name, hasNumber } = INSTRUMENT_RULES[instrument]
  if (!hasNumber) return name
  return reference ? `${name} ${reference}` : `${name} without a number`
}

const DECORATION = /[^\p{L}\p{N}]/gu

/** However it was typed: `#01042` is `1042`. Without a number, two payments cannot be told to be one (R36). */
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
export type PaymentTiming = (typeof PAYMENT_TIMINGS)[number]

export const PAYMENT_METHODS = [
  'auto_bill_progress',
  'auto_bill_end',
  'check',
  'cash',
  'bank_account',
] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export type PaymentMethodRule = {
  /** A saved card is charged (R35), a bank account debited (R60), or an invoice is sent and paid by an instrument (R36). */
  billedBy: 'card' | 'bank_account' | 'invoice'
  timing: PaymentTiming
  /** As the supporter agrees to it (R8). */
  consent: string
  /** Short enough for a table. */
  label: string
  /** As the review step says it; `card` is the saved card or bank account, or its placeholder. */
  review: (card: string) => string
  /** How a pledge is billed, regardless of what was billed so far. */
  billing: string
}

const BY_INVOICE = {
  billedBy: 'invoice',
  timing: 'end_of_campaign',
  billing: 'You get an invoice after the season, with every match and the exact amount, due 30 days later.',
} as const

export const PAYMENT_METHOD_RULES: Record<PaymentMethod, PaymentMethodRule> = {
  auto_bill_progress: {
    ...{ billedBy: 'card', timing: 'as_season_progresses', label: 'Card, as the season progresses' },
    consent: 'My card is charged as the season progresses, three days after each statement.',
    review: (card) => `${card}, charged as the season progresses`,
    billing:
      'Your card is charged as the season progresses, at least $5.00 at a time, and what remains at the end. You get a statement with every match before each charge.',
  },
  auto_bill_end: {
    ...{ billedBy: 'card', timing: 'end_of_campaign', label: 'Card, after the season' },
    consent: 'My card is charged once, after the season, three days after the statement.',
    review: (card) => `${card}, charged once after the season`,
    billing:
      'Your card is charged once, after the season. Before that you get a statement with every match, the exact amount and the date.',
  },
  check: {
    ...BY_INVOICE,
    ...{ label: 'Check', review: () => 'By check, after the season' },
    consent: 'I pay by check after the season, from an invoice.',
  },
  cash: {
    ...BY_INVOICE,
    ...{ label: 'Cash', review: () => 'In cash, after the season' },
    consent: 'I pay in cash after the season, from an invoice.',
  },
  bank_account: {
    ...{ billedBy: 'bank_account', timing: 'end_of_campaign', label: 'Bank account, after the season' },
    consent: 'My bank account is debited once, after the season, three days after the statement.',
    review: (account) => `${account}, debited once after the season`,
    billing:
      'Your bank account is debited once, after the season. Before that you get a statement with every match, the exact amount and the date. Your bank takes up to four business days.',
  },
}

/** Without an invoice: what was saved is charged or debited on the date of the statement. */
export const isCharged = (method: PaymentMethod): boolean =>
  PAYMENT_METHOD_RULES[method].billedBy !== 'invoice'
export const isByCard = (method: PaymentMethod): boolean => PAYMENT_METHOD_RULES[method].billedBy === 'card'
export const timingOf = (method: PaymentMethod): PaymentTiming => PAYMENT_METHOD_RULES[method].timing

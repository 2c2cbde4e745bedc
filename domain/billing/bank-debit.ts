/**
 * Debits of a bank account through ACH (R60): what its owner authorizes, how long a debit takes, and what a bank's return
 * means. Pure.
 */

/** Changes with every word of the text: what was agreed to is kept with it. */
export const MANDATE_VERSION = '2026-11'

/** The authorization that the rules of the ACH network ask for, in plain words. */
export const mandateText = (provider: string): string =>
  `I authorize ${provider} to debit my bank account for the pledges that I choose to pay by bank account: each time the exact amount of a statement, not before the date on it, and never more than the pledge’s maximum. If an amount was wrong, ${provider} may correct it with a credit to the same account. If my bank returns a debit because the balance was too low, it may be sent again up to two times. I can end this authorization at any time by writing to ${provider}, at least three business days before a debit.`

const DAY_MS = 86_400_000
/** How long the bank may take to pay a debit, or to return it. */
export const DEBIT_BUSINESS_DAYS = 4
/** How long after that a bank may still return what its customer did not authorize. */
export const LATE_RETURN_DAYS = 60
/** How long a debit can be refunded to the account; after that it is refunded another way. */
export const DEBIT_REFUND_DAYS = 180

/** The moment that many business days later; banks are closed on Saturday and Sunday. Their holidays are not counted. */
export function businessDaysAfter(at: Date, days: number): Date {
  let [day, left] = [at, days]
  while (left > 0) {
    day = new Date(day.getTime() + DAY_MS)
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) left -= 1
  }
  return day
}

/** Until when the bank answers a debit that was sent then. */
export const bankAnswersBy = (debitedAt: Date): Date => businessDaysAfter(debitedAt, DEBIT_BUSINESS_DAYS)

/** "May 7, 2026", in the campaign's time zone. */
export const bankAnswersOn = (debitedAt: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(bankAnswersBy(debitedAt))

/** Why a bank returned a debit. `again`: the same account may be debited again. */
type DebitReturn = { again: boolean; endsMandate: boolean }
export const DEBIT_RETURNS = {
  /** ACH return 01. */
  account_insufficient_funds: { again: true, endsMandate: false },
  /** ACH return 02. */
  account_closed: { again: false, endsMandate: true },
  /** ACH returns 03 and 04. */
  account_not_found: { again: false, endsMandate: true },
  /** ACH returns 05, 07, 10 and 29: not authorized, or no longer. */
  debit_unauthorized: { again: false, endsMandate: true },
  /** Any other: frozen, limited, a kind of account that cannot be debited. */
  account_refused: { again: false, endsMandate: false },
} as const satisfies Record<string, DebitReturn>
export type DebitReturnCode = keyof typeof DEBIT_RETURNS

export const debitReturn = (code: string | null): DebitReturn | null =>
  code !== null && Object.hasOwn(DEBIT_RETURNS, code) ? DEBIT_RETURNS[code as DebitReturnCode] : null

/** How long after the first debit it may be sent again. */
export const DEBIT_AGAIN_DAYS = 180
/** A debit returned for insufficient funds may be sent again twice: days until each. */
const AGAIN_AFTER_DAYS = [4, 7]

/** Days until a returned debit is sent again, after `attempts` attempts; null when it is not. */
export const debitAgainAfterDays = (attempts: number, code: string): number | null =>
  debitReturn(code)?.again ? (AGAIN_AFTER_DAYS[attempts - 1] ?? null) : null

/** A routing number's last digit checks the others: a typo is found before a bank is asked. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const sum = [...text].reduce(
    (total, digit, place) => total + Number(digit) * ([3, 7, 1][place % 3] ?? 0),
    0,
  )
  return sum > 0 && sum % 10 === 0
}

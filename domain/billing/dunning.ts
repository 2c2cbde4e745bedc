import { debitAgainAfterDays, debitReturn } from './bank-debit.ts'

/** Tried again after 1, 3 and 7 days; not after a hard decline, nor a fourth time. */
const RETRY_AFTER_DAYS = [1, 3, 7]

/** Days until the next attempt after `attempts` attempts; null when there is none. */
export const retryAfterDays = (
  attempts: number,
  isHard: boolean,
  code: string | null = null,
): number | null =>
  debitReturn(code)
    ? debitAgainAfterDays(attempts, code ?? '')
    : isHard
      ? null
      : (RETRY_AFTER_DAYS[attempts - 1] ?? null)

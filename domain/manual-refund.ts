/** What a supporter is owed as a manual refund, and what happens next with it (R5, R32, R36). Pure. */
import { INSTRUMENT_RULES, type Instrument } from './instruments.ts'
import { addDays } from './zone.ts'

type Owed = {
  kind: 'overpayment' | 'refund'
  method: Instrument | null
  /** The day its payment was deposited; null if it is not yet, or for a refund. */
  inBankOn: string | null
}

/** `nextOn`: the day of the step; null if it can be done today. */
export function manualRefundStepOf(
  { kind, method, inBankOn }: Owed,
  today: string,
): { nextStep: string; nextOn: string | null } {
  if (kind === 'refund') return { nextStep: 'Send it, and record it under Checks and cash', nextOn: null }
  if (inBankOn === null) return { nextStep: 'Deposit the payment first', nextOn: null }
  const clearsOn = addDays(inBankOn, method === null ? 0 : INSTRUMENT_RULES[method].clearsAfterDays)
  if (clearsOn > today) return { nextStep: 'Refund it once the check has cleared', nextOn: clearsOn }
  return { nextStep: 'Refund it, and record it under Checks and cash', nextOn: null }
}

export const MANUAL_REFUND_METHODS = ['check', 'cash', 'bank_transfer'] as const
export const MANUAL_REFUND_WORDS: Record<(typeof MANUAL_REFUND_METHODS)[number], string> = {
  check: 'Check',
  cash: 'Cash',
  bank_transfer: 'Bank transfer',
}

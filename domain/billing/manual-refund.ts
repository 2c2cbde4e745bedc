/** What a supporter is owed as a manual refund, and what happens next with it. Pure. */
type Owed = {
  kind: 'overpayment' | 'refund'
  /** The day on which its payment has cleared; null if it is not deposited yet, or for a refund. */
  clearsOn: string | null
}

/** `nextOn`: the day of the step; null if it can be done today. */
export function manualRefundStepOf(
  { kind, clearsOn }: Owed,
  today: string,
): { nextStep: string; nextOn: string | null } {
  if (kind === 'refund') return { nextStep: 'Send it, and record it under Checks and cash', nextOn: null }
  if (clearsOn === null) return { nextStep: 'Deposit the payment first', nextOn: null }
  if (clearsOn > today) return { nextStep: 'Refund it once the check has cleared', nextOn: clearsOn }
  return { nextStep: 'Refund it, and record it under Checks and cash', nextOn: null }
}

export const MANUAL_REFUND_METHODS = ['check', 'cash', 'bank_transfer'] as const
export const MANUAL_REFUND_WORDS: Record<(typeof MANUAL_REFUND_METHODS)[number], string> = {
  check: 'Check',
  cash: 'Cash',
  bank_transfer: 'Bank transfer',
}

/** What became of a payment in test mode: of a debit, only once its bank has answered (R60). */
import { debitReturn } from '#domain/bank-debit.ts'
import type { ChargeOutcome } from './cards.ts'

/** Hard: the same card cannot succeed later (R35). */
const DECLINES: Record<string, { isHard: boolean }> = {
  generic_decline: { isHard: false },
  insufficient_funds: { isHard: false },
  expired_card: { isHard: true },
  payment_method_missing: { isHard: true },
}

export type SandboxPayment = {
  id: string
  outcome: string
  declineCode: string | null
  /** Of a debit: its bank's answer is not known before. */
  decidedAt: Date | null
}

export function outcomeOf(
  { id: reference, outcome, declineCode, decidedAt }: SandboxPayment,
  now: Date,
): ChargeOutcome {
  if (decidedAt !== null && decidedAt > now) return { outcome: 'processing', reference }
  if (outcome === 'succeeded') return { outcome, reference }
  const code = declineCode ?? 'generic_decline'
  if (outcome === 'requires_action') return { outcome, reference, code }
  const isHard = DECLINES[code]?.isHard ?? debitReturn(code)?.again === false
  return { outcome: 'declined', reference, code, isHard }
}

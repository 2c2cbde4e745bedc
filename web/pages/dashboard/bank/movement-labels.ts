import type { BankMovement } from '#domain/schemas/bank-statement.ts'

const KINDS: Record<BankMovement['kind'], string> = {
  deposit: 'Deposit',
  card_payout: 'Card payout',
  payout: 'Payout',
  payout_return: 'Payout returned',
  manual_refund: 'Refund',
  bounced_check: 'Bounced check',
}

/** "Deposit, number 7": what a bookkeeper looks for on the bank's list. */
export const movementLabel = ({ kind, number }: Pick<BankMovement, 'kind' | 'number'>): string =>
  number === null ? KINDS[kind] : `${KINDS[kind]}, number ${number}`

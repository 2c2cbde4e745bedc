import { entryKindName } from '#domain/billing/account-names.ts'
import type { BankMovement } from '#domain/schemas/bank-statement.ts'

/** "Deposit, number 7": what a bookkeeper looks for on the bank's list. */
export const movementLabel = ({ kind, number }: Pick<BankMovement, 'kind' | 'number'>): string =>
  number === null ? entryKindName(kind) : `${entryKindName(kind)}, number ${number}`

import type { Cents } from '#domain/money.ts'

export type TransferOutcome =
  /** `madeAt`: when it was made, however late the answer came. */
  | { outcome: 'paid'; reference: string; madeAt?: Date }
  /**
   * This request did not make it, and the same would be refused again. An earlier one with its key may have: a refusal can
   * come before the key is looked at. `reason` is for representatives.
   */
  | { outcome: 'refused'; reason: string }

/** Whether a transfer was made is not known. Its message is for representatives. */
export class NoTransferAnswer extends Error {}

type TransferRequest = {
  /** The payout's id: repeated with it, the answer is the same and nothing is sent twice. */
  idempotencyKey: string
  account: string
  amount: Cents
  description: string
}

/** A reversal of a transfer in the card provider’s dashboard. */
export type ReversalFacts = { reference: string; amount: Cents; at: Date }
/** Pays an organization's own account. Never called inside a transaction; if it throws, there is no answer (`NoTransferAnswer`). */
export type Transfers = {
  transfer(request: TransferRequest): Promise<TransferOutcome>
  /** The outcome of a transfer whose answer was lost; null if there is none with this key. */
  findTransfer(idempotencyKey: string): Promise<TransferOutcome | null>
  /** All reversals of a transfer so far, oldest first; none if there is no such transfer. */
  reversals(reference: string): Promise<ReversalFacts[]>
}

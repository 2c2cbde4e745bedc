import type { Cents } from '#domain/money.ts'

export type TransferOutcome =
  | { outcome: 'paid'; reference: string }
  /** It was not made, and the same would be refused again. `reason` is for representatives. */
  | { outcome: 'refused'; reason: string }

export type TransferRequest = {
  /** The payout's id: repeated with it, the answer is the same and nothing moves twice (R34). */
  idempotencyKey: string
  account: string
  amount: Cents
  /** What ties the transfer to what was charged for it. */
  campaignId: string
  description: string
}

/** Of a transfer, some that was reversed at the card provider’s own dashboard. */
export type ReversalFacts = { reference: string; amount: Cents; at: Date }
/** Pays an organization's own account. Never called inside a transaction; what throws has no answer (R34). */
export type Transfers = {
  transfer(request: TransferRequest): Promise<TransferOutcome>
  /** What became of one whose answer was lost too long ago to repeat it. */
  findTransfer(lost: Pick<TransferRequest, 'idempotencyKey' | 'campaignId'>): Promise<TransferOutcome | null>
  /** All that was reversed of a transfer by now, oldest first; none where there is no transfer of that name. */
  reversals(reference: string): Promise<ReversalFacts[]>
}

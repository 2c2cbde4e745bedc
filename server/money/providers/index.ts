export type { AccountFacts } from './accounts.ts'
export { answerSandboxForm } from './accounts-sandbox.ts'
export { saveSandboxBankAccount } from './bank-accounts-sandbox.ts'
export type { CardBalance, CardMovement } from './cards.ts'
export {
  type BankAccountDetails,
  type CardDetails,
  type CardEvents,
  type ChargeOutcome,
  ChargeRefused,
  type DecidedOutcome,
  type DisputeFacts,
  type EventSubject,
  type PaidBefore,
  type PaymentFacts,
  type RefundFacts,
  type RefundOutcome,
  RefundRefused,
  type RelevantEvent,
  type SavedKind,
  type StartRequest,
  UnbelievableEvent,
  UnknownState,
} from './cards.ts'
export {
  CardRefused,
  confirmSandboxSetup,
  createSandboxCards,
  fingerprintOf,
  ownerOfSandboxSetup,
  paySandboxOnce,
  type SandboxCard,
} from './cards-sandbox.ts'
export { approveSandboxConfirmation, ownerOfSandboxPayment } from './cards-sandbox-confirmations.ts'
export { statementSuffix } from './statement-suffix.ts'
export { NoTransferAnswer, type ReversalFacts, type TransferOutcome } from './transfers.ts'

export { saveSandboxBankAccount } from './bank-accounts-sandbox.ts'
export type { CardBalance } from './card-balance.ts'
export {
  type CardEvents,
  type DisputeFacts,
  type EventSubject,
  type PaymentFacts,
  type RefundFacts,
  type RelevantEvent,
  UnbelievableEvent,
  UnknownState,
} from './card-events.ts'
export {
  type BankAccountDetails,
  type CardDetails,
  type ChargeOutcome,
  ChargeRefused,
  type DecidedOutcome,
  type PaidBefore,
  type RefundOutcome,
  RefundRefused,
  type SavedKind,
  type StartRequest,
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
export { statementSuffix } from './cards-stripe-descriptor.ts'
export { NoTransferAnswer, type ReversalFacts, type TransferOutcome } from './transfers.ts'

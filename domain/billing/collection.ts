/** Open items (billed and not paid, or refunds owed): their state and next step. Pure. */
import { CHARGE_STATE_WORDS, nextStepOf, WAIT_WORDS, type Wait } from './charge-status.ts'

/** The most urgent for money comes first. */
export const OPEN_STATES = [
  'disputed',
  'past_due',
  'requires_action',
  'failed',
  'overdue',
  'invoiced',
  'processing',
  'scheduled',
  'owed_back',
] as const
export type OpenState = (typeof OPEN_STATES)[number]

/** The same on screens and in files. */
export const OPEN_STATE_WORDS: Record<OpenState, string> = {
  disputed: 'Disputed',
  past_due: CHARGE_STATE_WORDS.past_due,
  requires_action: CHARGE_STATE_WORDS.requires_action,
  failed: CHARGE_STATE_WORDS.failed,
  overdue: 'Overdue',
  invoiced: 'Invoiced',
  processing: CHARGE_STATE_WORDS.processing,
  scheduled: CHARGE_STATE_WORDS.scheduled,
  owed_back: 'To refund',
}

/** Those with a problem. */
export const LATE_STATES: readonly OpenState[] = [
  'disputed',
  'past_due',
  'requires_action',
  'failed',
  'overdue',
]

/** Each line of what is billed and not collected, by the states that it adds up. */
export const OPEN_GROUPS = {
  cards: ['past_due', 'requires_action', 'failed'],
  /** Not tried again by itself. */
  stopped: ['past_due', 'requires_action'],
  upcoming: ['invoiced', 'processing', 'scheduled'],
} as const satisfies Record<string, readonly OpenState[]>

type Open = { state: Exclude<OpenState, 'owed_back'>; waits: Wait | null; nextOn: string | null }

/** Its next step; `nextOn` is the day, null if nothing more happens automatically. */
export function openStepOf({ state, waits, nextOn }: Open): string {
  if (waits !== null && ['scheduled', 'failed', 'invoiced', 'overdue'].includes(state))
    return WAIT_WORDS[waits]
  switch (state) {
    case 'disputed':
      return nextOn === null ? 'Waiting for the bank’s decision' : 'Answer the bank by then'
    case 'invoiced':
    case 'overdue':
      return nextOn === null
        ? 'No reminders left: call or write to the supporter'
        : 'The supporter is reminded by email'
    default:
      return nextStepOf(state) ?? ''
  }
}

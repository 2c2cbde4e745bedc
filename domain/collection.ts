/** What is billed and not settled yet, or owed back: what it waits for, and what happens next (R32, R35, R36). Pure. */
import { nextStepOf } from './charge-words.ts'

/** What costs money soonest comes first. */
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

/** Those that did not come as they should have. */
export const LATE_STATES: readonly OpenState[] = [
  'disputed',
  'past_due',
  'requires_action',
  'failed',
  'overdue',
]

/** Why nothing moves for now, whatever its date says (R21, R40). */
export type Wait = 'paused' | 'on_hold'
const WAITS: Record<Wait, string> = {
  paused: 'On hold until the campaign is active again',
  on_hold: 'On hold until the campaign’s books balance again',
}

type Open = { state: Exclude<OpenState, 'owed_back'>; waits: Wait | null; nextOn: string | null }

/** Its next step in words; `nextOn` is the day of it, null where nothing happens by itself any more. */
export function openStepOf({ state, waits, nextOn }: Open): string {
  if (waits !== null && ['scheduled', 'failed', 'invoiced', 'overdue'].includes(state)) return WAITS[waits]
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

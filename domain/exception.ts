/** What is rare goes to a person: what can have happened, and the ways out (R34). Pure. */
import type { Account } from './journal.ts'

export const EXCEPTION_KINDS = ['unexplained_payment'] as const
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number]

export const EXCEPTION_SUBJECTS = ['charge', 'refund', 'payout', 'dispute', 'payment'] as const

/** An adjustment that closes it: from where its amount is held, to `credit`. */
type WayOut = { credit: Account; label: string; hint: string }

type Words = {
  /** What it means for the supporter and the organization. */
  means: string
  /** The account that holds its amount. */
  heldIn: Account
  /** What closes it without an adjustment. */
  elsewhere: string
  waysOut: readonly WayOut[]
}

export const EXCEPTIONS: Record<ExceptionKind, Words> = {
  unexplained_payment: {
    means:
      'The supporter paid money that we did not ask for. The organization gets none of it until you decide.',
    heldIn: 'unexplained',
    elsewhere:
      'Refund it in the card provider’s dashboard if the supporter should not have paid it. It closes by itself then.',
    waysOut: [
      {
        credit: 'cash',
        label: 'It was returned by check or bank transfer',
        hint: 'Enter its number and day.',
      },
      { credit: 'write_offs', label: 'Keep it: nobody can be found', hint: 'Enter how you looked for them.' },
    ],
  },
}

/** What is rare goes to a person: what can have happened, and the ways out (R34). Pure. */
import type { Account } from './journal.ts'

export const EXCEPTION_KINDS = ['unexplained_payment', 'bounced_after_refund'] as const
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number]

export const EXCEPTION_SUBJECTS = ['charge', 'refund', 'payout', 'dispute', 'payment'] as const

export const WAYS = ['returned_by_hand', 'keep', 'lose', 'paid_by_hand'] as const
export type Way = (typeof WAYS)[number]

/** An adjustment of exactly its amount, which another representative approves (R29). */
export type WayOut = { way: Way; label: string; hint: string; debit: Account; credit: Account }

export const ACTS = ['checked'] as const
export type Act = (typeof ACTS)[number]

/** What one representative can do at once: it takes no money out. */
export type ActOut = { act: Act; label: string }

type Words = {
  /** What it means for the supporter and the organization. */
  means: string
  /** What else closes it, or what to do first. */
  elsewhere: string
  /** What the card provider moved without us, so that it is in `unexplained`; null: nothing. */
  moved: 'received' | 'given' | null
  waysOut: readonly WayOut[]
  acts: readonly ActOut[]
}

export const EXCEPTIONS: Record<ExceptionKind, Words> = {
  unexplained_payment: {
    means:
      'The supporter paid money that we did not ask for. The organization gets none of it until you decide.',
    moved: 'received',
    elsewhere:
      'Refund it in the card provider’s dashboard if the supporter should not have paid it. It closes by itself then.',
    waysOut: [
      {
        ...{ way: 'returned_by_hand', debit: 'unexplained', credit: 'cash' },
        label: 'It was returned by check or bank transfer',
        hint: 'Enter its number and day.',
      },
      {
        ...{ way: 'keep', debit: 'unexplained', credit: 'write_offs' },
        label: 'Keep it: nobody can be found',
        hint: 'Enter how you looked for them.',
      },
    ],
    acts: [],
  },
  bounced_after_refund: {
    means: 'The supporter has money from us that never came in. The organization loses nothing by it.',
    moved: null,
    elsewhere:
      'The email about the check asks for it. If one check brings it together with the invoice’s money, post only the invoice’s part as a payment.',
    waysOut: [
      {
        ...{ way: 'paid_by_hand', debit: 'cash', credit: 'supporter_credit' },
        label: 'The supporter paid it back',
        hint: 'Enter how and on which day.',
      },
      {
        ...{ way: 'lose', debit: 'write_offs', credit: 'supporter_credit' },
        label: 'Our loss: the supporter cannot be asked',
        hint: 'Enter why.',
      },
    ],
    acts: [],
  },
}

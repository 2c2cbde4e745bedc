/** What is rare goes to a person: what can have happened, and the ways out. Pure. */
import type { Account } from './journal.ts'

export const EXCEPTION_KINDS = [
  'unexplained_payment',
  'unexplained_addition',
  'unexplained_deduction',
  'refund_failed',
  'refund_above_charge',
  'refund_stopped',
  'dispute_not_owed',
  'dispute_above_charge',
  'bounced_after_refund',
  'payout_unanswered',
  'payout_refused',
  'payout_above_owed',
  'organization_overpaid',
] as const
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number]

export const EXCEPTION_SUBJECTS = ['charge', 'refund', 'payout', 'dispute', 'payment', 'movement'] as const

export const WAYS = ['returned_by_hand', 'keep', 'lose', 'paid_by_hand', 'fee'] as const
type Way = (typeof WAYS)[number]

/** About the refund by hand that took the place of the one that failed. */
export const failedRefundKey = (refundId: string): string => `refund_failed:${refundId}`

/** An adjustment of exactly its amount, which another representative approves. */
type WayOut = { way: Way; label: string; hint: string; debit: Account; credit: Account }

export const ACTS = ['refund_again', 'refund_by_hand', 'checked'] as const
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

const PAID_BACK: WayOut = {
  way: 'paid_by_hand',
  debit: 'cash',
  credit: 'unexplained',
  label: 'The supporter returned it',
  hint: 'How it was returned, its number and the day.',
}
const LOST: WayOut = {
  way: 'lose',
  debit: 'write_offs',
  credit: 'unexplained',
  label: 'Our loss: the supporter cannot be asked',
  hint: 'Why the supporter cannot be asked.',
}

export const EXCEPTIONS: Record<ExceptionKind, Words> = {
  unexplained_payment: {
    means: 'It is money that we did not ask for. The organization gets none of it until you decide.',
    moved: 'received',
    elsewhere:
      'Refund it in the card provider’s dashboard if the supporter should not have paid it. It closes by itself then.',
    waysOut: [
      {
        way: 'returned_by_hand',
        debit: 'unexplained',
        credit: 'cash',
        label: 'It was returned by check or bank transfer',
        hint: 'Its number and the day.',
      },
      {
        way: 'keep',
        debit: 'unexplained',
        credit: 'write_offs',
        label: 'Keep it: nobody can be found',
        hint: 'How you looked for the supporter.',
      },
    ],
    acts: [],
  },
  unexplained_addition: {
    means: 'It is no payment, refund, dispute or payout of this site. No campaign gets any of it.',
    moved: 'received',
    elsewhere:
      'Look it up in the card provider’s dashboard. If it gives back what was taken earlier, choose the same for both. If a supporter paid it there, refund it there: that is listed here, too.',
    waysOut: [
      {
        way: 'fee',
        debit: 'unexplained',
        credit: 'processing_fees',
        label: 'A fee that the card provider gave back',
        hint: 'Which fee it was.',
      },
      {
        way: 'keep',
        debit: 'unexplained',
        credit: 'write_offs',
        label: 'Unrelated to our campaigns',
        hint: 'What it is, and who knows about it.',
      },
    ],
    acts: [],
  },
  unexplained_deduction: {
    means: 'It is no refund, dispute, payout or known fee of this site. No campaign bears it.',
    moved: 'given',
    elsewhere:
      'Look it up in the card provider’s dashboard. If it is given back later, that is listed here, too: choose the same for both.',
    waysOut: [
      {
        way: 'fee',
        debit: 'processing_fees',
        credit: 'unexplained',
        label: 'A fee of the card provider',
        hint: 'What it is charged for.',
      },
      {
        way: 'lose',
        debit: 'write_offs',
        credit: 'unexplained',
        label: 'Unrelated to our campaigns',
        hint: 'What it is, and who knows about it.',
      },
    ],
    acts: [],
  },
  refund_failed: {
    means: 'The supporter is still owed it. It no longer counts as collected, and it is not paid out.',
    moved: null,
    elsewhere:
      'If the card provider’s answer can be mended, such as a balance that is too low, mend it there and try the card again.',
    acts: [
      { act: 'refund_again', label: 'Try the card again' },
      { act: 'refund_by_hand', label: 'Return it by check or bank transfer' },
    ],
    waysOut: [],
  },
  refund_above_charge: {
    means: 'The supporter has more back than they paid. The organization does not bear it.',
    moved: 'given',
    elsewhere: 'Ask who refunded it, and the supporter to return it.',
    acts: [],
    waysOut: [PAID_BACK, LOST],
  },
  refund_stopped: {
    means: 'The supporter did not get it. While the bank decides, the charge cannot be refunded.',
    moved: null,
    elsewhere: 'If the bank decides for us, open the charge and refund it again.',
    acts: [{ act: 'checked', label: 'Nothing is left to do' }],
    waysOut: [],
  },
  dispute_not_owed: {
    means: 'The bank gave it back to us, and the supporter does not owe it anymore.',
    moved: null,
    elsewhere: 'Refund it, unless the supporter has it already.',
    acts: [
      { act: 'refund_again', label: 'Refund it' },
      { act: 'checked', label: 'Nothing is left to refund' },
    ],
    waysOut: [],
  },
  dispute_above_charge: {
    means: 'The supporter had it back before the bank took it once more. The organization does not bear it.',
    moved: 'given',
    elsewhere: 'Ask the supporter to return it. It closes by itself if the bank gives it back.',
    acts: [],
    waysOut: [PAID_BACK, LOST],
  },
  bounced_after_refund: {
    means: 'The supporter has money from us that never came in. The organization loses nothing by it.',
    moved: null,
    elsewhere:
      'The email about the check asks for it. If one check brings it together with the invoice’s money, post only the invoice’s part as a payment.',
    waysOut: [
      {
        way: 'paid_by_hand',
        debit: 'cash',
        credit: 'supporter_credit',
        label: 'The supporter paid it back',
        hint: 'How it was paid back, and the day.',
      },
      {
        way: 'lose',
        debit: 'write_offs',
        credit: 'supporter_credit',
        label: 'Our loss: the supporter cannot be asked',
        hint: 'Why the supporter cannot be asked.',
      },
    ],
    acts: [],
  },
  payout_unanswered: {
    means:
      'The organization may have been paid, or not. Nothing else is paid out for the campaign meanwhile.',
    moved: null,
    elsewhere:
      'We keep asking, and it closes by itself when Stripe answers. Ask the person who runs this site to fix the cause. To stop the payout, withdraw it on its page: Stripe is asked first whether it was made.',
    waysOut: [],
    acts: [],
  },
  payout_refused: {
    means: 'Nothing was sent, and the payout is withdrawn. The money is owed to the organization again.',
    moved: null,
    elsewhere: 'Mend the reason at Stripe or on the organization’s page, then prepare another one.',
    waysOut: [],
    acts: [{ act: 'checked', label: 'I have seen it' }],
  },
  payout_above_owed: {
    means: 'Nothing was sent. It would pay the organization more than its share.',
    moved: null,
    elsewhere:
      'Withdraw it on its page and prepare another one. If a check is in the mail already, record it as sent. It closes by itself if enough is owed again.',
    waysOut: [],
    acts: [],
  },
  organization_overpaid: {
    means:
      'Refunds, bounced checks or disputes after a payout lowered what was collected. The organization has more than its share, and no supporter is affected.',
    moved: null,
    elsewhere:
      'The next money collected for the organization covers it. If the organization sends it back, record that on the payout’s page. It closes by itself.',
    waysOut: [],
    acts: [],
  },
}

/** What the books say when an invariant is broken (R40), for whoever has to find out why. One line for each SQL file. */
const WORDS: Readonly<Record<string, string>> = {
  'cancelled-totals-are-collected':
    'The campaign is cancelled, but its figures are not what was collected before.',
  'collected-is-received':
    'Collected is not charges less refunds and disputes plus payments recorded manually.',
  'collected-totals-match-books': 'The collected figure on the campaign’s pages is not that of the books.',
  'commission-is-its-share': 'The provider’s share is not its percentage of what was collected.',
  'disputes-are-taken-out': 'What banks dispute is not what was taken out of the charges.',
  'invoices-are-paid-by-payments':
    'What an invoice says was paid is not what was recorded as payments for it.',
  'journal-balances': 'An entry of the journal does not add up to zero.',
  'no-pledge-above-its-maximum': 'A pledge was billed above the maximum that its supporter agreed to.',
  'one-charge-per-attempt': 'A charge says it succeeded, and its attempts say something else.',
  'owed-back-is-posted':
    'What supporters are owed back, above their invoices or as refunds, is not what the books hold for them.',
  'paid-out-is-posted': 'Paid out is not the sum of the payouts that were sent, less what was returned.',
  'results-stand-as-confirmed': 'A statistic’s total is not what its matches were last confirmed at.',
  'set-offs-are-posted':
    'The refunds offset against open invoices are not what the books and the invoices say.',
  'settled-is-accounted-for':
    'For a pledge, what was settled is not what was received, is open, written off or waived.',
  'totals-are-sums': 'The campaign’s figures are not the sums over its pledges.',
}

/** Why billing is on hold, in words. */
export const bookProblem = (invariant: string): string => WORDS[invariant] ?? invariant
export const KNOWN_INVARIANTS: readonly string[] = Object.keys(WORDS)

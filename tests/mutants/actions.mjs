import { reportsOf, shared } from './shared.mjs'

const RESULTS = ['server/results/routes.test.ts', 'server/results/routes.matches.test.ts']
const STATED = 'tests/api/stated-results.test.ts'
const LOCKS = [
  'tests/api/settlement-lock.test.ts',
  'tests/api/settlement-amounts.test.ts',
  'tests/api/sums-differ.test.ts',
  'tests/api/settled-parents.test.ts',
]
const LINKS = ['tests/api/link-payments.test.ts', 'tests/api/link-payments-stripe.test.ts']
const CHARGES = [
  'tests/api/charge-batches.test.ts',
  'tests/api/settlement-billing.test.ts',
  'tests/stories/cards.test.ts',
]
const GOES_BACK = [
  'tests/api/charge-detail.test.ts',
  'tests/api/webhooks-delivery.test.ts',
  'tests/api/webhooks-disputes.test.ts',
  'tests/stories/disputes.test.ts',
]
const PAYOUTS = [
  'tests/api/payouts-approval.test.ts',
  'tests/api/payouts-statement.test.ts',
  'tests/api/payouts-stripe.test.ts',
]

/**
 * The files that decide something about money, each with the API tests that a mutant of it has to get past. Those that
 * only put something in words (mails, statements as print) are left out.
 */
export const ACTIONS = {
  'server/results/actions.ts': [...RESULTS, STATED, 'tests/api/interleaving.test.ts'],
  'server/results/actions.matches.ts': [...RESULTS, STATED],
  'server/results/actions.void.ts': [...RESULTS, STATED],
  'server/results/import.ts': RESULTS,
  'server/settlements/actions.ts': [...LOCKS, 'tests/api/preview-kept.test.ts'],
  'server/settlements/actions.kept.ts': ['tests/api/preview-kept.test.ts'],
  'server/settlements/actions.review.ts': ['tests/api/settlement-review.test.ts'],
  'server/settlements/actions.schedule.ts': ['tests/api/settlement-review.test.ts', ...LOCKS],
  'server/charges/actions.ts': [...CHARGES, 'tests/api/card-sides.test.ts'],
  'server/charges/actions.confirmation.ts': ['tests/api/confirmations.test.ts'],
  'server/charges/actions.detail.ts': ['tests/api/charge-detail.test.ts'],
  'server/charges/actions.disputes.ts': GOES_BACK,
  'server/charges/actions.outcome.ts': [
    'tests/api/webhooks-delivery.test.ts',
    'tests/api/webhooks-payments.test.ts',
    'tests/api/confirmations.test.ts',
  ],
  'server/charges/actions.payment.ts': LINKS,
  'server/charges/actions.recording.ts': [...CHARGES, ...LINKS, 'tests/api/charge-mails.test.ts'],
  'server/refunds/actions.ts': [
    'tests/api/settlement-amounts.test.ts',
    'tests/api/settlement-billing.test.ts',
    'tests/api/cancellation.test.ts',
    ...GOES_BACK,
  ],
  'server/refunds/actions.events.ts': GOES_BACK,
  'server/refunds/actions.goodwill.ts': ['tests/api/charge-detail.test.ts'],
  'server/payouts/actions.ts': PAYOUTS,
  'server/payouts/actions.paid.ts': [...PAYOUTS, 'tests/api/payout-reversals.test.ts'],
  'server/payouts/actions.reading.ts': PAYOUTS,
  'server/payouts/actions.reversals.ts': ['tests/api/payout-reversals.test.ts'],
}

const file = process.env.MUTANTS ?? ''

export default {
  ...shared,
  ...reportsOf(file.replace(/\.ts$/, '').replaceAll('/', '-')),
  mutate: [file],
  testFiles: ACTIONS[file] ?? [],
  tempDirName: '.data-mutants-actions',
  vitest: { configFile: 'tests/mutants/vitest.actions.ts', related: false },
  ignorePatterns: [
    'build',
    'docs',
    'benches',
    '.data*',
    '.react-router',
    'test-results',
    'tests/clerk/widgets',
  ],
  // What a file does once, when it is loaded, decides nothing here, and every test would have to run for it.
  ignoreStatic: true,
  timeoutMS: 60_000,
  thresholds: { high: 90, low: 80, break: 80 },
}

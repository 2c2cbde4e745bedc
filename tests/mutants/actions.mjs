import { reportsOf, shared } from './shared.mjs'

const api = (...names) => names.map((name) => `tests/api/${name}.test.ts`)

/**
 * The files that decide something about money, and the API tests that reach them: what a mutant has to get past. Files
 * that only put something in words (mails, statements as print) are left out.
 */
export const ACTIONS = {
  'money/refunds': {
    files: ['actions.ts', 'actions.events.ts', 'actions.goodwill.ts', 'actions.set-off.ts'],
    tests: [
      ...api('refund-claims', 'refund-mails', 'set-offs', 'set-off-invoices', 'outside-refunds'),
      ...api('cancellation', 'charge-detail', 'charge-mails', 'card-provider-changes', 'test-mode-mails'),
    ],
  },
  'money/settlements': {
    files: ['actions.ts', 'actions.kept.ts', 'actions.review.ts', 'actions.schedule.ts', 'actions.stale.ts'],
    tests: [
      'server/money/settlements/kept-previews.test.ts',
      'server/money/settlements/review-pages.test.ts',
      ...api('lock-refusals', 'settlement-lock', 'settlement-review', 'sums-differ', 'self-check'),
      ...api('preview-kept', 'preview-locks', 'corrected-figures'),
    ],
  },
  'money/payouts': {
    files: ['actions.ts', 'actions.paid.ts', 'actions.reading.ts', 'actions.reversals.ts', 'actions.sent.ts'],
    tests: [
      ...api('payout-steps', 'payouts-approval', 'payouts-statement', 'payouts-stripe'),
      ...api('payout-reversals', 'test-mode-mails'),
    ],
  },
  'money/charges': {
    files: [
      'actions.ts',
      'actions.confirmation.ts',
      'actions.detail.ts',
      'actions.disputes.ts',
      'actions.outcome.ts',
      'actions.payment.ts',
      'actions.recording.ts',
    ],
    tests: [
      ...api('charge-refusals', 'charge-batches', 'charge-detail', 'charge-mails', 'card-provider-changes'),
      ...api('confirmations', 'card-abuse', 'link-payments', 'link-payments-invoices'),
      ...api('link-payments-stripe', 'webhooks-payments'),
    ],
  },
  'season/results': {
    files: [
      'actions.ts',
      'actions.duplicates.ts',
      'actions.matches.ts',
      'actions.merge.ts',
      'actions.unusual.ts',
      'actions.void.ts',
    ],
    tests: [
      ...['routes', 'routes.matches', 'routes.merge', 'routes.duplicates'].map(
        (name) => `server/season/results/${name}.test.ts`,
      ),
      ...api('result-refusals', 'stated-results', 'promises'),
    ],
  },
}

/** Where a program decides; what it says, and how it shapes what it answers, is left out. */
const NO_DECISIONS = [
  'StringLiteral',
  'ObjectLiteral',
  'ArrayDeclaration',
  'BlockStatement',
  'ArrowFunction',
  'Regex',
]

const noun = process.env.MUTANTS_NOUN ?? ''
const wanted = process.env.MUTANTS?.split(',')

export default {
  ...shared,
  ...reportsOf(`server-${noun.replace('/', '-')}`),
  mutate: wanted ?? ACTIONS[noun]?.files.map((file) => `server/${noun}/${file}`) ?? [],
  mutator: { excludedMutations: NO_DECISIONS },
  testFiles: ACTIONS[noun]?.tests ?? [],
  tempDirName: '.data-mutants-actions',
  vitest: { configFile: 'tests/mutants/vitest.actions.mjs', related: false },
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
  timeoutMS: 30_000,
  dryRunTimeoutMinutes: 30,
  thresholds: { high: 90, low: 80, break: 80 },
}

import { reportsOf, shared } from './shared.mjs'

const api = (...names) => names.map((name) => `tests/api/${name}.test.ts`)

/**
 * The files that decide something about money, and the API tests that reach them: what a mutant has to get past. Files
 * that only put something in words (mails, statements as print) are left out.
 */
export const ACTIONS = {
  'money/refunds': {
    files: ['refund.ts', 'outcome.ts', 'set-off.ts'],
    tests: [
      ...api('refund-claims', 'refund-mails', 'set-offs', 'set-off-invoices'),
      ...api('cancellation', 'charge-detail', 'charge-mails', 'card-provider-changes', 'test-mode-mails'),
    ],
  },
  'money/settlements': {
    files: ['lock.ts', 'preview.ts', 'advance.ts', 'withdrawal.ts'],
    tests: [
      'server/money/settlements/kept-previews.test.ts',
      'server/money/settlements/review-pages.test.ts',
      ...api('lock-refusals', 'settlement-lock', 'settlement-review', 'sums-differ', 'self-check'),
      ...api('preview-kept', 'preview-locks', 'corrected-figures'),
    ],
  },
  'money/payouts': {
    files: [
      'prepare.ts',
      'approve.ts',
      'outcome.ts',
      'lists.ts',
      'reversals.ts',
      'transfers.ts',
      'withdrawal.ts',
    ],
    tests: [
      ...api('payout-steps', 'payouts-approval', 'payouts-statement', 'payouts-stripe'),
      ...api('payout-reversals', 'test-mode-mails'),
    ],
  },
  'money/charges': {
    files: ['attempt.ts', 'card-events.ts', 'detail.ts', 'due-charges.ts', 'pay-link.ts', 'recording.ts'],
    tests: [
      ...api('charge-refusals', 'charge-batches', 'charge-detail', 'charge-mails', 'card-provider-changes'),
      ...api('confirmations', 'card-abuse', 'link-payments', 'link-payments-invoices'),
      ...api('link-payments-stripe', 'webhooks-payments'),
    ],
  },
  'season/results': {
    files: ['enter.ts', 'confirm.ts', 'doubts.ts', 'matches.ts', 'void.ts'],
    tests: [
      ...['routes', 'matches', 'merge', 'duplicates'].map((name) => `server/season/results/${name}.test.ts`),
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

import { reportsOf, shared } from './shared.mjs'

/** Nothing but tables of words and of zones. */
const TABLES = ['billing/account-names', 'people/mail-kinds', 'people/work-queue', 'places/states']
const FOLDERS = 'billing,campaigns,forecast,people,places,pledges,season'
const ALL = [
  'domain/*.ts',
  `domain/{${FOLDERS}}/*.ts`,
  '!domain/**/*.test.ts',
  ...TABLES.map((name) => `!domain/${name}.ts`),
]

export default {
  ...shared,
  ...reportsOf('domain'),
  mutate: process.env.MUTANTS?.split(',') ?? ALL,
  vitest: { configFile: 'tests/mutants/vitest.domain.mjs' },
  ignorePatterns: [
    '**',
    '!domain/**',
    // Seasons that were really played, which the tests read.
    '!server/operations/demo/*.csv',
    '!tests/console.ts',
    '!tests/mutants/*.mjs',
    '!package.json',
  ],
  // What runs once, when a file is loaded, can only be tried by running every test for each mutant.
  ignoreStatic: process.env.MUTANTS_ON_LOAD !== '1',
  thresholds: { high: 95, low: 90, break: 90 },
}

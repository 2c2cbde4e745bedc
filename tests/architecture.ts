import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { importsOf, inZone, isTest, type Source, under } from './sources.ts'

/** From the bottom up: a module may import the ones before it, never one after it. */
export const MODULES = [
  'platform',
  'messaging',
  'accounts',
  'season',
  'documents',
  'money',
  'reporting',
  'operations',
]

export const DOCUMENT = 'docs/architecture.md'

const IS_ABOUT: Record<string, string> = {
  platform: 'nothing specific to the product: database, HTTP, cache, jobs, files',
  messaging: 'mail, its delivery, and who wants which',
  accounts: 'people, organizations, who may do what, and whose systems listen',
  season: 'a campaign during its season',
  documents: 'PDFs and images, the widget, short links',
  money: 'what is owed, paid, refunded and paid out, each in the ledger',
  reporting: 'what representatives, owners and supporters read about all this',
  operations: 'backup, the demo, roles',
}

export const serverSources: Source[] = under('server').filter(
  (source) => !isTest(source) && source.path.endsWith('.ts'),
)
export const moduleOf = (path: string): string => path.split('/')[1] ?? ''
export const isRootFile = (path: string): boolean => path.split('/').length === 2

/** How many times each module imports each other one, by `from to`. */
function importCounts(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { from, to } of serverSources.flatMap(importsOf)) {
    if (!inZone(to, 'server') || isRootFile(from) || isRootFile(to)) continue
    const a = moduleOf(from)
    const b = moduleOf(to)
    if (a !== b) counts.set(`${a} ${b}`, (counts.get(`${a} ${b}`) ?? 0) + 1)
  }
  return counts
}

const foldersOf = (module: string): string[] =>
  [
    ...new Set(
      serverSources
        .filter(({ path }) => moduleOf(path) === module)
        .map(({ path }) => path.split('/').slice(2, -1)[0]),
    ),
  ]
    .filter((folder) => folder !== undefined)
    .sort()

/** The diagram leaves out arrows that others imply; the table below it counts every import. */
function drawn(counts: Map<string, number>): string[] {
  const imports = (from: string, to: string) => counts.has(`${from} ${to}`)
  const isImplied = (from: string, to: string) =>
    MODULES.some((between) => imports(from, between) && imports(between, to))
  return [...counts.keys()]
    .map((edge) => edge.split(' ') as [string, string])
    .filter(([from, to]) => !isImplied(from, to))
    .sort(
      ([a, b], [c, d]) => MODULES.indexOf(c) - MODULES.indexOf(a) || MODULES.indexOf(d) - MODULES.indexOf(b),
    )
    .map(([from, to]) => `  ${from} --> ${to}`)
}

/** What happens, in the order in which it passes the files: written by following one call. */
const JOURNEYS: Record<string, readonly string[]> = {
  'A pledge': [
    '`web/parts/pledging/panel.tsx`: the amounts; `web/parts/pledging/selection.ts` keeps what is picked',
    '`web/parts/pledging/quote.ts` asks the server what that comes to: `server/season/pledges/quote.ts`',
    '`web/parts/pledging/dialog.tsx`, then `web/parts/pledging/use-pledge.ts`, which sends it through `web/write.ts`',
    '`server/platform/http/http.ts`: who calls, the body against its schema in `domain/schemas/pledge.ts`, limits, errors',
    '`server/season/pledges/routes.ts` to `server/season/pledges/create.ts`: the one place that makes a pledge',
    '`server/money/cards/saved-cards.ts`: asks the card provider whose card it is, before any transaction',
    '`server/season/pledges/context.ts` reads the campaign; `server/season/pledges/choices.ts` applies what counts',
    '`domain/pledges/pledge.ts`: the estimate; `domain/pledges/maximum.ts`: the most it can owe; `domain/pledges/consent.ts`: the words that are agreed to',
    '`server/season/pledges/held.ts`: a large one by check or cash waits for a representative',
    '`server/season/pledges/store.ts`: one statement writes it',
    '`server/platform/changes/campaign-changes.ts`: drops what was cached and wakes open pages',
    '`server/season/pledges/scheduled.ts`: a job queues the mail; `server/messaging/mails/send.ts` sends it',
  ],
  'A result becomes a charge': [
    '`server/season/results/enter.ts`: entered by one; `server/season/results/confirm.ts`: confirmed by another; `server/season/results/store.ts` adds it up',
    '`server/season/digests/news.ts`, `server/season/alerts/send.ts`: supporters hear of it',
    '`server/money/settlements/preview.ts` shows what a lock would bill: `server/money/settlements/compute.ts`, by `domain/pledges/accrual.ts`',
    '`server/money/settlements/lock.ts`: under the campaign’s lock, checked against the database’s own sum, written by `server/money/settlements/write.ts`',
    '`server/money/settlements/advance.ts` mails each statement, as `server/money/settlements/mail-statements.ts` reads it, days before any charge',
    '`server/money/charges/due-charges.ts`: claims what is due, writes each attempt before it asks',
    '`server/money/charges/attempt.ts`: the call, with the attempt’s id as its key; `server/money/providers/cards.ts` is what a provider must do',
    '`server/money/charges/recording.ts`: the answer, once; `domain/billing/dunning.ts`: when it is tried again',
    '`server/money/ledger/postings.ts`: the journal entry, which adds up to zero',
    '`server/money/charges/pledge-charges.ts`: the pledge is settled when all is paid; the receipt is queued',
  ],
  'A page': [
    '`web/routes.ts`: which address is which file; `web/paths.ts`: what addresses are called',
    '`server/platform/pages/pages.ts`: cached for visitors, otherwise rendered by `web/entry.server.tsx` inside `web/root.tsx`',
    '`web/pages/campaigns/id/campaign.tsx`: its `loader` names queries; `web/page-data.ts` reads them in this process',
    '`web/queries/campaigns.ts`: one query, its address and its schema',
    '`server/season/campaigns/routes.ts` to `server/season/campaigns/detail.ts`, and `server/season/campaigns/store.ts`',
    '`server/platform/http/public-answer.ts`: what all visitors may share, kept in `server/platform/cache/cache.ts`',
    '`web/entry.client.tsx` takes the page over with the same queries; `web/api.ts` makes every later call',
    '`web/live/follow.ts`: hears from `server/season/campaigns/live.ts` that something changed, and reads it again',
  ],
}

/** docs/architecture.md: what is counted in it comes from the imports. */
export function architecture(): string {
  const fromTheTop = [...MODULES].reverse()
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    '# Architecture',
    '',
    'Written by `npm run architecture`; `modules.test.ts` checks that it is up to date and that every file is there.',
    '',
    'One package with three roots. `domain/` is pure; `server/` and `web/` import it, and `web/` imports only types from',
    '`server/`. A folder is a noun: `routes.ts` is what it answers, `store.ts` its SQL, `index.ts` all that others may use,',
    'and every other file is called for its job. The modules of `server/` import downward only:',
    '',
    '```mermaid',
    'flowchart TD',
    ...fromTheTop.map((name) => `  ${name}["${name}"]`),
    ...drawn(importCounts()),
    '```',
    '',
    row(['module', 'what it covers', 'folders']),
    row(['---', '---', '---']),
    ...fromTheTop.map((name) => row([`\`${name}\``, IS_ABOUT[name] ?? '', foldersOf(name).join(', ')])),
    '',
    'What a module is given is the type `Deps` in its `deps.ts`: the parts of the module below, and its own. `season` never',
    'imports `money`: it asks through one port, the type `Money` in `server/season/deps.ts`, which `server/program.ts` fills in.',
    'The states of charges, refunds and payouts are in `domain/billing/money-states.ts`; in tests, any other move fails.',
    ...Object.entries(JOURNEYS).flatMap(([name, steps]) => [
      '',
      `## ${name}`,
      '',
      ...steps.map((step, index) => `${index + 1}. ${step}`),
    ]),
    '',
  ].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(DOCUMENT, architecture())
  console.log(`Written: ${DOCUMENT}`)
}

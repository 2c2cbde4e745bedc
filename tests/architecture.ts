import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Machine, MONEY_STATES } from '#domain/billing/money-states.ts'
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
  accounts: 'people, organizations, and who may do what',
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
    const [a, b] = [moduleOf(from), moduleOf(to)]
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

/** Each record's first states and its transitions. */
const machineRows = (machine: Machine): string[] => [
  ...machine.first.map((state) => `  [*] --> ${state}`),
  ...Object.entries(machine.next).flatMap(([from, next]) => next.map((to) => `  ${from} --> ${to}`)),
]

/** docs/architecture.md, generated from the imports. */
export function architecture(): string {
  const counts = importCounts()
  const fromTheTop = [...MODULES].reverse()
  const columns = MODULES.slice(0, -1)
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    '# Architecture',
    '',
    'Generated from the code by `npm run architecture`; `modules.test.ts` checks that it is up to date.',
    '',
    'One package with three roots. `domain/` is pure and imports none of our code; `server/` and `web/` import `domain/`, and',
    '`web/` imports only types from `server/`. A request goes through `routes.ts` → `actions.ts` → `store.ts` of one folder. A',
    'folder’s `index.ts` is its public API: its actions, and the SQL in its `queries.ts`, which runs in the caller’s',
    'transaction. A `store.ts` is private. `server/` consists of modules that import downward only:',
    '',
    '```mermaid',
    'flowchart TD',
    ...fromTheTop.map((name) => `  ${name}["${name}"]`),
    ...drawn(counts),
    '```',
    '',
    row(['module', 'what it covers', 'folders']),
    row(['---', '---', '---']),
    ...fromTheTop.map((name) => row([`\`${name}\``, IS_ABOUT[name] ?? '', foldersOf(name).join(', ')])),
    '',
    'How many times the module in each row imports from the module in each column:',
    '',
    row(['', ...columns]),
    row(['---', ...columns.map(() => '---:')]),
    ...fromTheTop
      .slice(0, -1)
      .map((from) => row([`\`${from}\``, ...columns.map((to) => String(counts.get(`${from} ${to}`) ?? ''))])),
    '',
    'What a module is given is the type `Deps` in its `deps.ts`: the parts of the module below, and its own. `season` never',
    'imports `money`: it asks through one port, the type `Money` in `server/season/deps.ts`, which `server/program.ts` fills in.',
    '',
    '## States of money records',
    '',
    'The transitions are listed in `domain/billing/money-states.ts`; in the test databases any other transition fails.',
    ...Object.entries<Machine>(MONEY_STATES).flatMap(([table, machine]) => [
      '',
      `### ${table.replaceAll('_', ' ')}`,
      '',
      '```mermaid',
      'stateDiagram-v2',
      ...machineRows(machine),
      '```',
    ]),
    '',
  ].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(DOCUMENT, architecture())
  console.log(`Written: ${DOCUMENT}`)
}

/**
 * npm run bench: how fast the product is compared with the most this machine can do, in one run. Ratios are what
 * count; figures per second depend on the machine. Options: --quick, --only json,html,list,pledges,busy,settlement,charges,
 * mail, lighthouse, journeys, discovery, live, tables, forecast.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase, sql } from '#server/platform/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { testSealing } from '#tests/mails.ts'
import { benchBusy } from './busy.ts'
import { benchCharges } from './charges.ts'
import { demandInvariants, fill } from './database.ts'
import { benchDiscovery } from './discovery.ts'
import { benchForecast } from './forecast.ts'
import { benchJourneys } from './journeys.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchLive } from './live.ts'
import { benchMail } from './mail.ts'
import { benchPledges } from './pledges.ts'
import { type Running, startBare, startProduct } from './processes.ts'
import { benchReads, type Read } from './reads.ts'
import { type Bench, progressLine, type Row, table, type Verdict, verdictOn } from './report.ts'
import { benchSettlement } from './settlement.ts'
import { benchTables } from './tables.ts'

const PARTS = [
  'json',
  'html',
  'list',
  'pledges',
  'busy',
  'settlement',
  'charges',
  'mail',
  'lighthouse',
  'journeys',
  'discovery',
  'live',
  'tables',
  'forecast',
] as const
type Part = (typeof PARTS)[number]
type Pace = Pick<
  Bench,
  'connections' | 'rounds' | 'seconds' | 'settledLines' | 'settlements' | 'charges' | 'slowCharges' | 'mails'
>

const FULL: Pace = {
  connections: [1, 32],
  rounds: 5,
  seconds: 2,
  settledLines: 1_000_000,
  settlements: 3,
  charges: 10_000,
  slowCharges: 3_000,
  mails: 3_000,
}
const QUICK: Pace = {
  connections: [1, 32],
  rounds: 3,
  seconds: 1.5,
  settledLines: 100_000,
  settlements: 1,
  charges: 1_000,
  slowCharges: 600,
  mails: 1_000,
}

const { pace, parts } = readOptions()
const stack = new AsyncDisposableStack()
const interrupted = Promise.withResolvers<never>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => interrupted.reject(new Error(`Stopped by ${signal}`)))
}
process.once('disconnect', () => interrupted.reject(new Error('The process that started it is gone')))
process.channel?.unref()

try {
  await Promise.race([run(), interrupted.promise])
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
// Anything still running fails from here on, with no one to report it to.
process.on('unhandledRejection', () => undefined)
await stack.disposeAsync()
process.exit()

function readOptions(): { pace: Pace; parts: Set<Part> } {
  const options = { quick: { type: 'boolean' }, only: { type: 'string' } } as const
  const { values } = parseArgs({ options })
  const named = values.only?.split(',') ?? PARTS
  const odd = named.find((name) => !PARTS.includes(name as Part))
  if (odd !== undefined) throw new Error(`--only takes ${PARTS.join(', ')}, not ${odd}`)
  return { pace: values.quick ? QUICK : FULL, parts: new Set(named as Part[]) }
}

async function run(): Promise<void> {
  console.log('Starting a database of its own and filling it ...')
  const bench = await prepare()
  console.log(
    `Filled. Load of the machine by others: ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors.\n`,
  )
  const rows: Row[] = []
  const reads = (['json', 'list', 'html'] satisfies Read[]).filter((read) => parts.has(read))
  if (reads.length > 0) rows.push(...(await benchReads(bench, reads)))
  if (parts.has('live')) rows.push(...(await benchLive(bench)))
  if (parts.has('pledges')) rows.push(...(await benchPledges(bench)))
  if (parts.has('busy')) rows.push(...(await benchBusy(bench)))
  if (parts.has('lighthouse')) rows.push(...(await benchLighthouse(bench)))
  if (parts.has('journeys')) rows.push(...(await benchJourneys(bench)))
  if (parts.has('discovery')) rows.push(...(await benchDiscovery(bench)))
  if (parts.has('forecast')) rows.push(...benchForecast(bench))
  if (parts.has('tables')) rows.push(...(await benchTables(bench)))
  // It empties the tables of what was billed, so it runs before anything is collected.
  if (parts.has('settlement')) rows.push(...(await benchSettlement(bench)))
  if (parts.has('charges')) rows.push(...(await benchCharges(bench)))
  if (parts.has('mail')) rows.push(...(await benchMail(bench)))
  await report(bench, rows)
}

/** Everything is created in a temporary folder, and deleted with it. */
async function prepare(): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'pledgeraiser-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const log = { info: () => undefined, warn: console.warn, error: console.error }
  const { url } = await held(startEmbeddedPostgres({ dataDir: join(folder, 'data'), log }))
  await migrate(url)
  await fill(url)
  const db = openDatabase({ url, sealing: testSealing })
  stack.defer(() => db.close())
  await demandInvariants(db)
  const products = new Map<boolean, Promise<Running>>()
  let bare: ReturnType<typeof startBare> | undefined
  return {
    ...pace,
    url,
    db,
    folder,
    product: ({ cache }) => {
      const running = products.get(cache) ?? held(startProduct(url, { cache }))
      products.set(cache, running)
      return running
    },
    smallProduct: () => held(startProduct(url, { cache: true, heap: 'small' })),
    productOn: (other) => held(startProduct(other, { cache: false })),
    bare: () => {
      bare ??= held(startBare())
      return bare
    },
    progress: (row) => console.log(progressLine(row)),
  }
}

/** Stopped at the end, also when interrupted while it starts. */
function held<Started extends { stop(): Promise<void> }>(starting: Promise<Started>): Promise<Started> {
  stack.defer(() =>
    starting.then(
      (started) => started.stop(),
      () => undefined,
    ),
  )
  return starting
}

async function report({ db }: Bench, rows: readonly Row[]): Promise<void> {
  const count = (verdict: Verdict) => rows.filter((row) => verdictOn(row) === verdict).length
  console.log(`\n${table(rows)}\n\n${count('met')} expectations met, ${count('missed')} missed`)
  const [postgres] = await db.query<{ version: string }>(
    sql`select current_setting('server_version') as version`,
  )
  const at = new Date().toISOString()
  const text = JSON.stringify(
    {
      at,
      machine: {
        processor: cpus()[0]?.model,
        processors: cpus().length,
        node: process.version,
        postgres: postgres?.version,
      },
      pace,
      rows: rows.map((row) => ({ ...row, verdict: verdictOn(row) })),
    },
    null,
    2,
  )
  const results = join(import.meta.dirname, '..', 'bench-results')
  await mkdir(results, { recursive: true })
  const file = join(results, `${at.replaceAll(':', '-').slice(0, 19)}.json`)
  await writeFile(file, `${text}\n`)
  console.log(file)
}

import { CampaignListQuery, SORTS } from '#domain/schemas/campaign.ts'
import { type Db, openDatabase, sql } from '#server/platform/db/database.ts'
import { scopeOf, VISITOR } from '#server/season/campaigns/list-search.ts'
import { readPage } from '#server/season/campaigns/list-store.ts'
import { inTurns, median, ratioOf, summary } from './compare.ts'
import { createDiscovery } from './discovery-database.ts'
import { drive, getRequest, type Load, type Sample } from './load.ts'
import type { Bench, Rate, Row, Timing } from './report.ts'
import { runStatements, type Statement, statementsOf } from './statements.ts'

const MANY = 100_000
const SOME = 1_000
const PHRASES = 400
const SEARCH_AT_LEAST = 0.5
const MANY_AT_LEAST = 0.75
const SORT_AT_LEAST = 0.5
/** As the page requests it. */
const LIST = 'status=active&sort=pledged&order=desc&limit=48'

/** Discovery among a hundred thousand campaigns, with the caches off: searches, the default list, every order. */
export async function benchDiscovery(bench: Bench): Promise<Row[]> {
  const manyUrl = await createDiscovery(bench.url, MANY)
  const someUrl = await createDiscovery(bench.url, SOME)
  const many = await bench.productOn(manyUrl)
  const some = await bench.productOn(someUrl)
  const db = openDatabase({ url: manyUrl, connections: 4 })
  const rows: Row[] = []
  const add = (row: Row) => {
    bench.progress(row)
    rows.push(row)
  }
  const load = (connections: number, port: number, paths: readonly string[]): (() => Promise<Sample>) => {
    const requests = paths.map((path) => getRequest(path))
    const next: Load['next'] = () => requests[Math.floor(Math.random() * requests.length)] as Buffer
    return () => drive({ port, connections, seconds: bench.seconds, next, expectedStatus: 200 })
  }
  try {
    add(await firstSummary(many.port))
    for (const isMisspelt of [false, true]) {
      const phrases = await readPhrases(db, isMisspelt)
      const paths = phrases.map((phrase) => `/api/campaigns?${LIST}&search=${encodeURIComponent(phrase)}`)
      const series = await statementsFor(db, phrases)
      for (const connections of bench.connections) {
        const { ours, limit } = await inTurns(bench.rounds, {
          ours: load(connections, many.port, paths),
          limit: () => runStatements(manyUrl, { connections, seconds: bench.seconds }, series),
        })
        add({
          what: `${isMisspelt ? 'forgiving' : 'exact'} search, 100 000`,
          connections,
          ours: summary(ours),
          against: 'its SQL, prepared',
          limit: summary(limit),
          ratio: ratioOf(ours, limit),
          atLeast: connections > 1 ? SEARCH_AT_LEAST : null,
          note: `such as “${phrases.slice(0, 4).join('”, “')}”`,
        })
      }
    }
    for (const connections of bench.connections)
      for (const row of await benchOrders(bench, connections, load, many.port, some.port)) add(row)
  } finally {
    await db.close()
  }
  return rows
}

type Loader = (connections: number, port: number, paths: readonly string[]) => () => Promise<Sample>

/** The default list compared with itself among few campaigns, and every other order compared with the default. */
async function benchOrders(
  { rounds }: Bench,
  connections: number,
  load: Loader,
  manyPort: number,
  somePort: number,
): Promise<Rate[]> {
  const others = SORTS.filter((sort) => sort !== 'pledged')
  const pathsOf = (sort: string) =>
    ['asc', 'desc'].map((order) => `/api/campaigns?status=active&sort=${sort}&order=${order}&limit=48`)
  const samples = await inTurns(rounds, {
    pledged: load(connections, manyPort, [`/api/campaigns?${LIST}`]),
    few: load(connections, somePort, [`/api/campaigns?${LIST}`]),
    ...Object.fromEntries(others.map((sort) => [sort, load(connections, manyPort, pathsOf(sort))])),
  } as Record<string, () => Promise<Sample>>)
  const rate = (what: string, ours: string, against: string, limit: string, atLeast: number): Rate => ({
    what,
    connections,
    ours: summary(samples[ours] ?? []),
    against,
    limit: summary(samples[limit] ?? []),
    ratio: ratioOf(samples[ours] ?? [], samples[limit] ?? []),
    atLeast: connections > 1 ? atLeast : null,
  })
  return [
    rate('default list, 100 000', 'pledged', 'itself at 1 000', 'few', MANY_AT_LEAST),
    ...others.map((sort) =>
      rate(`list by ${sort}, 100 000`, sort, 'the default order', 'pledged', SORT_AT_LEAST),
    ),
  ]
}

/** The tiles and types of the page as it opens, before anything is cached. */
async function firstSummary(port: number): Promise<Timing> {
  const times: number[] = []
  for (let run = 0; run < 5; run += 1) {
    const before = performance.now()
    await (await fetch(`http://127.0.0.1:${port}/api/campaigns/summary?status=active`)).arrayBuffer()
    times.push(performance.now() - before)
  }
  return {
    what: 'summary of 100 000, nothing kept',
    oursMs: median(times),
    against: null,
    limitMs: null,
    ratio: null,
    atMost: null,
  }
}

/** One to three words of a random campaign's name; misspelled: one letter of one of them is replaced. */
async function readPhrases(db: Db, isMisspelt: boolean): Promise<string[]> {
  const names = await db.query<{ name: string }>(
    sql`select name from campaigns order by random() limit ${PHRASES}`,
  )
  return names.map(({ name }) => {
    const words = name.split(' ').filter((word) => word.length > 3)
    const chosen = words.toSorted(() => Math.random() - 0.5).slice(0, 1 + below(3))
    if (!isMisspelt) return chosen.join(' ')
    return chosen.map((word, position) => (position === 0 ? misspell(word) : word)).join(' ')
  })
}

const below = (limit: number): number => Math.floor(Math.random() * limit)

function misspell(word: string): string {
  const position = below(word.length)
  const letters = [...'abcdefghijklmnopqrstuvwxyz'].filter(
    (letter) => letter !== word[position]?.toLowerCase(),
  )
  return word.slice(0, position) + letters[below(letters.length)] + word.slice(position + 1)
}

/** What the product asks the database for each phrase. */
async function statementsFor(db: Db, phrases: readonly string[]): Promise<Statement[][]> {
  const series: Statement[][] = []
  for (const search of phrases) {
    const query = CampaignListQuery.parse({ ...Object.fromEntries(new URLSearchParams(LIST)), search })
    series.push(
      await statementsOf(db, (recorded) =>
        readPage(recorded, scopeOf(VISITOR, query.status), query, new Date()),
      ),
    )
  }
  return series
}

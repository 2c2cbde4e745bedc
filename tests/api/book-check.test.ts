/** R40: the books of a campaign are checked when something changed, and otherwise in turn; nothing is missed. */
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkBooks } from '#server/money/book-check/check.ts'
import { checkInvariants, markAllBooks } from '#server/money/book-check/index.ts'
import { advanceSettlements } from '#server/money/settlements/advance.ts'
import { sql, type Transaction } from '#server/platform/db/database.ts'
import { createTestApp, type TestApp } from '#tests/app.ts'
import {
  BAY,
  bill,
  openSeason,
  play,
  pledge,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'

const NAMES = ['first', 'second', 'third'] as const
type Name = (typeof NAMES)[number]

let app: TestApp
let org: TestOrganization
let seasons: Record<Name, Season>

beforeEach(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  org = await setUpOrganization(app)
  const opened: Season[] = []
  for (const _ of NAMES) opened.push(await openSeason(org))
  opened.sort((one, other) => (one.id < other.id ? -1 : 1))
  const [first, second, third] = opened as [Season, Season, Season]
  seasons = { first, second, third }
  await checkBooks(app.deps)
})
afterEach(() => app.close())

/** Ten minutes later the check runs again. Returns whose books it checked. */
async function checkLater(): Promise<Name[]> {
  app.clock.advance({ minutes: 10 })
  await checkBooks(app.deps)
  const rows = await app.deps.db.query<{ id: string }>(sql`
    select campaign_id as id from book_checks where checked_at = ${app.clock.now()}`)
  return NAMES.filter((name) => rows.some(({ id }) => id === seasons[name].id))
}

const shift = (db: Pick<Transaction, 'query'>, name: Name) =>
  db.query(sql`
    update campaign_books set collected_cents = collected_cents + 100 where campaign_id = ${seasons[name].id}`)

/** Like a damaged disk or a manual edit of the database: no trigger runs. */
const shiftUnseen = (name: Name) =>
  app.deps.db.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`)
    await shift(tx, name)
  })

async function held(): Promise<Name[]> {
  const rows = await app.deps.db.query<{ id: string }>(sql`
    select id from campaigns where billing_held_at is not null`)
  return NAMES.filter((name) => rows.some(({ id }) => id === seasons[name].id))
}

it('a campaign is checked after a change and in its turn, and otherwise not looked at again', async () => {
  await pledge(org, seasons.third, { lines: { goals: '5.00' } })
  // The one that changed, and one of the three that have waited equally long.
  expect(await checkLater()).toEqual(['first', 'third'])
  expect(await checkLater()).toEqual(['second'])
  expect(await checkLater()).toEqual(['first'])
  expect(await app.deps.db.query(sql`select from book_changes`)).toEqual([])
})

it('a change that breaks the books puts that campaign on hold at the next check, and no other', async () => {
  await shift(app.deps.db, 'third')
  await checkLater()
  expect(await held()).toEqual(['third'])
})

it('a campaign on hold is checked each time, and its billing resumes however it was mended', async () => {
  await shift(app.deps.db, 'third')
  expect(await checkLater()).toEqual(['first', 'third'])
  expect(await checkLater()).toEqual(['second', 'third'])
  expect(await held()).toEqual(['third'])
  await app.deps.db.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`)
    await tx.query(sql`update campaign_books set collected_cents = collected_cents - 100
      where campaign_id = ${seasons.third.id}`)
  })
  await checkLater()
  expect(await held()).toEqual([])
})

it('a row that was changed without triggers is found in the campaign’s next full check', async () => {
  await shiftUnseen('third')
  expect(await checkLater()).toEqual(['first'])
  expect(await held()).toEqual([])
  expect(await checkLater()).toEqual(['second'])
  expect(await checkLater()).toEqual(['third'])
  expect(await held()).toEqual(['third'])
})

it('a change that commits while the books are checked is looked at by the next check', async () => {
  await pledge(org, seasons.third, { lines: { goals: '5.00' } })
  const isChecked = Promise.withResolvers<void>()
  const isWritten = Promise.withResolvers<void>()
  const writing = app.deps.db.transaction(async (tx) => {
    await shift(tx, 'third')
    isWritten.resolve()
    await isChecked.promise
  })
  await isWritten.promise
  expect(await checkLater()).toEqual(['first', 'third'])
  isChecked.resolve()
  await writing
  expect(await held()).toEqual([])
  expect(await checkLater()).toEqual(['second', 'third'])
  expect(await held()).toEqual(['third'])
})

it('when a settlement closes, its campaign is checked in full at once', async () => {
  await pledge(org, seasons.third, { lines: { goals: '5.00' } })
  await play(org, seasons.third, { ...BAY, goals: 3 })
  await bill(org, seasons.third, 'progress')
  await app.deps.db.query(sql`update settlements set stage = 'charging', closed_at = null`)
  await checkBooks(app.deps)
  await shiftUnseen('third')
  await shiftUnseen('second')
  await advanceSettlements(app.deps)
  expect(await held()).toEqual(['third'])
})

it('after a restore, which runs no triggers, every campaign is checked by the next check', async () => {
  await shiftUnseen('first')
  await shiftUnseen('second')
  await shiftUnseen('third')
  await markAllBooks(app.deps.db)
  expect(await checkLater()).toEqual(['first', 'second', 'third'])
  expect(await held()).toEqual(['first', 'second', 'third'])
})

it('every table that an invariant reads marks its campaign when it is written', async () => {
  const folder = new URL('../../server/platform/db/invariants/', import.meta.url)
  const files = readdirSync(folder)
  for (const [number, name] of files.entries())
    await app.deps.db.query(
      sql.raw(`create view invariant_${number} as ${readFileSync(new URL(name, folder), 'utf8')}`),
    )
  const tables = await app.deps.db.query<{ name: string; events: number[] }>(sql`
    select u.table_name as name,
           (select coalesce(array_agg(e.type order by e.type), '{}')
              from pg_trigger t join pg_proc p on p.oid = t.tgfoid
              cross join (values (4, 1), (8, 2), (16, 3)) as e (bit, type)
             where t.tgrelid = u.table_name::regclass and p.proname like 'mark_books%' and t.tgtype & e.bit > 0) as events
      from (select distinct table_name from information_schema.view_table_usage where view_name like 'invariant_%') u
      join pg_class c on c.oid = u.table_name::regclass and c.relkind = 'r'
     order by 1`)
  expect(tables.length).toBeGreaterThan(20)
  const INSERT = 1
  const DELETE = 2
  const UPDATE = 3
  const others: Record<string, number[]> = {
    // Never deleted.
    campaigns: [INSERT, UPDATE],
    pledges: [INSERT, UPDATE],
    // Its lines mark the rest.
    payouts: [UPDATE],
    // Written together with a table that marks.
    campaign_totals: [],
    card_movements: [],
    payout_reversals: [],
    pledge_lines: [UPDATE],
  }
  expect(Object.fromEntries(tables.map(({ name, events }) => [name, events]))).toEqual(
    Object.fromEntries(tables.map(({ name }) => [name, others[name] ?? [INSERT, DELETE, UPDATE]])),
  )
})

/** Rows of results and of the lines of pledges that a check of these campaigns reads, by the tables' indexes. */
const rowsReadFor = (...names: Name[]) =>
  app.deps.db.transaction(async (tx) => {
    // As in a database with many campaigns; a table of only a few rows would be read whole.
    await tx.query(sql`set local enable_seqscan = off`)
    const read = () =>
      tx.query<{ rows: number }>(sql`
        select sum(seq_tup_read + idx_tup_fetch)::integer as rows
        from pg_stat_xact_user_tables
        where relname in ('results', 'pledge_lines')`)
    const [before] = await read()
    const ids = names.map((name) => seasons[name].id)
    expect(await checkInvariants(tx, ids)).toEqual([])
    const [after] = await read()
    return (after?.rows ?? 0) - (before?.rows ?? 0)
  })

it('a check of one campaign reads no results of another, where both have lines that count a part of the season', async () => {
  const match = { opponent: 'Bay', startTime: '2026-09-11T18:00:00Z', goals: 3 }
  const made = { lines: { goals: '5.00' }, counts: { from: 'now' } } as const
  for (const name of ['first', 'second'] as const) await pledge(org, seasons[name], made)
  app.clock.advance({ days: 2 })
  await play(org, seasons.first, match)
  const alone = await rowsReadFor('first')
  expect(alone).toBeGreaterThan(0)
  await play(org, seasons.second, match)
  expect(await rowsReadFor('first')).toBe(alone)
  expect(await rowsReadFor('first', 'second')).toBeGreaterThan(alone)
})

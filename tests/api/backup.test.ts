/** A backup contains every row and file of one moment, and restores them into an empty database only. */
import { execFile } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { writeBackup } from '#server/operations/backup/backup-command.ts'
import { MANIFEST, readManifest, tablesOf } from '#server/operations/backup/copy.ts'
import { restoreBackup } from '#server/operations/backup/restore-command.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { knownMigrations, migrate } from '#server/platform/db/migrate.ts'
import { createRanks } from '#server/season/campaigns/ranks.ts'
import { createTestApp, type TestApp } from '#tests/app.ts'
import { COMPILE_CACHE } from '#tests/compile-cache.ts'
import { createBlankDatabase, type TestDatabase } from '#tests/database.ts'
import { BAY } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let blank: TestDatabase
let place: string

beforeEach(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  blank = await createBlankDatabase()
  place = await mkdtemp(join(tmpdir(), 'pledgeraiser-backup-'))
  await mkdir(join(place, 'files', 'images'), { recursive: true })
  await writeFile(join(place, 'files', 'images', 'team.webp'), 'a picture')
})
afterEach(async () => {
  await app.close()
  await blank.drop()
  await rm(place, { recursive: true, force: true })
})

const made = () => join(place, 'backup')
const backup = () =>
  writeBackup({ url: app.url, filesFolder: join(place, 'files') }, made(), app.deps.clock.now())
const restore = () => restoreBackup({ url: blank.url, filesFolder: join(place, 'restored') }, made())

/** `npm run backup` of that database, as typed. @returns what it prints. */
const backupCommand = (url: string): Promise<string> =>
  new Promise((resolve) => {
    const program = join(import.meta.dirname, '../../server/operations/backup/backup-command.ts')
    const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: place, ...COMPILE_CACHE }
    execFile(process.execPath, [program, made()], { env }, (_, stdout, stderr) => resolve(stdout + stderr))
  })

/** Every row of every table, as text. */
async function contents(url: string): Promise<Record<string, string[]>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const all: Record<string, string[]> = {}
    for (const { name } of await tablesOf(client)) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
      all[name] = rows.map(({ row }) => row)
    }
    return all
  } finally {
    await client.end()
  }
}

/** The order of lists follows changes with a delay (R11): it must be final before it is compared. */
async function settleRanks(): Promise<void> {
  const ranks = createRanks(app.deps)
  await ranks.rebuildDrifted()
  await ranks.close()
}

const tablesIn = async (url: string) => Object.keys(await contents(url))

it('a backup restores every row and file, and the books add up', async () => {
  await givenSeason({
    app,
    pledges: [{ lines: { goals: '5.00' } }],
    matches: [{ ...BAY, goals: 3 }],
    billed: 'progress',
  })
  await settleRanks()
  const { tables, files } = await backup()
  expect(files).toBe(1)
  expect(tables.find(({ name }) => name === 'public.journal_postings')?.rows).toBeGreaterThan(1)
  await restore()
  expect(await contents(blank.url)).toEqual(await contents(app.url))
  expect(await readFile(join(place, 'restored', 'images', 'team.webp'), 'utf8')).toBe('a picture')
  const db = openDatabase({ url: blank.url, connections: 2 })
  expect(await checkInvariants(db)).toEqual([])
  // The triggers are restored too: what is posted cannot be changed (R5).
  await expect(db.pool.query('delete from journal_postings')).rejects.toThrow()
  await db.close()
})

it('a backup that is damaged, too new or has no empty place is refused with the reason, and nothing is written', async () => {
  const { tables } = await backup()
  await expect(backup()).rejects.toThrow('is there already')
  const users = join(made(), 'tables', 'public.users.copy.gz')
  const whole = await readFile(users)
  await appendFile(users, 'x')
  await expect(restore()).rejects.toThrow('public.users.copy.gz is damaged. Nothing was restored.')
  await writeFile(users, whole)
  const manifest = JSON.parse(await readFile(join(made(), MANIFEST), 'utf8'))
  const later = [...manifest.migrations, { name: '9999_later.sql', checksum: 'x' }]
  await writeFile(join(made(), MANIFEST), JSON.stringify({ ...manifest, migrations: later }))
  await expect(restore()).rejects.toThrow('9999_later.sql is not known here')
  await writeFile(join(made(), MANIFEST), JSON.stringify(manifest))
  expect(await tablesIn(blank.url)).toEqual([])
  await expect(restoreBackup({ url: app.url, filesFolder: null }, made())).rejects.toThrow('is not empty')
  await expect(restoreBackup({ url: blank.url, filesFolder: null }, place)).rejects.toThrow(
    'no finished backup',
  )
  await restore()
  expect(await tablesIn(blank.url)).toHaveLength(tables.length)
})

it('a backup needs no sequences, since the database has none outside of jobs', async () => {
  const { rows } = await app.deps.db.pool.query(
    "select schemaname, sequencename from pg_sequences where schemaname <> 'jobs'",
  )
  expect(rows).toEqual([])
})

it('a backup’s files can be read by their owner only', async () => {
  await backup()
  for (const path of [made(), join(made(), MANIFEST), join(made(), 'tables', 'public.users.copy.gz')])
    expect((await stat(path)).mode & 0o077).toBe(0)
})

it('a backup before an upgrade leaves the database as the build before left it, and is of that version', async () => {
  const before = [...(await knownMigrations()).keys()]
  const last = before.pop()
  await migrate(blank.url, { only: new Set(before) })
  expect(await backupCommand(blank.url)).toContain(`are in ${made()}`)
  const { migrations } = await readManifest(made())
  expect(migrations.map(({ name }) => name)).toEqual(before)
  expect(await migrate(blank.url)).toEqual([last])
})

it('a backup of a database without tables says that nothing is there', async () => {
  expect(await backupCommand(blank.url)).toContain('The database is empty, so nothing was backed up: check')
  expect(await tablesIn(blank.url)).toEqual([])
})

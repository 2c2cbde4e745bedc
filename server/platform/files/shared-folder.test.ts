/** R55: an instance whose pictures are stored elsewhere than the others' warns at every start. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { MARK, warnOfSeparateFiles } from './shared-folder.ts'

let database: TestDatabase
let db: Database
let one: string
let other: string
beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.url })
  one = await mkdtemp(join(tmpdir(), 'files-'))
  other = await mkdtemp(join(tmpdir(), 'files-'))
})
afterEach(async () => {
  await db.close()
  await database.drop()
  for (const folder of [one, other]) await rm(folder, { recursive: true })
})

async function warnings(dataDir: string, s3: object | null = null): Promise<string[]> {
  const said: string[] = []
  const log = { warn: (_fields: object, text: string) => said.push(text) }
  await warnOfSeparateFiles({ db, log: log as never }, { dataDir, s3: s3 as never })
  return said
}

it('an instance with the folder of the first one says nothing; one with another folder warns at each start', async () => {
  expect(await warnings(one)).toEqual([])
  expect(await warnings(one)).toEqual([])
  for (const _start of [1, 2])
    expect(await warnings(other)).toEqual([expect.stringContaining('are in another folder')])
  expect(await warnings(other, { bucket: 'pictures' })).toEqual([])
  expect(await warnings(one)).toEqual([])
})

it('two instances that start on one folder at the same moment agree', async () => {
  expect((await Promise.all([warnings(one), warnings(one)])).flat()).toEqual([])
  expect(await warnings(one)).toEqual([])
})

it('of two instances that start on two folders at the same moment one warns', async () => {
  const said = (await Promise.all([warnings(one), warnings(other)])).flat()
  expect(said).toHaveLength(1)
})

it('the folder is taken over where the id is written into it', async () => {
  await warnings(one)
  await warnings(other)
  const id = await readFile(join(one, 'files', MARK), 'utf8')
  await rm(join(other, 'files'), { recursive: true, force: true })
  expect(await warnings(other)).toHaveLength(1)
  await expect(readFile(join(other, 'files', MARK))).rejects.toThrow()
  await mkdir(join(other, 'files'))
  await writeFile(join(other, 'files', MARK), `${id}\n`)
  expect(await warnings(other)).toEqual([])
})

it('a folder that cannot be written is named, and none is kept for the database', async () => {
  await writeFile(join(one, 'files'), 'a file where the folder should be')
  expect(await warnings(one)).toEqual([expect.stringContaining('cannot be written')])
  expect(await warnings(other)).toEqual([])
})

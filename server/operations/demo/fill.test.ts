import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openDatabase, sql } from '#server/platform/db/database.ts'
import type { Program } from '#server/program.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { fillDemo, refuseDemoInPublic } from './fill.ts'

let test: TestDatabase
let db: ReturnType<typeof openDatabase>
const addUser = (email: string) =>
  db.query(sql`insert into users (id, email, created_at) values (gen_random_uuid(), ${email}, '2026-01-01')`)
const fill = () => fillDemo({ db, log: { info: vi.fn() } } as unknown as Program['deps'], test.url)

beforeEach(async () => {
  test = await createTestDatabase()
  db = openDatabase({ url: test.url, connections: 2 })
})
afterEach(async () => {
  await db.close()
  await test.drop()
})

it('the demo does not fill a database that has users', async () => {
  await addUser('sam@example.org')
  expect(await fill()).toBe(false)
})

it('a demo that was cut short is reported', async () => {
  await db.query(sql`create table demo_being_filled ()`)
  await addUser('rep@demo.test')
  await expect(fill()).rejects.toThrow('cut short')
})

it('a public site refuses to start with demo accounts', async () => {
  await addUser('sam@example.org')
  await refuseDemoInPublic(db)
  await addUser('rep@demo.test')
  await expect(refuseDemoInPublic(db)).rejects.toThrow('DEMO=1')
})

import { Client } from 'pg'
import { beforeEach, expect, it } from 'vitest'
import { openDatabase, sql } from '#server/platform/db/database.ts'
import { createTestDatabase, dropFreeDatabases } from '#tests/database.ts'

const insertUser = sql`
  insert into users (id, first_name, last_name, email, created_at)
  values (gen_random_uuid(), 'Ada', 'Love', 'ada@test.test', now())`
const usersAndPid = sql`select pg_backend_pid() as pid, (select count(*)::integer from users) as users`

// One that was used often is dropped: these begin with one that was not.
beforeEach(dropFreeDatabases)

it('a database that a test gave back comes empty to the next, over a connection that is as new', async () => {
  const before = await createTestDatabase()
  const one = openDatabase({ url: before.url })
  await one.query(insertUser)
  await one.query(sql`set lock_timeout = '1234'`)
  const [seen] = await one.query<{ pid: number; users: number }>(usersAndPid)
  expect(seen?.users).toBe(1)
  await one.close()
  await expect(one.query(usersAndPid)).rejects.toThrow(/after calling end/)
  await before.drop()

  const after = await createTestDatabase()
  expect(after.url).toBe(before.url)
  const other = openDatabase({ url: after.url })
  expect(await other.query(usersAndPid)).toEqual([{ pid: seen?.pid, users: 0 }])
  expect(await other.query(sql`show lock_timeout`)).toEqual([{ lockTimeout: '0' }])
  await other.close()
  await after.drop()
})

it('a database whose schema a test changed is not given to the next', async () => {
  const changed = await createTestDatabase()
  const db = openDatabase({ url: changed.url })
  await db.query(sql`alter table users disable trigger all`)
  await db.close()
  await changed.drop()
  const next = await createTestDatabase()
  expect(next.url).not.toBe(changed.url)
  await next.drop()
})

it('a transaction that a test left open holds up nobody, and what it wrote is gone', async () => {
  const database = await createTestDatabase()
  const forgotten = new Client({ connectionString: database.url })
  const ended = new Promise((resolve) => forgotten.on('error', resolve))
  await forgotten.connect()
  await forgotten.query('begin; lock table users')
  await database.drop()
  await ended
  const next = await createTestDatabase()
  expect(next.url).toBe(database.url)
  await next.drop()
})

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { COMPILE_CACHE } from '#tests/compile-cache.ts'
import { createNounApi, type NounApi } from '#tests/noun-api.ts'

let api: NounApi
let url: string
beforeAll(async () => {
  api = await createNounApi([])
  url = String(api.db.pool.options.connectionString)
})
afterAll(() => api.close())

const PROGRAM = join(import.meta.dirname, 'role-command.ts')
type Outcome = { code: number; output: string }

/** Runs the command as typed, on the test's database. */
const role = (...args: string[]): Promise<Outcome> => roleWith({}, ...args)
const roleWith = (settings: Record<string, string>, ...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: url, ...settings, ...COMPILE_CACHE }
    execFile(process.execPath, [PROGRAM, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: (stdout + stderr).trim() }),
    )
  })

const roles = () =>
  api.db.query(
    sql`select u.email, r.granted_by from user_roles r join users u on u.id = r.user_id order by u.email`,
  )

it('the role command adds the first representative, and removes all but the last (R29)', async () => {
  for (const email of ['one@example.org', 'two@example.org']) await api.addUser({ email })
  await api.addUser({ email: 'unproven@example.org', verified: false })

  expect(await role('add', 'One@example.org', 'representative')).toEqual({
    code: 0,
    output: 'one@example.org is a representative',
  })
  expect(await role('add', 'two@example.org', 'representative')).toMatchObject({ code: 0 })
  expect(await roles()).toEqual([
    { email: 'one@example.org', grantedBy: null },
    { email: 'two@example.org', grantedBy: null },
  ])
  expect(await role('remove', 'one@example.org')).toMatchObject({ code: 0 })
  expect(await role('remove', 'two@example.org')).toEqual({
    code: 1,
    output: 'The last representative cannot be removed: add another one first',
  })
  expect((await role('add', 'unproven@example.org', 'representative')).code).toBe(1)
  expect((await role('add', 'nobody@example.org', 'representative')).output).toBe(
    'No one has signed up with that address yet',
  )
  expect(await api.db.query(sql`select action from audit_log order by id`)).toEqual([
    { action: 'role.grant' },
    { action: 'role.grant' },
    { action: 'role.remove' },
  ])
})

it('the role command prints its usage for invalid arguments', async () => {
  const { code, output } = await role('add', 'one@example.org', 'king')
  expect([code, output.startsWith('Usage:')]).toEqual([2, true])
})

it('with MIGRATE=0 the command leaves migrating to npm run migrate, like a server', async () => {
  const [removed] = await api.db.query<{ name: string; checksum: string }>(sql`
    delete from schema_migrations
    where name = (select max(name) from schema_migrations)
    returning name, checksum
  `)
  const { code, output } = await roleWith({ MIGRATE: '0' }, 'add', 'one@example.org')
  expect({ code, output }).toEqual({
    code: 1,
    output: `The database lacks ${removed?.name}, and MIGRATE is off: run npm run migrate`,
  })
})

/** One table says what each record of money can become; the database and the code know the same states. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Machine, MONEY_STATES } from '#domain/billing/money-states.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, type TestApp } from '#tests/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const TABLES = Object.entries<Machine>(MONEY_STATES)

/** The states that the table's check constraint lists. */
async function statesInDatabase(table: string): Promise<string[]> {
  const rows = await app.deps.db.query<{ definition: string }>(sql`
    select pg_get_constraintdef(oid) as definition
      from pg_constraint
     where conrelid = ${table}::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ '^CHECK \\(\\(state = ANY'`)
  const [definition = ''] = rows.map((row) => row.definition)
  return [...definition.matchAll(/'(\w+)'::text/g)].map(([, state]) => state as string)
}

describe.each(TABLES)('the states of %s', (table, { first, next }) => {
  const states = Object.keys(next)

  it('are those of the database', async () => {
    expect((await statesInDatabase(table)).sort()).toEqual([...states].sort())
  })

  it('can each be reached', () => {
    const reached = new Set(first)
    for (const state of reached) for (const after of next[state] ?? []) reached.add(after)
    expect([...reached].sort()).toEqual([...states].sort())
  })
})

it('a database of the tests refuses a step that a machine does not have', async () => {
  await app.deps.db.query(sql`create table letters (state text)`)
  const guard = sql.raw(JSON.stringify({ first: ['written'], next: { written: ['sent'], sent: [] } }))
  await app.deps.db.query(
    sql`create trigger guard_state before insert or update on letters for each row execute function guard_state('${guard}')`,
  )
  await expect(app.deps.db.query(sql`insert into letters values ('sent')`)).rejects.toThrow('begin as sent')
  await app.deps.db.query(sql`insert into letters values ('written')`)
  await app.deps.db.query(sql`update letters set state = 'sent'`)
  await expect(app.deps.db.query(sql`update letters set state = 'written'`)).rejects.toThrow(
    'from sent to written',
  )
})

/** A server that says nothing at all: what waits for it ends, and the next statement gets another connection. */
import { expect, it } from 'vitest'
import { createTestDatabase } from '#tests/database.ts'
import { openLine } from '#tests/silent-line.ts'
import { isConnectionLost } from './connection-lost.ts'
import { openDatabase, sql } from './database.ts'

it('a statement that the server never answers ends with its connection, and the next one gets another', async () => {
  const test = await createTestDatabase()
  const line = await openLine(test.url)
  const db = openDatabase({ url: line.url, connections: 1, longestStatementMs: 1_000 })
  const ask = () => db.query<{ one: number }>(sql`select 1 as one`)
  try {
    await ask()
    line.goSilent('open')
    expect(isConnectionLost(await ask().catch((error: unknown) => error))).toBe(true)
    expect(await ask()).toEqual([{ one: 1 }])
    line.goSilent('open')
    const transaction = db.transaction((tx) => tx.query(sql`select 2 as two`))
    expect(isConnectionLost(await transaction.catch((error: unknown) => error))).toBe(true)
    expect(await ask()).toEqual([{ one: 1 }])
  } finally {
    line.speak()
    await db.close()
    line.close()
    await test.drop()
  }
})

/** Arrays that are sent in binary form arrive in PostgreSQL with the same values. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bigints, integers, uuids } from '#server/platform/db/arrays.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, type TestApp } from '#tests/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
})
afterAll(() => app.close())

const readBack = async (array: Buffer, type: string) => {
  const [row] = await app.deps.db.query<{ values: string[] }>(
    sql`select array(select value::text from unnest(${array}::${sql.raw(type)}) with ordinality given (value, place) order by place) as values`,
  )
  return row?.values
}

it('an array of whole numbers arrives unchanged and in order, up to the largest safe integers', async () => {
  const numbers = [0, 1, -1, 2_147_483_647, -2_147_483_648]
  expect(await readBack(integers(numbers), 'integer[]')).toEqual(numbers.map(String))
  const large = [...numbers, 2 ** 32, -(2 ** 32), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
  expect(await readBack(bigints(large), 'bigint[]')).toEqual(large.map(String))
})

it('an array of ids arrives unchanged, in lower and upper case', async () => {
  const ids = ['01234567-89ab-cdef-0123-456789abcdef', 'FEDCBA98-7654-3210-FEDC-BA9876543210']
  expect(await readBack(uuids(ids), 'uuid[]')).toEqual(ids.map((id) => id.toLowerCase()))
})

it('an array without values arrives empty', async () => {
  for (const [array, type] of [
    [integers([]), 'integer[]'],
    [bigints([]), 'bigint[]'],
    [uuids([]), 'uuid[]'],
  ] as const) {
    expect(await readBack(array, type)).toEqual([])
  }
})

it('a number that is not whole or too large is refused before it is sent', () => {
  expect(() => bigints([0.5])).toThrow(RangeError)
  expect(() => bigints([2 ** 53])).toThrow(RangeError)
  expect(() => integers([2 ** 31])).toThrow(RangeError)
})

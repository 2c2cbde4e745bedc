import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LimitName } from '#server/platform/config/rate-limits.ts'
import { openDatabase, sql } from '#server/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { createLimits, forgetCounters, type Limits, RateLimited } from './limits.ts'

const PER_MINUTE: Record<LimitName, number> = {
  writes: 120,
  key_reads: 120,
  key_writes: 60,
  pledges: 30,
  sign_in: 20,
  card_saves: 10,
  card_addresses: 30,
  guest_card_forms: 2_000,
  guest_mails: 1_000,
  contact: 5,
  report: 10,
  picture_megapixels: 120,
}
let database: TestDatabase
let instances: Limits[]
beforeEach(async () => {
  database = await createTestDatabase()
  instances = [1, 2].map(() => createLimits(database.url, PER_MINUTE, 3_000))
})
afterEach(async () => {
  await Promise.all(instances.map((one) => one.close()))
  await database.drop()
})

/** How many of `count` calls are allowed, by the instances in turn. */
async function allowedOf(name: LimitName, count: number, by = instances): Promise<number> {
  let through = 0
  for (let index = 0; index < count; index += 1) {
    const taken = await by[index % by.length]?.take(name, 'somebody').then(
      () => true,
      (error) => {
        expect(error).toBeInstanceOf(RateLimited)
        return false
      },
    )
    if (taken) through += 1
  }
  return through
}

it.each(['writes', 'pledges', 'card_saves', 'contact'] as const)(
  'the rate limit for %s allows exactly its number per minute on one instance, for each key',
  async (name) => {
    const [one] = instances as [Limits]
    expect(await allowedOf(name, PER_MINUTE[name] + 10, [one])).toBe(PER_MINUTE[name])
    await one.take(name, 'somebody else')
  },
)

it.each(['card_saves', 'contact', 'report'] as const)(
  'the rate limit for %s is exact across two instances',
  async (name) => {
    expect(await allowedOf(name, PER_MINUTE[name] * 2)).toBe(PER_MINUTE[name])
  },
)

it('two instances exceed the rate limit for pledges by less than a tenth each', async () => {
  const through = await allowedOf('pledges', PER_MINUTE.pledges * 2)
  expect(through).toBeGreaterThanOrEqual(PER_MINUTE.pledges)
  expect(through).toBeLessThan(PER_MINUTE.pledges * 1.2)
})

it('writes are added to the count in the database five at a time', async () => {
  const [one] = instances as [Limits]
  const db = openDatabase({ url: database.url, connections: 1 })
  const counted = () => db.query(sql`select points from limits.counters`)
  try {
    await allowedOf('writes', 4, [one])
    expect(await counted()).toEqual([])
    await allowedOf('writes', 1, [one])
    expect(await counted()).toEqual([{ points: 5 }])
    await allowedOf('writes', 6, [one])
    expect(await counted()).toEqual([{ points: 10 }])
  } finally {
    await db.close()
  }
})

it('counters that started over more than an hour ago are forgotten', async () => {
  const db = openDatabase({ url: database.url, connections: 1 })
  try {
    const nowMs = 1_800_000_000_000
    await db.query(sql`
      insert into limits.counters (key, points, expire)
      values ('old', 1, ${nowMs - 3_600_001}), ('new', 1, ${nowMs - 3_599_999})
    `)
    await forgetCounters(db, nowMs)
    expect(await db.query(sql`select key from limits.counters`)).toEqual([{ key: 'new' }])
  } finally {
    await db.close()
  }
})

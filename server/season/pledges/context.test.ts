import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Db, only, sql } from '#server/platform/db/database.ts'
import { createNounApi, type NounApi } from '#tests/noun-api.ts'
import { readContext } from './context.ts'

let api: NounApi
beforeAll(async () => {
  api = await createNounApi([])
})
afterAll(() => api.close())

it('what a pledge depends on is not planned anew in a transaction that keeps plans', async () => {
  const userId = await api.addUser()
  const campaignId = await api.addCampaign(await api.addOrganization(userId))
  const statisticId = await api.addStatistic(campaignId)
  const readTenTimes = async (tx: Db) => {
    for (let times = 0; times < 10; times += 1) {
      const context = await readContext(tx, {
        campaignId,
        userId,
        ambassadorId: null,
        statisticIds: [statisticId],
      })
      expect(context?.statistics.size).toBe(1)
    }
    return only(
      await tx.query<{ anew: number }>(sql`
        select custom_plans as anew
        from pg_prepared_statements
        where name = 'pledge_context'
      `),
    )
  }
  // One after the other, all of these use the same connection.
  await api.db.query(sql`set plan_cache_mode = force_custom_plan`)
  const { anew: before } = await api.db.transaction(readTenTimes)
  expect(before).toBe(10)
  const { anew: after } = await api.db.transaction(readTenTimes, {
    campaignId,
    mode: 'shared',
    keepsPlans: true,
  })
  expect(after).toBe(before)
})

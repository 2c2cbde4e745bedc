/** What a campaign will likely collect and when, for those who run it (R61). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExpectedCollection } from '#domain/schemas/forecast.ts'
import type { WorkQueuePage } from '#domain/schemas/work-queue.ts'
import { sql } from '#server/platform/db/database.ts'
import { keptAmount } from '#server/season/forecasts/saved-forecast.ts'
import { refreshForecasts } from '#server/season/pledges/scheduled.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  openSeason,
  play,
  pledge,
  setStatus,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
beforeAll(async () => {
  app = await createTestApp()
  org = await setUpOrganization(app)
})
afterAll(() => app.close())

test('an owner sees what will likely be collected by payment method, from when, and what is missing to the goal', async () => {
  const { season } = await givenSeason({
    org,
    pledges: [
      { lines: { goals: '2.00' }, method: 'check' },
      { lines: { goals: '1.00' }, method: 'auto_bill_progress' },
      { lines: { goals: '1.00' }, method: 'bank_account' },
    ],
  })
  const path = `/api/dashboard/campaigns/${season.id}/forecast`
  const seen = expectStatus(await org.owner.get<ExpectedCollection>(path), 200)
  expect(seen).toMatchObject({ goal: '10000.00', earned: '0.00', collected: '0.00' })
  expect(Number(seen.shortfall)).toBeCloseTo(10_000 - Number(seen.amount.likely), 2)
  const [check, card, account] = ['check', 'auto_bill_progress', 'bank_account'].map((method) =>
    seen.methods.find(({ paymentMethod }) => paymentMethod === method),
  )
  // By check at the end; by card from the next Monday on, three days after the statement.
  expect(check).toMatchObject({ pledges: 1, billedFrom: season.campaign.endsAt, chargedFrom: null })
  expect(Date.parse(card?.billedFrom ?? '')).toBeLessThan(Date.parse(season.campaign.endsAt))
  expect(Date.parse(card?.chargedFrom ?? '') - Date.parse(card?.billedFrom ?? '')).toBe(3 * 86_400_000)
  expect(Date.parse(account?.chargedFrom ?? '') - Date.parse(account?.billedFrom ?? '')).toBe(3 * 86_400_000)
  // Twice the rate, twice the range; payment methods without history get no collection estimate.
  expect(Number(check?.amount.likely)).toBeCloseTo(2 * Number(card?.amount.likely), 2)
  expect([check?.collectionRate, check?.likelyCollected]).toEqual([null, null])
})

test('a read changes nothing, and a supporter may not look (R27)', async () => {
  const { season, supporter } = await givenSeason({
    org,
    pledges: [{ lines: { goals: '2.00' }, method: 'check' }],
  })
  const path = `/api/dashboard/campaigns/${season.id}/forecast`
  const count = async () => app.deps.db.query(sql`select count(*) as rows from audit_log`)
  const before = await count()
  expect((await supporter.get(path)).status).toBe(403)
  expectStatus(await org.representative.get(path), 200)
  expect(await count()).toEqual(before)
})

test('the table of campaigns has what each season will likely come to, again after a result, and not once it is over', async () => {
  const season = await openSeason(org)
  const likely = async () => {
    const { campaigns } = expectStatus(
      await org.representative.get<WorkQueuePage>('/api/desk/campaigns?stage=all&limit=200'),
      200,
    )
    return campaigns.find(({ id }) => id === season.id)?.likely
  }
  await pledge(org, season, { lines: { goals: '40.00' }, method: 'check' })
  app.clock.advance({ minutes: 1 })
  await refreshForecasts(app.deps)
  const before = await likely()
  expect(await keptAmount(app.deps.db, season.id)).not.toBeNull()
  app.clock.advance({ minutes: 1 })
  expect(await refreshForecasts(app.deps)).toBe(0)
  await play(org, season, { opponent: 'Harbor', startTime: '2026-08-20T19:00:00Z', goals: 0, wins: 0 })
  expect(await refreshForecasts(app.deps)).toBe(1)
  expect(Number((await likely())?.high)).toBeLessThan(Number(before?.high))
  await setStatus(org, season, 'cancelled')
  expect(await likely()).toBeNull()
})

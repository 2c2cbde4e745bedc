/** R51: what an organization of more than a hundred campaigns is owed can be read in full. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { OrganizationPayouts } from '#domain/schemas/payout.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { CAMPAIGN, setUpOrganization, type TestOrganization } from '#tests/fixtures.ts'

let app: TestApp
let org: TestOrganization

/** The oldest is at −$30.00, the other 101 are owed $0.75 each. */
beforeAll(async () => {
  app = await createTestApp()
  org = await setUpOrganization(app)
  for (let n = 0; n < 102; n += 1) {
    const form = { ...CAMPAIGN, name: `Season ${n}`, organizationId: org.organizationId }
    const { id } = expectStatus(await org.owner.post<Campaign>('/api/campaigns', form), 201)
    app.clock.advance({ minutes: 20 })
    await app.deps.db.query(
      n === 0
        ? sql`update campaign_books set paid_out_cents = 3000 where campaign_id = ${id}`
        : sql`update campaign_books set collected_cents = 100, commission_cents = 25 where campaign_id = ${id}`,
    )
  }
}, 120_000)
afterAll(() => app.close())

it('in pages, of which each says what all campaigns add up to', async () => {
  const path = `/api/organizations/${org.organizationId}/payouts`
  const read = async (query = '') =>
    expectStatus(await org.owner.get<OrganizationPayouts>(`${path}${query}`), 200)
  const first = await read()
  const second = await read('?page=2')
  expect(first).toMatchObject({ campaignsCount: 102, campaignsPage: 1, campaignsPages: 2 })
  expect(first.campaigns).toHaveLength(100)
  expect(second).toMatchObject({ campaignsCount: 102, campaignsPage: 2, payouts: first.payouts })
  expect(second.campaigns).toMatchObject([
    { campaignName: 'Season 1', owed: '0.75' },
    { campaignName: 'Season 0', owed: '-30.00' },
  ])
  for (const { owed } of [first, second])
    expect(owed).toEqual([{ moneyMode: 'sandbox', owed: '75.75', negative: '-30.00' }])
  expect(await read('?page=3')).toMatchObject({ campaigns: [], campaignsCount: 102, campaignsPages: 2 })
})

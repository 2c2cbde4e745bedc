/** R39: collections and the summary of a list show each kind of money, and never their sum. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CampaignSummary } from '#domain/schemas/campaign.ts'
import type { CollectionAmbassadors, CollectionCampaigns, Collections } from '#domain/schemas/collection.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { bill, CARDS, lock, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let live: Season
let test: Season

/** $40.00 of test money are collected; $60.00 of the other season are collected, and $50.00 fail. */
beforeAll(async () => {
  ;({ app, org, season: test } = await givenSeason({ pledges: [{ lines: { gift: '40.00' } }] }))
  ;({ season: live } = await givenSeason({
    org,
    pledges: [{ lines: { gift: '60.00' } }, { lines: { gift: '50.00' }, card: CARDS.insufficient }],
  }))
  await lock(org, test, 'progress')
  await bill(org, live, 'progress')
})
afterAll(() => app.close())

const ask = async <T>(path: string): Promise<T> => expectStatus(await org.representative.get<T>(path), 200)
/** As on a site that had test cards before it had real ones. */
const makeLive = () => app.deps.db.query(sql`update campaigns set money_mode = 'live' where id = ${live.id}`)

it('collections of one kind of money are as they were, and say which it is', async () => {
  const shown = await ask<Collections>('/api/collections')
  expect(shown).toMatchObject({ moneyMode: 'sandbox', totals: { collected: '100.00' }, campaignsCount: 2 })
  expect(shown.byMoney).toEqual([
    {
      moneyMode: 'sandbox',
      totals: shown.totals,
      campaignsCount: 2,
      reasons: shown.reasons,
      states: shown.states,
    },
  ])
})

it('collections without a campaign are zero', async () => {
  const shown = await ask<Collections>('/api/collections?search=nothing')
  expect(shown).toMatchObject({ byMoney: [], totals: { billed: '0.00', rate: null }, campaignsCount: 0 })
})

it('collections show real and test money apart, and real money as their totals', async () => {
  await makeLive()
  const shown = await ask<Collections>('/api/collections')
  expect(shown).toMatchObject({
    moneyMode: 'live',
    totals: { collected: '60.00', failed: '50.00' },
    campaignsCount: 2,
    byMoney: [
      { moneyMode: 'live', totals: { billed: '110.00' }, campaignsCount: 1, states: { failed: 1 } },
      {
        moneyMode: 'sandbox',
        totals: { billed: '40.00', failed: '0.00' },
        reasons: [],
        states: { failed: 0 },
      },
    ],
  })
  expect(shown.reasons).toEqual(shown.byMoney[0]?.reasons)
  expect(shown.reasons).toHaveLength(1)
})

it('each campaign and each ambassador says which money it is, also in the files', async () => {
  const { campaigns } = await ask<CollectionCampaigns>('/api/collections/campaigns?sort=billed')
  expect(campaigns.map(({ id, moneyMode }) => [id, moneyMode])).toEqual([
    [live.id, 'live'],
    [test.id, 'sandbox'],
  ])
  const { ambassadors } = await ask<CollectionAmbassadors>('/api/collections/ambassadors')
  expect(ambassadors.map(({ moneyMode }) => moneyMode).toSorted()).toEqual(['live', 'sandbox'])
  for (const table of ['campaigns', 'ambassadors']) {
    const response = await app.app.request(`/api/collections/${table}.csv`, {
      headers: { authorization: `Bearer ${org.representative.token}` },
    })
    const [head, ...rows] = (await response.text()).trim().split(/\r?\n/)
    expect(head).toMatch(/,"?Money"?$/)
    expect(rows.map((row) => row.split(',').at(-1)).toSorted()).toEqual(['real', 'test'])
  }
})

it.each(['', '?search=season'])(
  'the summary of a list counts campaigns with the site’s money: %s',
  async (query) => {
    const shown = expectStatus(await app.visitor.get<CampaignSummary>(`/api/campaigns/summary${query}`), 200)
    expect(shown).toMatchObject({ campaigns: 1, totalPledged: '40.00', supporters: 1 })
    expect(await ask<CampaignSummary>(`/api/campaigns/summary${query}`)).toMatchObject({ campaigns: 1 })
  },
)

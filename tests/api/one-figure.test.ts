/** R9, R11, R61: what is expected is one figure, and every range holds it, in every place that shows either. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cents, dollars, formatUsd } from '#domain/money.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { CampaignForecast, ExpectedCollection, PledgeForecast } from '#domain/schemas/forecast.ts'
import type { ManagedPledge, PledgeDetail, Quote } from '#domain/schemas/pledge.ts'
import type { WorkQueuePage } from '#domain/schemas/work-queue.ts'
import { fillDemo } from '#server/operations/demo/fill.ts'
import { sql } from '#server/platform/db/database.ts'
import { refreshForecasts } from '#server/season/pledges/scheduled.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { readCsv } from '#tests/csv.ts'
import { digests, HARBOR, pledged, sendDigests } from '#tests/digests.ts'
import { play } from '#tests/fixtures.ts'
import { app as digestApp, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'

type Range = { low: string; likely: string; high: string }

/** A range that does not hold the figure, or is likely something else. */
function outside(range: Range, expected: string): boolean {
  const [low, likely, high] = [range.low, range.likely, range.high].map(dollars) as [Cents, Cents, Cents]
  return likely !== dollars(expected) || low > likely || likely > high
}

describe('in the demo', () => {
  let app: TestApp
  let representative: Caller
  let campaignIds: string[]
  const ok = async <T>(path: string): Promise<T> => expectStatus(await representative.get<T>(path), 200)
  const pledgesOf = (campaignId: string) =>
    ok<ManagedPledge[]>(`/api/dashboard/campaigns/${campaignId}/pledges?limit=200`)
  beforeAll(async () => {
    app = await createTestApp({ now: '2026-10-14T17:20:00Z' })
    await fillDemo(app.deps, app.url)
    await refreshForecasts(app.deps)
    representative = await app.representative()
    const rows = await app.deps.db.query<{ id: string }>(
      sql`select id from campaigns where status <> 'draft'`,
    )
    campaignIds = rows.map(({ id }) => id)
  }, 120_000)
  afterAll(() => app.close())

  test('every campaign’s range holds what is pledged, and every statistic’s what is likely', async () => {
    const wrong: object[] = []
    let ranges = 0
    for (const id of campaignIds) {
      const { campaigns } = await ok<CampaignDetail>(`/api/campaigns/${id}`)
      const { amount, statistics } = await ok<CampaignForecast>(`/api/campaigns/${id}/forecast`)
      if (outside(amount, campaigns.totalPledged)) wrong.push({ id, amount, is: campaigns.totalPledged })
      const collection = await ok<ExpectedCollection>(`/api/dashboard/campaigns/${id}/forecast`)
      if (outside(collection.amount, campaigns.totalPledged))
        wrong.push({ id, collection: collection.amount })
      for (const { amount: of } of collection.methods) if (outside(of, of.likely)) wrong.push({ id, of })
      for (const { range, name, confirmedQuantity } of statistics) {
        if (range === null) continue
        ranges += 1
        const { low, likely, high } = range
        if (low > likely || likely > high || likely < confirmedQuantity) wrong.push({ id, name, range })
      }
    }
    expect(wrong).toEqual([])
    expect(campaignIds.length).toBeGreaterThan(15)
    expect(ranges).toBeGreaterThan(30)
  })

  test('every pledge is expected to come to the same in lists, on its page and in its range', async () => {
    const wrong: object[] = []
    let ranges = 0
    for (const campaignId of campaignIds) {
      for (const { id, totalAmountDue } of await pledgesOf(campaignId)) {
        const detail = await ok<PledgeDetail>(`/api/pledges/${id}`)
        if (detail.totalAmountDue !== totalAmountDue)
          wrong.push({ id, totalAmountDue, is: detail.totalAmountDue })
        const { forecast } = await ok<PledgeForecast>(`/api/pledges/${id}/forecast`)
        if (!forecast) continue
        ranges += 1
        if (outside(forecast.now, totalAmountDue)) wrong.push({ id, totalAmountDue, now: forecast.now })
        if (dollars(forecast.now.high) > dollars(forecast.most)) wrong.push({ id, ...forecast })
        if (dollars(forecast.now.low) < dollars(detail.earned))
          wrong.push({ id, ...forecast, earned: detail.earned })
      }
    }
    expect(wrong).toEqual([])
    expect(ranges).toBeGreaterThan(100)
  })

  test('every quote’s range holds what it expects, all season, from now on and under a cap', async () => {
    const wrong: object[] = []
    let ranges = 0
    for (const id of campaignIds) {
      const { campaigns, statistics } = await ok<CampaignDetail>(`/api/campaigns/${id}`)
      if (campaigns.pledgesClosedReason !== null) continue
      const lines = statistics
        .filter(({ isActive, achievement }) => isActive && achievement !== 'achieved')
        .map((one) => ({ statisticId: one.id, pledgeAmount: String(one.pledgeAmountOptions[0] ?? 5) }))
      for (const pledgeStatistics of [lines, ...lines.map((line) => [line])].filter(
        (some) => some.length > 0,
      )) {
        for (const more of [{}, { counts: { from: 'now' } }, { maximumAmount: '20.00' }]) {
          const quote = expectStatus(
            await app.visitor.post<Quote>(`/api/campaigns/${id}/pledges/quote`, {
              pledgeStatistics,
              ...more,
            }),
            200,
          )
          if (
            dollars(quote.likely) < dollars(quote.alreadyEarned) ||
            dollars(quote.likely) > dollars(quote.most)
          )
            wrong.push({ id, ...quote })
          if (!quote.forecast) continue
          ranges += 1
          if (outside(quote.forecast, quote.likely)) wrong.push({ id, more, ...quote })
        }
      }
    }
    expect(wrong).toEqual([])
    expect(ranges).toBeGreaterThan(60)
  })

  test('what a new pledge is quoted is what it then adds to the campaign’s total and range', async () => {
    const wrong: object[] = []
    for (const id of campaignIds) {
      const { campaigns, statistics } = await ok<CampaignDetail>(`/api/campaigns/${id}`)
      if (campaigns.pledgesClosedReason !== null) continue
      const supporter = await app.user()
      const pledgeStatistics = statistics
        .filter(({ isActive }) => isActive)
        .map((one) => ({ statisticId: one.id, pledgeAmount: String(one.pledgeAmountOptions[0] ?? 5) }))
      if (pledgeStatistics.length === 0) continue
      const body = { pledgeStatistics, maximumAmount: '150.00' }
      const quote = expectStatus(await supporter.post<Quote>(`/api/campaigns/${id}/pledges/quote`, body), 200)
      const made = expectStatus(
        await supporter.post<{ id: string; totalAmountDue: string }>(`/api/campaigns/${id}/pledges`, {
          ...body,
          paymentTiming: 'end_of_campaign',
          paymentMethod: 'check',
          isAnonymous: false,
          note: null,
        }),
        201,
      )
      const forecast = await ok<CampaignForecast>(`/api/campaigns/${id}/forecast`)
      const { campaigns: after } = await ok<CampaignDetail>(`/api/campaigns/${id}`)
      const added = dollars(after.totalPledged) - dollars(campaigns.totalPledged)
      if (made.totalAmountDue !== quote.likely || added !== dollars(quote.likely))
        wrong.push({ quote, made, added })
      if (outside(forecast.amount, after.totalPledged)) wrong.push({ id, amount: forecast.amount })
    }
    expect(wrong).toEqual([])
  })

  test('the files and the table of campaigns say the same', async () => {
    const shown: Record<string, string> = {}
    for (const id of campaignIds) {
      const { campaigns } = await ok<CampaignDetail>(`/api/campaigns/${id}`)
      shown[campaigns.name] = campaigns.totalPledged
    }
    const rows = await readCsv(app, '/api/collections/campaigns.csv', representative)
    expect(rows.length).toBeGreaterThan(10)
    const { campaigns: listed } = await ok<WorkQueuePage>('/api/desk/campaigns?stage=all&limit=200')
    const running = listed.filter(({ likely }) => likely !== null)
    expect(running.length).toBeGreaterThan(5)
    expect(
      running.filter(
        ({ name, forecast, likely }) => likely && outside({ ...likely, likely: forecast }, shown[name] ?? ''),
      ),
    ).toEqual([])
    for (const row of rows) expect({ ...row, 'Expected (USD)': shown[row.Campaign ?? ''] }).toEqual(row)
  })
})

describe('in the mails of a match', () => {
  givenSeasonForEachTest()

  test('the range holds what the pledge’s page expects', async () => {
    const made = [
      await pledged({ goals: '5.00' }),
      await pledged({ goals: '2.00', champions: '50.00' }, '90.00'),
    ]
    await play(org, season, { ...HARBOR, goals: 3 })
    digestApp.clock.advance({ minutes: 21 })
    await sendDigests()
    const texts = (await digests()).map(({ text }) => text.replaceAll(/\s+/g, ' '))
    expect(texts).toHaveLength(made.length)
    for (const { supporter, pledge: one } of made) {
      const { totalAmountDue } = expectStatus(
        await supporter.get<PledgeDetail>(`/api/pledges/${one.id}`),
        200,
      )
      const { forecast } = expectStatus(
        await supporter.get<PledgeForecast>(`/api/pledges/${one.id}/forecast`),
        200,
      )
      expect(forecast?.now.likely).toBe(totalAmountDue)
      const range = [forecast?.now.low, forecast?.now.high].map((one) => formatUsd(dollars(one ?? '0')))
      expect(texts.filter((text) => text.includes(`reach ${range.join(' to ')};`))).toHaveLength(1)
    }
  })
})

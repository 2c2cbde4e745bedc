import { afterAll, beforeAll, expect, test } from 'vitest'
import { vocabularyOf } from '#domain/campaigns/proposed-vocabulary.ts'
import { SPORT } from '#domain/campaigns/vocabulary.ts'
import type { Campaign, CampaignDetail } from '#domain/schemas/campaign.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { CAMPAIGN, setUpOrganization, type TestOrganization } from '#tests/fixtures.ts'

let app: TestApp
let org: TestOrganization
beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-01T12:00:00Z' })
  org = await setUpOrganization(app)
})
afterAll(() => app.close())

const PANTRY = { name: 'Fill the pantry', template: 'custom', campaignType: 'community' }
const create = async (given: Record<string, unknown>): Promise<Campaign> =>
  expectStatus(
    await org.owner.post<Campaign>('/api/campaigns', {
      ...CAMPAIGN,
      ...given,
      organizationId: org.organizationId,
    }),
    201,
  )

test('a campaign that names no picture and no words gets those of its cause (R63)', async () => {
  const { cause, vocabulary } = await create(PANTRY)
  expect({ cause, vocabulary }).toEqual({ cause: 'food', vocabulary: vocabularyOf('food', 'community') })
  expect(await create({ template: 'soccer' })).toMatchObject({ cause: 'soccer', vocabulary: SPORT })
})

test('chosen words are kept, read by everyone, and changed with the campaign (R63)', async () => {
  const words = { ...vocabularyOf('music', 'community'), match: 'concert', season: 'tour' }
  const made = await create({ ...PANTRY, cause: 'music', vocabulary: words })
  const path = `/api/campaigns/${made.id}`
  const changed = await org.owner.put<Campaign>(path, { vocabulary: { ...words, season: 'spring tour' } })
  expect(expectStatus(changed, 200)).toMatchObject({ cause: 'music', vocabulary: { season: 'spring tour' } })
  expectStatus(await org.representative.put(path, { status: 'active' }), 200)
  const { campaigns } = expectStatus(await app.visitor.get<CampaignDetail>(path), 200)
  expect(campaigns.vocabulary).toEqual({ ...words, season: 'spring tour' })
})

test('words that are too long are refused by their field (R63)', async () => {
  const answer = await org.owner.post('/api/campaigns', {
    ...CAMPAIGN,
    ...PANTRY,
    organizationId: org.organizationId,
    vocabulary: { ...SPORT, season: 's'.repeat(25) },
  })
  expect(answer).toMatchObject({
    status: 400,
    body: { fields: { 'vocabulary.season': 'Use at most 24 characters' } },
  })
})

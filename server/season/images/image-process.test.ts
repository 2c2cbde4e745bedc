/** Pictures are processed in a separate process: if it cannot start, one upload fails and nothing else. */
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import type { Season, TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

const NODE = process.execPath
let app: TestApp
let org: TestOrganization
let season: Season
beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({ now: '2026-09-01T16:00:00Z' }))
})
afterEach(() => {
  process.execPath = NODE
})
afterAll(() => app.close())

it('an upload whose process cannot start is refused until later, the site goes on, and the next upload is shown', async () => {
  const picture = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#12704a' } })
    .jpeg()
    .toBuffer()
  const upload = () => org.representative.post<Campaign & ErrorBody>(`${season.path}/image`, picture)
  process.execPath = '/nowhere/node'
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const refused = await upload()
    expect([refused.status, refused.headers.get('retry-after'), refused.body.message]).toEqual([
      503,
      '5',
      'We can’t prepare pictures right now. Nothing has changed. Try again in a moment.',
    ])
  }
  expect((await app.visitor.get(season.path)).status).toBe(200)
  process.execPath = NODE
  expect(expectStatus(await upload(), 201).imageUrl).toContain(season.id)
})

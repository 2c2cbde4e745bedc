/** An ambassador's name on public pages changes or disappears as soon as they change or delete it (R42, R45). */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Ambassador } from '#domain/schemas/ambassador.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { deleteUser } from '#server/accounts/users/deletion.ts'
import { newJoinLink } from '#server/season/ambassadors/index.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import type { Season, TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let amber: Caller

beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({ now: '2026-09-01T16:00:00Z' }))
  amber = await app.user({ firstName: 'Amber' })
})
afterAll(() => app.close())

/** As the campaign's page reads it, which asks for ambassadors and their leaderboard only if there are any. */
const count = async () =>
  expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200).ambassadorsCount

it('the campaign’s page counts an ambassador once they have joined', async () => {
  const path = `${season.path}/ambassadors`
  expect(await count()).toBe(0)
  const { id } = expectStatus(await org.owner.post<Ambassador>(path, { email: amber.email }), 201)
  expect(await count()).toBe(0)
  const token = await newJoinLink(app.deps, id)
  expectStatus(await amber.post(`${path}/join`, { token }), 200)
  expect(await count()).toBe(1)
})

/** Puts a page of this campaign and one of another into the cache. */
function cachePages(): void {
  const page = { bytes: 'Amber R.', etag: '', storedAtMs: app.clock.now().getTime() }
  app.deps.cache.set('its page', { ...page, tags: [`campaign:${season.id}`] })
  app.deps.cache.set('another page', { ...page, tags: ['campaign:another'] })
}
const arePagesCached = () => ['its page', 'another page'].map((key) => app.deps.cache.get(key) !== undefined)
const untilItsPageIsGone = () =>
  vi.waitFor(() => expect(arePagesCached()).toEqual([false, true]), { timeout: 20_000 })

it('a renamed ambassador has the new name on their campaign’s pages, and no other page is rebuilt', async () => {
  cachePages()
  expectStatus(await amber.put('/api/auth/user', { firstName: 'Zoe' }), 200)
  await untilItsPageIsGone()
  const names = expectStatus(
    await app.visitor.get<{ firstName: string }[]>(`${season.path}/ambassadors`),
    200,
  )
  expect(names.map(({ firstName }) => firstName)).toEqual(['Zoe'])
})

it('a deleted ambassador is on no page of their campaign', async () => {
  cachePages()
  await deleteUser(app.deps, amber.userId)
  await untilItsPageIsGone()
  expect(expectStatus(await app.visitor.get(`${season.path}/ambassadors`), 200)).toEqual([])
  expect(await count()).toBe(0)
})

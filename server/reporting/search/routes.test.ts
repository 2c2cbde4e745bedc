/** Campaigns and organizations by name: all for a representative, their own for an owner (R27, R62). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchResult } from '#domain/schemas/search.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  openDraft,
  openSeason,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { joinOrganization } from '#tests/join-organization.ts'

let app: TestApp
let org: TestOrganization
let other: TestOrganization
let season: Season
beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  org = await setUpOrganization(app, 'Harbor 100% Boosters')
  other = await setUpOrganization(app, 'Ridgeview Club')
  season = await openSeason(org)
  await openDraft(other)
})
afterAll(() => app.close())

const search = async (by: Caller, text: string): Promise<SearchResult[]> =>
  expectStatus(await by.get<SearchResult[]>(`/api/search?query=${encodeURIComponent(text)}`), 200)
const titles = async (by: Caller, text: string) => (await search(by, text)).map(({ title }) => title)

describe('a search by name', () => {
  it('finds all campaigns and organizations for a representative', async () => {
    expect(await search(org.representative, 'harbor')).toMatchObject([
      { kind: 'organization', id: org.organizationId, title: 'Harbor 100% Boosters', of: 'Boston, MA' },
      { kind: 'campaign', id: season.id, title: 'Fall Season', of: 'Harbor 100% Boosters' },
    ])
    expect(await titles(org.representative, 'ridge')).toEqual(['Ridgeview Club', 'Fall Season'])
  })

  it('finds only their own for an owner, and nothing for anyone else', async () => {
    const own = await search(org.owner, 'fall')
    expect(own.map(({ id }) => id)).toEqual([season.id])
    expect(await search(org.owner, 'Ridgeview')).toEqual([])
    for (const caller of [org.scorer, await app.user()]) expect(await search(caller, 'fall')).toEqual([])
  })

  it('finds their organization and its campaigns, but no draft, for a treasurer', async () => {
    const treasurer = await app.user()
    await joinOrganization(app, other.organizationId, treasurer, 'treasurer')
    const active = await openSeason(other)
    const found = (await search(treasurer, 'ridgeview')).map(({ id }) => id)
    expect(found.toSorted()).toEqual([active.id, other.organizationId].toSorted())
  })

  it('compares words: signs alone find nothing', async () => {
    expect(await titles(org.representative, '100%')).toEqual(['Harbor 100% Boosters', 'Fall Season'])
    expect(await search(org.representative, '%%')).toEqual([])
  })

  it('refuses less than two characters and more than a hundred', async () => {
    for (const text of ['a', 'a'.repeat(101)])
      expect((await org.representative.get(`/api/search?query=${text}`)).status).toBe(400)
  })
})

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  enterMatch,
  openDraft,
  openSeason,
  play,
  type Season,
  setStatus,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import type { ShareFacts } from './facts.ts'
import { drawSharePicture } from './share-picture.ts'

describe('a campaign’s share picture', () => {
  let app: TestApp
  let org: TestOrganization
  let season: Season
  beforeAll(async () => {
    ;({ app, org, season } = await givenSeason({ now: '2026-09-01T16:00:00Z' }))
  })
  afterAll(() => app.close())

  const ask = (headers: Record<string, string> = {}, { path } = season) =>
    app.app.request(`${path}/share.png`, { headers })
  const tagOf = async () => (await ask()).headers.get('etag') as string

  it('is a PNG of 1200 × 630, cached until the campaign changes', async () => {
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    })
    const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
    const etag = answer.headers.get('etag') as string
    expect((await ask({ 'if-none-match': etag })).status).toBe(304)
    expect(await tagOf()).toBe(etag)
  })

  it('changes with a result, its confirmation and a new name, but not with a comment', async () => {
    const seen = [await tagOf()]
    expectStatus(await org.owner.post(`${season.path}/comments`, { message: 'Go!' }), 201)
    expect(await tagOf()).toBe(seen[0])
    const entries = await enterMatch(org, season, {
      opponent: 'Bay',
      startTime: '2026-08-30T18:00:00Z',
      goals: 2,
    })
    seen.push(await tagOf())
    await confirm(org.owner, season, entries)
    seen.push(await tagOf())
    expectStatus(await org.representative.put(season.path, { name: 'Łukasz’s Spring' }), 200)
    seen.push(await tagOf())
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('is identical for twenty simultaneous requests', async () => {
    await play(org, season, { opponent: 'Cove', startTime: '2026-08-31T18:00:00Z', goals: 1 })
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask()))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ headers }) => headers.get('etag'))).size).toBe(1)
  })

  it('exists for public and cancelled campaigns, never for a draft', async () => {
    const draft = await openDraft(org)
    expect((await ask({ authorization: `Bearer ${org.owner.token}` }, draft)).status).toBe(404)
    const cancelled = await openSeason(org)
    await setStatus(org, cancelled, 'cancelled')
    expect((await ask({}, cancelled)).status).toBe(200)
  })
})

it('the site’s share picture is a cached PNG of 1200 × 630', async () => {
  const app = await createTestApp()
  const ask = (headers: Record<string, string> = {}) => app.app.request('/api/share.png', { headers })
  const answer = await ask()
  expect(answer.status).toBe(200)
  const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata()
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
  expect((await ask({ 'if-none-match': answer.headers.get('etag') as string })).status).toBe(304)
  await app.close()
})

describe('a share picture that is hard to draw', () => {
  const facts: ShareFacts = {
    name: 'Goals',
    organization: 'Harbor',
    look: { name: 'Harbor', logoUrl: null, firstColor: '#0b3d91', secondColor: '#f2b705' },
    place: 'Boston, MA',
    kind: 'Soccer campaign',
    template: 'soccer',
    variant: 0,
    state: null,
    percent: '0%',
    goal: '$1',
    pledged: '$0',
    earned: '$0',
    pledgedShare: 0,
    earnedShare: 0,
    last: null,
  }
  it.each<[string, Partial<ShareFacts>]>([
    ['a name of 200 characters', { name: 'Word '.repeat(40) }],
    ['a name of a single long word', { name: 'W'.repeat(200) }],
    ['a name in Arabic', { name: 'نادي الأمل الرياضي', organization: 'مدرسة النور' }],
    ['a name in Japanese', { name: '東京サッカークラブ', organization: '東京' }],
    ['a name of emoji only', { name: '🐯🏆', organization: '🐯' }],
    ['a name with markup', { name: '<b>&"\'</b> ]]> &amp;' }],
    ['a name with invisible characters', { name: '\u202eevil\u200b\ufeff' }],
    [
      'enormous sums',
      { pledged: '$90,071,992,547,409', percent: '9,007,199,254,740,900%', pledgedShare: 100 },
    ],
    [
      'an achievement',
      { last: { figure: null, statistic: 'العربية', detail: '東京', on: 'Oct 1', isConfirmed: false } },
    ],
  ])('has the right size with %s', async (_, change) => {
    const drawn = await drawSharePicture({ ...facts, ...change })
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 1200, height: 630 })
  })
})

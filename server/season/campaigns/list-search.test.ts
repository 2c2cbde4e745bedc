/** The campaign search finds exact matches first, and matches with a typo if those are few (R51). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SPORT } from '#domain/campaigns/vocabulary.ts'
import type { CampaignListItem, CampaignSummary } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import { sql } from '#server/platform/db/database.ts'
import { createNounApi, type NounApi } from '#tests/noun-api.ts'
import { campaignListRoutes } from './list.ts'
import { nearest } from './list-search.ts'
import { MAX_COUNTED } from './list-store.ts'
import { refreshRanks } from './ranks.ts'

let api: NounApi
const MANY = 1_200

async function club(name: string, campaigns: Record<string, Parameters<NounApi['addCampaign']>[1]>) {
  const id = await api.addOrganization(await api.addUser(), { name, city: 'El Paso' })
  for (const [title, given] of Object.entries(campaigns))
    await refreshRanks(api.db, [await api.addCampaign(id, { name: title, ...given })])
  return id
}

/** More campaigns sharing one word than the search counts. */
async function addMany(organizationId: string) {
  const rows = await api.db.query<{ id: string }>(sql`
    insert into campaigns (id, organization_id, name, about_this_campaign, goal_cents, start_on, end_on, starts_at, ends_at,
      time_zone, status, campaign_type, template, cause, vocabulary, commission_basis_points, money_mode, created_by, created_at)
    select gen_random_uuid(), o.id, 'Marathon ' || n, '', 100000 + n, '2026-01-01', '2026-06-30', '2026-01-01', '2026-07-01',
           'UTC', 'paused', 'athletic', 'custom', 'custom', ${JSON.stringify(SPORT)}::jsonb, 2500, 'sandbox', o.created_by, ${api.clock.now()}
      from organizations o, generate_series(1, ${MANY}::integer) n where o.id = ${organizationId} returning id`)
  await api.db.query(sql`
    insert into campaign_totals (campaign_id, pledged_cents, supporters_count)
    select id, 100, 1 from campaigns where organization_id = ${organizationId}`)
  await refreshRanks(
    api.db,
    rows.map(({ id }) => id),
  )
}

const call = (query: Record<string, string>, path = '/api/campaigns') =>
  api.call('GET', `${path}?${new URLSearchParams(query)}`)

async function search(typed: string, more: Record<string, string> = {}) {
  const reply = await call({ search: typed, ...more })
  expect(reply.status).toBe(200)
  const items = reply.body as CampaignListItem[]
  const cursor = /[?&]cursor=([^&>]+)/.exec(reply.headers.get('link') ?? '')?.[1]
  return {
    names: items.map(({ campaigns }) => campaigns.name),
    count: Number(reply.headers.get('x-total-count')),
    cursor: cursor === undefined ? null : decodeURIComponent(cursor),
  }
}

beforeAll(async () => {
  api = await createNounApi(campaignListRoutes)
  await club('Łódź Lions 100%', {
    'Goals Under the Lights': { pledged: 30_000 },
    'École élémentaire': { pledged: 20_000, template: 'football' },
    "O'Brien’s Football Cup": { pledged: 10_000, status: 'paused' },
  })
  await club('مدرسة النور', { 'مَباراة الخير': { pledged: 9_000 }, '🦁 Лион': { pledged: 8_000 } })
  await club('Panthers', {
    'Panther Laps': { pledged: 7_000 },
    Pantry: { pledged: 6_000 },
    Gantry: { pledged: 9_500 },
    Planters: { pledged: 5_000, status: 'completed' },
    'Draft for panthers': { status: 'draft' },
  })
  const school = await api.addOrganization(await api.addUser(), {
    name: 'Elm',
    city: 'Houghton',
    zip: '49931',
  })
  const pages = { name: 'Million pages', template: 'custom', cause: 'reading', pledged: 1_000 }
  await refreshRanks(api.db, [await api.addCampaign(school, pages)])
  await addMany(await club('Runners', {}))
})
afterAll(() => api.close())

describe('the campaign search', () => {
  it.each([
    ['GOALS', ['Goals Under the Lights']],
    ['lodz', ['Goals Under the Lights', 'École élémentaire', "O'Brien’s Football Cup"]],
    ['ÉCOLE ELEMENTAIRE', ['École élémentaire']],
    ['lights goals', ['Goals Under the Lights']],
    ['ligh', ['Goals Under the Lights']],
    ['ball', ['École élémentaire', "O'Brien’s Football Cup"]],
    ['reading', ['Million pages']],
    ['read-a-thon', ['Million pages']],
    ['Books', ['Million pages']],
    ['houghton', ['Million pages']],
    ['49931', ['Million pages']],
    ['reading 49931-1234', []],
    ['football', ['École élémentaire', "O'Brien’s Football Cup"]],
    ['o’brien', ["O'Brien’s Football Cup"]],
    ['lions 100%', ['Goals Under the Lights', 'École élémentaire', "O'Brien’s Football Cup"]],
    ['مباراة', ['مَباراة الخير']],
    ['النور', ['مَباراة الخير', '🦁 Лион']],
    ['ЛИОН', ['🦁 Лион']],
    ['🦁', ['🦁 Лион']],
    ['goals laps', []],
  ])('finds exact matches of %s', async (typed, expected) => {
    const found = await search(typed)
    expect(found.names).toEqual(expected)
    expect(found.count).toBe(expected.length)
  })

  it('pages through more campaigns than it counts, each once, in every order', async () => {
    for (const [sort, order] of [
      ['goal', 'asc'],
      ['pledged', 'desc'],
    ] as const) {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof search>> = await search('marathon', {
          sort,
          order,
          limit: '200',
          ...(cursor === null ? {} : { cursor }),
        })
        expect(page.count).toBe(MAX_COUNTED)
        seen.push(...page.names)
        cursor = page.cursor
      } while (cursor !== null && seen.length <= MANY)
      expect(seen.length).toBe(MANY)
      expect(new Set(seen).size).toBe(MANY)
      if (sort === 'goal') expect(seen.slice(0, 3)).toEqual(['Marathon 1', 'Marathon 2', 'Marathon 3'])
    }
  })
})

describe('the campaign search with a typo', () => {
  it.each([
    ['gaols lihgts', 'Goals Under the Lights'],
    ['elementare', 'École élémentaire'],
    ['elmentair', 'École élémentaire'],
    ['footbal cap', "O'Brien’s Football Cup"],
    ['gaols under', 'Goals Under the Lights'],
    ['леон', '🦁 Лион'],
    ['مبارة', 'مَباراة الخير'],
  ])('finds a campaign by %s', async (typed, expected) => {
    expect((await search(typed)).names).toEqual([expected])
  })

  it('lists exact matches first and typo matches after them, across pages', async () => {
    const all = ['Gantry', 'Panther Laps', 'Pantry', 'Planters']
    expect(await search('panthers')).toMatchObject({ names: all, count: 4 })
    expect((await search('pantry')).names).toEqual(['Pantry', 'Gantry'])
    const first = await search('pantry', { limit: '1' })
    expect(first).toMatchObject({ names: ['Pantry'], count: 2 })
    const second = await search('pantry', { limit: '1', cursor: first.cursor ?? '' })
    expect(second).toMatchObject({ names: ['Gantry'], cursor: null })
  })

  it('never shows drafts to the public, and respects the filter', async () => {
    expect((await search('panthrs', { status: 'draft' })).names).toEqual([])
    expect((await search('panthrs', { status: 'completed' })).names).toEqual(['Planters'])
    expect((await search('gaols', { type: 'football' })).names).toEqual([])
  })

  it('is skipped when enough is found exactly', async () => {
    expect((await search('marathon 1')).names).not.toContain('Panther Laps')
    expect((await search('maraton', { limit: '1' })).count).toBe(MAX_COUNTED)
  })

  it('prefers the words with the fewest typos, and corrects no short words', () => {
    expect(nearest('tigar', ['tiger', 'cigar', 'tigers', 'tigar', 'sugar'])).toEqual(['cigar', 'tiger'])
    expect(nearest('elemntry', ['elementary', 'cemetery'])).toEqual(['elementary'])
    expect(nearest('of', ['on', 'or'])).toEqual([])
    expect(nearest('2026', ['2025'])).toEqual([])
  })
})

describe('the summary of a campaign search', () => {
  it('adds up what the list finds', async () => {
    const summary = async (query: Record<string, string>) =>
      (await call(query, '/api/campaigns/summary')).body as CampaignSummary
    expect(await summary({ search: 'pantry' })).toEqual({
      campaigns: 2,
      totalPledged: '155.00',
      supporters: 2,
      campaignTypes: 1,
      templates: ['soccer'],
    })
    expect(await summary({ search: '%' })).toMatchObject({
      campaigns: 0,
      totalPledged: '0.00',
      templates: [],
    })
    expect(await summary({ search: 'marathon' })).toMatchObject({
      campaigns: MANY,
      totalPledged: '1200.00',
      supporters: MANY,
      templates: ['custom'],
    })
  })
})

describe('hostile input to the campaign search', () => {
  it.each([
    ['%'],
    ['_'],
    ['\\'],
    ['%%%'],
    ["'; drop table campaigns; --"],
    ["' | 'x':* & !'q"],
    ['":*'],
    ['\u0001\u001f\u007f'],
    ['\u202e\u2066'],
    ['👩‍👩‍👧'],
    ['\ufdfa'.repeat(200)],
    ['a '.repeat(100)],
    ['x'.repeat(200)],
    ['ﬀ'.repeat(200)],
  ])('%j finds nothing and causes no error', async (typed) => {
    expect(await search(typed)).toEqual({ names: [], count: 0, cursor: null })
  })

  it('is refused with advice if it is too long or has a null character', async () => {
    for (const [typed, message] of [
      ['x'.repeat(10_000), 'Use at most 200 characters: a few words are enough'],
      ['lions\0', 'Remove the invisible character: search for words as they are written'],
    ] as const) {
      for (const path of ['/api/campaigns', '/api/campaigns/summary']) {
        const reply = await call({ search: typed }, path)
        expect(reply.status).toBe(400)
        expect((reply.body as ErrorBody).fields).toEqual({ search: message })
      }
    }
  })

  it('with only spaces lists everything', async () => {
    expect((await search('  ')).count).toBe(MAX_COUNTED)
  })
})

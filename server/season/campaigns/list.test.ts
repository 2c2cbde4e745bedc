/** The list of campaigns: who sees what in which order, page by page, and its sums (R11, R23, R51, R54). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CampaignListItem, CampaignSummary } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import { sql } from '#server/platform/db/database.ts'
import { createNounApi, type NounApi } from '#tests/noun-api.ts'
import { campaignListRoutes } from './list.ts'
import { refreshRanks } from './ranks.ts'

let api: NounApi
let owner: string
let lions: string
const names: Record<string, string> = {}

async function add(name: string, given: Parameters<NounApi['addCampaign']>[1]) {
  const id = await api.addCampaign(lions, { name, ...given })
  await refreshRanks(api.db, [id])
  names[id] = name
  return id
}

async function list(query = '', as: string | null = null) {
  const reply = await api.call('GET', `/api/campaigns${query}`, { as })
  expect(reply.status).toBe(200)
  const items = reply.body as CampaignListItem[]
  return { items, names: items.map(({ campaigns }) => campaigns.name), headers: reply.headers }
}

/** Follows the Link headers to the end. */
async function walk(query: string, as: string | null = null) {
  const seen: string[] = []
  let path: string | null = `/api/campaigns${query}`
  for (let pages = 0; path !== null; pages += 1) {
    expect(pages).toBeLessThan(50)
    const reply: Awaited<ReturnType<NounApi['call']>> = await api.call('GET', path, { as })
    expect(reply.status).toBe(200)
    seen.push(...(reply.body as CampaignListItem[]).map(({ campaigns }) => campaigns.id))
    path = /^<([^>]+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1] ?? null
  }
  return seen
}

beforeAll(async () => {
  api = await createNounApi(campaignListRoutes)
  owner = await api.addUser()
  lions = await api.addOrganization(owner, { name: 'Lions 100%', city: 'El Paso' })
  await add('Alpha', { pledged: 30_000, goal: 40_000, template: 'football', end: '2026-04-01' })
  await add('Bravo', { pledged: 50_000, status: 'paused', template: 'soccer' })
  await add('Charlie', { pledged: 10_000, status: 'completed', template: 'soccer', end: '2026-02-01' })
  await add('Draft one', { status: 'draft', template: 'custom' })
  await add('Gone', { status: 'cancelled', pledged: 99_000 })
})
afterAll(() => api.close())

describe('GET /api/campaigns', () => {
  it('lists every public status to a visitor, most pledged first, with current figures', async () => {
    const { items, names: shown, headers } = await list()
    expect(shown).toEqual(['Bravo', 'Alpha', 'Charlie'])
    expect(headers.get('x-total-count')).toBe('3')
    expect(headers.get('link')).toBeNull()
    expect(items[1]).toMatchObject({
      campaigns: {
        totalPledged: '300.00',
        averagePledge: '300.00',
        goal: '400.00',
        pledgesClosedReason: null,
      },
      organizations: { name: 'Lions 100%', city: 'El Paso' },
    })
    expect(items[0]?.campaigns.pledgesClosedReason).toMatch(/paused/)
  })

  it('shows drafts to owners and representatives only, and cancelled ones in no public list (R21, R23)', async () => {
    const supporter = await api.addUser()
    const scorer = await api.addUser()
    const stranger = await api.addUser()
    await api.addMember(lions, scorer, 'scorer')
    await api.addOrganization(stranger)
    for (const caller of [null, supporter, scorer, stranger]) {
      expect((await list('', caller)).names).toEqual(['Bravo', 'Alpha', 'Charlie'])
      expect((await list('?status=draft', caller)).names).toEqual([])
      expect((await list('?status=cancelled', caller)).names).toEqual([])
    }
    for (const caller of [owner, await api.addRepresentative()]) {
      expect((await list('', caller)).names).toEqual(['Bravo', 'Alpha', 'Charlie', 'Draft one'])
      const drafts = await list('?status=draft', caller)
      expect(drafts.names).toEqual(['Draft one'])
      expect(drafts.headers.get('x-total-count')).toBe('1')
      expect(drafts.headers.get('cache-control')).toBe('private, no-store')
      expect((await list('?status=all', caller)).names).not.toContain('Gone')
    }
  })

  it('filters and sorts by every parameter', async () => {
    expect((await list('?status=active')).names).toEqual(['Alpha'])
    expect((await list('?type=soccer')).names).toEqual(['Bravo', 'Charlie'])
    expect((await list('?sort=name&order=asc')).names).toEqual(['Alpha', 'Bravo', 'Charlie'])
    expect((await list('?sort=progress')).names).toEqual(['Alpha', 'Bravo', 'Charlie'])
    expect((await list('?sort=endDate&order=asc')).names).toEqual(['Charlie', 'Alpha', 'Bravo'])
    expect((await list('?sort=goal&order=asc')).names[0]).toBe('Alpha')
    expect((await list('?sort=supporters')).names).toHaveLength(3)
  })

  it('refuses invalid parameters, naming every field', async () => {
    const reply = await api.call('GET', '/api/campaigns?status=nope&type=chess&sort=x&order=up&limit=201')
    expect(reply.status).toBe(400)
    expect(Object.keys((reply.body as ErrorBody).fields ?? {})).toEqual([
      'status',
      'type',
      'sort',
      'order',
      'limit',
    ])
    const forged = Buffer.from(JSON.stringify(['name', 'desc', 5, 'x'])).toString('base64url')
    for (const cursor of ['zzz', forged, Buffer.from('null').toString('base64url'), '%00']) {
      const bad = await api.call('GET', `/api/campaigns?cursor=${cursor}`)
      expect([bad.status, (bad.body as ErrorBody).fields]).toEqual([
        400,
        { cursor: 'Not a cursor of this list' },
      ])
    }
  })

  it('answers 304 to a known ETag until something changes', async () => {
    const { headers } = await list()
    const etag = headers.get('etag') ?? ''
    expect(headers.get('cache-control')).toBe('no-cache')
    const held = await api.call('GET', '/api/campaigns', {
      headers: { 'if-none-match': `W/${etag}, "other"` },
    })
    expect([held.status, held.headers.get('etag')]).toEqual([304, etag])
    const [alpha] = Object.keys(names)
    await api.db.query(sql`update campaigns set name = 'Alpha two' where id = ${alpha}`)
    expect((await list()).names).toContain('Alpha')
    api.deps.cache.changed(['campaigns'])
    const fresh = await api.call('GET', '/api/campaigns', { headers: { 'if-none-match': etag } })
    expect(fresh.status).toBe(200)
    expect((await list()).names).toContain('Alpha two')
    await api.db.query(sql`update campaigns set name = 'Alpha' where id = ${alpha}`)
    api.deps.cache.changed(['campaigns'])
  })

  it('hides a campaign that became a draft at once, before its rank is refreshed', async () => {
    const id = await add('Hasty', { pledged: 77_000 })
    api.deps.cache.changed(['campaigns'])
    expect((await list('?limit=1')).names).toEqual(['Hasty'])
    await api.db.query(sql`update campaigns set status = 'draft' where id = ${id}`)
    const page = await list('?limit=1')
    expect(page.names).toEqual([])
    expect(page.headers.get('link')).toContain('cursor=')
    await refreshRanks(api.db, [id])
    expect((await list('?limit=1')).names).toEqual(['Bravo'])
  })
})

describe('paging the campaign list', () => {
  it.each(['pledged', 'supporters', 'progress', 'endDate', 'name', 'goal'])(
    'returns each campaign once despite equal values, in both orders: %s',
    async (sort) => {
      const ours = await api.addOrganization(await api.addUser(), { name: `Twins of ${sort}` })
      const added: string[] = []
      for (let index = 0; index < 23; index += 1) {
        const status = ['active', 'paused', 'completed'][index % 3]
        added.push(await api.addCampaign(ours, { name: 'Twin', pledged: 5_000 * (index % 2), status }))
      }
      await refreshRanks(api.db, added)
      for (const order of ['asc', 'desc']) {
        const seen = await walk(`?search=twins%20of%20${sort}&limit=5&sort=${sort}&order=${order}`)
        expect([...seen].sort()).toEqual([...added].sort())
        const all = await walk(`?limit=200&sort=${sort}&order=${order}`)
        expect(await walk(`?limit=7&sort=${sort}&order=${order}`)).toEqual(all)
      }
    },
  )

  it('includes an owner’s drafts', async () => {
    const all = await walk('?limit=200', owner)
    expect(await walk('?limit=3', owner)).toEqual(all)
    expect(all.map((id) => names[id])).toContain('Draft one')
  })
})

describe('GET /api/campaigns/summary', () => {
  const summary = async (query: string, as: string | null = null) =>
    (await api.call('GET', `/api/campaigns/summary${query}`, { as })).body as CampaignSummary

  it('adds up the list with the same filter', async () => {
    expect(await summary('?search=lions')).toEqual({
      campaigns: 3,
      totalPledged: '900.00',
      supporters: 3,
      campaignTypes: 2,
      templates: ['football', 'soccer'],
    })
    expect(await summary('?search=nothing')).toMatchObject({
      campaigns: 0,
      totalPledged: '0.00',
      templates: [],
    })
    expect(await summary('?status=draft', owner)).toMatchObject({ campaigns: 2 })
    expect(await summary('?status=draft')).toMatchObject({ campaigns: 0 })
  })
})

import { OpenAPIHono } from '@hono/zod-openapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shortCode } from '#domain/billing/lookup.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  openDraft,
  openSeason,
  type Season,
  setStatus,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { robotsText, STATIC_PAGES } from './robots-and-sitemap.ts'
import { mountSite } from './routes.ts'
import { pageStarts } from './store.ts'

let app: TestApp
let org: TestOrganization
let seasons: Season[]
let draft: Season
let small: OpenAPIHono

beforeAll(async () => {
  app = await createTestApp()
  org = await setUpOrganization(app)
  seasons = []
  for (let count = 0; count < 5; count += 1) seasons.push(await openSeason(org))
  draft = await openDraft(org)
  small = new OpenAPIHono()
  mountSite(small, app.deps, { pageSize: 2 })
})
afterAll(() => app.close())

const locations = async (path: string, on = small) => {
  const answer = await on.request(path)
  expect({ path, status: answer.status }).toEqual({ path, status: 200 })
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  return [...(await answer.text()).matchAll(/<loc>http:\/\/localhost:3000([^<]*)<\/loc>/g)].map(
    ([, path]) => path as string,
  )
}

describe('the site map', () => {
  it('has every public campaign once in limited pages, and no draft', async () => {
    const [fixed, ...pages] = await locations('/sitemap.xml')
    expect(fixed).toBe('/sitemaps/pages.xml')
    expect(pages).toHaveLength(3)
    const listed = (await Promise.all(pages.map((page) => locations(page)))).flat()
    expect(listed.sort()).toEqual(seasons.map(({ id }) => `/campaigns/${id}`).sort())
  })

  it('has the time of the last change of a campaign', async () => {
    app.clock.advance({ hours: 3 })
    expectStatus(await org.representative.put(seasons[0]?.path ?? '', { goal: 500 }), 200)
    const text = await (await small.request(`/sitemaps/campaigns-${seasons[0]?.id}.xml`)).text()
    expect(text).toContain(`<lastmod>${app.clock.now().toISOString()}</lastmod>`)
  })

  it('has the public pages of the site', async () => {
    expect(await locations('/sitemaps/pages.xml')).toEqual([...STATIC_PAGES])
  })

  it.each([
    '/sitemaps/campaigns-x.xml',
    '/sitemaps/..%2f..%2fetc',
    "/sitemaps/campaigns-'.xml",
    '/sitemaps/%00',
  ])('has no part at %s', async (path) => {
    expect((await small.request(path)).status).toBe(404)
  })

  it('leaves out paused and cancelled campaigns', async () => {
    await setStatus(org, seasons[1] as Season, 'paused')
    await setStatus(org, seasons[2] as Season, 'cancelled')
    expect(await pageStarts(app.deps.db, 1)).toHaveLength(3)
  })
})

describe('robots.txt', () => {
  const site = { isListed: true, appUrl: 'https://pledges.example' }

  it('allows public pages, excludes private ones, and names the site map', () => {
    const text = robotsText(site)
    expect(text).toContain('Allow: /api/campaigns/*/share.png')
    expect(text).toContain('Disallow: /api/')
    expect(text).toContain('Disallow: /dashboard')
    expect(text).toContain('Sitemap: https://pledges.example/sitemap.xml')
    expect(text).not.toMatch(/^Disallow: \/$/m)
  })

  it('excludes everything if the site is not listed', async () => {
    expect(robotsText({ ...site, isListed: false })).toMatch(/^Disallow: \/$/m)
    const answer = await app.app.request('/robots.txt')
    expect(await answer.text()).toContain('Disallow: /\n')
  })
})

describe('a short address', () => {
  const leadsTo = async (code: string) => {
    const answer = await app.app.request(`/c/${code}`)
    return answer.status === 302 ? answer.headers.get('location') : answer.status
  }

  it('leads to its campaign, in any case', async () => {
    const { id = '' } = seasons[0] ?? {}
    expect(await leadsTo(shortCode(id))).toBe(`/campaigns/${id}`)
    expect(await leadsTo(shortCode(id).toLowerCase())).toBe(`/campaigns/${id}`)
  })

  it('of an ambassador credits them until they are removed (R42)', async () => {
    const { id, path } = seasons[0] as Season
    const invited = expectStatus(
      await org.owner.post<{ id: string; ambassadorReferralCode: string }>(`${path}/ambassadors`, {
        email: 'amber@example.org',
      }),
      201,
    )
    const code = invited.ambassadorReferralCode
    expect(await leadsTo(code)).toBe(`/campaigns/${id}?ref=${code}`)
    await org.owner.delete(`${path}/ambassadors/${invited.id}`)
    expect(await leadsTo(code)).toBe(`/campaigns/${id}`)
  })

  it('of a draft or an unknown code is not found', async () => {
    for (const code of [shortCode(draft.id), 'ABCDEFGHJK', 'x', '%00', '..%2f', "'--", 'A'.repeat(3000)])
      expect(await leadsTo(code)).toBe(404)
  })
})

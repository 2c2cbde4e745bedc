import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, type TestApp } from '#tests/app.ts'
import {
  enterMatch,
  openDraft,
  openSeason,
  play,
  type Season,
  setStatus,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({ now: '2026-09-01T16:00:00Z' }))
})
afterAll(() => app.close())

const ask = (id = season.id, query = '', headers = {}) =>
  app.app.request(`/embed/campaigns/${id}${query}`, { headers })
const html = async (...given: Parameters<typeof ask>) => (await ask(...given)).text()

describe('the widget', () => {
  it('is a page under 6 KB without a script that any site can frame', async () => {
    const answer = await ask()
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text.length).toBeLessThan(6_000)
    expect(text).not.toMatch(/<script|style=|\son\w+=/)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; img-src 'self'; style-src 'sha256-.*frame-ancestors \*$/,
      ),
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers.get('x-frame-options')).toBeNull()
  })

  it('shows current pledged and earned figures and the latest result', async () => {
    expect(await html()).toContain('No results yet')
    const etag = (await ask()).headers.get('etag') as string
    expect((await ask(season.id, '', { 'if-none-match': etag })).status).toBe(304)
    await play(org, season, { opponent: 'Bay', startTime: '2026-08-30T18:00:00Z', goals: 3 })
    expect(await html()).toContain('Last result: Goals 3, vs. Bay, Aug 30')
    await enterMatch(org, season, { opponent: 'Cove', startTime: '2026-08-31T18:00:00Z', goals: 2 })
    expect(await html()).toContain('To confirm: Goals 2, vs. Cove, Aug 31')
    expect(await html()).toMatch(/Pledged<\/dt><dd>\$0<.*Earned<\/dt><dd>\$0</)
  })

  it('opens the campaign in a new tab, with a valid referral code', async () => {
    const link = `http://localhost:3000/campaigns/${season.id}`
    expect(await html()).toContain(
      `<a class="go" href="${link}" target="_blank" rel="noopener">Pledge now</a>`,
    )
    expect(await html(season.id, '?ref=%22%3E%3Cscript%3E')).toContain(`href="${link}"`)
    const { ambassadorReferralCode: code } = expectStatus(
      await org.owner.post<{ ambassadorReferralCode: string }>(`${season.path}/ambassadors`, {
        email: 'amber@example.org',
      }),
      201,
    )
    expect(await html(season.id, `?ref=${code}`)).toContain(`href="${link}?ref=${code}"`)
  })

  it('escapes names', async () => {
    expectStatus(await org.representative.put(season.path, { name: '<img src=x onerror="alert(1)">&' }), 200)
    const text = await html()
    expect(text).not.toContain('<img')
    expect(text).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#38;')
  })

  it('does not ask for pledges while the campaign is paused', async () => {
    const paused = await openSeason(org)
    await setStatus(org, paused, 'paused')
    expect(await html(paused.id)).toContain('See the season')
  })

  it('says so in the frame if the campaign does not exist', async () => {
    const draft = await openDraft(org)
    for (const id of [draft.id, '0199a4c2-1111-7222-8333-444455556666', 'x', '%00', '..%2f..%2fetc']) {
      const answer = await ask(id)
      expect({ id, status: answer.status }).toEqual({ id, status: 404 })
      expect(await answer.text()).toContain('This campaign has left the field')
      expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors *')
    }
  })
})

describe('embed.js', () => {
  it('is small and can be loaded from any site', async () => {
    const answer = await app.app.request('/embed.js')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect((await answer.text()).length).toBeLessThan(2_500)
  })
})

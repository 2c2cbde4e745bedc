import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { withChange } from '#domain/campaigns/live.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { LiveChange, LiveHello } from '#domain/schemas/live.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  enterMatch,
  openDraft,
  pledge,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { type OpenStream, readStream } from '#tests/streams.ts'

let app: TestApp
let org: TestOrganization
let season: Season
const open: OpenStream[] = []

beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({
    now: '2026-09-01T16:00:00Z',
    env: { LIVE_STREAMS_PER_ADDRESS: '4' },
  }))
})
afterAll(() => app.close())

async function watch(at: TestApp, path = season.path): Promise<OpenStream> {
  const stream = readStream(await at.app.request(`${path}/live`))
  open.push(stream)
  return stream
}
const hello = async (stream: OpenStream) => (await stream.next()) as { event: string; data: LiveHello } | null
const detailOf = async (at: TestApp) => expectStatus(await at.visitor.get<CampaignDetail>(season.path), 200)
const leaveAll = async () => {
  for (const stream of open.splice(0)) await stream.leave()
}

/** Applies live updates to an open page until it shows the current state. */
async function followed(stream: OpenStream, before: CampaignDetail, at: TestApp): Promise<CampaignDetail> {
  const now = await vi.waitFor(
    async () => {
      const detail = await detailOf(at)
      expect(detail.revision).not.toBe(before.revision)
      return detail
    },
    { timeout: 20_000 },
  )
  let shown = before
  while (shown.revision !== now.revision) {
    const { event, data } = (await stream.next()) as { event: string; data: LiveChange }
    expect({ event, from: data.from }).toEqual({ event: 'change', from: shown.revision })
    shown = withChange(shown, data)
  }
  expect(shown).toEqual(now)
  return shown
}

it('live updates begin with the revision that they continue from', async () => {
  const stream = await watch(app)
  expect(stream.status).toBe(200)
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  expect(stream.headers.get('cache-control')).toBe('no-store')
  expect(await hello(stream)).toEqual({ event: 'hello', data: { revision: (await detailOf(app)).revision } })
  await leaveAll()
})

it('live updates carry results, confirmations and new supporters on every instance, without names', async () => {
  const other = await app.another()
  const streams = [await watch(app), await watch(other)] as const
  for (const stream of streams) await hello(stream)
  const instances = [app, other] as const
  let shown = await Promise.all(instances.map(detailOf))
  const follow = async () => {
    shown = await Promise.all(
      instances.map((at, index) =>
        followed(streams[index] as OpenStream, shown[index] as CampaignDetail, at),
      ),
    )
  }

  const match = { opponent: 'Summit', startTime: '2026-08-30T18:00:00Z', goals: 4 }
  const entered = await enterMatch(org, season, match)
  await follow()
  expect(shown[1]?.results).toMatchObject([{ quantity: 4, state: 'entered' }])
  await confirm(org.owner, season, entered)
  await follow()
  expect(shown[1]?.statistics.find(({ name }) => name === 'Goals')).toMatchObject({ confirmedQuantity: 4 })
  await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
  await follow()
  expect(shown[1]).toMatchObject({
    pledgesCount: 1,
    campaigns: { totalPledged: '82.00', totalEarned: '8.00' },
  })
  expect(JSON.stringify(shown)).not.toMatch(/Pat|Whitfield|example\.org|Sam/)
  await leaveAll()
})

it('a live update is read from the database once for all open pages', async () => {
  const streams = [await watch(app), await watch(app), await watch(app)]
  for (const stream of streams) await hello(stream)
  const through = vi.spyOn(app.deps.cache, 'through')
  expectStatus(await org.owner.post(`${season.path}/comments`, { message: 'Go!' }), 201)
  for (const stream of streams) expect(await stream.next()).toMatchObject({ event: 'change' })
  expect(through).toHaveBeenCalledTimes(1)
  through.mockRestore()
  await leaveAll()
})

it('live updates are for public campaigns only, and limited per IP address', async () => {
  const draft = await openDraft(org)
  for (const path of [draft.path, `/api/campaigns/${randomUUID()}`]) {
    expect((await org.owner.get(`${path}/live`)).status).toBe(404)
  }
  for (let count = 0; count < 4; count += 1) expect((await watch(app)).status).toBe(200)
  const refused = await app.app.request(`${season.path}/live`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  await leaveAll()
  expect(app.deps.live.count()).toBe(0)
  expect((await watch(app)).status).toBe(200)
  expect((await app.app.request(`${season.path}/live`, { method: 'HEAD' })).status).toBe(200)
  expect(app.deps.live.count()).toBe(1)
  await leaveAll()
})

it('live updates end when the program stops, and no new ones begin', async () => {
  const other = await app.another()
  const stream = await watch(other)
  await hello(stream)
  other.deps.live.close()
  expect(await stream.next()).toBeNull()
  expect(other.deps.live.count()).toBe(0)
  expect((await watch(other)).status).toBe(503)
})

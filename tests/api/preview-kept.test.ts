/** A preview's pages and filters come from one computation, and every change shows at once (R30). */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { SettlementPreview } from '#domain/schemas/settlement.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import {
  BAY,
  confirm,
  enterMatch,
  lock,
  pledge,
  runToChargeDate,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let supporter: Caller
let pledgeId: string
let computed: ReturnType<typeof vi.spyOn>

beforeAll(async () => {
  ;({ app, org, season, supporter, pledgeId } = await givenSeason({
    pledges: [
      { lines: { goals: '2.00', gift: '10.00' }, most: '500.00' },
      { lines: { goals: '1.00', gift: '7.00' } },
      { lines: { gift: '5.00' }, method: 'check' },
    ],
  }))
})
afterAll(() => app.close())
beforeEach(() => {
  computed = vi.spyOn(app.deps.db, 'prepared')
})

const previewBy = async (query = '&limit=200', kind = 'progress') =>
  expectStatus(
    await org.representative.get<SettlementPreview>(
      `${season.path}/settlements/preview?kind=${kind}${query}`,
    ),
    200,
  )
/** How often pledges were read to be computed. */
const computations = () => {
  const calls = computed.mock.calls as unknown as [{ name: string }][]
  return calls.filter(([{ name }]) => name === 'settlement_batch').length
}

it('a settlement preview is computed once for all of its pages, page sizes and filters', async () => {
  const all = await previewBy()
  expect(all.pledgesCount).toBeGreaterThan(1)
  expect(computations()).toBe(1)
  const walked = []
  for (let page = 1; page <= all.pledgesCount; page += 1)
    walked.push(...(await previewBy(`&limit=1&page=${page}`)).pledges)
  expect(walked).toEqual(all.pledges)
  expect((await previewBy('&show=exceptions')).totals).toEqual(all.totals)
  expect(computations()).toBe(1)
  // Another kind is another computation.
  expect((await previewBy('', 'final')).totals).not.toEqual(all.totals)
  expect(computations()).toBe(2)
})

it('a settlement preview that is opened after any change shows what a new computation shows', async () => {
  const match = { ...BAY, goals: 3 }
  let entries: Awaited<ReturnType<typeof enterMatch>> = []
  const changes: Record<string, () => Promise<unknown>> = {
    'a result is entered': async () => {
      entries = await enterMatch(org, season, match)
    },
    'a result is confirmed': () => confirm(org.owner, season, entries),
    'a pledge is made': () => pledge(org, season, { lines: { goals: '4.00' } }),
    'a maximum is lowered': async () =>
      expectStatus(await supporter.put(`/api/pledges/${pledgeId}`, { maximumAmount: '17.00' }), 200),
    'a statistic is renamed': () =>
      app.deps.db.query(sql`update statistics set name = 'Points' where id = ${season.statistics.goals.id}`),
    'a settlement is locked': () => lock(org, season, 'progress'),
    'cards are charged': () => runToChargeDate(org),
    'a waiver is written': () =>
      app.deps.db.query(sql`
        insert into adjustments (id, campaign_id, pledge_id, kind, amount_cents, reason, created_by, created_at)
        values (gen_random_uuid(), ${season.id}, ${pledgeId}, 'waiver', 100, 'Asked for', ${org.representative.userId}, now())`),
    'more is earned': async () => {
      const more = await enterMatch(org, season, { ...match, opponent: 'Cove', goals: 2 })
      await confirm(org.owner, season, more)
    },
  }
  for (const [what, change] of Object.entries(changes)) {
    for (const kind of ['progress', 'final']) await previewBy('&limit=200', kind)
    await change()
    for (const kind of ['progress', 'final']) {
      const shown = await previewBy('&limit=200', kind)
      const fresh = await withoutKeptPreviews(() => previewBy('&limit=200', kind))
      expect({ what, ...shown }).toEqual({ what, ...fresh })
    }
  }
})

async function withoutKeptPreviews<T>(work: () => Promise<T>): Promise<T> {
  const { previews } = app.deps
  app.deps.previews = { ...previews, find: () => undefined, keep: () => undefined }
  return work().finally(() => {
    app.deps.previews = previews
  })
}

/** The supporters of a campaign for those who run it: numbered, by status and in either order, never named (R26, R51). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ManagedPledge } from '#domain/schemas/pledge.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { openSeason, pledge, setUpOrganization, type TestOrganization } from '#tests/fixtures.ts'

let app: TestApp
let org: TestOrganization
let path: string
beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  org = await setUpOrganization(app)
  const season = await openSeason(org)
  path = `/api/dashboard/campaigns/${season.id}/pledges`
  const ids: string[] = []
  for (let index = 0; index < 5; index += 1) {
    app.clock.advance({ seconds: 1 })
    ids.push((await pledge(org, season, { lines: { gift: '25.00' }, method: 'check' })).pledge.id)
  }
  await app.deps.db.query(
    sql`update pledges set status = 'past_due' where id = any(${sql.param([ids[1], ids[3]])}::uuid[])`,
  )
})
afterAll(() => app.close())

const page = async (query: string) => {
  const answer = await org.owner.get<ManagedPledge[]>(`${path}${query}`)
  const rows = expectStatus(answer, 200)
  return {
    numbers: rows.map(({ number }) => number),
    count: answer.headers.get('x-total-count'),
    next: /pledges(\?[^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? '',
  }
}

it('supporters keep their number among all, in either order and across pages', async () => {
  expect((await page('')).numbers).toEqual([5, 4, 3, 2, 1])
  const oldest = await page('?order=oldest&limit=2')
  expect(oldest.numbers).toEqual([1, 2])
  expect((await page(oldest.next)).numbers).toEqual([3, 4])
  const newest = await page('?limit=2')
  expect((await page(newest.next)).numbers).toEqual([3, 2])
})

it('supporters listed by state stand past due first, each state the newest first, across pages', async () => {
  expect((await page('?order=state')).numbers).toEqual([4, 2, 5, 3, 1])
  const first = await page('?order=state&limit=1')
  expect(first).toMatchObject({ numbers: [4], count: '5' })
  const second = await page(first.next)
  expect(second.numbers).toEqual([2])
  expect((await page(second.next)).numbers).toEqual([5])
})

it('supporters are counted by state for those who manage the campaign, and for nobody else', async () => {
  const screen = path.replace('/pledges', '')
  const { pledgesByState } = expectStatus(await org.owner.get<Management>(screen), 200)
  expect(pledgesByState).toEqual({ past_due: 2, active: 3, settled: 0, cancelled: 0, held: 0 })
  expect(expectStatus(await org.scorer.get<Management>(screen), 200).pledgesByState).toBeNull()
})

it('supporters of one status are counted and listed separately', async () => {
  const late = await page('?status=past_due&limit=1')
  expect(late).toMatchObject({ numbers: [4], count: '2' })
  expect((await page(late.next)).numbers).toEqual([2])
  expect(await page('?status=settled')).toMatchObject({ numbers: [], count: '0' })
  expect((await org.owner.get(`${path}?status=cancelled`)).status).toBe(400)
})

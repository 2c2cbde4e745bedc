/** R73: one action on several campaigns: its sums first, then the single request of each; and whose campaigns they are. */
import { beforeEach, expect, it } from 'vitest'
import type { BulkActionLine, BulkActionPlan } from '#domain/schemas/bulk-action.ts'
import type { WorkQueuePage, WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import { bill, declare, enterMatch, openSeason, pledge, type Season } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'

givenSeasonForEachTest()
let other: Season
beforeEach(async () => {
  other = await openSeason(org)
})

const planOf = async (action: string, by: Caller = org.second, more = ''): Promise<BulkActionPlan> =>
  expectStatus(
    await by.get<BulkActionPlan>(
      `/api/desk/bulk-actions?action=${action}&campaigns=${season.id},${other.id}${more}`,
    ),
    200,
  )
const lineOf = ({ lines }: BulkActionPlan, { id }: Season): BulkActionLine =>
  lines.find((line) => line.id === id) as BulkActionLine
const send = ({ request }: BulkActionLine, by: Caller = org.second) =>
  request?.method === 'PUT'
    ? by.put(request.path, request.payload)
    : by.post(request?.path ?? '', request?.payload)
const MATCH = { opponent: 'Bay', startTime: '2026-09-09T18:00:00Z', goals: 2 }

it('results of others are confirmed, and one’s own are left out, with the reason', async () => {
  await enterMatch(org, season, MATCH)
  expectStatus(
    await org.second.post(`${other.path}/results`, { statisticId: other.statistics.goals.id, quantity: 1 }),
    201,
  )
  const plan = await planOf('confirm')
  expect(lineOf(plan, other)).toMatchObject({
    request: null,
    refusal: '1 result of your own: someone else must confirm',
  })
  expect(plan.results).toBe(1)
  expect(lineOf(plan, season)).toMatchObject({ detail: '1 result', refusal: null })
  expectStatus(await send(lineOf(plan, season)), 201)
  expect(lineOf(await planOf('confirm'), season).refusal).toBe('No result waits to be confirmed')
})

it('a settlement is locked as it was shown, with its sum, and what stops another one is said', async () => {
  for (const one of [season, other])
    await pledge(org, one, { lines: { goals: '2.00', champions: '25.00' }, method: 'check' })
  await enterMatch(org, season, MATCH)
  const confirmed = await planOf('confirm')
  expectStatus(await send(lineOf(confirmed, season)), 201)
  await declare(org, season, 'not_achieved')
  app.clock.set('2026-12-20T16:00:00Z')
  const plan = await planOf('lock')
  expect(plan.totals).toEqual([{ moneyMode: 'sandbox', amount: '4.00' }])
  expect(lineOf(plan, season)).toMatchObject({ detail: '1 pledge', amount: '4.00', refusal: null })
  expect(lineOf(plan, other)).toMatchObject({
    request: null,
    refusal: 'Goals has no result at all, and 1 more',
  })
  expectStatus(await send(lineOf(plan, season)), 201)
  expect(lineOf(await planOf('lock'), season).refusal).toBe('It is locked, and no amount has changed since')
})

it('owners are mailed which results are missing, once on a day', async () => {
  const event = { name: 'vs. Cove', startTime: '2026-09-18T18:00:00Z', eventType: 'game' }
  expectStatus(await org.representative.post(`${season.path}/events`, event), 201)
  app.clock.set('2026-09-19T16:00:00Z')
  const plan = await planOf('remind')
  expect(lineOf(plan, other).refusal).toBe('No match is over without a result')
  expect(lineOf(plan, season).detail).toBe('1 owner, about vs. Cove')
  expectStatus(await send(lineOf(plan, season)), 201)
  const mails = await app.deps.db.query<{ to: string; text: string }>(
    sql`select to_address as to, text_body as text from mails where kind = 'results_missing'`,
  )
  expect(mails).toMatchObject([{ to: org.owner.email, text: expect.stringContaining('vs. Cove') }])
  expect((await send(lineOf(plan, season))).status).toBe(409)
})

it('an organization of several campaigns is asked once where it is paid', async () => {
  await pledge(org, season, { lines: { gift: '25.00' } })
  await bill(org, season, 'progress')
  const plan = await planOf('ask_destination')
  expect(plan.totals).toEqual([{ moneyMode: 'sandbox', amount: '18.75' }])
  const { steps } = expectStatus(
    await org.representative.get<WorkQueueSteps>('/api/desk/steps?kind=ask_destination'),
    200,
  )
  expect(steps).toMatchObject([{ amount: '18.75' }])
  const [doable, ...more] = plan.lines.filter(({ request }) => request !== null)
  expect(more).toEqual([])
  expectStatus(await send(doable as BulkActionLine), 201)
  expect((await planOf('ask_destination')).totals).toEqual([])
})

it('a campaign is assigned to who activated it, and its next steps are first its representative’s', async () => {
  const page = async (by: Caller, show: string) =>
    expectStatus(await by.get<WorkQueuePage>(`/api/desk/campaigns?show=${show}`), 200)
  const ids = ({ campaigns }: WorkQueuePage) => campaigns.map(({ id }) => id).toSorted()
  expect(await page(org.representative, 'mine_if_any')).toMatchObject({
    shown: 'mine',
    assigned: { all: 2, mine: 2 },
  })
  expect((await page(org.second, 'mine_if_any')).shown).toBe('all')
  const plan = await planOf('assign', org.second, `&representative=${org.second.userId}`)
  expectStatus(await send(lineOf(plan, other)), 204)
  expect(ids(await page(org.second, 'mine_if_any'))).toEqual([other.id])

  for (const one of [season, other]) await enterMatch(org, one, MATCH)
  const steps = async (by: Caller, show: string) =>
    expectStatus(await by.get<WorkQueueSteps>(`/api/desk/steps?show=${show}`), 200).steps.map(
      ({ campaignId }) => campaignId,
    )
  expect(await steps(org.second, 'mine')).toEqual([other.id])
  expect(await steps(org.second, 'all')).toHaveLength(2)
  // Nobody's: everyone looks after it.
  expectStatus(await org.second.put(`${season.path}/representative`, { representativeId: null }), 204)
  expect(await steps(org.second, 'mine')).toHaveLength(2)
  const owner = { representativeId: org.owner.userId }
  expect((await org.second.put(`${season.path}/representative`, owner)).status).toBe(400)
})

it('at most fifty campaigns are taken at once', async () => {
  const many = Array.from(
    { length: 51 },
    (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  )
  const reply = await org.second.get(`/api/desk/bulk-actions?action=lock&campaigns=${many.join(',')}`)
  expect(reply.status).toBe(400)
})

/** R2: innings are counted in thirds, billed exactly, and written as people write them. */
import { expect, test } from 'vitest'
import { type Quantity, thirds } from '#domain/quantity.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { enterMatch } from '#server/season/results/index.ts'
import { expectStatus } from '#tests/app.ts'
import { csvText, parseCsv } from '#tests/csv.ts'
import { confirm, lock, pledge } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { schedule } from '#tests/line-changes.ts'

givenSeasonForEachTest()

/** A match total as a file states it: nobody types thirds. */
async function playThirds(day: number, quantity: Quantity, eventId: string | null = null): Promise<string> {
  const opponent = `Bay ${day}`
  const startTime = new Date(Date.UTC(2026, 8, day, 18))
  const event = eventId ? null : { name: `vs. ${opponent}`, opponent, startTime, venue: 'home' as const }
  const rows = [{ statisticId: season.statistics.goals.id, quantity }]
  const form = { eventId, event, rows, note: null, evidenceUrl: null }
  const { userId } = org.scorer
  const entries = await enterMatch(app.deps, app.deps.db.transaction, { userId }, season.id, form)
  await confirm(org.owner, season, entries)
  return entries[0]?.eventId as string
}

const earnedBy = async ({ supporter, pledge: { id } }: Awaited<ReturnType<typeof pledge>>) =>
  expectStatus(await supporter.get<PledgeDetail>(`/api/pledges/${id}`), 200)
const statistic = async () => {
  const { statistics } = expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200)
  return statistics.find(({ id }) => id === season.statistics.goals.id)
}
const totalEntered = (quantity: number | string) =>
  org.scorer.post<ResultEntry>(`${season.path}/results`, {
    statisticId: season.statistics.goals.id,
    quantity,
  })

test('5⅔, 3⅓ and ⅔ innings at $3.00 are $29.00, on every page, in the settlement and in files', async () => {
  const made = await pledge(org, season, { lines: { goals: '3.00' }, method: 'check' })
  await playThirds(7, thirds(17))
  await playThirds(8, thirds(10))
  await playThirds(9, thirds(2))
  expect(await statistic()).toMatchObject({ confirmedQuantity: 9.666667 })
  const detail = await earnedBy(made)
  expect(detail.earned).toBe('29.00')
  expect(detail.shares.map(({ amount }) => amount)).toEqual(['17.00', '10.00', '2.00'])
  expect(JSON.stringify(detail.shares)).toContain('5⅔ × $3.00')
  const settled = await lock(org, season, 'final')
  expect(settled.totals).toMatchObject({ accrued: '29.00', toBill: '29.00' })
  const file = `/api/dashboard/campaigns/${season.id}/statistics.csv`
  const [row] = parseCsv(await csvText(app, file, org.representative))
  expect(row).toMatchObject({ 'Confirmed so far': '9.666667' })
})

test('thirds of many matches add up to whole innings, which a correction may take back', async () => {
  const made = await pledge(org, season, { lines: { goals: '1000.00' }, method: 'check', most: '9000.00' })
  for (const day of [3, 4, 5, 6, 7, 8]) await playThirds(day, thirds(1))
  expect(await earnedBy(made)).toMatchObject({ earned: '2000.00' })
  expect(await statistic()).toMatchObject({ confirmedQuantity: 2 })
  await confirm(org.owner, season, [expectStatus(await totalEntered(-2), 201)])
  expect(await earnedBy(made)).toMatchObject({ earned: '0.00' })
  expect(await statistic()).toMatchObject({ confirmedQuantity: 0 })
})

test('a pledge that starts later counts its own thirds (R58)', async () => {
  await playThirds(9, thirds(2))
  const later = await schedule(org, season, { opponent: 'Cove', startTime: '2026-09-11T18:00:00Z' })
  const made = await pledge(org, season, {
    lines: { goals: '3.00' },
    method: 'check',
    counts: { from: 'now' },
  })
  app.clock.set('2026-09-11T21:00:00Z')
  await playThirds(11, thirds(17), later)
  expect(await earnedBy(made)).toMatchObject({ earned: '17.00' })
})

test('a corrected total is based on the thirds that were seen, and voiding it counts them again', async () => {
  const made = await pledge(org, season, { lines: { goals: '3.00' }, method: 'check' })
  const eventId = await playThirds(9, thirds(17))
  const body = (standing: number) => ({
    eventId,
    rows: [{ statisticId: season.statistics.goals.id, quantity: 6, standing }],
  })
  const matches = `${season.path}/results/matches`
  expect(await org.scorer.post(matches, body(5.67))).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Goals is 5⅔ now') },
  })
  const entries = expectStatus(await org.scorer.post<ResultEntry[]>(matches, body(5.666667)), 201)
  expect(entries).toMatchObject([{ quantity: 0.333333, total: 6, before: 5.666667 }])
  await confirm(org.owner, season, entries)
  expect(await earnedBy(made)).toMatchObject({ earned: '18.00' })
  const listed = expectStatus(await org.owner.get<ResultEntry[]>(`${season.path}/results`), 200)
  expect(listed.map(({ voidEffect }) => voidEffect)).toContain('The match total is then 5⅔ again.')
})

test('what people type keeps two decimals at most', async () => {
  expect((await totalEntered('9.666667')).status).toBe(400)
  expect((await totalEntered(9.666667)).status).toBe(400)
  expect((await totalEntered('9.67')).status).toBe(201)
})

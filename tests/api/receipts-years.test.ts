/** R37: the archive of a year adds up to what the supporters' statements of that year say. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Giving } from '#domain/schemas/receipt.ts'
import { deleteUser } from '#server/accounts/users/index.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { bill, confirm, type pledge, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { filesInZip } from '#tests/zip.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let supporter: Awaited<ReturnType<typeof pledge>>['supporter']

/** $250.00 are charged in December; a correction refunds $100.00 in January. */
beforeAll(async () => {
  ;({ app, org, season, supporter } = await givenSeason({
    now: '2026-12-01T16:00:00Z',
    pledges: [{ lines: { goals: '25.00' }, method: 'auto_bill_end' }],
    matches: [{ opponent: 'Bay', startTime: '2026-12-01T18:00:00Z', goals: 10, wins: 1 }],
    champions: 'not_achieved',
    billed: 'final',
  }))
  app.clock.set('2027-01-12T16:00:00Z')
  const entry = expectStatus(
    await org.scorer.post<{ id: string }>(`${season.path}/results`, {
      statisticId: season.statistics.goals.id,
      quantity: -4,
    }),
    201,
  )
  await confirm(org.owner, season, [entry])
  await bill(org, season, 'final')
}, 120_000)
afterAll(() => app.close())

const archive = async (query: string): Promise<Map<string, Buffer>> => {
  const path = `/api/organizations/${org.organizationId}/receipts.zip${query}`
  const answer = await app.app.request(path, {
    headers: { authorization: `Bearer ${org.representative.token}` },
  })
  expect(answer.status).toBe(200)
  return filesInZip(Buffer.from(await answer.arrayBuffer()))
}
const given = async (year: number): Promise<string> =>
  expectStatus(await supporter.get<Giving>(`/api/giving/${year}`), 200).total
const rows = (files: Map<string, Buffer>, name: string): string[][] =>
  (files.get(name)?.toString() ?? '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))

it('lists what was received in the year, and says of which day the amount kept is', async () => {
  const files = await archive('?year=2026')
  const [receipt, ...more] = rows(files, 'receipts.csv')
  expect(more).toEqual([])
  expect(receipt?.slice(5, 7)).toEqual(['250.00', '150.00'])
  expect(receipt?.at(-1)).toMatch(/^2027-01-/)
  expect(rows(files, 'returned.csv')).toEqual([])
  expect(await given(2026)).toBe('250.00')
})

it('has a year in which money was only refunded', async () => {
  const files = await archive('?year=2027')
  expect([...files.keys()].sort()).toEqual(['receipts.csv', 'returned.csv'])
  expect(rows(files, 'receipts.csv')).toEqual([])
  const [refund, ...more] = rows(files, 'returned.csv')
  expect(more).toEqual([])
  expect(refund?.[0]).toMatch(/^2027-01-/)
  expect(refund?.slice(1, 3)).toEqual(['Refund', '-100.00'])
  expect(refund?.[3]).toMatch(/^R-2026-/)
  expect(refund?.[4]).toMatch(/^2026-12-/)
  expect(refund?.[7]).toBe('test')
  expect(await given(2027)).toBe('-100.00')
})

const open = async (path: string) => expectStatus(await supporter.get<Giving>(path), 200)

it('opens the newest year with a payment, not one in which money only went back', async () => {
  const opened = await open('/api/giving')
  expect(opened).toMatchObject({ year: 2026, total: '250.00', years: [2027, 2026] })
  expect(opened).not.toHaveProperty('isRunning')
})

it('says which year is not over yet', async () => {
  expect(await open('/api/giving/2027')).toMatchObject({ total: '-100.00', isRunning: true })
  const now = app.clock.now()
  app.clock.set('2028-01-02T16:00:00Z')
  expect(await open('/api/giving/2027')).not.toHaveProperty('isRunning')
  // It is still December 31 where the campaign is.
  app.clock.set('2028-01-01T03:00:00Z')
  expect(await open('/api/giving/2027')).toMatchObject({ isRunning: true })
  app.clock.set(now.toISOString())
  expect(expectStatus(await org.owner.get<Giving>('/api/giving'), 200)).toMatchObject({
    year: 2027,
    years: [],
  })
})

it('names the receipt that was refunded as the receipt itself does', async () => {
  const files = await archive('')
  expect(rows(files, 'returned.csv')[0]?.[3]).toBe(rows(files, 'receipts.csv')[0]?.[0])
})

it('of an account that was deleted are those of a supporter, for a representative (R45)', async () => {
  await deleteUser(app.deps, supporter.userId)
  const year = await org.representative.get<Giving>(`/api/giving/2026?supporter=${supporter.userId}`)
  expect(expectStatus(year, 200)).toMatchObject({ supporterName: 'A supporter', total: '250.00' })
  const nobody = '0199a4c2-1111-7222-8333-444455556666'
  expectStatus(await org.representative.get(`/api/giving/2026?supporter=${nobody}`), 404)
})

/** A name on a public page is another, or gone, as soon as its owner says so (R42, R45). */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Ambassador } from '#domain/schemas/ambassador.ts'
import { deleteUser } from '#server/accounts/users/actions.deletion.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { type House, openHouse, openSeason, type Season } from '#tests/fixtures.ts'

let app: TestApp
let house: House
let season: Season
let amber: Caller

beforeAll(async () => {
  app = await createTestApp()
  house = await openHouse(app)
  season = await openSeason(house)
  amber = await app.user({ firstName: 'Amber' })
  const path = `${season.path}/ambassadors`
  const { id } = expectStatus(await house.owner.post<Ambassador>(path, { email: amber.email }), 201)
  const [row] = await app.deps.db.query<{ joinToken: string }>(
    sql`select join_token from ambassadors where id = ${id}`,
  )
  expectStatus(await amber.post(`${path}/join`, { token: row?.joinToken }), 200)
}, 60_000)
afterAll(() => app.close())

/** A page of the campaign, as the program keeps it, and another one's. */
function keepPages(): void {
  const page = { bytes: 'Amber R.', etag: '', storedAtMs: app.clock.now().getTime() }
  app.deps.cache.set('its page', { ...page, tags: [`campaign:${season.id}`] })
  app.deps.cache.set('another page', { ...page, tags: ['campaign:another'] })
}
const arePagesKept = () => ['its page', 'another page'].map((key) => app.deps.cache.get(key) !== undefined)
const untilItIsGone = () => vi.waitFor(() => expect(arePagesKept()).toEqual([false, true]))

it('renamed, the kept pages of their campaigns are made anew, and no others', async () => {
  keepPages()
  expectStatus(await amber.put('/api/auth/user', { firstName: 'Zoe' }), 200)
  await untilItIsGone()
  const names = expectStatus(
    await app.visitor.get<{ firstName: string }[]>(`${season.path}/ambassadors`),
    200,
  )
  expect(names.map(({ firstName }) => firstName)).toEqual(['Zoe'])
})

it('deleted, they are on none', async () => {
  keepPages()
  await deleteUser(app.deps, amber.userId)
  await untilItIsGone()
  expect(expectStatus(await app.visitor.get(`${season.path}/ambassadors`), 200)).toEqual([])
})

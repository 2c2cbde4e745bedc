/** What somebody has pledged in a campaign before: a second pledge counts in addition, and screens say so (R8). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pledge, UserPledge } from '#domain/schemas/pledge.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { openSeason, pledge, pledgeBody, setUpOrganization, type TestOrganization } from '#tests/fixtures.ts'

let app: TestApp
let org: TestOrganization
beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-01T16:00:00Z' })
  org = await setUpOrganization(app)
})
afterAll(() => closeWithBooksInOrder(app))

test('own pledges are listed for one campaign, with their maximum', async () => {
  const here = await openSeason(org)
  const there = await openSeason(org)
  const wish = { lines: { goals: '2.00' }, most: '180.00', method: 'check' } as const
  const { supporter, pledge: first } = await pledge(org, here, wish)
  const add = async (path: string, most: string) =>
    expectStatus(
      await supporter.post<Pledge>(path, {
        ...(await pledgeBody(supporter, path.startsWith(here.path) ? here : there, { ...wish, most })),
      }),
      201,
    )
  const second = await add(`${here.path}/pledges`, '90.00')
  await add(`${there.path}/pledges`, '10.00')
  const list = await supporter.get<UserPledge[]>(`/api/user/pledges?campaignId=${here.id}&limit=1`)
  expect(expectStatus(list, 200)).toMatchObject([{ id: second.id, agreedMaximum: '90.00' }])
  expect(list.headers.get('x-total-count')).toBe('2')
  const next = list.headers.get('link')?.match(/<(.+)>/)?.[1] ?? ''
  expect(expectStatus(await supporter.get<UserPledge[]>(next), 200)).toMatchObject([
    { id: first.id, agreedMaximum: '180.00', campaignId: here.id },
  ])
  expect(expectStatus(await supporter.get<UserPledge[]>('/api/user/pledges'), 200)).toHaveLength(3)
})

/** R9, R21, R36: of what is cancelled, every answer and file has the same amount, and a void invoice has nothing open. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PledgeAccount, UserPledge } from '#domain/schemas/pledge.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { invoicesOf, pledge, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({ now: '2026-09-01T16:00:00Z' }))
})
afterAll(() => closeWithBooksInOrder(app))

it('a cancelled pledge amounts to nothing on its page, in the list and in the file', async () => {
  const { supporter, pledge: made } = await pledge(org, season, { lines: { goals: '2.00' } })
  const before = expectStatus(await supporter.get<UserPledge[]>('/api/user/pledges'), 200)
  expect(before[0]?.amount).not.toBe('0.00')
  expectStatus(await supporter.post(`/api/pledges/${made.id}/cancellation`, {}), 201)
  const { totalAmountDue } = expectStatus(await supporter.get<PledgeAccount>(`/api/pledges/${made.id}`), 200)
  expect(totalAmountDue).toBe('0.00')
  const [listed] = expectStatus(await supporter.get<UserPledge[]>('/api/user/pledges'), 200)
  expect(listed).toMatchObject({ status: 'cancelled', amount: '0.00' })
  const { body } = await supporter.get<string>('/api/user/pledges.csv')
  expect(body.split('\n')[1]).toContain('0.00')
  expect(body.split('\n')[1]).not.toContain(before[0]?.amount)
})

it('a void invoice has nothing open', async () => {
  const {
    season: own,
    supporter,
    pledge: made,
  } = await givenSeason({ org, pledges: [{ lines: { gift: '250.00' }, method: 'check' }], locked: 'final' })
  const become = (state: 'open' | 'void') =>
    app.deps.db.query(sql`
      update invoices
      set state = ${state}, voided_at = ${state === 'void' ? app.clock.now() : null}
      where pledge_id = ${made.id}`)
  await become('void')
  expect(await invoicesOf(org, own)).toMatchObject([{ state: 'void', amount: '250.00', open: '0.00' }])
  const { invoices } = expectStatus(await supporter.get<PledgeAccount>(`/api/pledges/${made.id}`), 200)
  expect(invoices).toMatchObject([{ state: 'void', open: '0.00' }])
  await become('open')
})

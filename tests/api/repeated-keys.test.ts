/** R54: an Idempotency-Key gets the first response again for 48 hours, and never does anything twice. */
import { expect, it } from 'vitest'
import type { ChargeDetail } from '#domain/schemas/charge.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { JOBS } from '#server/jobs.ts'
import { expectStatus } from '#tests/app.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'

givenSeasonForEachTest({
  now: '2026-09-01T16:00:00Z',
  pledges: [{ lines: { gift: '50.00' } }],
  billed: 'progress',
})

const forget = () => JOBS.find(({ name }) => name === 'idempotency.forget')?.run(app.deps)

it('a refund is made once, however late its request is repeated', async () => {
  const [charge] = expectStatus(await org.representative.get<Charge[]>(`${season.path}/charges`), 200)
  const path = `/api/charges/${charge?.id}/refunds`
  const refund = () =>
    org.representative.post<ChargeDetail>(
      path,
      { amount: '5.00', reason: 'Pledged twice' },
      { 'idempotency-key': 'refund-1' },
    )
  const first = expectStatus(await refund(), 201)
  app.clock.advance({ hours: 48 })
  await forget()
  const again = await refund()
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.body).toEqual(first)
  app.clock.advance({ days: 3 })
  const late = { status: 409, body: { message: expect.stringContaining('more than 48 hours ago') } }
  expect(await refund()).toMatchObject(late)
  await forget()
  expect(await refund()).toMatchObject(late)
  const { refundable } = expectStatus(
    await org.representative.get<ChargeDetail>(`/api/charges/${charge?.id}`),
    200,
  )
  expect(refundable).toBe('45.00')
})

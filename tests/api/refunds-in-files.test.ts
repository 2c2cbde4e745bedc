/** R32, R40: the files of charges count a refund once it is made, as the month does. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ProviderMonth } from '#domain/schemas/report.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { expectStatus } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { bill, chargesOf, pledge } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { GIFT, type StripeSeason } from '#tests/stripe-season.ts'

let at: StripeSeason
beforeEach(async () => {
  at = await givenSeason({ stripe: true })
})
afterEach(() => closeWithBooksInOrder(at.app))

it('a refund that waits to be made is in no file, and after it in both', async () => {
  const { app, org, season, stripe } = at
  const { representative } = org
  await pledge(org, season, GIFT)
  await bill(org, season, 'progress')
  const [charge] = await chargesOf(org, season)
  const month = app.clock.now().toISOString().slice(0, 7)
  const columnOf = async (path: string, head: string) => {
    const headers = { authorization: `Bearer ${representative.token}` }
    const text = (await (await app.app.request(path, { headers })).text()).replace('\uFEFF', '')
    const [heads = [], cells = []] = text.split('\r\n').map((row) => row.split(','))
    return cells[heads.indexOf(head)]
  }
  const said = async () => ({
    month: await columnOf(`/api/reports/charges.csv?month=${month}`, 'Refunded since (USD)'),
    campaign: await columnOf(`/api/dashboard/campaigns/${season.id}/charges.csv`, 'Refunded (USD)'),
    refunds: expectStatus(await representative.get<ProviderMonth>(`/api/reports/month?month=${month}`), 200)
      .totals.refunds,
  })
  stripe.faults.push('lost answer')
  const form = { amount: '15.00', reason: 'Sorry' }
  expectStatus(await representative.post(`/api/charges/${charge?.id}/refunds`, form), 201)
  expect(await said()).toEqual({ month: '0.00', campaign: '0.00', refunds: '0.00' })
  const [reserved] = expectStatus(await representative.get<Charge[]>(`${season.path}/charges`), 200)
  expect(reserved?.refunded).toBe('15.00')
  stripe.faults.length = 0
  app.clock.advance({ hours: 1 })
  await runDueJobs(app.deps)
  expect(await said()).toEqual({ month: '15.00', campaign: '15.00', refunds: '15.00' })
})

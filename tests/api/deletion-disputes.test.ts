/** R45: an account is not deleted while a bank asks or decides about one of its charges, whatever the amount. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deleteUser } from '#server/accounts/users/deletion.ts'
import { runDueJobs } from '#server/jobs.ts'
import { evidenceOf } from '#server/money/dispute-evidence/routes.ts'
import type { Caller, TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { chargesOf, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { deliver, GIFT } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn
let supporter: Caller
let payment: string

beforeEach(async () => {
  ;({ app, org, season, stripe, supporter } = await givenSeason({
    stripe: true,
    pledges: [GIFT],
    billed: 'final',
  }))
  ;[payment = ''] = stripe.books.payments.keys()
})
afterEach(() => closeWithBooksInOrder(app))

const DECIDING = 'A bank is looking into one charge of yours: wait until it has decided.'
const remove = () => deleteUser(app.deps, supporter.userId)
const moveTo = async (id: string, status: string) => {
  stripe.books.moveDispute(id, status)
  await deliver(app, stripe.events())
}

it('with an inquiry is kept until the bank has closed it, and the evidence still says who agreed', async () => {
  const { id } = stripe.books.openDispute(payment, 'warning_needs_response')
  await deliver(app, stripe.events())
  await expect(remove()).rejects.toThrow(DECIDING)
  await moveTo(id, 'warning_under_review')
  await expect(remove()).rejects.toThrow(DECIDING)
  const [charge] = await chargesOf(org, season)
  const evidence = await evidenceOf(app.deps, app.deps.db.transaction, org.representative, charge?.id ?? '')
  expect(JSON.stringify(evidence.parts)).toContain(supporter.email)
  await moveTo(id, 'warning_closed')
  await remove()
})

it('with a dispute is kept until it is lost, and again while the loss can be appealed', async () => {
  const { id } = stripe.books.openDispute(payment)
  await deliver(app, stripe.events())
  await expect(remove()).rejects.toThrow(DECIDING)
  await moveTo(id, 'appeal_needs_response')
  await expect(remove()).rejects.toThrow(DECIDING)
  await moveTo(id, 'lost')
  await remove()
})

it('with a dispute of a charge that had been refunded is kept too', async () => {
  const [charge] = await chargesOf(org, season)
  await org.representative.post(`/api/charges/${charge?.id}/refunds`, { amount: '40.00', reason: 'Sorry' })
  await runDueJobs(app.deps)
  stripe.books.openDispute(payment)
  await deliver(app, stripe.events())
  await expect(remove()).rejects.toThrow(DECIDING)
})

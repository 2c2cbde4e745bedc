/** A payment that nothing explains: one representative prepares an adjustment, another approves it (R29, R34). */
import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import type { Charge } from '#domain/schemas/settlement.ts'
import type { WorkQueuePage } from '#domain/schemas/work-queue.ts'
import { type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { apiOf, enterAs, expect, test } from './fixtures.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { addressOf } from './ports.ts'

const baseURL = addressOf(1)
let stripe: StripeStandIn
let server: OwnServer | undefined

test.use({ baseURL })
test.beforeAll(async () => {
  test.setTimeout(300_000)
  stripe = await startStripe()
  server = await startOwnServer(baseURL, stripe.env)
})
test.afterAll(async () => {
  await server?.stop()
  await stripe.close()
})

type Call = Awaited<ReturnType<typeof apiOf>>

/** Charges of the demo, of all its campaigns. */
async function chargesIn(call: Call, states: readonly string[]): Promise<Charge[]> {
  const found = (await call('GET', '/api/desk/campaigns?stage=all&limit=200')) as unknown as WorkQueuePage
  const lists = []
  for (const { id } of found.campaigns)
    lists.push((await call('GET', `/api/campaigns/${id}/charges`)) as unknown as Charge[])
  return lists.flat().filter(({ state }) => states.includes(state))
}

const sent = new Set<string>()
async function deliver(request: APIRequestContext): Promise<void> {
  for (const { id, payload, signature } of stripe.events()) {
    if (sent.has(id)) continue
    sent.add(id)
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
    expect((await request.post('/api/webhooks/stripe', { data: payload, headers })).ok()).toBe(true)
  }
}

/** A payment at Stripe for this charge, which no attempt of ours made. */
function payAtStripe({ id: chargeId, pledgeId, amount }: Charge): string {
  const { id: customer } = stripe.books.makeCustomer({})
  const metadata = { pledgeId, chargeId, attemptId: randomUUID() }
  const cents = Number(amount.replace('.', ''))
  const payment = stripe.books.makePayment({ amount: cents, customer, metadata })
  stripe.books.confirmPayment(payment.client_secret, {
    ...{ number: '4242424242424242', expMonth: 12, expYear: 2030 },
  })
  return payment.id
}

test('money that nothing explains is listed, adjusted by two people, and gone from the list', {
  tag: '@desk',
}, async ({ browser, request }) => {
  const first = await enterAs(browser, { baseURL }, 'rep@demo.test')
  const [charged] = await chargesIn(await apiOf(first.request), ['succeeded'])
  if (!charged) throw new Error('the demo has no such charge')
  const payment = { id: payAtStripe({ ...charged, amount: '40.00' }) }
  await deliver(request)
  await expect(async () => {
    await first.goto('/dashboard/exceptions')
    await expect(first.getByRole('table', { name: 'To decide' })).toContainText(payment.id)
  }).toPass()
  const row = first.getByRole('table', { name: 'To decide' }).getByRole('row').filter({ hasText: payment.id })
  await expect(row).toContainText('so the supporter has paid it twice')
  await expectNoViolationsInBothSchemes(first)
  for (const width of [390, 768, 1440]) {
    await first.setViewportSize({ width, height: 900 })
    const overflow = () =>
      first.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(overflow, { message: `at ${width} px` }).toBe(0)
  }
  await row.getByRole('button', { name: /^Prepare an adjustment/ }).click()
  const drawer = first.getByRole('dialog', { name: 'Adjust $40.00' })
  await expectNoViolationsInBothSchemes(first)
  await drawer.getByRole('button', { name: 'Prepare adjustment' }).click()
  await expect(drawer.getByText('Enter why, and what it can be checked with')).toBeVisible()
  await drawer.getByLabel('Why').fill('Returned by check 1042')
  const letter = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 a letter') }
  await drawer.getByLabel(/A letter or a bank/).setInputFiles(letter)
  await drawer.getByRole('button', { name: 'Prepare adjustment' }).click()
  await expect(first.getByText('Another representative must approve it.', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: /^Prepare an adjustment/ })).toBeDisabled()

  const second = await enterAs(browser, { baseURL }, 'rep2@demo.test')
  await second.goto('/dashboard')
  await second.getByRole('link', { name: /^Exceptions/ }).click()
  const waiting = second.getByRole('table', { name: 'Waiting for approval' })
  await expect(waiting.getByRole('button', { name: 'See the attachment' })).toBeVisible()
  await waiting.getByRole('button', { name: /^Approve/ }).click()
  await second.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await expect(second.getByText('No exceptions')).toBeVisible()
  await expect(second.getByText('Nothing waits for approval')).toBeVisible()
  await expectNoViolationsInBothSchemes(second)
  for (const page of [first, second]) await page.context().close()
})

test('whatever refunds and disputes leave to a person is resolved by two representatives, to the last', {
  tag: '@desk',
}, async ({ browser, request }) => {
  test.setTimeout(180_000)
  const first = await enterAs(browser, { baseURL }, 'rep@demo.test')
  const call = await apiOf(first.request)
  const open = (await chargesIn(call, ['scheduled', 'failed', 'past_due'])).slice(0, 4)
  const paid = open.map((charge) => ({ charge, payment: payAtStripe(charge) }))
  await deliver(request)
  const isPaid = async () => {
    const now = await chargesIn(call, ['succeeded'])
    return paid.every(({ charge }) => now.some(({ id }) => id === charge.id))
  }
  await expect.poll(isPaid, { timeout: 60_000 }).toBe(true)
  const [returned, above, lost, stopped] = paid
  if (!returned || !above || !lost || !stopped) throw new Error('the demo has too few open charges')
  const refund = (payment: string, amount: string) =>
    stripe.books.makeRefund({ payment_intent: payment, amount }).id
  const isRefunded = async ({ charge }: typeof returned) =>
    (await chargesIn(call, ['succeeded'])).find(({ id }) => id === charge.id)?.refunded !== '0.00'
  // Its bank returns it.
  const failing = refund(returned.payment, '500')
  await deliver(request)
  await expect.poll(() => isRefunded(returned), { timeout: 60_000 }).toBe(true)
  stripe.books.failRefund(failing)
  // The bank disputes it after a part was refunded, and keeps all of it.
  refund(lost.payment, '300')
  await deliver(request)
  await expect.poll(() => isRefunded(lost), { timeout: 60_000 }).toBe(true)
  const dispute = stripe.books.openDispute(lost.payment)
  await deliver(request)
  stripe.books.moveDispute(dispute.id, 'lost')
  // The bank disputes it before a refund of ours is made, and we hear of it only then.
  stripe.books.openDispute(stopped.payment)
  await call('POST', `/api/charges/${stopped.charge.id}/refunds`, { amount: '2.00', reason: 'Sorry' })
  await deliver(request)
  payAtStripe(above.charge)
  await deliver(request)
  const list = first.getByRole('table', { name: 'To decide' })
  const happened = [
    'The bank returned a refund of $5.00.',
    'of which $3.00 had been refunded before',
    'A refund of $2.00 did not go through',
    'so the supporter has paid it twice',
  ]
  await expect(async () => {
    await first.goto('/dashboard/exceptions')
    for (const what of happened) await expect(list).toContainText(what)
  }).toPass({ timeout: 90_000 })
  await expectNoViolationsInBothSchemes(first)
  for (const label of ['Try the card again', 'Nothing is left to do']) {
    await list.getByRole('button', { name: label }).first().click()
    await expect(first.getByText(`${label}.`, { exact: true })).toBeVisible()
    await expect(list.getByRole('button', { name: label })).toHaveCount(0)
  }
  const adjust = list.getByRole('button', { name: /^Prepare an adjustment/ })
  for (const rest of [1, 0]) {
    await adjust.and(first.locator(':not([aria-disabled="true"])')).first().click()
    const drawer = first.getByRole('dialog', { name: /^Adjust/ })
    await drawer.getByLabel('Why').fill('The supporter was called')
    await drawer.getByRole('button', { name: 'Prepare adjustment' }).click()
    await expect(drawer).toBeHidden()
    await expect(adjust.and(first.locator(':not([aria-disabled="true"])'))).toHaveCount(rest)
  }
  const second = await enterAs(browser, { baseURL }, 'rep2@demo.test')
  await second.goto('/dashboard/exceptions')
  const waiting = second.getByRole('table', { name: 'Waiting for approval' })
  for (const rest of [1, 0]) {
    await waiting
      .getByRole('button', { name: /^Approve/ })
      .first()
      .click()
    await second.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
    await expect(waiting.getByRole('button', { name: /^Approve/ })).toHaveCount(rest)
  }
  await expect(second.getByText('No exceptions')).toBeVisible()
  for (const page of [first, second]) await page.context().close()
})

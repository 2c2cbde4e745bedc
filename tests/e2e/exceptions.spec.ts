/** A payment that nothing explains: one representative prepares an adjustment, another approves it (R29, R34). */
import { randomUUID } from 'node:crypto'
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

/** A pledge of the demo that was charged. */
async function chargedPledge(call: Call): Promise<{ pledgeId: string; chargeId: string }> {
  const found = (await call('GET', '/api/desk/campaigns?stage=all&limit=200')) as unknown as WorkQueuePage
  for (const { id } of found.campaigns) {
    const charges = (await call('GET', `/api/campaigns/${id}/charges`)) as unknown as Charge[]
    const charge = charges.find(({ state }) => state === 'succeeded')
    if (charge) return { pledgeId: charge.pledgeId, chargeId: charge.id }
  }
  throw new Error('the demo has no such charge')
}

test('money that nothing explains is listed, adjusted by two people, and gone from the list', {
  tag: '@desk',
}, async ({ browser, request }) => {
  const first = await enterAs(browser, { baseURL }, 'rep@demo.test')
  const metadata = { ...(await chargedPledge(await apiOf(first.request))), attemptId: randomUUID() }
  const { id: customer } = stripe.books.makeCustomer({})
  const payment = stripe.books.makePayment({ amount: 4000, customer, metadata })
  stripe.books.confirmPayment(payment.client_secret, {
    number: '4242424242424242',
    expMonth: 12,
    expYear: 2030,
  })
  for (const { payload, signature } of stripe.events()) {
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
    expect((await request.post('/api/webhooks/stripe', { data: payload, headers })).ok()).toBe(true)
  }
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

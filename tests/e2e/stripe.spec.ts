/** Pledging with a card at Stripe under the real content security policy, with stand-ins for its script and its API. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'
import { activeCampaign, type Campaign, pastMatches } from './campaign.ts'
import { apiOf, enterAs, expect, signUp, test } from './fixtures.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { dialogOf, profileOf } from './pledge-dialog.ts'
import { addressOf } from './ports.ts'
import { serveStripe } from './stripe-browser.ts'

const baseURL = addressOf(1)
let stripe: StripeStandIn
let server: OwnServer | undefined
let campaign: Campaign

test.use({ baseURL })
test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000)
  stripe = await startStripe()
  server = await startOwnServer(baseURL, stripe.env)
  const coach = await enterAs(browser, { baseURL }, 'coach@demo.test')
  const representative = await enterAs(browser, { baseURL }, 'rep@demo.test')
  campaign = await activeCampaign(coach, representative, 'Lights by Card')
  await coach.context().close()
  await representative.context().close()
})
test.afterAll(async () => {
  await server?.stop()
  await stripe.close()
  expect(stripe.problems).toEqual([])
})

const nextOf = (page: Page) => dialogOf(page).getByRole('button', { name: 'Next' })

/** A new supporter, who has saved no card yet, with an amount chosen, up to the payment step. */
async function toPayment(page: Page): Promise<{ email: string }> {
  const email = `pat-${randomUUID()}@example.test`
  await signUp(page.request, email)
  await (await apiOf(page.request))('POST', '/api/users', profileOf(email))
  await page.goto(`/campaigns/${campaign.id}`)
  const goals = page
    .getByRole('region', { name: 'Support This Campaign' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Goals', exact: true }) })
  await goals.getByRole('button', { name: 'Select This Statistic' }).click()
  await goals.getByRole('radio', { name: '$3', exact: true }).check()
  await page.getByRole('button', { name: 'Lock in your pledge now!' }).first().click()
  await expect(dialogOf(page).getByText('Step 1 of 6')).toBeVisible()
  await nextOf(page).click()
  await expect(dialogOf(page).getByText('Step 3 of 6: Privacy')).toBeVisible()
  return { email }
}

test('a card is saved in Stripe’s form, and a declined one stays on the payment step', async ({ page }) => {
  const seen = await serveStripe(page, stripe)
  const { email } = await toPayment(page)
  expect(seen.scripts, 'nothing of Stripe before a card is asked for').toBe(0)
  await nextOf(page).click()
  const card = dialogOf(page).getByLabel('Card number')
  await expect(card).toBeVisible()
  await nextOf(page).click()
  await expect(page.getByText('Your card number is incomplete.').first()).toBeVisible()
  await card.fill('4000 0000 0000 0002')
  expect(seen.scripts).toBe(1)
  await nextOf(page).click()
  await expect(page.getByText('Payment Method Error', { exact: true })).toBeVisible()
  await expect(page.getByText('Your card was declined.').first()).toBeVisible()
  await expect(dialogOf(page).getByText('Step 4 of 6: Payment')).toBeVisible()
  await card.fill('4242 4242 4242 4242')
  await nextOf(page).click()
  await expect(dialogOf(page).getByText('Step 5 of 6: Review')).toBeVisible()
  await expect(dialogOf(page).getByText('Visa ending in 4242, charged once after the season')).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Confirm Pledge' }).click()
  await expect(dialogOf(page).getByRole('heading', { name: 'Pledge Submitted Successfully!' })).toBeVisible()
  expect(seen.billing.at(-1)).toMatchObject({
    email,
    name: expect.stringMatching(/\w+ \w+/),
    address: { country: 'US', line1: expect.any(String), postal_code: expect.any(String) },
  })
})

test('Stripe’s card form follows the color scheme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const seen = await serveStripe(page, stripe)
  await toPayment(page)
  await nextOf(page).click()
  await expect(dialogOf(page).getByLabel('Card number')).toBeVisible()
  await expect(dialogOf(page).getByText('Test mode')).toBeVisible()
  type Look = { theme?: string; variables?: { colorText?: string } }
  const looks = () => seen.looks.map((look) => JSON.parse(look) as Look).filter(({ theme }) => theme)
  await expect
    .poll(() => looks().at(-1))
    .toMatchObject({ theme: 'night', variables: { colorText: 'rgb(237, 244, 238)' } })
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => looks().at(-1)?.variables?.colorText).toBe('rgb(11, 31, 29)')
})

test('a wallet’s card is saved in one tap, and a declined one leaves the card form', async ({ page }) => {
  const seen = await serveStripe(page, stripe, { walletCard: '4000000000000002' })
  await toPayment(page)
  await nextOf(page).click()
  const wallet = dialogOf(page).getByRole('button', { name: 'Google Pay' })
  await wallet.click()
  await expect(page.getByText('Payment Method Error', { exact: true })).toBeVisible()
  await expect.poll(() => seen.walletFailures).toEqual(['{"reason":"fail"}'])
  await expect(dialogOf(page).getByLabel('Card number')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { walletCard: '4242424242424242' }))
  await wallet.click()
  await expect(dialogOf(page).getByText('Step 5 of 6: Review')).toBeVisible()
  await expect(dialogOf(page).getByText('Visa ending in 4242, charged once after the season')).toBeVisible()
})

test('the card form says when Stripe’s script could not be loaded, and "Try again" loads it', async ({
  page,
}) => {
  let isThere = false
  const seen = await serveStripe(page, stripe)
  page.removeAllListeners('console')
  await page.route('https://js.stripe.com/**', (route) => (isThere ? route.fallback() : route.abort()))
  await toPayment(page)
  await nextOf(page).click()
  await expect(dialogOf(page).getByRole('alert')).toContainText('The card form could not be loaded.')
  isThere = true
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(dialogOf(page).getByLabel('Card number')).toBeVisible()
  expect(seen.scripts).toBe(1)
})

test('a guest whose browser blocks Stripe’s script is told so and can pay by check', async ({ page }) => {
  await serveStripe(page, stripe)
  page.removeAllListeners('console')
  await page.route('https://js.stripe.com/**', (route) => route.abort())
  const answer = await page.goto(`/campaigns/${campaign.id}/pledge`)
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('alert')).toContainText('The card form could not be loaded.')
  const email = `blocked-${randomUUID()}@example.test`
  await page
    .getByRole('group', { name: /^Amount for/ })
    .locator('label')
    .first()
    .click()
  await page.getByLabel('Your email').fill(email)
  await page.getByRole('button', { name: 'Pledge now', exact: true }).click()
  await expect(page.getByText('The card form could not be loaded.').first()).toBeVisible()
  await expect(page.getByLabel('Your email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Pay by check or cash' }).click()
  await page.getByRole('button', { name: 'Pledge now', exact: true }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
})

test('a charge that needs the bank’s confirmation is confirmed on the pledge page', async ({
  page,
  browser,
}) => {
  await serveStripe(page, stripe)
  const coach = await enterAs(browser, { baseURL }, 'coach@demo.test')
  const representative = await enterAs(browser, { baseURL }, 'rep@demo.test')
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('supporter@demo.test')
  await page.getByLabel('Password').fill('demo-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  const [asSupporter, asCoach, asRepresentative] = [
    await apiOf(page.request),
    await apiOf(coach.request),
    await apiOf(representative.request),
  ] as const
  const path = `/api/campaigns/${campaign.id}`
  const { clientSecret } = await asSupporter('POST', '/api/cards/setups', {})
  const form = { number: '4000002760003184', expMonth: 12, expYear: 2034 }
  const setup = stripe.books.confirmSetup(String(clientSecret), form)
  const { statistics } = await asSupporter('GET', path)
  const goals = (statistics as { id: string; name: string }[]).find(({ name }) => name === 'Goals')
  const { id } = await asSupporter('POST', `${path}/pledges`, {
    paymentMethod: 'auto_bill_progress',
    stripePaymentMethodId: setup.payment_method,
    pledgeStatistics: [{ statisticId: goals?.id, pledgeAmount: '3.00' }],
  })
  await asCoach('POST', `${path}/imports`, { text: pastMatches(campaign.now) })
  const waiting = (await asRepresentative('GET', `${path}/results`)) as unknown as { id: string }[]
  await asRepresentative('POST', `${path}/results/confirmations`, { resultIds: waiting.map((one) => one.id) })
  const { version, previewId } = await asRepresentative('GET', `${path}/settlements/preview?kind=progress`)
  await asRepresentative('POST', `${path}/settlements`, { kind: 'progress', version, previewId })
  await asRepresentative('POST', '/api/dev/clock', { days: 0 })
  await asRepresentative('POST', '/api/dev/clock', { days: 4 })
  await page.goto(`/pledges/${id}`)
  const ask = page.getByRole('region', { name: 'Confirm with your bank' })
  await expect(ask).toContainText('Your bank wants you to confirm $15.00. You have not been charged yet.')
  await ask.getByRole('button', { name: 'Confirm with your bank' }).click()
  await expect(
    page.getByText('$15.00 is paid. We will email you the receipt.', { exact: true }),
  ).toBeVisible()
  await expect(ask).toBeHidden()
  await expect(page.getByRole('region', { name: 'Receipts' })).toContainText('$15.00')
  await coach.context().close()
  await representative.context().close()
})

test('the content security policy of pages, cached ones too, allows Stripe’s script and no inline script', async ({
  request,
}) => {
  for (const path of ['/', '/campaigns', '/campaigns', '/sign-in']) {
    const policy = (await request.get(path)).headers()['content-security-policy'] ?? ''
    expect(policy).toMatch(
      /script-src 'self'(?: 'sha256-[\w+/]{43}='){6} https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com https:\/\/connect-js\.stripe\.com;/,
    )
    expect(policy).toContain('https://api.stripe.com')
    expect(policy).not.toContain('unsafe-inline')
  }
})

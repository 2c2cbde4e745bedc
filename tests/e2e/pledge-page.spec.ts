/** A pledge's page on a phone: what it earned, what is charged, and what can be changed (R14, R44). */
import type { Browser, Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { activeCampaign, type Campaign, pastMatches } from './campaign.ts'
import { alive, apiOf, enterAs, expect, test } from './fixtures.ts'

test.describe.configure({ mode: 'serial' })

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
let people: Record<'coach' | 'representative' | 'supporter', Page>
let campaign: Campaign

type Made = { id: string; agreedMaximum: string }

test.beforeAll(async ({ browser }: { browser: Browser }) => {
  people = {
    coach: await enterAs(browser, PHONE, 'coach@demo.test'),
    representative: await enterAs(browser, PHONE, 'rep@demo.test'),
    supporter: await enterAs(browser, PHONE, 'supporter@demo.test'),
  }
  campaign = await activeCampaign(people.coach, people.representative, 'Summer Night Game')
})
test.afterAll(async () => {
  for (const page of Object.values(people)) await page.context().close()
})

async function pledged(most: string | null, number = '4242424242424242'): Promise<Made> {
  const call = await apiOf(people.supporter.request)
  const setup = await call('POST', '/api/cards/setups', {})
  const card = { clientSecret: setup.clientSecret, number, expMonth: 12, expYear: 2040, cvc: '123' }
  const saved = await call('POST', '/api/sandbox/card-setups/confirm', card)
  const detail = await call('GET', `/api/campaigns/${campaign.id}`)
  const [goals] = (detail.statistics as { id: string; name: string }[]).filter(({ name }) => name === 'Goals')
  return (await call('POST', `/api/campaigns/${campaign.id}/pledges`, {
    paymentMethod: 'auto_bill_progress',
    stripePaymentMethodId: saved.stripePaymentMethodId,
    maximumAmount: most,
    pledgeStatistics: [{ statisticId: goals?.id, pledgeAmount: '3.00' }],
  })) as unknown as Made
}

async function playTwoMatches(): Promise<void> {
  const call = await apiOf(people.coach.request)
  const path = `/api/campaigns/${campaign.id}`
  await call('POST', `${path}/imports`, { text: pastMatches(campaign.now) })
  const asRepresentative = await apiOf(people.representative.request)
  const waiting = (await asRepresentative('GET', `${path}/results`)) as unknown as { id: string }[]
  await asRepresentative('POST', `${path}/results/confirmations`, { resultIds: waiting.map(({ id }) => id) })
}

const noSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  )

test('lowering the maximum refuses less than is earned, shows another window’s change, and saves', async () => {
  const page = people.supporter
  const made = await pledged('300.00')
  await playTwoMatches()
  await page.goto(`/pledges/${made.id}`)
  await expect(
    page.getByRole('img', { name: /Earned match by match: \$15\.00 after 2 entries, of at most \$300\.00/ }),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: /Harbor/ })).toContainText('$6.00')
  await noSideways(page)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Lower maximum' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('New maximum')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Lower maximum' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('New maximum').fill('10')
  await dialog.getByRole('button', { name: 'Lower maximum' }).click()
  await expect(
    dialog.getByText('$15.00 is the lowest maximum now: that much is already earned'),
  ).toBeVisible()
  await expect(dialog.getByLabel('New maximum')).toHaveValue('10')
  await expect(dialog.getByLabel('New maximum')).toBeFocused()
  await expectNoViolations(page)

  // Another window saved first: the message says what changed, and what was typed stays.
  const call = await apiOf(page.request)
  await call('PUT', `/api/pledges/${made.id}`, { maximumAmount: '200.00' })
  await dialog.getByLabel('New maximum').fill('90')
  await dialog.getByRole('button', { name: 'Lower maximum' }).click()
  await expect(dialog.getByText('The maximum is $200.00 now; it was $300.00.')).toBeVisible()
  await expect(dialog.getByLabel('New maximum')).toHaveValue('90')
  await dialog.getByRole('button', { name: 'Lower maximum' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('$90.00 at most; it can go as low as $15.00.')).toBeVisible()
  expect((await call('GET', `/api/pledges/${made.id}`)).agreedMaximum).toBe('90.00')
})

test('the card of a pledge can be changed to a new one', async () => {
  const page = people.supporter
  const made = await pledged(null)
  await page.goto(`/pledges/${made.id}`)
  await (await alive(page.getByRole('button', { name: 'Change card' }))).click()
  const dialog = page.getByRole('dialog')
  const another = dialog.getByLabel('Another card')
  const card = dialog.getByLabel('Card number')
  await expect(another.or(card).first()).toBeVisible()
  if (await another.isVisible()) await another.check()
  await card.fill('4000 0000 0000 0341')
  await dialog.getByRole('textbox', { name: 'Expires' }).fill('11 / 41')
  await dialog.getByLabel('Security code').fill('123')
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Use this card' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/ending in 0341, expires 11\/2041/)).toBeVisible()
})

test('cancelling a pledge says what is dropped, and a double click cancels once', async () => {
  const page = people.supporter
  const made = await pledged('80.00')
  await page.goto(`/pledges/${made.id}`)
  await (await alive(page.getByRole('button', { name: 'Cancel pledge' }))).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('The $15.00 that it has earned so far is no longer owed.')).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Cancel pledge' }).dblclick()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('This pledge was cancelled. Nothing is charged.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Lower maximum' })).toHaveCount(0)
  await expect(page.getByText('The most you can owe')).toHaveCount(0)
})

test('a mailed link opens the pledge without a password, and one that has ended offers a new link', async ({
  page,
}) => {
  const outbox = await (await page.request.get('/api/dev/mail')).json()
  const mail = (outbox as { subject: string; text: string }[]).find(({ subject }) =>
    subject.includes('You lowered your maximum for Summer Night Game'),
  )
  const path = /\/p\/[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''
  const answer = await page.goto(path)
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  await expect(page.getByRole('heading', { name: 'Summer Night Game' })).toBeVisible()
  await expect(page.getByText('Earned so far')).toBeVisible()
  await noSideways(page)
  await expectNoViolations(page)

  const gone = await page.goto(`/p/${'x'.repeat(43)}`)
  expect(gone?.status()).toBe(404)
  expect(gone?.headers()['referrer-policy']).toBe('no-referrer')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Email me a new link' }).click()
  await expect(page.getByText('If this was your link, a new one is on its way')).toBeVisible()
})

test('"What is this charge?" answers the same whether or not a charge is found', async ({ page }) => {
  await page.goto('/what-is-this-charge')
  await expectNoViolations(page)
  await noSideways(page)
  const press = () => page.getByRole('button', { name: 'Email me the answer' }).click()
  await page.getByLabel('Last four digits of the card or bank account').fill('42')
  await press()
  await expect(page.getByText('Enter only the last four digits of the card or bank account')).toBeVisible()
  await expect(page.getByLabel('Last four digits of the card or bank account')).toHaveValue('42')
  for (const email of ['supporter@demo.test', 'nobody@example.org']) {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Amount').fill('12.50')
    await page.getByLabel('Day of the charge').fill('2026-09-12')
    await page.getByLabel('Last four digits of the card or bank account').fill('4242')
    await press()
    await expect(page.getByRole('heading', { name: 'Look in your inbox' })).toBeVisible()
    await page.getByRole('button', { name: 'Ask about another charge' }).click()
  }
})

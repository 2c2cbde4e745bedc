/** Whatever is rare about money: two representatives resolve every kind of it, from the list to zero (R29, R34). */
import type { Locator, Page } from '@playwright/test'
import { EXCEPTION_KINDS } from '#domain/billing/exception.ts'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { enterAs, expect, test } from './fixtures.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { addressOf } from './ports.ts'

const baseURL = addressOf(1)
let server: OwnServer | undefined

test.use({ baseURL })
test.beforeAll(async () => {
  test.setTimeout(300_000)
  server = await startOwnServer(baseURL, { APP_URL: baseURL }, 'tests/e2e/exceptions-program.ts')
})
test.afterAll(async () => {
  await server?.stop()
})

const list = (page: Page): Locator => page.getByRole('table', { name: 'Exceptions' })
const about = (page: Page, what: string): Locator => list(page).getByRole('row').filter({ hasText: what })

async function openList(page: Page): Promise<void> {
  await page.goto('/dashboard/problems')
  const all = page.getByRole('button', { name: /^Show all/ })
  if (await all.isVisible()) await all.click()
}

/** What one representative decides at once. */
async function decide(page: Page, what: string, label: string): Promise<void> {
  await about(page, what).getByRole('button', { name: label }).click()
  await expect(about(page, what)).toHaveCount(0)
}

async function prepare(page: Page, what: string, way: string, why: string): Promise<void> {
  const button = about(page, what).getByRole('button', { name: /^Prepare an adjustment/ })
  await button.click()
  const drawer = page.getByRole('dialog', { name: /^Adjust/ })
  await drawer.getByLabel('What happens with it').selectOption({ label: way })
  await drawer.getByLabel('Why').fill(why)
  await drawer.getByRole('button', { name: 'Prepare adjustment' }).click()
  await expect(drawer).toBeHidden()
  await expect(button).toBeDisabled()
}

const PREPARED = [
  [
    'so the supporter has paid it twice',
    'It was returned by check or bank transfer',
    'Check 1042, November 3',
  ],
  ['$5.00 more than was left', 'The supporter returned it', 'Check 77, November 4'],
  ['of which $3.00 had been refunded before', 'Our loss: the supporter cannot be asked', 'Moved, no address'],
  ['bounced after $5.00 of it was refunded', 'The supporter paid it back', 'Cash at the game, November 5'],
  ['took $7.00 from our account', 'A fee of the card provider', 'Stripe Issuing, asked by email'],
  ['added $2.50 to our account', 'A fee that the card provider gave back', 'For the fee of November 2'],
] as const

test('every kind of exception is resolved by two representatives, from the list to zero', {
  tag: '@desk',
}, async ({ browser }) => {
  test.setTimeout(180_000)
  const first = await enterAs(browser, { baseURL }, 'morgan@demo.test')
  await openList(first)
  await expect(list(first).getByRole('row')).toHaveCount(1 + EXCEPTION_KINDS.length)
  await expectNoViolationsInBothSchemes(first)
  for (const width of [390, 768, 1440]) {
    await first.setViewportSize({ width, height: 900 })
    const overflow = () =>
      first.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(overflow, { message: `at ${width} px` }).toBe(0)
  }
  await about(first, 'paid it twice')
    .getByRole('button', { name: /^Prepare/ })
    .click()
  const drawer = first.getByRole('dialog', { name: 'Adjust $40.00' })
  await expectNoViolationsInBothSchemes(first)
  await drawer.getByRole('button', { name: 'Prepare adjustment' }).click()
  await expect(drawer.getByText('Enter why, and what it can be checked with')).toBeVisible()
  const letter = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 a letter') }
  await drawer.getByLabel(/A letter or a bank/).setInputFiles(letter)
  await drawer.getByLabel('Why').fill('Check 1042, November 3')
  await drawer.getByRole('button', { name: 'Prepare adjustment' }).click()
  await expect(first.getByText('Another representative must approve it.', { exact: true })).toBeVisible()
  for (const [what, way, why] of PREPARED.slice(1)) await prepare(first, what, way, why)
  await decide(first, 'The bank returned a refund of $5.00', 'Try the card again')
  await decide(first, 'A refund of $2.00 did not go through', 'Nothing is left to do')
  await decide(first, '$6.00 is no longer owed', 'Refund it')
  await decide(first, 'Stripe refused a payout', 'I have seen it')
  for (const what of ['A payout of $15.00 is approved', 'Stripe has not said whether']) {
    await about(first, what).getByRole('link', { name: 'Open the payout' }).click()
    await first.getByRole('button', { name: 'Withdraw it' }).click()
    await expect(first.getByRole('region', { name: 'This payout' }).getByText('Withdrawn')).toBeVisible()
    await openList(first)
    await expect(about(first, what)).toHaveCount(0)
  }
  const overpaid = 'Bayside Readers was paid $7.50 more than its share'
  await about(first, overpaid).getByRole('link', { name: 'Open the payouts' }).click()
  const theirs = first.getByRole('row').filter({ hasText: 'Bayside Readers' })
  await theirs.getByRole('link', { name: '$15.00' }).click()
  await first.getByRole('button', { name: 'Record money back' }).click()
  const money = first.getByRole('dialog', { name: 'Money back from $15.00' })
  await money.getByLabel('Amount').fill('7.50')
  await money.getByLabel('Why').fill('Check 118')
  await money.getByRole('button', { name: 'Record the return' }).click()
  await expect(money).toBeHidden()

  const second = await enterAs(browser, { baseURL }, 'riley@demo.test')
  await second.goto('/dashboard')
  await second.getByRole('link', { name: /^Problems/ }).click()
  const waiting = second.getByRole('table', { name: 'Waiting for approval' })
  const attachment = second.waitForEvent('download')
  await waiting.getByRole('button', { name: 'See the attachment' }).click()
  expect((await attachment).suggestedFilename()).toMatch(/^attachment-.*\.pdf$/)
  const approve = waiting.getByRole('button', { name: /^Approve/ })
  for (const left of PREPARED.map((_, index) => index).reverse()) {
    await approve.first().click()
    await second.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
    await expect(approve).toHaveCount(left)
  }
  await expect(async () => {
    await second.reload()
    await expect(second.getByRole('heading', { name: 'Problems' })).toBeVisible()
    await expect(list(second)).toHaveCount(0)
  }).toPass()
  await expectNoViolationsInBothSchemes(second)
  for (const page of [first, second]) await page.context().close()
})

/** The pay link in a mail, on a phone: what is due is paid without a password, with any card, once (R35, R36, R44). */
import type { Browser, Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { activeCampaign, type Campaign, pastMatches } from './campaign.ts'
import { alive, apiOf, enterAs, expect, failOnErrors, test } from './fixtures.ts'
import { withOwnClock } from './own-server.ts'

withOwnClock()

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
let people: Record<'coach' | 'representative' | 'supporter', Page>
let campaign: Campaign
let links: Record<'expired' | 'asks' | 'other', string>
let asked: string

test.beforeAll(async ({ browser }: { browser: Browser }) => {
  test.setTimeout(180_000)
  people = {
    coach: await enterAs(browser, PHONE, 'coach@demo.test'),
    representative: await enterAs(browser, PHONE, 'rep@demo.test'),
    supporter: await enterAs(browser, PHONE, 'supporter@demo.test'),
  }
  const name = `Rainy Night Game ${test.info().project.name} ${test.info().workerIndex}`
  campaign = await activeCampaign(people.coach, people.representative, name)
  const pledges = {
    expired: await pledged('4000000000000069', '3.00'),
    asks: await pledged('4000002760003184', '4.00'),
    other: await pledged('4000000000000069', '5.00'),
  }
  asked = pledges.asks
  await playAndSettle()
  const mails = (await (await people.supporter.request.get('/api/dev/mail')).json()) as {
    subject: string
    text: string
  }[]
  const linkIn = (amount: string, subject: string) =>
    /\/p\/[\w-]{43}/.exec(
      mails.find(
        (mail) =>
          mail.subject.includes(name) && mail.subject.includes(amount) && mail.subject.includes(subject),
      )?.text ?? '',
    )?.[0] ?? ''
  links = {
    expired: linkIn('$15.00', 'could not be charged'),
    asks: linkIn('$20.00', 'confirm'),
    other: linkIn('$25.00', 'could not be charged'),
  }
  for (const link of Object.values(links)) expect(link).toMatch(/^\/p\//)
})
test.afterAll(async () => {
  for (const page of Object.values(people)) await page.context().close()
})

async function pledged(number: string, rate: string): Promise<string> {
  const call = await apiOf(people.supporter.request)
  const setup = await call('POST', '/api/cards/setups', {})
  const card = { clientSecret: setup.clientSecret, number, expMonth: 12, expYear: 2040, cvc: '123' }
  const saved = await call('POST', '/api/sandbox/card-setups/confirm', card)
  const { statistics } = await call('GET', `/api/campaigns/${campaign.id}`)
  const goals = (statistics as { id: string; name: string }[]).find((one) => one.name === 'Goals')
  const { id } = await call('POST', `/api/campaigns/${campaign.id}/pledges`, {
    paymentMethod: 'auto_bill_progress',
    stripePaymentMethodId: saved.stripePaymentMethodId,
    pledgeStatistics: [{ statisticId: goals?.id, pledgeAmount: rate }],
  })
  return id
}

/** Five goals in two matches, a statement, and the cards charged after the notice period. */
async function playAndSettle(): Promise<void> {
  const asCoach = await apiOf(people.coach.request)
  const asRepresentative = await apiOf(people.representative.request)
  const path = `/api/campaigns/${campaign.id}`
  await asCoach('POST', `${path}/imports`, { text: pastMatches(campaign.now) })
  const waiting = (await asRepresentative('GET', `${path}/results`)) as unknown as { id: string }[]
  await asRepresentative('POST', `${path}/results/confirmations`, { resultIds: waiting.map(({ id }) => id) })
  const { version, previewId } = await asRepresentative('GET', `${path}/settlements/preview?kind=progress`)
  await asRepresentative('POST', `${path}/settlements`, { kind: 'progress', version, previewId })
  await asRepresentative('POST', '/api/dev/clock', { days: 0 })
  await asRepresentative('POST', '/api/dev/clock', { days: 4 })
}

const noSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  )
async function typeCard(page: Page, number: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Card number').fill(number)
  await dialog.getByRole('textbox', { name: 'Expires' }).fill('11 / 41')
  await dialog.getByLabel('Security code').fill('123')
}

test('a pay link takes another card after a decline and a reload, and a double click pays once', async ({
  page,
}) => {
  await page.goto(links.expired)
  const due = page.getByRole('region', { name: 'What is due' })
  await expect(due.getByText('$15.00', { exact: true })).toBeVisible()
  await expect(due.getByText('The card has expired. You were not charged.')).toBeVisible()
  await noSideways(page)
  await expectNoViolations(page)
  await due.getByRole('button', { name: /Pay by card.*\$15\.00/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Pay $15.00' })
  await expect(dialog.getByText('The card is charged once, now, and is not saved.')).toBeVisible()
  await typeCard(page, '4000 0000 0000 0341')
  await dialog.getByRole('button', { name: 'Pay $15.00' }).click()
  await expect(dialog.getByText('Your card was declined. Try another card.')).toBeVisible()
  await expect(dialog.getByLabel('Card number')).toHaveValue('4000 0000 0000 0341')
  await expect(dialog.getByLabel('Card number')).toBeFocused()
  await expectNoViolations(page)

  // Reloaded halfway: the payment continues.
  await page.reload()
  await expect(due.getByText('A payment was started but not finished.')).toBeVisible()
  await due.getByRole('button', { name: 'Continue payment' }).click()
  await typeCard(page, '5555 5555 5555 4444')
  await dialog.getByRole('button', { name: 'Pay $15.00' }).dblclick()
  await expect(dialog).toBeHidden()
  await expect(
    page.getByText('$15.00 is paid. We will email you the receipt.', { exact: true }),
  ).toBeVisible()
  await expect(due).toHaveCount(0)
  // The button that opened it is gone.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Receipts' }).getByText('$15.00')).toBeVisible()
  const outbox = (await (await page.request.get('/api/dev/mail')).json()) as {
    subject: string
    text: string
  }[]
  const receipts = outbox.filter(
    ({ subject, text }) =>
      text.includes('card ending in 4444') && subject === `Receipt: $15.00 for ${campaign.name}`,
  )
  expect(receipts).toHaveLength(1)
  await expectNoViolations(page)
})

test('a pay link open in two windows takes one payment', async ({ page, context }) => {
  const other = await context.newPage()
  failOnErrors(other)
  for (const window of [page, other]) {
    await window.goto(links.other)
    await (await alive(window.getByRole('button', { name: 'Pay by card' }))).click()
    await typeCard(window, '4242 4242 4242 4242')
  }
  await page.getByRole('button', { name: 'Pay $25.00' }).click()
  await expect(
    page.getByText('$25.00 is paid. We will email you the receipt.', { exact: true }),
  ).toBeVisible()
  await other.getByRole('button', { name: 'Pay $25.00' }).click()
  await expect(other.getByText('It is already paid: thank you')).toBeVisible()
  await page.goto(links.other)
  await expect(page.getByRole('region', { name: 'Receipts' }).getByText('$25.00')).toHaveCount(1)
})

test('a bank confirmation can be finished on the pledge page, and the pay link offers no second payment', async ({
  page,
}) => {
  const call = await apiOf(people.supporter.request)
  const { charges } = await call('GET', `/api/pledges/${asked}`)
  const [charge] = charges as { id: string }[]
  // Started, and the browser was closed on the bank's page.
  await call('POST', `/api/charges/${charge?.id}/confirmations`, {})
  const own = people.supporter
  await own.goto(`/pledges/${asked}`)
  await expect(
    own.getByText('Your bank wants you to confirm $20.00. You have not been charged yet.'),
  ).toBeVisible()
  await expectNoViolations(own)

  // Meanwhile the link does not offer to pay it a second time.
  await page.goto(links.asks)
  await expect(page.getByRole('button', { name: 'Pay by card' })).toHaveCount(0)
  await own.getByRole('button', { name: 'Confirm with your bank' }).click()
  await expect(own.getByText('$20.00 is paid. We will email you the receipt.', { exact: true })).toBeVisible()
  await expect(own.getByRole('button', { name: 'Confirm with your bank' })).toHaveCount(0)
})

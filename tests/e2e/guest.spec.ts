/** A pledge without an account, from each starting point to its page: at most five inputs, and one tap in a mail (R59). */
import type { Page } from '@playwright/test'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { apiOf, enterAs, expect, failOnErrors, test } from './fixtures.ts'
import { deviceOf } from './pledge-dialog.ts'

const MAX_INPUTS = 5

let campaign: Campaign
let coach: Page
let representative: Page
let code: string

test.beforeAll(async ({ browser }, info) => {
  coach = await enterAs(browser, deviceOf(info), 'coach@demo.test')
  representative = await enterAs(browser, deviceOf(info), 'rep@demo.test')
  campaign = await activeCampaign(coach, representative, `From the Stands ${info.project.name}-${Date.now()}`)
  const asCoach = await apiOf(coach.request)
  const email = `stands-${info.project.name}-${Date.now()}@example.test`
  const invited = await asCoach('POST', `/api/campaigns/${campaign.id}/ambassadors`, { email })
  code = String(invited.ambassadorReferralCode)
})
test.afterAll(async () => {
  await coach.context().close()
  await representative.context().close()
})

/** Chooses an amount where none is chosen yet; fills in what the screen asks for. Returns how many inputs it took. */
async function fillIn(page: Page, email: string): Promise<number> {
  let inputs = 0
  const amounts = page.getByRole('group', { name: /^Amount for/ })
  if ((await amounts.locator('input:checked').count()) === 0) {
    inputs += 1
    await amounts.locator('label').first().click()
  }
  for (const [label, text] of [
    ['Your email', email],
    ['Card number', '4242424242424242'],
    ['Expires', '12 / 30'],
    ['Security code', '123'],
  ] as const) {
    inputs += 1
    await page.getByLabel(label).fill(text)
  }
  return inputs
}

/** The link in the newest mail to this address. */
async function linkFor(page: Page, email: string, address = /\/g\/[\w-]{43}/): Promise<string> {
  const outbox = await page.context().newPage()
  await outbox.goto('/dev/mail')
  const mail = outbox.getByRole('article', { name: `to ${email}` }).first()
  const link = address.exec(await mail.innerHTML())?.[0] ?? ''
  await outbox.close()
  return link
}

const WAYS = [
  ['the campaign’s page', () => `/campaigns/${campaign.id}`],
  ['the pledge card', () => `/pledge-card-test/${campaign.id}`],
  ['an ambassador’s link', () => `/campaigns/${campaign.id}?ref=${code}`],
  ['the short address on a flyer or scoreboard', () => `/c/${code}`],
] as const

for (const [name, address] of WAYS) {
  test(`from ${name} a pledge without an account takes at most five inputs and one tap in the mail`, async ({
    page,
    browser,
  }, info) => {
    await page.goto(address())
    if (name === 'the pledge card') await page.locator('.chips label').first().click()
    await page.getByRole('link', { name: 'Pledge without an account' }).first().click()
    await expect(page.getByText('Pledge in 30 seconds.')).toBeVisible()
    const picked = page.getByRole('group', { name: /^Amount for/ }).locator('input:checked')
    // The screen is the team's: its name, picture and cause.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(campaign.name)
    await expect(page.locator('header img.picture')).toHaveJSProperty('complete', true)
    if (name === 'the pledge card') {
      await expect(picked).toHaveCount(1)
      // As the pledge card says, by check.
      await expect(page.getByRole('radio', { name: 'Check' })).toBeChecked()
      await page.getByRole('button', { name: 'Pay by card instead' }).click()
    }
    const email = `stands-${name.length}-${info.project.name}-${Date.now()}@example.test`
    const inputs = (await fillIn(page, email)) + (name === 'the pledge card' ? 1 : 0)
    expect(inputs).toBeLessThanOrEqual(MAX_INPUTS)
    await page.getByRole('button', { name: 'Pledge now', exact: true }).dblclick()
    await expect(page.getByRole('heading', { name: /Check your email/ })).toBeVisible()
    await page.reload()
    await expect(page.getByText(email)).toBeVisible()

    // The mail is opened on another device.
    const link = await linkFor(page, email)
    const other = await browser.newPage()
    await other.goto(link)
    await expect(other.getByRole('button', { name: 'Confirm my pledge' })).toHaveCount(0)
    if (name === 'the short address on a flyer or scoreboard') {
      await expectNoViolationsInBothSchemes(other)
      await other.getByLabel('How much did you pledge for Goals?').fill('2')
      await other.getByRole('button', { name: 'Continue' }).click()
      await expect(other.getByText('That is not the amount.')).toBeVisible()
      await expect(other.getByLabel('How much did you pledge for Goals?')).toBeFocused()
    }
    await other.getByLabel('How much did you pledge for Goals?').fill('$1.25')
    await other.getByRole('button', { name: 'Continue' }).click()
    await expect(other.getByRole('heading', { name: 'Confirm your pledge' })).toBeFocused()
    await other.getByRole('button', { name: 'Confirm my pledge' }).click()
    await expect(other.getByRole('heading', { name: 'Your pledge counts' })).toBeVisible()
    // The first tab does not go on asking for it.
    if (name === 'the pledge card') {
      await page.getByRole('button', { name: 'Change my pledge' }).click()
      await expect(page.getByRole('heading', { name: 'You confirmed your pledge' })).toBeVisible()
      await page.getByRole('button', { name: 'Make another pledge' }).click()
      await expect(page.getByText('Pledge in 30 seconds.')).toBeVisible()
    } else if (name === 'an ambassador’s link') {
      await page.reload()
      await expect(page.getByRole('heading', { name: 'You confirmed your pledge' })).toBeVisible()
    }
    await other.getByRole('link', { name: 'See your pledge' }).click()
    await expect(other).toHaveURL(/\/p\/[\w-]{43}$/)
    await other.close()
  })
}

test('what was picked on the campaign’s page is carried over, and problems are said at their fields', async ({
  page,
}) => {
  await page.goto(`/campaigns/${campaign.id}`)
  await page.getByRole('button', { name: 'Select This Statistic' }).first().click()
  await page.getByRole('region', { name: 'Support This Campaign' }).locator('.chip').nth(1).click()
  await page.getByRole('link', { name: 'Pledge without an account' }).first().click()
  // Until the page has changed, the previous one has a button and a field of the same kind.
  await expect(page.getByText('Pledge in 30 seconds.')).toBeVisible()
  await expect(
    page
      .getByRole('group', { name: /^Amount for/ })
      .locator('input')
      .nth(1),
  ).toBeChecked()
  await page.getByRole('button', { name: 'Pledge now', exact: true }).click()
  await expect(page.getByLabel('Your email')).toBeFocused()
  await expect(page.getByLabel('Your email')).toHaveAttribute('aria-invalid', 'true')
  await expectNoViolationsInBothSchemes(page)
  await fillIn(page, 'declined@example.test')
  await page.getByLabel('Card number').fill('4000000000000002')
  await page.getByRole('button', { name: 'Pledge now', exact: true }).click()
  await expect(page.getByText('Your card was declined. Try another card.')).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true')
  // Read out with its reason: the field is far above the button.
  await expect(page.getByLabel('Card number')).toBeFocused()
  // Typed to its end, a field of the card leads to the next one.
  for (const label of ['Card number', 'Expires', 'Security code']) await page.getByLabel(label).fill('')
  await page.getByLabel('Card number').focus()
  await page.keyboard.type('4242424242424242')
  await expect(page.getByLabel('Expires')).toBeFocused()
  await page.keyboard.type('1230')
  await expect(page.getByLabel('Security code')).toBeFocused()
  await page.keyboard.type('123')
  await expect(page.getByLabel('Card number')).toHaveValue('4242424242424242')
  await expect(page.getByLabel('Expires')).toHaveValue('1230')
  await expect(page.getByLabel('Security code')).toHaveValue('123')
})

test('every screen of a guest’s pledge has no accessibility violations', async ({ page }, info) => {
  const email = `axe-${info.project.name}-${Date.now()}@example.test`
  await page.goto(`/campaigns/${campaign.id}/pledge`)
  await fillIn(page, email)
  await page.getByRole('button', { name: 'Pledge now', exact: true }).click()
  await expect(page.getByRole('heading', { name: /Check your email/ })).toBeVisible()
  await page.getByRole('button', { name: 'Wrong address?' }).click()
  await expectNoViolationsInBothSchemes(page)
  await page.goto(await linkFor(page, email))
  await expect(page.getByRole('button', { name: 'Confirm my pledge' })).toBeVisible()
  await expectNoViolationsInBothSchemes(page)
  await page.getByRole('button', { name: 'Confirm my pledge' }).click()
  await expect(page.getByRole('heading', { name: 'Your pledge counts' })).toBeFocused()
  await expect(page).toHaveTitle(/^Your pledge ·/)
  await expectNoViolationsInBothSchemes(page)

  // An email address was all that was asked for: the name follows on the pledge's page.
  await page.getByRole('link', { name: 'See your pledge' }).click()
  const details = page.getByRole('region', { name: 'Your details' })
  await details.getByRole('button', { name: 'Add your name and address' }).click()
  await details.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(details.getByText('Enter your first name')).toBeVisible()
  await expect(details.getByLabel('First name')).toBeFocused()
  await expectNoViolationsInBothSchemes(page)
  await details.getByLabel('First name').fill('Rosa')
  await details.getByLabel('Last name').fill('Diaz')
  await details.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(details.getByRole('status')).toContainText('Your name is added.')
  await expect(details.getByRole('button', { name: 'Add your address and phone' })).toBeVisible()
})

test('a statistic that was renamed meanwhile is shown as it is now, and confirmed so', async ({
  page,
}, info) => {
  const name = `${info.project.name}-${Date.now()}`
  const own = await activeCampaign(coach, representative, `Renamed ${name}`)
  const asCoach = await apiOf(coach.request)
  const { statistics } = await asCoach('GET', `/api/campaigns/${own.id}`)
  const [goals] = (statistics as { id: string; name: string }[]).filter((one) => one.name === 'Goals')
  const rename = (to: string) =>
    asCoach('PUT', `/api/campaigns/${own.id}/statistics/${goals?.id}`, { name: to })
  await page.goto(`/campaigns/${own.id}/pledge`)
  await fillIn(page, `renamed-${name}@example.test`)
  await page.getByRole('button', { name: 'Pledge now', exact: true }).click()
  await expect(page.getByRole('heading', { name: /Check your email/ })).toBeVisible()
  await rename('Goals scored')
  await page.goto(await linkFor(page, `renamed-${name}@example.test`))
  await expect(page.getByRole('heading', { name: 'Check what has changed' })).toBeVisible()
  await expect(page.getByText('Goals is called Goals scored now')).toBeVisible()
  await expectNoViolationsInBothSchemes(page)
  // Once more while the page is open: it asks again, with the newest name.
  await rename('All goals')
  await page.getByRole('button', { name: 'Confirm it as it is now' }).click()
  await expect(page.getByText('Goals is called All goals now')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm it as it is now' }).click()
  await expect(page.getByRole('heading', { name: 'Your pledge counts' })).toBeVisible()
  await page.getByRole('link', { name: 'See your pledge' }).click()
  await expect(page.getByText('All goals').first()).toBeVisible()
})

test('a wallet that is closed says so, and one tap in it pledges without a card or an email being typed', async ({
  page,
}, info) => {
  const email = `wallet-${info.project.name}-${Date.now()}@example.test`
  await page.goto(`/campaigns/${campaign.id}/pledge`)
  const amounts = page.getByRole('group', { name: /^Amount for/ })
  await amounts.locator('label').first().click()
  await page.getByRole('button', { name: 'Test wallet' }).click()
  const wallet = page.getByRole('dialog', { name: 'Test wallet' })
  await wallet.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('The wallet was closed. Nothing was pledged')).toBeVisible()
  await page.getByRole('button', { name: 'Test wallet' }).click()
  await wallet.getByLabel('Email').fill(email)
  await expectNoViolationsInBothSchemes(page)
  await wallet.getByRole('button', { name: 'Use this card' }).click()
  await expect(page.getByRole('heading', { name: /Check your email/ })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
})

test('someone who is signed in is led to the dialog', async ({ browser }, info) => {
  const supporter = await enterAs(browser, deviceOf(info), 'supporter@demo.test')
  await supporter.goto(`/campaigns/${campaign.id}/pledge`)
  await expect(supporter).toHaveURL(`/campaigns/${campaign.id}`)
  await supporter.context().close()
})

/** Held and confirmed through the API, by check: the address of the pledge's page. */
async function pledgedByCheck(page: Page, email: string): Promise<string> {
  const call = await apiOf(coach.request)
  const { statistics } = await call('GET', `/api/campaigns/${campaign.id}`)
  const goals = (statistics as { id: string; name: string }[]).find(({ name }) => name === 'Goals')
  const begun = await call('POST', `/api/campaigns/${campaign.id}/guest-pledges`, { isByInvoice: true })
  await call('POST', `/api/guest-pledges/${begun.id}/holding`, {
    secret: begun.secret,
    email,
    maximumAmount: '300.00',
    paymentMethod: 'check',
    firstName: 'Rosa',
    lastName: 'Diaz',
    contact: { phone: '541-555-0100', streetAddress1: '1 Main St', city: 'Bend', state: 'OR', zip: '97701' },
    pledgeStatistics: [{ statisticId: goals?.id, pledgeAmount: '2.00' }],
  })
  const token = (await linkFor(page, email)).slice('/g/'.length)
  const { pledgeUrl } = await call('POST', `/api/guest-pledge-links/${token}/confirmation`, {})
  return String(pledgeUrl)
}

test('a pledge is raised by its link once the fresh mail is confirmed, without signing in', async ({
  page,
}, info) => {
  const email = `raise-${info.project.name}-${Date.now()}@example.test`
  await page.goto(await pledgedByCheck(page, email))
  await page.getByRole('button', { name: 'Raise Goals' }).click()
  const sheet = page.getByRole('dialog', { name: 'Raise Goals' })
  await sheet.getByLabel(/^New amount/).fill('3.00')
  await sheet.getByRole('button', { name: 'Email me a link to confirm' }).click()
  await expect(page.getByText('Check your email to confirm.')).toBeVisible()
  await page.goto(await linkFor(page, email, /\/change\/[\w-]{43}/))
  await expectNoViolationsInBothSchemes(page)
  await page.getByRole('button', { name: 'Confirm the change' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Your pledge is changed' })).toBeVisible()
  await page.getByRole('link', { name: 'See your pledge' }).click()
  await expect(page.getByText(/\$3\.00 per goal/i).first()).toBeVisible()
})

test('a pledge is cancelled by its link once the fresh mail is confirmed, without signing in', async ({
  page,
}, info) => {
  const email = `cancel-${info.project.name}-${Date.now()}@example.test`
  await page.goto(await pledgedByCheck(page, email))
  await page.getByRole('button', { name: 'Cancel pledge' }).click()
  const sheet = page.getByRole('dialog', { name: 'Cancel this pledge?' })
  await expectNoViolationsInBothSchemes(page)
  await sheet.getByRole('button', { name: 'Email me a link to confirm' }).click()
  await expect(page.getByText('Check your email to confirm.')).toBeVisible()
  await page.goto(await linkFor(page, email, /\/change\/[\w-]{43}/))
  await expectNoViolationsInBothSchemes(page)
  await page.getByRole('button', { name: 'Cancel my pledge' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Your pledge is cancelled' })).toBeVisible()
  await page.getByRole('link', { name: 'See your pledge' }).click()
  await expect(page.getByText('This pledge was cancelled. There is nothing left to change.')).toBeVisible()
})

test('a guest without a card pays by check: what an invoice needs is asked for then', async ({
  browser,
}, info) => {
  const context = await browser.newContext(deviceOf(info))
  const page = await context.newPage()
  failOnErrors(page, [/net::ERR_FAILED/])
  const email = `check-${info.project.name}-${Date.now()}@example.test`
  await page.goto(`/campaigns/${campaign.id}/pledge`)
  await page
    .getByRole('group', { name: /^Amount for/ })
    .locator('label')
    .first()
    .click()
  // A first try by card, refused; the fields of an invoice are new, and nothing was left out of them yet.
  await expect(page.getByRole('region', { name: 'Your maximum' })).toContainText('$')
  await page.getByRole('button', { name: 'Pledge now', exact: true }).click()
  await expect(page.getByLabel('Your email')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Your email').fill(email)
  await page.getByRole('button', { name: 'Pay by check or cash' }).click()
  await expect(page.getByRole('radio', { name: 'Check' })).toBeFocused()
  await expect(page.getByLabel('Street address')).toBeVisible()
  await expect(page.locator('main [aria-invalid="true"]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Pay by card instead' }).click()
  await expect(page.getByRole('region', { name: 'Your card' })).toBeFocused()
  await page.getByRole('button', { name: 'Pay by check or cash' }).click()
  await page.getByRole('button', { name: 'Pledge now', exact: true }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expectNoViolationsInBothSchemes(page)
  for (const [label, text] of [
    ['First name', 'Rosa'],
    ['Last name', 'Diaz'],
    ['Phone', '541-555-0100'],
    ['Street address', '1 Main St'],
    ['City', 'Bend'],
    ['ZIP code', '97701'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.getByLabel('State', { exact: true }).selectOption('OR')
  // What only the server refuses is marked, and found, far above the button.
  await page.getByLabel('First name').fill('a'.repeat(101))
  await page.getByRole('button', { name: 'Pledge now', exact: true }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(page.getByText('Check the field that is marked.')).toBeVisible()
  await page.getByLabel('First name').fill('Rosa')

  // It was held and mailed, but the answer was lost. What is changed then is what is sent, and nothing else is left.
  await page.route('**/holding', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Pledge now', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Network error')
  await page.unroute('**/holding')
  const first = await linkFor(page, email)
  await page.getByLabel('Your email').fill(`other-${email}`)
  await page.getByRole('button', { name: 'Pledge now', exact: true }).click()
  await expect(page.getByRole('heading', { name: /Check your email/ })).toBeVisible()
  await expect(page.getByText(`other-${email}`)).toBeVisible()

  // To change something, everything is on the form again, also after a reload.
  await page.reload()
  await page.getByRole('button', { name: 'Change my pledge' }).click()
  for (let time = 0; time < 2; time += 1) {
    await expect(page.getByLabel('Your email')).toHaveValue(`other-${email}`)
    await expect(page.getByLabel('Street address')).toHaveValue('1 Main St')
    await expect(page.getByLabel('State', { exact: true })).toHaveValue('OR')
    const amounts = page.getByRole('group', { name: /^Amount for/ })
    await expect(amounts.locator('input').first()).toBeChecked()
    await page.reload()
  }

  await page.goto(first)
  await expect(page.getByRole('heading', { name: 'This pledge was not confirmed in time' })).toBeVisible()
  await expect(page.getByText(campaign.name, { exact: false }).first()).toBeVisible()
  await context.close()
})

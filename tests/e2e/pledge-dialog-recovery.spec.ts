/** The pledge dialog loses nothing and pledges nothing twice, no matter what interrupts it (R16, R48). */
import { beforeSigningIn } from './before-signing-in.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { enterAs, expect, test, unfold } from './fixtures.ts'
import {
  button,
  deviceOf,
  dialogOf,
  openDialog,
  panelOf,
  pledgesOf,
  stepOf,
  toPayment,
  typeCard,
} from './pledge-dialog.ts'

let campaign: Campaign

test.beforeAll(async ({ browser }, info) => {
  const coach = await enterAs(browser, deviceOf(info), 'coach@demo.test')
  const representative = await enterAs(browser, deviceOf(info), 'rep@demo.test')
  campaign = await activeCampaign(coach, representative, `Interrupted ${info.project.name}-${Date.now()}`)
  for (const page of [coach, representative]) await page.context().close()
})

test('“Profile Incomplete” goes once the profile is complete', async ({ browser }, info) => {
  const page = await openDialog(browser, info, campaign, { profile: false })
  await button(page, 'Next').click()
  const incomplete = page.getByText('Profile Incomplete', { exact: true })
  await expect(incomplete).toBeVisible()
  // In a window without the focus no notification goes by itself.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  const missing = { Phone: '541-555-0100', 'Street Address': '1 Main St', City: 'Bend', 'ZIP Code': '97701' }
  for (const [label, text] of Object.entries(missing))
    await dialogOf(page).getByLabel(label, { exact: true }).fill(text)
  await expect(incomplete).toBeVisible()
  await dialogOf(page).getByLabel('State', { exact: true }).selectOption('OR')
  await expect(incomplete).toHaveCount(0)
  await page.context().close()
})

test('the pledge dialog keeps everything when it is reloaded at any step, and when it is closed', async ({
  browser,
}, info) => {
  test.setTimeout(120_000)
  const page = await openDialog(browser, info, campaign, { profile: false, cap: '88.50' })
  const again = async (step: string) => {
    await page.reload()
    await stepOf(page, step)
  }
  await dialogOf(page).getByLabel('Phone').fill('541-555-0100')
  await dialogOf(page).getByLabel('Street Address').fill('12 Larch Ave')
  await again('1 of 6')
  await expect(dialogOf(page).getByLabel('Street Address')).toHaveValue('12 Larch Ave')
  await dialogOf(page).getByLabel('City').fill('Bend')
  await dialogOf(page).getByLabel('State', { exact: true }).selectOption('OR')
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await page.getByRole('button', { name: 'Lock in your pledge now!' }).first().click()
  await expect(dialogOf(page).getByLabel('State', { exact: true })).toHaveValue('OR')
  await dialogOf(page).getByLabel('ZIP Code').fill('97701')
  await button(page, 'Next').click()
  await stepOf(page, '3 of 6')
  await dialogOf(page).getByRole('checkbox', { name: 'Keep my pledge anonymous' }).check()
  await dialogOf(page).getByLabel('A note for the team').fill('Go, number 9!')
  await again('3 of 6')
  await expect(dialogOf(page).getByRole('checkbox', { name: 'Keep my pledge anonymous' })).toBeChecked()
  await expect(dialogOf(page).getByLabel('A note for the team')).toHaveValue('Go, number 9!')
  await button(page, 'Next').click()
  await dialogOf(page).getByRole('radio', { name: 'Card, as the season progresses' }).check()
  await typeCard(page, '4000 0000 0000 0002')
  await button(page, 'Next').click()
  await expect(page.getByText('Payment Method Error', { exact: true })).toBeVisible()
  await expect(dialogOf(page).getByLabel('Card number')).toBeFocused()
  await expect(dialogOf(page).getByLabel('Card number')).toBeInViewport()
  // The notification leaves the dialog's title and its close button free.
  await expect(dialogOf(page).getByRole('button', { name: 'Close' })).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Close' }).click({ trial: true })
  await stepOf(page, '4 of 6')
  await expect(dialogOf(page).getByRole('radio', { name: 'Card, as the season progresses' })).toBeChecked()
  await typeCard(page, '4242 4242 4242 4242')
  await button(page, 'Next').click()
  await stepOf(page, '5 of 6')
  await again('5 of 6')
  await expect(dialogOf(page)).toContainText('Visa ending in 4242, charged as the season progresses')
  await button(page, 'Previous').click()
  await expect(dialogOf(page)).toContainText('Visa ending in 4242 is saved')
  await button(page, 'Next').click()
  await expect(dialogOf(page).getByRole('region', { name: 'The most you can owe' })).toContainText('$88.50')
  await button(page, 'Confirm Pledge').click()
  await expect(dialogOf(page)).toContainText('Pledge Submitted Successfully!')
  await page.reload()
  await expect(panelOf(page)).toBeVisible()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Lock in your pledge now!' })).toHaveCount(0)
  expect(await pledgesOf(page, campaign)).toHaveLength(1)
  await page.context().close()
})

test('a pledge confirmed offline, without an answer and by double click is made once, with words for each', async ({
  browser,
}, info) => {
  test.setTimeout(120_000)
  const alsoExpected = [/net::ERR_INTERNET_DISCONNECTED/, /net::ERR_CONNECTION_RESET/]
  const page = await openDialog(browser, info, campaign, { alsoExpected })
  await button(page, 'Next').click()
  await stepOf(page, '3 of 6')
  await button(page, 'Next').click()
  await dialogOf(page).getByRole('radio', { name: 'Check' }).check()
  await button(page, 'Next').click()
  await stepOf(page, '5 of 6')
  await expect(dialogOf(page).getByRole('region', { name: 'The most you can owe' })).toBeVisible()

  await page.context().setOffline(true)
  await button(page, 'Confirm Pledge').click()
  await expect(dialogOf(page).getByText('Network error - please check your connection')).toBeVisible()
  await page.context().setOffline(false)

  const pledges = `**/api/campaigns/${campaign.id}/pledges`
  await page.route(pledges, async (route) => {
    // It reached the server, and the response never came back.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await button(page, 'Confirm Pledge').click()
  await expect(page.getByText('Pledge Failed', { exact: true })).toBeVisible()
  await expect.poll(async () => (await pledgesOf(page, campaign)).length).toBe(1)
  await page.unroute(pledges)
  await page.reload()
  await stepOf(page, '5 of 6')
  await expect(dialogOf(page)).toContainText('You already confirmed this pledge, but we got no answer.')
  await expect(dialogOf(page).getByRole('region', { name: 'The most you can owe' })).toBeVisible()
  await button(page, 'Confirm Pledge').dblclick()
  await expect(dialogOf(page)).toContainText('Pledge Submitted Successfully!')
  expect(await pledgesOf(page, campaign)).toHaveLength(1)
  await page.context().close()
})

test('a double click on Next skips no step and confirms nothing', async ({ browser }, info) => {
  const page = await openDialog(browser, info, campaign)
  await button(page, 'Next').dblclick()
  await stepOf(page, '3 of 6')
  await button(page, 'Next').dblclick()
  await stepOf(page, '4 of 6')
  await dialogOf(page).getByRole('radio', { name: 'Check' }).check()
  await button(page, 'Next').dblclick()
  await stepOf(page, '5 of 6')
  await expect(dialogOf(page).getByRole('region', { name: 'The most you can owe' })).toBeVisible()
  await expect(button(page, 'Confirm Pledge')).toBeEnabled()
  expect(await pledgesOf(page, campaign)).toHaveLength(0)
  await page.context().close()
})

test('a dialog closed while its pledge is sent pledges once and leaves nothing to pledge again', async ({
  browser,
}, info) => {
  const page = await openDialog(browser, info, campaign)
  await toPayment(page)
  await dialogOf(page).getByRole('radio', { name: 'Check' }).check()
  await button(page, 'Next').click()
  await expect(dialogOf(page).getByRole('region', { name: 'The most you can owe' })).toBeVisible()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/api/campaigns/${campaign.id}/pledges`, async (route) => {
    await released
    await route.continue()
  })
  await button(page, 'Confirm Pledge').click()
  await expect(button(page, 'Processing...')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  release()
  await expect(page.getByText('PLEDGE LOCKED IN!', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Lock in your pledge now!' })).toHaveCount(0)
  expect(await pledgesOf(page, campaign)).toHaveLength(1)
  await page.context().close()
})

test('a session that ends in the pledge dialog continues on the same step after sign-in', async ({
  browser,
}, info) => {
  const page = await openDialog(browser, info, campaign)
  await button(page, 'Next').click()
  await stepOf(page, '3 of 6')
  await dialogOf(page).getByLabel('A note for the team').fill('Still here')
  await button(page, 'Next').click()
  await dialogOf(page).getByRole('radio', { name: 'Cash' }).check()
  await button(page, 'Next').click()
  await stepOf(page, '5 of 6')
  const email = await page.evaluate(async () => {
    const { token } = await (await fetch('/api/identity/token')).json()
    return (await (await fetch('/api/auth/user', { headers: { authorization: `Bearer ${token}` } })).json())
      .email
  })
  await page.context().clearCookies()
  // As after the few minutes for which a token is valid.
  await page.route(`**/api/campaigns/${campaign.id}/pledges`, (route) => {
    const { authorization: _, ...headers } = route.request().headers()
    return route.continue({ headers })
  })
  await beforeSigningIn(page, async () => {
    await button(page, 'Confirm Pledge').click()
    await expect(page.getByText('You are logged out. Logging in again...', { exact: true })).toBeVisible()
  })
  await expect(page).toHaveURL(/\/sign-in\?returnTo=/)
  await page.unrouteAll()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(new RegExp(`/campaigns/${campaign.id}`))
  await stepOf(page, '5 of 6')
  await expect(dialogOf(page)).toContainText('In cash, after the season')
  await button(page, 'Confirm Pledge').click()
  await expect(dialogOf(page)).toContainText('An invoice comes after the season.')
  await button(page, 'Close').last().click()
  await unfold(page, 'Our Supporters')
  await expect(page.getByText('Still here')).toBeVisible()
  await page.context().close()
})

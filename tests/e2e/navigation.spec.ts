/** Those who run campaigns have a navigation on every signed-in screen; no one is shown a link that leads nowhere. */
import type { Page } from '@playwright/test'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { alive, enterAs, expect, test } from './fixtures.ts'

const DESK = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 } }
const work = (page: Page) => page.getByRole('navigation', { name: 'Work' })

test('a representative goes from screen to screen by the rail, and finds a campaign by its name with the keys alone', {
  tag: '@desk',
}, async ({ browser, baseURL }) => {
  const page = await enterAs(browser, { baseURL, ...DESK }, 'rep@demo.test')
  await page.goto('/dashboard')
  for (const [name, path] of [
    ['Collections', '/dashboard/collections'],
    ['Checks and cash', '/dashboard/payments'],
    ['Payouts', '/dashboard/payouts'],
    ['Monthly report', '/dashboard/reports'],
  ] as const) {
    await work(page).getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(work(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  }
  const find = await alive(page.getByRole('button', { name: 'Find' }))
  await find.focus()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Find' })
  await field.fill('leicester')
  const option = page.getByRole('option', { name: /Every Leicester goal/ })
  await expect(option).toBeVisible()
  await expectNoViolationsInBothSchemes(page)
  await page.keyboard.press('Escape')
  await expect(find).toBeFocused()
  await page.keyboard.press('Control+k')
  await field.fill('every leicester goal')
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /Every Leicester goal/ })).toBeVisible()
  await page.context().close()
})

test('a representative looks a supporter up from the collections of a phone, and opens the pledge', {
  tag: '@desk',
}, async ({ browser, baseURL }) => {
  const page = await enterAs(browser, { baseURL, ...PHONE }, 'rep@demo.test')
  await page.goto('/dashboard/collections')
  await (await alive(page.getByRole('button', { name: 'Look up a name, amount or number' }))).click()
  const field = page.getByRole('combobox', { name: 'Find' })
  await field.fill('nobody has this name')
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('Nothing found. Type a name')
  await field.fill('supporter@demo')
  await expect(page.getByRole('option', { name: /Pledge [A-Z2-9]{5}-[A-Z2-9]{5}/ }).first()).toBeVisible()
  await expectNoViolationsInBothSchemes(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Charges, invoices and payments' })).toBeVisible()
  await page.context().close()
})

test('an owner has a bar at the foot of a phone, and entering results within reach of the thumb', {
  tag: '@desk',
}, async ({ browser, baseURL }) => {
  const page = await enterAs(browser, { baseURL, ...PHONE }, 'coach@demo.test')
  await page.goto('/dashboard')
  await expect(work(page).getByRole('link', { name: 'Collections' })).toHaveCount(0)
  await (await alive(work(page).getByRole('button', { name: 'More' }))).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Leicester City Supporters of New England' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Leicester City/ })).toBeVisible()
  await page.context().close()
})

test('one way to enter results is in view on the Results tab of a phone, at its top and further down', {
  tag: '@desk',
}, async ({ browser, baseURL }) => {
  const page = await enterAs(browser, { baseURL, ...PHONE }, 'coach@demo.test')
  const [found] = await (await page.request.get('/api/campaigns?search=Every+Leicester+goal')).json()
  await page.goto(`/dashboard/campaigns/${found.campaigns.id}?tab=results`)
  const button = page.getByRole('button', { name: 'Enter Results', exact: true })
  const link = page.getByRole('link', { name: 'Enter Results' })
  await expect(await alive(button)).toBeInViewport()
  await expect(link).toBeHidden()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(button).not.toBeInViewport()
  await expect(link).toBeVisible()
  await page.context().close()
})

test('a scorer has no navigation of those who run campaigns, and no link to copy one', {
  tag: '@desk',
}, async ({ browser, baseURL }) => {
  const page = await enterAs(browser, { baseURL, ...DESK }, 'scorer@demo.test')
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: /^Manage/ }).first()).toBeVisible()
  await expect(work(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Find' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Copy/ })).toHaveCount(0)
  await page.context().close()
})

test('a followed link moves the focus to the heading of its page, and a page keeps what it has focused', {
  tag: '@desk',
}, async ({ page }) => {
  await page.goto('/campaigns')
  const search = page.getByPlaceholder('Search campaigns, organizations...')
  await (await alive(search)).focus()
  await page.keyboard.type('leicester')
  await expect(page).toHaveURL(/search=leicester/)
  await expect(search).toBeFocused()
  // Until the list has changed, its first link is of another campaign, and goes away with its focus.
  await expect(page.getByText('matching “leicester”')).toBeVisible()
  const found = page.getByRole('link', { name: /^View Campaign/ }).first()
  await found.focus()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(page).toHaveURL(/\/campaigns\/[\w-]+$/)
  await expect(heading).toBeFocused()
  await expect(heading).toHaveCSS('outline-style', 'none')
  await expect(page).toHaveTitle(`${await heading.textContent()} · Pledgeraiser`)
  await page.goBack()
  await expect(page).toHaveURL(/search=leicester/)
  // The heading of the page before had the focus, too.
  await expect(heading).toHaveText('Find a team to back')
  await expect(heading).toBeFocused()
  await page.getByRole('link', { name: 'How It Works' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/how-it-works')
  await expect(heading).toBeFocused()
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

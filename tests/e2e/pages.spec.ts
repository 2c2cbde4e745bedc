/** Pages a visitor comes to first: discovery, a campaign, sign-in, and addresses that do not exist. */
import type { Page } from '@playwright/test'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { openFilters } from './filters.ts'
import { alive, expect, test } from './fixtures.ts'

test('a visitor finds a campaign by its type and opens it', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Start My Campaign' })).toHaveAttribute(
    'href',
    /\/api\/sign-in/,
  )
  await page.goto('/campaigns')
  await expect(page.getByRole('heading', { level: 2, name: /Campaigns Found$/ })).toBeVisible()
  await page.getByPlaceholder('Search campaigns, organizations...').fill('nothing is called this')
  await expect(page.getByRole('heading', { name: 'No campaigns found' })).toBeVisible()
  await expect(page).toHaveURL(/search=nothing/)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL(/\/campaigns$/)
  await openFilters(page)
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Soccer')
  await expect(page).toHaveURL(/type=soccer/)
  await page
    .getByRole('link', { name: /^View Campaign/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Support This Campaign' })).toBeVisible()
})

test('"Start My Campaign" tells a new coach what happens next, and comes back after signing up', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Start My Campaign' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Start your campaign' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText('Please log in to access this page.')).toHaveCount(0)
  const signUp = page
    .getByRole('navigation', { name: 'Sign in or sign up' })
    .getByRole('link', { name: 'Sign Up' })
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
  const looks = await Promise.all(
    [signUp, signIn].map((one) =>
      one.evaluate((element) => {
        const { backgroundColor, color, fontSize } = getComputedStyle(element)
        return { backgroundColor, color, fontSize, width: element.clientWidth, height: element.clientHeight }
      }),
    ),
  )
  expect(looks[0]).toEqual(looks[1])
  await expectNoViolationsInBothSchemes(page)
  await signUp.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign up' })).toBeVisible()
  await expect(page).toHaveURL(/returnTo=%2Fdashboard%2Fcreate-campaign/)
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3)
  await page.goto('/pledges')
  await expect(page.getByText('Please log in to access this page.')).toBeVisible()
})

const amounts = (page: Page) => page.getByRole('group', { name: /^Amount for/ }).first()
/** Where a pledge begins, with the first press there and what shows that the page's script answered it. */
const BEGINNINGS = [
  {
    name: 'a campaign page',
    path: (id: string) => `/campaigns/${id}`,
    press: (page: Page) => page.getByRole('button', { name: 'Select This Statistic' }).first(),
    shows: (page: Page) => page.getByRole('button', { name: 'Cancel Selection' }),
  },
  {
    name: 'the pledge card',
    path: (id: string) => `/pledge-card-test/${id}`,
    press: (page: Page) => amounts(page).locator('label').first(),
    shows: (page: Page) => page.getByRole('region', { name: 'Pledge summary' }),
  },
  {
    name: 'the screen that pledges without an account',
    path: (id: string) => `/campaigns/${id}/pledge`,
    press: (page: Page) => amounts(page).locator('label').first(),
    shows: (page: Page) => page.getByRole('button', { name: 'Test wallet' }),
  },
]

for (const { name, path, press, shows } of BEGINNINGS) {
  test(`${name} loads at most 164 KB of script on a phone`, { tag: '@phone' }, async ({ page }) => {
    const [first] = await (await page.request.get('/api/campaigns?status=active')).json()
    const scripts = new Set<string>()
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js')) scripts.add(response.url())
    })
    await page.goto(path(first.campaigns.id))
    await (await alive(press(page))).click()
    await expect(shows(page)).toBeVisible()
    const weigh = async (url: string) => {
      const answer = await page.request.get(url, { headers: { 'accept-encoding': 'br' } })
      expect(answer.headers()['content-encoding'] ?? 'too small').toMatch(/br|too small/)
      return Number(answer.headers()['content-length'])
    }
    // The best compression of each is made after the first response.
    const weight = async () =>
      (await Promise.all([...scripts].map(weigh))).reduce((sum, bytes) => sum + bytes, 0)
    await expect.poll(weight, { timeout: 90_000 }).toBeLessThanOrEqual(164 * 1024)
    expect(scripts.size).toBeGreaterThan(5)
  })
}

test('a field that gets the focus is not under the bar at the foot', { tag: '@phone' }, async ({ page }) => {
  const [first] = await (await page.request.get('/api/campaigns?status=active')).json()
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto(`/campaigns/${first.campaigns.id}/pledge`)
  const email = page.getByLabel('Your email')
  const bar = page.locator('.guestbar')
  await (await alive(email)).focus()
  const edges = async () => {
    const field = await email.boundingBox()
    const foot = await bar.boundingBox()
    return (foot?.y ?? 0) - ((field?.y ?? 0) + (field?.height ?? 0))
  }
  await expect.poll(edges).toBeGreaterThanOrEqual(0)
})

test('letters that a reader has spaced out fit a phone', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/pricing')
  // By a style sheet of the reader's own, which the page's security policy does not concern.
  await page.evaluate(() => {
    const spaced = new CSSStyleSheet()
    spaced.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
    document.adoptedStyleSheets.push(spaced)
  })
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow).toBe(0)
})

test('missing pages and campaigns answer 404 in words, and the dashboard leads to sign-in', {
  tag: '@phone',
}, async ({ page }) => {
  const nowhere = await page.goto('/no-such-page')
  expect(nowhere?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  const campaign = await page.goto('/campaigns/00000000-0000-7000-8000-000000000000')
  expect(campaign?.status()).toBe(404)
  await expect(
    page.getByText('This campaign has left the field. Time to find another team to support!'),
  ).toBeVisible()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/sign-in/)
})

for (const path of ['/sign-in', '/sign-up']) {
  test(`${path} has no accessibility violations`, { tag: '@phone' }, async ({ page }) => {
    await page.goto(path)
    await expectNoViolationsInBothSchemes(page)
  })
}

test('the pledge panel has no accessibility violations and fits the screen while amounts are picked', async ({
  page,
}) => {
  await page.goto('/campaigns')
  await page
    .getByRole('link', { name: /^View Campaign/ })
    .first()
    .click()
  const panel = page.getByRole('region', { name: 'Support This Campaign' })
  await panel.getByRole('button', { name: 'Select This Statistic' }).first().click()
  await panel.getByRole('radio').first().check()
  await expect(panel.getByText('The most you can owe')).toBeVisible()
  await expectNoViolationsInBothSchemes(page)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})

/** Discovery keeps its state in the address, shows more campaigns in place and works without JavaScript. */
import type { Locator, Page } from '@playwright/test'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { openFilters } from './filters.ts'
import { apiOf, dayFrom, enterAs, expect, failOnErrors, test } from './fixtures.ts'
import { expectNoLayoutShift, watchShifts } from './layout-shift.ts'

const PAGE_SIZE = 24
const RELAYS = 60
const RELAY_PATH = '/campaigns?search=relay+race&status=paused&sort=name&order=asc'

const heading = (page: Page) => page.getByRole('heading', { level: 2 })
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const more = (page: Page) => page.getByRole('link', { name: 'Show more campaigns' })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search campaigns and organizations' })
const topOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.y ?? Number.NaN

/** Cards out of view are laid out when they come into view: where this one is once nothing moves anymore. */
async function restingTopOf(locator: Locator): Promise<number> {
  let top = Number.NaN
  await expect(async () => {
    const before = top
    top = await topOf(locator)
    expect(top).toBe(before)
  }).toPass({ intervals: [100] })
  return top
}

/** The address changes one frame before the links that preserve its filters. */
async function follow(page: Page, name: string, address: string): Promise<void> {
  const link = page.getByRole('link', { name })
  await expect(link).toHaveAttribute('href', address)
  await link.click()
  await expect(page).toHaveURL(address)
}

/** More campaigns than one page holds, under a name that no other test searches for. */
test.beforeAll(async ({ browser, baseURL }, { project }) => {
  test.setTimeout(120_000)
  const context = await browser.newContext({ baseURL })
  const found = await context.request.get('/api/campaigns?search=relay+race&limit=1')
  await context.close()
  if (Number(found.headers()['x-total-count']) > 0) return
  const page = await enterAs(browser, { baseURL, viewport: project.use.viewport }, 'rep@demo.test')
  const call = await apiOf(page.request)
  const [organization] = (await call('GET', '/api/organizations/all')) as unknown as {
    organizations: { id: string }
  }[]
  const today = new Date().toISOString()
  const add = async (number: number) => {
    const { id } = await call('POST', '/api/campaigns', {
      name: `Relay race ${String(number).padStart(3, '0')}`,
      aboutThisCampaign: 'Every lap counts.',
      goal: 1000,
      startDate: dayFrom(today, -10),
      endDate: dayFrom(today, 90),
      campaignType: 'athletic',
      template: 'custom',
      organizationId: organization?.organizations.id,
    })
    await call('PUT', `/api/campaigns/${id}`, { status: 'paused' })
  }
  for (let number = 1; number <= RELAYS; number += 10)
    await Promise.all(Array.from({ length: 10 }, (_, offset) => add(number + offset)))
  // Lists follow what changed within two seconds (R11).
  const listed = async () =>
    (await page.request.get('/api/campaigns?search=relay+race&status=paused&limit=1')).headers()[
      'x-total-count'
    ]
  await expect.poll(listed).toBe(String(RELAYS))
  await page.context().close()
})

test('filters, order and view are in the address, and Back restores the ones before', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/campaigns')
  await expect(heading(page)).toHaveText(/^[\d,]+ Campaigns? Found$/)
  await expect(page.getByText('Active campaigns, all types, most pledged first')).toBeVisible()
  await openFilters(page)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('All Status')
  await expect(page).toHaveURL('/campaigns?status=all')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name')
  await expect(page).toHaveURL('/campaigns?status=all&sort=name')
  await follow(page, 'Sorted descending: sort ascending', '/campaigns?status=all&sort=name&order=asc')
  await follow(page, 'List view', '/campaigns?status=all&sort=name&order=asc&view=list')
  await expect(page.getByText('all statuses, all types, by name from A to Z')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/campaigns?status=all&sort=name&order=asc')
  await expect(page.getByRole('link', { name: 'Grid view' })).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('pledged')
  await page.goBack()
  await expect(page).toHaveURL('/campaigns')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('active')
})

test('the figures above the list count all campaigns, whatever is filtered, and a phone shows the first card', {
  tag: '@phone',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/campaigns')
  await expect(cards(page).first().getByRole('heading')).toBeInViewport({ ratio: 1 })
  const tiles = page.getByRole('main').locator('section.hero dl')
  const unfiltered = await tiles.textContent()
  const { campaigns } = await (await page.request.get('/api/campaigns/summary')).json()
  expect(unfiltered).toContain(campaigns.toLocaleString('en-US'))
  for (const filter of ['?type=soccer', '?status=completed', '?search=reading', '?search=zzz']) {
    await page.goto(`/campaigns${filter}`)
    await expect(heading(page)).toHaveText(/Campaigns? Found|No campaigns found/)
    expect(await tiles.textContent(), filter).toBe(unfiltered)
  }
})

test('search runs when typing pauses, and leaves one entry in the history', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/pricing')
  await page.goto('/campaigns')
  await search(page).pressSequentially('zzz', { delay: 350 })
  await expect(page.getByRole('heading', { name: 'No campaigns found' })).toBeVisible()
  await expect(page).toHaveURL('/campaigns?search=zzz')
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL('/campaigns')
  await expect(search(page)).toHaveValue('')
  await page.goBack()
  await expect(search(page)).toHaveValue('zzz')
  await page.goBack()
  await expect(page).toHaveURL('/pricing')
})

test('a misspelled campaign name is found, in the server’s HTML as in the browser', {
  tag: '@phone',
}, async ({ page, request }) => {
  const path = '/campaigns?search=rleay+raec+004&status=paused'
  // Lists follow what changed within two seconds (R11).
  await expect.poll(async () => (await request.get(path)).text()).toContain('Relay race 004')
  await page.goto(path)
  await expect(heading(page)).toHaveText('1 Campaign Found')
  await expect(page.getByText('matching “rleay raec 004”, paused campaigns')).toBeVisible()
})

test('"Show more campaigns" moves nothing and focuses the first new card; Back restores the whole list', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(RELAY_PATH)
  await expect(heading(page)).toHaveText(`${RELAYS} Campaigns Found`)
  await expect(cards(page)).toHaveCount(PAGE_SIZE)
  const last = cards(page).nth(PAGE_SIZE - 1)
  await more(page).scrollIntoViewIfNeeded()
  const top = await restingTopOf(last)
  await more(page).focus()
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(2 * PAGE_SIZE)
  await expect(page).toHaveURL(/cursor=/)
  await expect(page.getByRole('link', { name: 'Relay race 025', exact: true })).toBeFocused()
  expect(Math.abs((await restingTopOf(last)) - top)).toBeLessThan(2)
  await more(page).click()
  await expect(cards(page)).toHaveCount(RELAYS)
  await expect(more(page)).toHaveCount(0)
  const opened = page.getByRole('link', { name: 'View Campaign: Relay race 055' })
  await opened.scrollIntoViewIfNeeded()
  const place = await restingTopOf(opened)
  await opened.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Relay race 055' })).toBeVisible()
  await page.goBack()
  await expect(cards(page)).toHaveCount(RELAYS)
  await expect(async () => expect(Math.abs((await topOf(opened)) - place)).toBeLessThan(2)).toPass()
})

test('the address of a later page opens it with a link to the first; a bad cursor is dropped', {
  tag: '@desk',
}, async ({ page }) => {
  await page.goto(RELAY_PATH)
  const next = await more(page).getAttribute('href')
  await page.goto(next ?? '')
  await expect(cards(page).first()).toContainText('Relay race 025')
  await page.getByRole('link', { name: 'Start at the top' }).click()
  await expect(cards(page).first()).toContainText('Relay race 001')
  await page.goto(`${RELAY_PATH}&cursor=nonsense`)
  await expect(page).toHaveURL(RELAY_PATH)
})

test(
  'discovery searches, filters, sorts and pages without JavaScript',
  { tag: '@phone' },
  async ({ browser, baseURL }, { project }) => {
    const context = await browser.newContext({
      baseURL,
      viewport: project.use.viewport,
      javaScriptEnabled: false,
    })
    const page = await context.newPage()
    failOnErrors(page)
    await page.goto('/campaigns?view=list')
    await search(page).fill('relay race')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Paused')
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/search=relay\+race.*view=list/)
    await page.getByRole('link', { name: 'Sorted descending: sort ascending' }).click()
    await expect(cards(page).first()).toContainText('Relay race 001')
    await more(page).click()
    await expect(cards(page).first()).toContainText('Relay race 025')
    await page.goto('/campaigns?search=zzz&sort=name')
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(page).toHaveURL('/campaigns?sort=name')
    await context.close()
  },
)

test('discovery answers any search text with a page that fits the screen', { tag: '@desk' }, async ({
  page,
}) => {
  for (const typed of [
    '%',
    '_',
    '\\',
    `"'; --`,
    '\u0000lions\u0001',
    '🦁',
    '\u202eمدرسة',
    'x'.repeat(10_000),
  ]) {
    const answer = await page.goto(`/campaigns?search=${encodeURIComponent(typed)}`)
    expect(answer?.status()).toBe(200)
    await expect(heading(page)).toHaveText(/Campaigns? Found|No campaigns found/)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect({ typed, overflow }).toEqual({ typed, overflow: 0 })
  }
})

test('a campaign list that fails to load shows an error and a way home', { tag: '@desk' }, async ({
  page,
}) => {
  await page.goto('/campaigns')
  await page.route('**/api/campaigns?**', (route) => route.fulfill({ status: 429, json: {} }))
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Goal Amount')
  await expect(page.getByRole('heading', { name: 'Error Loading Campaigns' })).toBeVisible()
  await expect(page.getByText("We couldn't load the campaigns. Please try again later.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
})

for (const { path, tag = [] } of [
  { path: RELAY_PATH },
  { path: '/campaigns?view=list&status=all', tag: '@desk' },
  { path: '/campaigns?search=zzz', tag: '@phone' },
]) {
  test(`${path} has no accessibility violations and no layout shift`, { tag }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await watchShifts(page)
    await page.goto(path, { waitUntil: 'networkidle' })
    await expectNoViolationsInBothSchemes(page)
    await expectNoLayoutShift(page)
  })
}

test('on a phone the filters are one row, and its sheet opens, counts and closes', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/campaigns?sort=name')
  const button = page.getByRole('button', { name: 'Filters (1)' })
  await expect(button).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Status' })).toBeHidden()
  const bar = await page.locator('.filter-bar').boundingBox()
  expect(bar?.height).toBeLessThan(80)
  await button.click()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('All Status')
  await expect(page).toHaveURL(/status=all/)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('combobox', { name: 'Status' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible()
})

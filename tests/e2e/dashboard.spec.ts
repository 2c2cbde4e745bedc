/** The dashboard shows the signed-in user's campaigns, pledges and their totals (R51). */
import type { Page, Route } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { beforeSigningIn } from './before-signing-in.ts'
import { alive, apiOf, dayFrom, enterAs, expect, newcomer, test } from './fixtures.ts'

let use: { viewport: { width: number; height: number } | null; baseURL: string | undefined }
let coach: Page
let supporter: Page
let representative: Page

test.beforeAll(async ({ browser }, { project }) => {
  use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  coach = await enterAs(browser, use, 'coach@demo.test')
  supporter = await enterAs(browser, use, 'supporter@demo.test')
  representative = await enterAs(browser, use, 'rep@demo.test')
})
test.afterAll(async () => {
  for (const page of [coach, supporter, representative]) await page.context().close()
})

type Counted<Item> = { items: Item[]; count: number; committed: string }

/** What the API returns to the same person. */
async function own<Item>(page: Page, path: string): Promise<Counted<Item>> {
  const { token } = await (await page.request.get('/api/identity/token')).json()
  const response = await page.request.get(path, { headers: { authorization: `Bearer ${token}` } })
  expect(response.ok()).toBe(true)
  const headers = response.headers()
  return {
    items: await response.json(),
    count: Number(headers['x-total-count']),
    committed: headers['x-total-committed'] ?? '',
  }
}

const usd = (amount: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(Number(amount))
const figures = (page: Page) => page.getByRole('region', { name: 'Key figures' })

test('the dashboard greets by name, and an owner or a supporter with their own figures', {
  tag: '@phone',
}, async () => {
  for (const page of [coach, supporter]) {
    await page.goto('/dashboard')
    const campaigns = await own<unknown>(page, '/api/user/campaigns')
    const pledges = await own<unknown>(page, '/api/user/pledges')
    await expect(figures(page)).toContainText('Your Campaigns')
    await expect(figures(page)).toContainText(String(campaigns.count))
    await expect(figures(page)).toContainText('Your Pledges')
    await expect(figures(page)).toContainText(String(pledges.count))
    await expect(figures(page)).toContainText('Total Committed')
    await expect(figures(page)).toContainText(usd(pledges.committed))
    await expect(page.getByText(/^Welcome back, \S+!$/)).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Create Campaign' })).toHaveCount(0)
  }
})

test('the campaign table finds campaign and organization names, each with a Manage link', {
  tag: '@desk',
}, async () => {
  await coach.goto('/dashboard')
  const table = coach.getByRole('region', { name: 'Your Campaigns' })
  const { items } = await own<{ id: string; name: string; organizationName: string }>(
    coach,
    '/api/user/campaigns?limit=50',
  )
  // A copy for next year has the name of its campaign.
  const one = items.find(({ id, name }) => !items.some((other) => other.name === name && other.id !== id))
  if (!one) throw new Error('the demo has no campaign with a name of its own')
  const search = table.getByLabel('Search campaigns')
  for (const text of [one.name, one.organizationName]) {
    await search.fill(text)
    await expect(table.getByRole('link', { name: `Manage ${one.name}`, exact: true })).toHaveAttribute(
      'href',
      `/dashboard/campaigns/${one.id}`,
    )
  }
  await search.fill('nothing is called this')
  await expect(table.getByRole('heading', { name: 'No campaigns found' })).toBeVisible()
})

test('the pledge list shows each pledge with its campaign and amount, and links to the campaign', {
  tag: '@phone',
}, async () => {
  await supporter.goto('/dashboard')
  const { items } = await own<{
    campaignId: string
    campaignName: string
    amount: string
    pledgeType: string
    createdAt: string
  }>(supporter, '/api/user/pledges')
  const list = supporter.getByRole('region', { name: 'Your Pledges' }).getByRole('listitem')
  await expect(list).toHaveCount(items.length)
  for (const [index, pledge] of items.entries()) {
    const row = list.nth(index)
    await expect(row).toContainText(pledge.campaignName)
    await expect(row).toContainText(usd(pledge.amount))
    await expect(row.getByRole('link', { name: /^View Campaign/ })).toHaveAttribute(
      'href',
      `/campaigns/${pledge.campaignId}`,
    )
  }
})

test(
  'a new user sees that there are no campaigns or pledges yet, and a link to browse campaigns',
  { tag: '@phone' },
  async ({ browser }, { project }) => {
    const page = await newcomer(browser, use, `new-${project.name}-${Date.now()}@example.test`)
    for (const path of ['/api/user/campaigns', '/api/user/pledges'])
      expect((await own(page, path)).count).toBe(0)
    await expect(page.getByRole('heading', { name: 'No campaigns yet' })).toBeVisible()
    await expect(page.getByLabel('Search campaigns')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'No pledges yet' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Browse Campaigns' }).click()
    await expect(page).toHaveURL('/campaigns')
    await page.context().close()
  },
)

test('a campaign table that fails to load says so, leaves the pledges in place and loads on "Try again"', {
  tag: '@desk',
}, async () => {
  await coach.goto('/help')
  await coach.route('**/api/user/campaigns*', (route) =>
    route.fulfill({ status: 409, json: { message: 'Not now', code: 'conflict' } }),
  )
  await coach.goto('/dashboard')
  const table = coach.getByRole('region', { name: 'Your Campaigns' })
  await table.getByLabel('Search campaigns').fill('any')
  await expect(table.getByRole('alert')).toContainText('Your campaigns could not be loaded: HTTP 409')
  await expect(coach.getByRole('heading', { name: 'Your Pledges' })).toBeVisible()
  await coach.unroute('**/api/user/campaigns*')
  await table.getByRole('button', { name: 'Try again' }).click()
  await expect(table.getByRole('alert')).toHaveCount(0)
})

test('a user whose session ended is notified and sent to sign-in', { tag: '@desk' }, async ({ browser }) => {
  const page = await enterAs(browser, use, 'coach@demo.test')
  await page.goto('/dashboard')
  await page.context().clearCookies()
  await page.route('**/api/user/campaigns*', (route) =>
    route.fulfill({ status: 401, json: { message: 'Sign in first', code: 'unauthorized' } }),
  )
  await beforeSigningIn(page, async () => {
    await page.getByLabel('Search campaigns').fill('anything')
    await expect(page.getByText('You are logged out. Logging in again...', { exact: true })).toBeVisible()
    await expect(page.getByText('Unauthorized', { exact: true })).toBeVisible()
  })
  await expect(page).toHaveURL(/\/sign-in/)
  await page.context().close()
})

test('a draft with a review request is in the representatives’ work queue until it is activated', {
  tag: '@desk',
}, async () => {
  const asCoach = await apiOf(coach.request)
  const asRepresentative = await apiOf(representative.request)
  const now = String((await asRepresentative('POST', '/api/dev/clock', { days: 0 })).now)
  const name = `Reviewed ${Date.now()}`
  const { id: organizationId } = await asCoach('POST', '/api/organizations', {
    name: `${name} Club`,
    description: 'We play.',
    city: 'Bend',
    state: 'OR',
    organizationType: 'school',
  })
  const { id } = await asCoach('POST', '/api/campaigns', {
    name,
    organizationId,
    aboutThisCampaign: 'About it.',
    goal: 500,
    startDate: dayFrom(now, -1),
    endDate: dayFrom(now, 9),
    campaignType: 'academic',
    template: 'custom',
  })
  await asCoach('POST', `/api/campaigns/${id}/review-requests`)
  const section = representative.getByRole('region', { name: 'Next steps' })
  await representative.goto('/dashboard?kind=review')
  const link = representative.getByRole('link', { name: `Review it: A draft to review, ${name}` })
  const row = section.getByRole('listitem').filter({ has: link })
  await expect(row).toContainText(/Its owner asked on [A-Z][a-z]{2} \d{1,2}/)
  await expect(link).toHaveAttribute('href', `/dashboard/campaigns/${id}`)
  await coach.goto('/dashboard')
  await expect(coach.getByRole('heading', { name: 'Your Pledges' })).toBeVisible()
  await expect(coach.getByRole('region', { name: 'Next steps' })).toHaveCount(0)
  await asRepresentative('PUT', `/api/campaigns/${id}`, { status: 'active' })
  await representative.goto('/dashboard?kind=review')
  await expect(section.getByRole('combobox', { name: 'Kind of next step' })).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('the dashboards of owner, supporter and representative have no accessibility violations', async () => {
  for (const page of [coach, supporter, representative]) {
    await page.goto('/dashboard')
    const last = page === representative ? 'Campaigns' : 'Your Pledges'
    await expect(page.getByRole('region', { name: last, exact: true })).toBeVisible()
    await expectNoViolations(page)
  }
})

test('a section of the home that fails says so and can be tried again, and the rest of it is there', {
  tag: '@phone',
}, async () => {
  const fail = (route: Route) => route.fulfill({ status: 404, json: { message: 'Not now' } })
  await supporter.route(/\/api\/user\/pledges/, fail)
  await supporter.goto('/campaigns')
  // The server renders what it can read itself, so navigate within the page.
  await (await alive(supporter.getByRole('banner').getByRole('link', { name: 'Pledgeraiser' }))).click()
  const alert = supporter.getByRole('alert').filter({ hasText: 'Your Pledges could not be loaded' })
  await expect(alert).toBeVisible()
  await supporter.unroute(/\/api\/user\/pledges/, fail)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toHaveCount(0)
  await expect(supporter.getByRole('heading', { name: 'What to do' })).toBeVisible()
})

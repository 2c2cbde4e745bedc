/** Step 1 of the campaign wizard: organizations are searched and created. */
import type { Page } from '@playwright/test'
import { apiOf, enterAs, expect, newcomer, test } from './fixtures.ts'
import { opened, organizationDialog, toast } from './wizard.ts'

let coach: Page
let representative: Page
let use: { viewport: { width: number; height: number } | null; baseURL: string | undefined }

test.beforeAll(async ({ browser }, { project }) => {
  use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  coach = await enterAs(browser, use, 'coach@demo.test')
  representative = await enterAs(browser, use, 'rep@demo.test')
})
test.afterAll(async () => {
  await coach.context().close()
  await representative.context().close()
})

test('an organization refused by the server keeps what was typed and says why', async () => {
  const page = await opened(coach)
  await page.getByRole('button', { name: 'Create Organization' }).first().click()
  const dialog = organizationDialog(page)
  await dialog.getByLabel('Organization Name').fill('Refused FC')
  await dialog.getByLabel('Description').fill('Nobody takes us.')
  await dialog.getByLabel('City').fill('Waco')
  await dialog.getByLabel('State').selectOption('TX')
  await dialog.getByRole('combobox', { name: 'Organization Type' }).click()
  await page.getByRole('option', { name: 'School' }).click()
  let answer: () => void = () => undefined
  const isAsked = new Promise<void>((resolve) => {
    void page.route('**/api/organizations', async (route) => {
      resolve()
      await new Promise<void>((go) => {
        answer = go
      })
      await route.fulfill({ status: 409, json: { message: 'Not now', code: 'conflict' } })
    })
  })
  await dialog.getByRole('button', { name: 'Create Organization' }).click()
  await isAsked
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeDisabled()
  answer()
  await expect(toast(page, 'Failed to Create Organization')).toBeVisible()
  await expect(dialog.getByRole('alert').getByText('Not now')).toBeVisible()
  await expect(dialog.getByLabel('Organization Name')).toHaveValue('Refused FC')
  await page.close()
})

test('organizations are searched and paged; a list that fails to load says so and can be retried', async () => {
  const page = await opened(representative)
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Select / }) })
  await expect(rows).toHaveCount(10)
  const second = page.getByRole('navigation', { name: 'Pages of organizations' })
  await second.getByRole('button', { name: 'Next' }).click()
  await expect(second).toContainText(/^11 to/)
  const search = page.getByLabel('Search organizations')
  await search.fill('nowhere at all')
  await expect(page.getByRole('heading', { name: 'No organizations found' })).toBeVisible()
  const call = await apiOf(representative.request)
  const all = (await call('GET', '/api/organizations/all?limit=200')) as unknown as {
    organizations: { name: string; city: string; state: string }
    owner: { firstName: string; lastName: string; email: string } | null
  }[]
  const one = all.find(({ owner }) => owner)
  if (!one?.owner) throw new Error('the demo has no organization with an owner')
  for (const text of [
    one.organizations.name,
    one.organizations.city,
    `${one.owner.firstName} ${one.owner.lastName}`,
  ]) {
    await search.fill(text)
    await expect(rows.getByText(one.organizations.name, { exact: true }).first()).toBeVisible()
    await expect(
      rows.getByText(`${one.organizations.city}, ${one.organizations.state}`).first(),
    ).toBeVisible()
  }
  await expect(rows.getByText(one.owner.email).first()).toBeVisible()
  await page.close()

  const failing = await representative.context().newPage()
  await failing.goto('/dashboard')
  await failing.route('**/api/organizations/all**', (route) =>
    route.fulfill({ status: 503, json: { message: 'Resting', code: 'unavailable' } }),
  )
  await failing.getByRole('main').getByRole('link', { name: 'Create Campaign' }).click()
  await expect(failing.getByRole('status', { name: 'Loading organizations' })).toBeVisible()
  await expect(failing.getByRole('heading', { name: 'Error loading organizations' })).toBeVisible({
    timeout: 30_000,
  })
  await expect(failing.getByText(/^HTTP 503/)).toBeVisible()
  await expect(toast(failing, 'Failed to load organizations')).toBeVisible()
  await expect(toast(failing, 'Please try refreshing the page')).toBeVisible()
  await failing.unroute('**/api/organizations/all**')
  await failing.getByRole('button', { name: 'Retry' }).click()
  await expect(failing.getByRole('button', { name: /^Select / }).first()).toBeVisible()
  await failing.close()
})

test('someone who has just signed up goes from an empty dashboard to a draft with statistics', async ({
  browser,
}, { project }) => {
  const page = await newcomer(browser, use, `first-${project.name}-${Date.now()}@example.test`)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Start a campaign' }).click()
  await expect(page.getByRole('heading', { name: 'Who is the money for?' })).toBeVisible()
  await page.getByLabel('Organization Name').fill('Waco Lacrosse Club')
  await page.getByLabel('Description').fill('Boys and girls from Waco.')
  await page.getByLabel('City').fill('Waco')
  await page.getByLabel('State').selectOption('TX')
  await page.getByRole('combobox', { name: 'Organization Type' }).click()
  await page.getByRole('option', { name: 'Sports Club' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Campaign Details' })).toBeFocused()
  await expect(page.getByRole('radio', { name: 'Lacrosse' })).toBeChecked()
  await page.getByLabel('Campaign Name').fill('Goals for goals')
  await page.getByLabel('About This Campaign').fill('New nets.')
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(page).toHaveURL(/\/campaigns\/[0-9a-f-]{36}$/)
  await page.goto(`/dashboard/campaigns/${page.url().split('/').at(-1)}`)
  await expect(page.getByRole('button', { name: 'Request review' })).toBeEnabled()
  await page.context().close()
})

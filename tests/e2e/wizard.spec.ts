/** The campaign wizard: an organization, its details, a review; nothing typed is lost. */
import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { pressEditCampaign } from './edit-campaign.ts'
import { apiOf, dayFrom, enterAs, expect, signInAs, test } from './fixtures.ts'
import { chooseFirst, opened, organizationDialog, question, toast, typed, WIZARD } from './wizard.ts'

let coach: Page
let representative: Page
/** The program's own day. */
let now: string
let use: { viewport: { width: number; height: number } | null; baseURL: string | undefined }
let stamp: string

test.beforeAll(async ({ browser }, { project }) => {
  use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  stamp = `${project.name}-${Date.now()}`
  coach = await enterAs(browser, use, 'coach@demo.test')
  representative = await enterAs(browser, use, 'rep@demo.test')
  const call = await apiOf(representative.request)
  now = String((await call('POST', '/api/dev/clock', { days: 0 })).now)
})
test.afterAll(async () => {
  await coach.context().close()
  await representative.context().close()
})

test('the wizard asks a visitor to log in, with the way back', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/create-campaign')
  await expect(page).toHaveURL(WIZARD)
  await expect(page.getByRole('heading', { name: 'Login Required' })).toBeVisible()
  await expect(page.getByText('Please log in to create a campaign.')).toBeVisible()
  await page.getByRole('link', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL(`/sign-in?returnTo=${encodeURIComponent(WIZARD)}`)
})

test('the wizard offers a scorer none of the campaigns to copy that they only score', {
  tag: '@desk',
}, async ({ page }) => {
  await signInAs(page, 'scorer@demo.test')
  await page.goto('/create-campaign')
  await expect(page.getByRole('heading', { name: 'Select Organization' })).toBeVisible()
  await expect(page.getByText('Copy a past campaign instead')).toHaveCount(0)
})

test('a campaign goes from nothing to reviewed and active in at most 15 required inputs', {
  tag: '@phone',
}, async () => {
  test.setTimeout(120_000)
  const page = await opened(coach)
  let required = 0
  const fill = async (label: string, value: string, scope = page.locator('body')) => {
    await scope.getByLabel(label, { exact: true }).fill(value)
    required += 1
  }
  const choose = async (label: string, option: string | RegExp, scope = page.locator('body')) => {
    await scope.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option }).click()
    required += 1
  }
  await page.getByRole('button', { name: 'Create Organization' }).first().click()
  const dialog = organizationDialog(page)
  await fill('Organization Name', `Alder Creek ${stamp}`, dialog)
  await fill('Description', 'Girls soccer in the hills.', dialog)
  await fill('City', 'Bend', dialog)
  await dialog.getByLabel('State').selectOption('OR')
  required += 1
  await choose('Organization Type', 'Sports Club', dialog)
  await dialog.getByRole('button', { name: 'Create Organization' }).click()
  await expect(toast(page, 'Organization Created!')).toBeVisible()
  await expect(toast(page, 'Your organization has been created successfully.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: `Selected Alder Creek ${stamp}` })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('heading', { name: 'Campaign Details' })).toBeFocused()
  await expect(page.getByText(`For Alder Creek ${stamp}`)).toBeVisible()
  await expect(page.getByLabel('Goal Amount')).toHaveValue('1000')
  await expect(page.getByRole('radio', { name: 'Football' })).toBeChecked()
  await fill('Campaign Name', `Spring Lights ${stamp}`)
  await fill('About This Campaign', 'Every goal helps buy lights.')
  await page.getByText('Photo, and what the money buys').click()
  await page.getByLabel('How This Campaign Helps').fill('Four masts for the practice field.')
  await fill('Goal Amount', '2500.50')
  await fill('Start Date', typed(dayFrom(now, -1)))
  await fill('End Date', typed(dayFrom(now, 60)))
  await page.getByRole('searchbox', { name: 'Search sports and causes' }).fill('futbol')
  await page.getByRole('radio', { name: 'Soccer' }).check()
  required += 1
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/campaigns'),
  )
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    goal: '2500.50',
    startDate: `${dayFrom(now, -1)}T00:00`,
    endDate: `${dayFrom(now, 60)}T00:00`,
    howThisCampaignHelps: { description: 'Four masts for the practice field.' },
    cause: 'soccer',
    campaignType: 'athletic',
    template: 'soccer',
  })
  await expect(toast(page, 'Campaign Created!')).toBeVisible()
  await expect(toast(page, 'Your campaign has been created successfully.')).toBeVisible()
  await expect(page).toHaveURL(/\/campaigns\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: `Spring Lights ${stamp}` })).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''

  await page.goto(`/dashboard/campaigns/${id}`)
  await page.getByRole('button', { name: 'Request review' }).click()
  await expect(toast(page, 'Review requested')).toBeVisible()
  await expect(page.getByText(/^Waiting for review since/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Request review' })).toHaveCount(0)

  await representative.goto('/dashboard?kind=review')
  const steps = representative.getByRole('region', { name: 'Next steps' })
  const review = steps.getByRole('link', { name: `Review it: A draft to review, Spring Lights ${stamp}` })
  await review.click()
  await expect(representative).toHaveURL(`/dashboard/campaigns/${id}`)
  await expect(representative.getByText(/^Its owner has been waiting for review since/)).toBeVisible()
  await pressEditCampaign(representative)
  const panel = representative.getByRole('dialog', { name: 'Edit Campaign Details' })
  await panel.getByRole('combobox', { name: 'Status' }).click()
  await representative.getByRole('option', { name: 'Active' }).click()
  required += 1
  await panel.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(representative, 'Campaign updated successfully!')).toBeVisible()
  await expect(representative.getByText(/^Its owner has been waiting for review since/)).toHaveCount(0)
  await representative.goto('/dashboard?kind=review')
  await expect(steps.getByRole('combobox', { name: 'Kind of next step' })).toBeVisible()
  await expect(review).toHaveCount(0)
  await page.goto(`/campaigns/${id}`)
  await expect(page.getByText('Support This Campaign').first()).toBeVisible()
  expect(required).toBeLessThanOrEqual(15)
  await page.close()
})

test('the wizard keeps what was typed through Back, a reload and a refusal, and asks before discarding it', {
  tag: '@phone',
}, async () => {
  const page = await opened(coach)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Create Organization' }).first().click()
  await organizationDialog(page).getByLabel('City').fill('Waco')
  await page.reload()
  await expect(organizationDialog(page).getByLabel('City')).toHaveValue('Waco')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(organizationDialog(page).getByLabel('City')).toHaveValue('Waco')
  await organizationDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await question(page).getByRole('button', { name: 'Discard' }).click()

  await chooseFirst(page)
  await page.getByLabel('Campaign Name').fill('Half a campaign')
  await page.getByLabel('Start Date', { exact: true }).fill(typed(dayFrom(now, 1)))
  await page.getByRole('radio', { name: 'Baseball' }).check()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Select Organization' })).toBeFocused()
  await page.getByRole('button', { name: 'Continue' }).click()
  const isThere = async () => {
    await expect(page.getByLabel('Campaign Name')).toHaveValue('Half a campaign')
    await expect(page.getByLabel('Start Date', { exact: true })).toHaveValue(typed(dayFrom(now, 1)))
    await expect(page.getByRole('radio', { name: 'Baseball' })).toBeChecked()
  }
  await isThere()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Select Organization' })).toBeVisible()
  await page.goForward()
  await isThere()
  await page.reload()
  await isThere()

  await page.getByLabel('About This Campaign').fill('It is about half of it.')
  await page.getByLabel('End Date', { exact: true }).fill(typed(dayFrom(now, 9)))
  const refusal = { message: 'This organization has left the league', code: 'conflict' }
  await page.route('**/api/campaigns', (route) => route.fulfill({ status: 409, json: refusal }))
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(toast(page, 'Failed to Create Campaign')).toBeVisible()
  await expect(page.getByRole('alert').getByText(refusal.message)).toBeVisible()
  await isThere()
  await page.unroute('**/api/campaigns')

  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await isThere()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto(WIZARD)
  await chooseFirst(page)
  await expect(page.getByLabel('Campaign Name')).toHaveValue('')
  await page.close()
})

test('the wizard works by keyboard alone and has no accessibility violations at any step', {
  tag: '@desk',
}, async () => {
  const page = await opened(coach)
  const press = async (name: string | RegExp, role: 'button' | 'radio' = 'button') => {
    await page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .focus()
    await page.keyboard.press('Enter')
  }
  await expectNoViolations(page)
  await press('Create Organization')
  await expect(organizationDialog(page)).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => Boolean(document.activeElement?.closest('[role=dialog]'))))
    .toBe(true)
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(organizationDialog(page)).toBeHidden()
  // The focus goes back to the button, away from where it is by then.
  await expect(page.getByRole('button', { name: 'Create Organization', exact: true }).first()).toBeFocused()
  await press(/^Select /)
  await press('Continue')
  await expect(page.getByRole('heading', { name: 'Campaign Details' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox', { name: 'Search sports and causes' })).toBeFocused()
  await page.keyboard.type('ball')
  await page.getByRole('radio', { name: 'Football' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Baseball' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Campaign Name')).toBeFocused()
  await page.keyboard.type(`Typed ${stamp}`)
  await page.keyboard.press('Tab')
  await page.keyboard.type('By hand.')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Goal Amount')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Start Date', { exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const end = page.getByLabel('End Date', { exact: true })
  await expect(end).toBeFocused()
  await end.fill('')
  await press('Create Campaign')
  await expect(page.getByText('End date is required', { exact: true })).toBeVisible()
  await expect(end).toBeFocused()
  await expectNoViolations(page)
  // Enter submits what is typed in the field.
  await page.keyboard.type(typed(dayFrom(now, 30)))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/campaigns\/[0-9a-f-]{36}$/)
  await page.close()
})

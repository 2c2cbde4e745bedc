/** Each rule of the campaign wizard has the same message in the browser and at the API. */
import type { Page } from '@playwright/test'
import { apiOf, dayFrom, enterAs, expect, test } from './fixtures.ts'
import { chooseFirst, opened, organizationDialog, question, typed } from './wizard.ts'

let coach: Page
/** The program's own day. */
let now: string

test.beforeAll(async ({ browser }, { project }) => {
  coach = await enterAs(browser, project.use, 'coach@demo.test')
  const representative = await enterAs(browser, project.use, 'rep@demo.test')
  const call = await apiOf(representative.request)
  now = String((await call('POST', '/api/dev/clock', { days: 0 })).now)
  await representative.context().close()
})
test.afterAll(() => coach.context().close())

const ORGANIZATION_RULES = {
  name: 'Organization name is required',
  description: 'Description is required',
  website: 'Please enter a valid URL',
  city: 'City is required',
  state: 'State is required',
  organizationType: 'Organization type is required',
}
const CAMPAIGN_RULES = {
  name: 'Campaign name is required',
  aboutThisCampaign: 'Campaign description is required',
  goal: 'Goal amount must be greater than 0',
  startDate: 'Start date is required',
  endDate: 'End date is required',
}

/** The API's messages for the fields of the same request. */
async function refusedFields(path: string, data: object): Promise<Record<string, string>> {
  const { token } = await (await coach.request.get('/api/identity/token')).json()
  const response = await coach.request.post(path, { data, headers: { authorization: `Bearer ${token}` } })
  expect(response.status()).toBe(400)
  return (await response.json()).fields
}

test('each rule of the wizard has the same message in the browser and at the API', async () => {
  const page = await opened(coach)
  await page.getByRole('button', { name: 'Create Organization' }).first().click()
  const dialog = organizationDialog(page)
  await dialog.getByLabel('Website').fill('alder creek')
  await dialog.getByRole('button', { name: 'Create Organization' }).click()
  for (const message of Object.values(ORGANIZATION_RULES))
    await expect(dialog.getByText(message, { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Organization Name')).toBeFocused()
  expect(await refusedFields('/api/organizations', { website: 'alder creek' })).toEqual(ORGANIZATION_RULES)
  await expect(dialog.getByLabel('State').locator('option')).toHaveCount(51)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()

  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await chooseFirst(page)
  await page.getByLabel('Goal Amount').fill('0.99')
  for (const day of ['Start Date', 'End Date']) await page.getByLabel(day, { exact: true }).fill('')
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  for (const message of Object.values(CAMPAIGN_RULES))
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Campaign Name')).toBeFocused()
  expect(await refusedFields('/api/campaigns', { goal: 0.99 })).toEqual({
    ...CAMPAIGN_RULES,
    campaignType: 'Campaign type is required',
    organizationId: 'Organization is required',
    template: 'Template is required',
  })
  const endFirst = { startDate: `${dayFrom(now, 5)}T00:00`, endDate: `${dayFrom(now, 4)}T00:00` }
  await page.getByLabel('Start Date', { exact: true }).fill(typed(endFirst.startDate))
  await page.getByLabel('End Date', { exact: true }).fill(typed(endFirst.endDate))
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  const order = 'End date must be on or after the start date'
  await expect(page.getByText(order, { exact: true })).toBeVisible()
  expect((await refusedFields('/api/campaigns', endFirst)).endDate).toBe(order)
  await page.close()
})

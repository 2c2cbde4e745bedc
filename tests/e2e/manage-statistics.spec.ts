/** A campaign's statistics: added, edited, validated in words, never saved over someone else's change. */
import type { Page } from '@playwright/test'
import { activeCampaign, type Campaign } from './campaign.ts'
import { alive, apiOf, enterAs, expect, test } from './fixtures.ts'

let campaign: Campaign
let coach: Page
let representative: Page

test.beforeAll(async ({ browser }, { project }) => {
  const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  coach = await enterAs(browser, use, 'coach@demo.test')
  representative = await enterAs(browser, use, 'rep@demo.test')
  campaign = await activeCampaign(coach, representative, `Counting ${project.name}-${Date.now()}`)
})
test.afterAll(async () => {
  await coach.context().close()
  await representative.context().close()
})

const open = (page: Page) => page.goto(`/dashboard/campaigns/${campaign.id}?tab=statistics`)
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a statistic is added with recommended amounts and shows the estimated pledges', {
  tag: '@phone',
}, async () => {
  await open(coach)
  await (await alive(coach.getByRole('button', { name: 'Add Statistic' }))).click()
  const form = drawer(coach, 'Add Statistic')
  await form.getByRole('button', { name: 'Add Statistic' }).click()
  await expect(form.getByText('Statistic name is required')).toBeVisible()
  await expect(form.getByText('Pledge amount must be greater than 0')).toHaveCount(3)
  await expect(form.getByRole('button', { name: 'Load Recommended Amounts' })).toHaveCount(0)

  await form.getByLabel('Statistic Name').fill('Saves')
  await form.getByLabel('What is counted, in the singular').fill('save')
  await form.getByLabel('Expected Target').fill('120')
  await form.getByLabel('Last Year Result').fill('-3')
  await form.getByRole('button', { name: 'Load Recommended Amounts' }).click()
  await expect(form.getByLabel('Amount 1')).toHaveValue('0.40')
  await expect(form.getByLabel('Amount 3')).toHaveValue('2.00')
  await form.getByRole('button', { name: 'Add Statistic' }).click()
  await expect(form.getByText('Last year result must be 0 or greater')).toBeVisible()
  await form.getByLabel('Last Year Result').fill('100')
  const estimate = form.getByRole('region', { name: 'Estimated pledge' })
  await expect(estimate.getByRole('row').nth(1)).toContainText('$48.00')
  await expect(estimate.getByRole('row').nth(1)).toContainText('$40.00')
  // By a word that is not the icon's name, and by keyboard.
  await form.getByLabel('Search icons').fill('touchdown')
  await expect(form.getByText('1 icon', { exact: true })).toBeVisible()
  for (const key of ['Tab', 'Tab', 'Space']) await coach.keyboard.press(key)
  await expect(form.getByRole('radio', { name: 'Football ball' })).toBeChecked()
  await form.getByRole('switch', { name: 'Supporters can enter a custom amount' }).uncheck()
  await form.getByRole('button', { name: 'Add Statistic' }).click()
  await expect(coach.getByText('Statistic added successfully!', { exact: true })).toBeVisible()
  await expect(form).toBeHidden()
  await expect(row(coach, 'Saves')).toContainText('120')

  await coach.getByRole('button', { name: 'Edit Saves' }).click()
  const edited = drawer(coach, 'Edit Statistic')
  await expect(edited.getByLabel('Amount 2')).toHaveValue('1')
  await expect(edited.getByRole('switch', { name: 'Supporters can enter a custom amount' })).not.toBeChecked()
  await edited.getByRole('button', { name: 'Cancel' }).click()
  await expect(edited).toBeHidden()
})

test('leaving the statistic form with unsaved changes in any way asks first; it reopens empty', {
  tag: '@desk',
}, async () => {
  await coach.goto(`/dashboard/campaigns/${campaign.id}`)
  await coach.getByRole('link', { name: 'Statistics' }).click()
  await coach.getByRole('button', { name: 'Add Statistic' }).click()
  const form = drawer(coach, 'Add Statistic')
  await form.getByLabel('Statistic Name').fill('Corners')
  const question = coach.getByRole('alertdialog', { name: 'Leave without saving?' })
  await coach.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Statistic Name')).toHaveValue('Corners')
  await coach.goBack()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Statistic Name')).toHaveValue('Corners')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()
  await coach.getByRole('button', { name: 'Add Statistic' }).click()
  await expect(form.getByLabel('Statistic Name')).toHaveValue('')
})

test('saving a statistic that somebody else changed shows both values and keeps what was typed', {
  tag: '@desk',
}, async () => {
  await open(coach)
  await open(representative)
  for (const page of [coach, representative])
    await page.getByRole('button', { name: 'Edit Clean Sheets' }).click()
  const first = drawer(representative, 'Edit Statistic')
  const second = drawer(coach, 'Edit Statistic')
  await first.getByLabel('Expected Target').fill('9')
  await first.getByRole('button', { name: 'Save Changes' }).click()
  await expect(representative.getByText('Statistic updated successfully!', { exact: true })).toBeVisible()

  await second.getByLabel('Statistic Name').fill('Shutouts')
  await second.getByRole('button', { name: 'Save Changes' }).click()
  await expect(second.getByText('Expected Target: was 6, is now 9')).toBeVisible()
  await expect(second.getByLabel('Statistic Name')).toHaveValue('Shutouts')
  await second.getByRole('button', { name: 'Use their version' }).click()
  await expect(second.getByLabel('Expected Target')).toHaveValue('9')
  await expect(second.getByLabel('Statistic Name')).toHaveValue('Clean Sheets')
  await second.getByLabel('Statistic Name').fill('Shutouts')
  // The refusal's toast may still be there: a pointer over it keeps it open, so it must not cover this button.
  await second.getByRole('button', { name: 'Save Changes' }).click()
  await expect(row(coach, 'Shutouts')).toContainText('9')
})

test(
  'an achievement has no target, and a statistic with pledges keeps its type',
  { tag: '@desk' },
  async ({ browser }, info) => {
    await open(coach)
    await (await alive(coach.getByRole('button', { name: 'Edit Win the Conference' }))).click()
    const form = drawer(coach, 'Edit Statistic')
    await expect(form.getByLabel('Expected Target')).toHaveCount(0)
    const { project } = info
    const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
    const supporter = await enterAs(browser, use, 'supporter@demo.test')
    const call = await apiOf(supporter.request)
    const { statistics } = (await call('GET', `/api/campaigns/${campaign.id}`)) as unknown as {
      statistics: { id: string; name: string }[]
    }
    const title = statistics.find(({ name }) => name === 'Win the Conference')
    await call('POST', `/api/campaigns/${campaign.id}/pledges`, {
      pledgeStatistics: [{ statisticId: title?.id, pledgeAmount: '50' }],
    })
    await form.getByRole('combobox', { name: 'Type' }).click()
    await coach.getByRole('option', { name: /^Increment/ }).click()
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(coach.getByText('Failed to update statistic', { exact: true })).toBeVisible()
    await expect(
      form.getByText('Supporters have pledged on this statistic, so its type cannot change'),
    ).toBeVisible()
    await supporter.context().close()
  },
)

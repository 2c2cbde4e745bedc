/** A campaign's details: validated in words, and never saved over someone else's change. */
import type { Page } from '@playwright/test'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { pressEditCampaign } from './edit-campaign.ts'
import { apiOf, dayFrom, enterAs, expect, joinOrganization, test } from './fixtures.ts'

let campaign: Campaign
let coach: Page
let representative: Page
let use: object
let width: string

test.beforeAll(async ({ browser }, { project }) => {
  use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  width = project.name
  coach = await enterAs(browser, use, 'coach@demo.test')
  representative = await enterAs(browser, use, 'rep@demo.test')
})
test.beforeEach(async () => {
  campaign = await activeCampaign(coach, representative, `Details ${width}-${Date.now()}`)
})
test.afterAll(async () => {
  await coach.context().close()
  await representative.context().close()
})

const panel = (page: Page) => page.getByRole('dialog', { name: 'Edit Campaign Details' })
async function edit(page: Page, id = campaign.id) {
  await page.goto(`/dashboard/campaigns/${id}`)
  await pressEditCampaign(page)
  return panel(page)
}
const typed = (day: string): string => day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')
const save = (page: Page) => panel(page).getByRole('button', { name: 'Save Changes' }).click()
async function choose(page: Page, status: string): Promise<void> {
  await panel(page).getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: status, exact: true }).click()
}

test('the details form says what is wrong with each field, and saves once it is corrected', {
  tag: '@desk',
}, async () => {
  const page = representative
  const form = await edit(page)
  await expect(form.getByLabel('Campaign Name')).toHaveValue(campaign.name)
  await expect(form.getByLabel('Goal')).toHaveValue('20000')
  await expect(form.getByRole('combobox', { name: 'Status' })).toHaveText('Active')
  await form.getByLabel('Campaign Name').fill(' ')
  await form.getByLabel('Description').fill('')
  await form.getByLabel('Goal').fill('0.99')
  await form.getByRole('textbox', { name: 'Start Date' }).fill('')
  await save(page)
  await expect(form.getByText('Campaign name is required')).toBeVisible()
  await expect(form.getByText('Campaign description is required')).toBeVisible()
  await expect(form.getByText('Goal must be greater than 0')).toBeVisible()
  await expect(form.getByText('Start date is required')).toBeVisible()

  await form.getByLabel('Campaign Name').fill('Lights at last')
  await form.getByLabel('Description').fill('Four poles and a switch.')
  await form.getByLabel('Goal').fill('25000.50')
  await form.getByRole('textbox', { name: 'Start Date' }).fill(typed(dayFrom(campaign.now, -20)))
  await form.getByRole('textbox', { name: 'End Date' }).fill(typed(dayFrom(campaign.now, -21)))
  await save(page)
  await expect(form.getByText('End date must be on or after the start date')).toBeVisible()
  await form.getByRole('textbox', { name: 'End Date' }).fill(typed(dayFrom(campaign.now, 60)))
  await save(page)
  await expect(page.getByText('Campaign updated successfully!', { exact: true })).toBeVisible()
  await expect(form).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lights at last')
})

test('leaving the details form with unsaved changes asks first; it reopens with what is saved', {
  tag: '@desk',
}, async () => {
  const page = representative
  const form = await edit(page)
  await form.getByLabel('Campaign Name').fill('Something else')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Campaign Name')).toHaveValue('Something else')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()
  await pressEditCampaign(page)
  await expect(form.getByLabel('Campaign Name')).toHaveValue(campaign.name)
})

test('saving details that somebody else changed shows both values and keeps what was typed', {
  tag: '@desk',
}, async ({ browser }) => {
  const other = await enterAs(browser, use, 'rep2@demo.test')
  const first = await edit(representative)
  const second = await edit(other)
  await first.getByLabel('Goal').fill('30000')
  await choose(representative, 'Paused')
  await save(representative)
  await expect(first).toBeHidden()
  await second.getByLabel('Campaign Name').fill('Lights for all')
  await save(other)
  await expect(second.getByText('Goal: was $20,000.00, is now $30,000.00')).toBeVisible()
  await expect(second.getByText('Status: was Active, is now Paused')).toBeVisible()
  await expect(second.getByLabel('Campaign Name')).toHaveValue('Lights for all')
  await second.getByRole('button', { name: 'Use their version' }).click()
  await expect(second.getByLabel('Goal')).toHaveValue('30000')
  await choose(other, 'Active')
  await save(other)
  await expect(second).toBeHidden()
  await expect(other.getByText('Active', { exact: true }).first()).toBeVisible()
  await other.context().close()
})

test('an owner edits the details of a draft, except its status; of an active campaign nothing', {
  tag: '@desk',
}, async () => {
  await coach.goto(`/dashboard/campaigns/${campaign.id}`)
  await expect(coach.getByRole('link', { name: 'View Public Page' })).toBeVisible()
  await expect(coach.getByRole('button', { name: 'Edit Campaign' })).toHaveCount(0)
  const call = await apiOf(coach.request)
  const { organization } = (await call('GET', `/api/dashboard/campaigns/${campaign.id}`)) as unknown as {
    organization: { id: string }
  }
  const draft = await call('POST', '/api/campaigns', {
    name: 'Next year',
    organizationId: organization.id,
    aboutThisCampaign: 'Again.',
    goal: 1000,
    startDate: dayFrom(campaign.now, 1),
    endDate: dayFrom(campaign.now, 90),
    campaignType: 'athletic',
    template: 'soccer',
  })
  const form = await edit(coach, draft.id)
  await expect(form.getByRole('combobox', { name: 'Status' })).toHaveCount(0)
  await expect(form.getByText('A representative changes the status')).toBeVisible()
  await form.getByLabel('Goal').fill('1500')
  await save(coach)
  await expect(coach.getByText('Campaign updated successfully!', { exact: true })).toBeVisible()
  await expect(coach.getByText('$1,500', { exact: true })).toBeVisible()
})

test('a scorer sees only the Results, Statistics and Events tabs, without buttons to edit', {
  tag: '@desk',
}, async ({ browser }) => {
  const call = await apiOf(coach.request)
  const { organization } = (await call('GET', `/api/dashboard/campaigns/${campaign.id}`)) as unknown as {
    organization: { id: string }
  }
  const email = 'ambassador@demo.test'
  await joinOrganization(browser, use, call, { organizationId: organization.id, email })
  const scorer = await enterAs(browser, use, email)
  await scorer.goto(`/dashboard/campaigns/${campaign.id}`)
  const tabs = scorer.getByRole('navigation', { name: 'Parts of the campaign' }).getByRole('link')
  await expect(tabs).toHaveText([/^Results/, 'Statistics', 'Events'])
  await expect(tabs.first()).toHaveAttribute('aria-current', 'page')
  await expect(scorer.getByRole('button', { name: 'Edit Campaign' })).toHaveCount(0)
  for (const tab of ['statistics', 'events', 'rewards', 'ambassadors']) {
    await scorer.goto(`/dashboard/campaigns/${campaign.id}?tab=${tab}`)
    await expect(tabs.first()).toBeVisible()
    await expect(scorer.getByRole('button', { name: /^(Add|Edit|Invite|Delete|Remove) / })).toHaveCount(0)
  }
  await scorer.context().close()
})

test('the details form and the question about cancelling have no accessibility violations', {
  tag: '@phone',
}, async () => {
  const page = representative
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const form = await edit(page)
  await form.getByLabel('Goal').fill('')
  await save(page)
  await expect(form.getByText('Goal must be greater than 0')).toBeVisible()
  await expectNoViolationsInBothSchemes(page)
  await form.getByLabel('Goal').fill('30000')
  await choose(page, 'Cancelled')
  await save(page)
  await expect(page.getByRole('alertdialog', { name: 'Cancel this campaign?' })).toContainText(
    'No one has pledged yet.',
  )
  await expectNoViolationsInBothSchemes(page)
  await page.getByRole('button', { name: 'Keep the campaign' }).click()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
})

/** The representatives' work queue: next steps, every campaign by stage, and each table in pages and as CSV (R51). */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { WorkQueueCampaign, WorkQueuePage } from '#domain/schemas/work-queue.ts'
import { expectNoViolations } from './accessibility.ts'
import { apiOf, enterAs, expect, test } from './fixtures.ts'

let page: Page
test.beforeEach(async ({ browser }, { project }) => {
  const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  page = await enterAs(browser, use, 'rep@demo.test')
  await page.goto('/dashboard?show=all')
})
test.afterEach(() => page.context().close())

const all = () => page.getByRole('region', { name: 'Campaigns', exact: true })
const rows = () =>
  all()
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const stage = (name: string) => all().getByRole('navigation', { name: 'Stages' }).getByRole('link', { name })

async function listCampaigns(query: string): Promise<WorkQueuePage> {
  const call = await apiOf(page.request)
  return (await call('GET', `/api/desk/campaigns?${query}`)) as unknown as WorkQueuePage
}
/** The CSV file behind the button, read. */
async function downloadCsv(name: string): Promise<{ file: string; lines: string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download CSV: ${name}` }).click(),
  ])
  await expect(page.getByText('Download started', { exact: true }).first()).toBeVisible()
  const text = await readFile(await download.path(), 'utf8')
  return { file: download.suggestedFilename(), lines: text.trimEnd().split('\r\n') }
}

test('the campaign table keeps stage, order, search and page in the address, and downloads what it shows', {
  tag: '@desk',
}, async () => {
  const { count, stages, campaigns } = await listCampaigns('stage=open&limit=20')
  await expect(rows()).toHaveCount(campaigns.length)
  await expect(stage('Active')).toContainText(String(stages.active))
  await expect(rows().first()).toContainText((campaigns[0] as WorkQueueCampaign).name)
  expect(count).toBeGreaterThan(20)
  // What is pledged is not called likely: that word is the forecast's (R8).
  await expect(all().getByRole('columnheader', { name: 'Pledged, of goal' })).toBeVisible()
  await expectNoViolations(page)

  await all().getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/dashboard?show=all&page=2')
  await expect(rows()).toHaveCount(Math.min(20, count - 20))
  await stage('Active').click()
  await expect(page).toHaveURL('/dashboard?show=all&stage=active')
  await all().getByRole('combobox', { name: 'Order' }).click()
  await page.getByRole('option', { name: 'Nearest to the goal' }).click()
  await expect(page).toHaveURL('/dashboard?show=all&stage=active&by=ahead')
  const nearest = (await listCampaigns('stage=active&sort=forecast&order=desc')).campaigns
  await expect(rows().first()).toContainText((nearest[0] as WorkQueueCampaign).name)
  await all().getByLabel('Search campaigns and organizations').fill('harbor')
  await expect(page).toHaveURL('/dashboard?show=all&stage=active&search=harbor&by=ahead')
  const found = (await listCampaigns('stage=active&search=harbor&sort=forecast&order=desc')).campaigns
  await expect(rows()).toHaveCount(found.length)

  const { file, lines } = await downloadCsv('all campaigns')
  expect(file).toMatch(/^all-campaigns-\d{4}-\d{2}-\d{2}\.csv$/)
  expect(lines[0]).toContain('\uFEFFCampaign,Organization,Stage')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(found.map(({ name }) => name))

  await page.reload()
  await expect(rows()).toHaveCount(found.length)
  await expect(all().getByLabel('Search campaigns and organizations')).toHaveValue('harbor')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard?show=all&stage=active')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard?show=all&page=2')
  await expect(rows()).toHaveCount(Math.min(20, count - 20))
  await all().getByLabel('Search campaigns and organizations').fill('nothing is called this')
  await expect(all().getByRole('heading', { name: 'No campaigns here' })).toBeVisible()
  await all().getByRole('button', { name: 'Clear the search' }).click()
  await expect(page).toHaveURL('/dashboard?show=all')
})

test('a campaign’s failed charges are listed; its supporters are paged and download as CSV', {
  tag: '@phone',
}, async () => {
  await expectNoViolations(page)
  const failed = (await listCampaigns('stage=all&sort=failed&order=desc')).campaigns[0] as WorkQueueCampaign
  const charged = `/dashboard/campaigns/${failed.id}?tab=settlements&charges=failed#charges`
  await page.goto(charged)
  await expect(page).toHaveURL(charged)
  const charges = page.getByRole('region', { name: 'Charges' })
  await expect(charges.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(
    failed.failedCharges,
  )
  await expect(charges.getByRole('combobox', { name: 'Which charges' })).toHaveText('Failed charges')
  await expect(charges.getByRole('heading', { name: 'Charges' })).toBeInViewport()
  await expectNoViolations(page)

  const { campaigns } = await listCampaigns('stage=all&limit=200')
  const largest = campaigns.reduce((a, b) => (b.supportersCount > a.supportersCount ? b : a))
  const of = largest.supportersCount
  expect(of).toBeGreaterThan(50)
  await page.goto(`/dashboard/campaigns/${largest.id}`)
  const supporters = page.getByRole('region', { name: 'Supporters' })
  const pager = supporters.getByRole('navigation', { name: 'Pages of supporters' })
  await expect(pager).toContainText(`1 to 50 of ${of}`)
  await pager.getByRole('button', { name: 'Next' }).click()
  await expect(pager).toContainText(`51 to ${Math.min(100, of)} of ${of}`)
  await expectNoViolations(page)
  await pager.getByRole('button', { name: 'Previous' }).click()
  await expect(pager).toContainText(`1 to 50 of ${of}`)
  const { lines } = await downloadCsv('supporters')
  expect(lines).toHaveLength(of + 1)
  expect(lines.slice(1).every((line) => line.startsWith('Anonymous Supporter,'))).toBe(true)
})

test('the next steps that were opened are still there on Back, and what appears has the focus (R73)', {
  tag: '@desk',
}, async () => {
  const next = page.getByRole('region', { name: 'Next steps' })
  const steps = next.getByRole('listitem').getByRole('link')
  await expect(steps).toHaveCount(6)
  await next.getByRole('button', { name: /^And .* more$/ }).click()
  await expect(page).toHaveURL('/dashboard?show=all&steps=1')
  await expect(steps.nth(6)).toBeFocused()
  const open = await steps.count()
  const title = await steps.last().textContent()
  await expectNoViolations(page)
  await steps.last().click()
  await expect(page).not.toHaveURL(/steps=1/)
  await page.goBack()
  await expect(steps).toHaveCount(open)
  await expect(steps.last()).toHaveText(title ?? '')

  // Another order of the campaigns below closes nothing above.
  await stage('Active').click()
  await expect(page).toHaveURL('/dashboard?steps=1&show=all&stage=active')
  await expect(steps).toHaveCount(open)
  await next.getByRole('combobox', { name: 'Kind of next step' }).click()
  await page.getByRole('option', { name: /^Results to confirm/ }).click()
  await expect(page).toHaveURL('/dashboard?steps=1&show=all&stage=active&kind=confirm_results')
  await expect(steps.filter({ hasNotText: /Confirm results/ })).toHaveCount(0)
  await expect(steps.first()).toBeVisible()
})

test('several campaigns are selected and assigned with one confirmation, and each line says what became of it (R73)', {
  tag: '@desk',
}, async () => {
  const first = rows().first()
  const name = (await first.getByRole('link').first().textContent()) ?? ''
  await first.getByRole('checkbox').check()
  await rows().nth(1).getByRole('checkbox').check()
  await all().getByRole('button', { name: 'Do for 2 campaigns' }).click()
  await page.getByRole('menuitem', { name: 'Assign to a representative' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign to a representative' })
  await dialog.getByRole('combobox', { name: 'Assign to' }).click()
  await page.getByRole('option', { name: 'Nobody' }).click()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Assign 2 campaigns' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: name })).toContainText('Assigned')
  await expect(dialog.getByText('Done for 2 of 2 campaigns')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)
})

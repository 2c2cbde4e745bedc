/** Quick setup: a copied season, a schedule from files, a picture, and what is missing before a campaign goes live. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoViolations } from './accessibility.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { pressEditCampaign } from './edit-campaign.ts'
import { alive, apiOf, dayFrom, enterAs, expect, test } from './fixtures.ts'
import { opened, toast, typed } from './wizard.ts'

let coach: Page
let representative: Page
let past: Campaign
let stamp: string

test.beforeAll(async ({ browser }, { project }) => {
  const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  stamp = `${project.name}-${Date.now()}`
  coach = await enterAs(browser, use, 'coach@demo.test')
  representative = await enterAs(browser, use, 'rep@demo.test')
  past = await activeCampaign(coach, representative, `Season 2026 ${stamp}`)
})
test.afterAll(async () => {
  await coach.context().close()
  await representative.context().close()
})

const managed = async (page: Page, id: string) =>
  (await (
    await apiOf(page.request)
  )('GET', `/api/dashboard/campaigns/${id}`)) as unknown as {
    campaign: { imageUrl: string | null; status: string }
    statistics: { name: string; lastYearResult: number | null }[]
    events: { name: string; startTime: string; opponent: string | null }[]
  }

/** A league's calendar with one game. */
const calendar = (day: string) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//League//EN',
    'BEGIN:VEVENT',
    'UID:7@league.example',
    `DTSTART;TZID=America/Los_Angeles:${day.replaceAll('-', '')}T180000`,
    'SUMMARY:at Coos Bay',
    'LOCATION:Pirate Stadium\\, Coos Bay',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
const file = (name: string, text: string | Buffer, mimeType = 'text/plain') => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
})

test('a past season is copied, gets a schedule and picture from files, and is activated with parts missing', {
  tag: '@phone',
}, async () => {
  test.setTimeout(150_000)
  const page = coach
  await page.goto('/dashboard')
  await page.getByRole('searchbox', { name: 'Search campaigns' }).fill(`Season 2026 ${stamp}`)
  await page.getByRole('link', { name: `Copy Season 2026 ${stamp}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Copy Campaign' })).toBeVisible()
  await expect(page.getByLabel('Campaign Name')).toHaveValue(`Season 2027 ${stamp}`)
  await expect(page.getByRole('switch', { name: /^Copy the/ })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Weeks later' })).toHaveValue('52')
  await expectNoViolations(page)
  await page.getByRole('textbox', { name: 'Weeks later' }).fill('many')
  await page.getByRole('button', { name: 'Create Draft' }).click()
  await expect(page.getByText('Enter whole weeks, at most ten years')).toBeVisible()
  await page.getByRole('textbox', { name: 'Weeks later' }).fill('53')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Weeks later' })).toHaveValue('53')
  await page.getByRole('button', { name: 'Create Draft' }).click()
  await expect(toast(page, 'Campaign Created!')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/campaigns\/[0-9a-f-]{36}$/)
  const id = page.url().split('/').at(-1) ?? ''
  const before = await managed(page, past.id)
  const copied = await managed(page, id)
  expect(copied.campaign.status).toBe('draft')
  expect(copied.statistics.map(({ name }) => name)).toEqual(before.statistics.map(({ name }) => name))
  expect(copied.events).toHaveLength(before.events.length)

  await expect(page.getByText(/^Before it is activated: \d of 8 in place$/)).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Preview as a visitor' }).click()
  await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: `Season 2027 ${stamp}` })).toBeVisible()
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Continue setup' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/campaigns/${id}`))

  await page.goto(`/dashboard/campaigns/${id}?tab=events`)
  await (await alive(page.getByRole('button', { name: 'Import a file' }).first())).click()
  const dialog = page.getByRole('dialog', { name: 'Import a file' })
  const chosen = dialog.getByLabel('File', { exact: true })
  await chosen.setInputFiles(file('season.csv', 'Matchup,Whose\nsoon,Harbor\n'))
  await expect(dialog.getByText('Choose the column with the date.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Where the names of the columns are' }).click()
  await page.getByRole('option', { name: 'Line 1: Matchup, Whose' }).click()
  for (const [column, field] of [
    ['Matchup', 'Date'],
    ['Whose', 'Opponent'],
  ] as const) {
    await dialog.getByRole('combobox', { name: `What ${column} contains` }).click()
    await page.getByRole('option', { name: field, exact: true }).click()
  }
  await expect(dialog.getByText(/^Line 2: "soon" is not a date/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Another file' }).click()
  await page
    .getByRole('alertdialog', { name: 'Leave without importing?' })
    .getByRole('button', { name: 'Discard' })
    .click()
  const day = dayFrom(past.now, 30)
  await chosen.setInputFiles(file('league.ics', calendar(day)))
  // The copied season is a year later.
  await dialog.getByRole('radio', { name: 'Yes, import it' }).check()
  await dialog.getByRole('button', { name: 'Import 1 event' }).click()
  await expect(toast(page, 'Imported: 1 event')).toBeVisible()
  await expect(dialog).toBeHidden()
  // On a phone it covers the close button of the next dialog for as long as it is shown.
  await expect(async () => {
    // It also goes by itself.
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    if (await dismiss.isVisible()) await dismiss.click({ timeout: 1_000 })
    await expect(toast(page, 'Imported: 1 event')).toBeHidden({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('row').filter({ hasText: 'at Coos Bay' })).toContainText(
    /6:00\sPM.*Pirate Stadium, Coos Bay/,
  )

  await pressEditCampaign(page)
  const drawer = page.getByRole('dialog', { name: 'Edit Campaign Details' })
  const choose = drawer.locator('input[type=file]')
  await choose.setInputFiles(file('notes.jpg', 'no picture at all', 'image/jpeg'))
  await expect(drawer.getByText(/^That picture cannot be read/)).toBeVisible()
  await choose.setInputFiles(file('page.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'))
  await expect(drawer.getByText(/^That is not a picture we can use/)).toBeVisible()
  const drawn = sharp({ create: { width: 1200, height: 1600, channels: 3, background: '#12704a' } })
  await choose.setInputFiles(file('team.jpg', await drawn.jpeg().toBuffer(), 'image/jpeg'))
  const crop = page.getByRole('dialog', { name: 'Choose what is shown' })
  await expect(crop).toBeVisible()
  const zoom = crop.getByRole('slider', { name: 'Zoom' })
  await expect(zoom).toHaveAttribute('aria-valuetext', '0%')
  await crop.getByRole('group', { name: /^The picture as it is shown/ }).focus()
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await expect(zoom).not.toHaveAttribute('aria-valuetext', '0%')
  const side = crop.getByRole('slider', { name: 'Left to right' })
  const middle = await side.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowRight')
  await expect(side).not.toHaveAttribute('aria-valuetext', middle ?? '')
  await expectNoViolations(page)
  await crop.getByRole('button', { name: 'Use this picture' }).click()
  await expect(toast(page, 'Picture saved')).toBeVisible()
  const { imageUrl } = (await managed(page, id)).campaign
  const [, width, height] = /-(\d+)x(\d+)\//.exec(imageUrl ?? '') ?? []
  expect(Number(width)).toBeLessThan(1200)
  expect(Math.abs(Number(width) / Number(height) - 9 / 4)).toBeLessThan(0.01)
  // The picture was saved separately: saving the form afterwards does not conflict with it.
  await drawer.getByLabel('How This Campaign Helps').fill('Four masts for the practice field.')
  await drawer.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Campaign updated successfully!')).toBeVisible()
  await expect(drawer).toBeHidden()

  await representative.goto(`/dashboard/campaigns/${id}`)
  await pressEditCampaign(representative)
  const panel = representative.getByRole('dialog', { name: 'Edit Campaign Details' })
  await panel.getByRole('combobox', { name: 'Status' }).click()
  await representative.getByRole('option', { name: 'Active' }).click()
  await expect(panel.getByText('Still missing', { exact: true })).toBeVisible()
  await expect(panel.getByText('Add a reward')).toBeVisible()
  await expectNoViolations(representative)
  await panel.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(representative, 'Campaign updated successfully!')).toBeVisible()
  await expect(representative.getByText(/^Before you activate it/)).toHaveCount(0)

  await representative.goto(`/dashboard/campaigns/${id}?tab=events`)
  const subscribe = representative.getByRole('link', { name: 'Subscribe' })
  await expect(subscribe).toHaveAttribute(
    'href',
    new RegExp(`^webcal://.+/api/campaigns/${id}/schedule\\.ics$`),
  )
  const feed = await representative.request.get(`/api/campaigns/${id}/schedule.ics`)
  expect(await feed.text()).toContain('SUMMARY:at Coos Bay')
})

test('a new campaign starts with its template’s statistics, and a lost answer creates no second one', {
  tag: '@desk',
}, async () => {
  const page = await opened(coach)
  page.on('dialog', (dialog) => void dialog.accept())
  await expect(page.getByText('Copy a past campaign instead')).toBeVisible()
  await page
    .getByRole('button', { name: /^Select / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const name = `Hoops ${stamp}`
  await page.getByLabel('Campaign Name').fill(name)
  await page.getByLabel('About This Campaign').fill('Every three counts.')
  await page.getByLabel('Start Date', { exact: true }).fill(typed(dayFrom(past.now, 1)))
  await page.getByLabel('End Date', { exact: true }).fill(typed(dayFrom(past.now, 90)))
  await page.getByRole('radio', { name: 'Basketball' }).check()
  await expect(
    page.getByRole('switch', { name: 'Start with three-pointers, wins and blocked shots' }),
  ).toBeChecked()
  await page.getByText('Choose and adjust the statistics').click()
  await page.getByRole('checkbox', { name: 'Blocked shots' }).uncheck()
  await page.getByRole('button', { name: 'Adjust Wins' }).click()
  const wins = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Adjust Wins' }) })
  await wins.getByLabel('Last Year').fill('-4')
  await wins.getByLabel('Amount 2').fill('0')
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(wins.getByText('Last year result must be 0 or greater')).toBeVisible()
  await expect(wins.getByText('Pledge amount must be greater than 0')).toBeVisible()
  await expect(wins.getByLabel('Last Year')).toBeFocused()
  await expectNoViolations(page)
  await wins.getByLabel('Last Year').fill('14')
  await wins.getByLabel('Amount 2').fill('9')

  // The server creates it, and its response never arrives.
  await page.route('**/api/campaigns', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.fulfill({ status: 429, json: { message: 'Too many', code: 'rate_limited' } })
  })
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(toast(page, 'Failed to Create Campaign')).toBeVisible()
  await page.unroute('**/api/campaigns')
  await page.reload()
  await expect(page.getByLabel('Campaign Name')).toHaveValue(name)
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(page).toHaveURL(/\/campaigns\/[0-9a-f-]{36}$/)
  const id = page.url().split('/').at(-1) ?? ''
  const call = await apiOf(coach.request)
  const mine = (await call(
    'GET',
    `/api/user/campaigns?search=${encodeURIComponent(name)}`,
  )) as unknown as object[]
  expect(mine).toHaveLength(1)
  const { statistics } = await managed(coach, id)
  expect(statistics.map(({ name: one, lastYearResult }) => [one, lastYearResult])).toEqual([
    ['Three-pointers', null],
    ['Wins', 14],
    ['League champions', null],
    ['One-time gift', null],
  ])
  await page.close()

  const other = await coach.context().newPage()
  const bare = await call('POST', `/api/campaigns/${id}/copies`, {
    name: `Bare ${stamp}`,
    goal: 500,
    startDate: dayFrom(past.now, 1),
    endDate: dayFrom(past.now, 30),
  })
  await other.goto(`/dashboard/campaigns/${bare.id}?tab=statistics`)
  await (
    await alive(other.getByRole('button', { name: 'Start with three-pointers, wins and blocked shots' }))
  ).click()
  const drawer = other.getByRole('dialog', { name: 'Start with these' })
  await expectNoViolations(other)
  await drawer.getByRole('checkbox', { name: 'Points' }).check()
  await drawer.getByRole('button', { name: 'Add 6 statistics' }).click()
  await expect(toast(other, '6 statistics added')).toBeVisible()
  await expect(other.getByRole('row').filter({ hasText: 'Points' })).toContainText('1,000')
  await other.close()
})

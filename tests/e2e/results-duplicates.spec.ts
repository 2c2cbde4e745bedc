/** R19: a match that is entered twice is asked about and merged; an unusual figure is asked about once. */
import type { Page } from '@playwright/test'
import type { Management } from '#domain/schemas/campaign.ts'
import { expectNoViolations } from './accessibility.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { alive, apiOf, enterAs, expect, joinOrganization, test } from './fixtures.ts'
import { dialogOf, goals, managed, resultsOf, save } from './results-screen.ts'

const SCORER = 'supporter@demo.test'

let coach: Page

test(
  'a match that comes in twice is asked about in the import preview and merged at confirmation',
  { tag: '@phone' },
  async ({ browser }, { project }) => {
    test.setTimeout(180_000)
    const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
    coach = await enterAs(browser, use, 'coach@demo.test')
    const representative = await enterAs(browser, use, 'rep@demo.test')
    const season = await activeCampaign(coach, representative, `Twice ${project.name}-${Date.now()}`)
    const asCoach = await apiOf(coach.request)
    const { organization } = (await managed(coach, season)) as Management
    await joinOrganization(browser, use, asCoach, { organizationId: organization.id, email: SCORER })
    const page = await enterAs(browser, use, SCORER)
    await test.step('an unusual figure is asked about once', () => enterUnusualFigure(page, season))
    await test.step('a row with another name for a scheduled match is asked about', () =>
      previewSimilarMatch(page, season))
    await test.step('a duplicate that was added anyway is merged when it is confirmed', () =>
      mergeAtConfirmation(page, season))
    for (const one of [page, coach, representative]) await one.context().close()
  },
)

async function enterUnusualFigure(page: Page, season: Campaign): Promise<void> {
  await page.goto(resultsOf(season))
  await (await alive(page.getByRole('button', { name: 'Enter Results', exact: true }))).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByLabel('Match', { exact: true })).toContainText('vs. Summit')
  await goals(page).fill('2')
  await dialog.getByRole('textbox', { name: 'Clean Sheets' }).fill('3')
  await save(page).click()
  const question = dialog.getByRole('group', { name: 'Is this right?' })
  await expect(question).toContainText('Clean Sheets 3 in vs. Summit: a match usually has 1 at most.')
  await expectNoViolations(page)
  await question.getByRole('button', { name: 'Change it' }).click()
  await expect(question).toBeHidden()
  await save(page).click()
  await question.getByRole('button', { name: 'Yes, that is right' }).click()
  await expect(dialog).toBeHidden()
  const waiting = page.getByRole('region', { name: 'vs. Summit' })
  await expect(waiting).toContainText('Clean Sheets 3 in vs. Summit: a match usually has 1 at most.')
}

async function previewSimilarMatch(page: Page, season: Campaign): Promise<void> {
  const { campaign, events } = await managed(coach, season)
  const start = new Date(events.find(({ opponent }) => opponent === 'Summit')?.startTime ?? '')
  const today = new Intl.DateTimeFormat('en-US', { timeZone: campaign.timeZone }).format(start)
  await page.getByRole('button', { name: 'Import a file' }).click()
  const upload = page.getByRole('dialog', { name: 'Import a file' })
  await upload.getByText('Or paste the rows').click()
  await upload.getByLabel('Rows').fill(`date,opponent,goals\n${today},Summit Storm,2`)
  await upload.getByRole('button', { name: 'Read the rows' }).click()
  await expect(upload.getByText('Answer the question above')).toBeVisible()
  const question = upload.getByRole('group', {
    name: 'Line 2: is Summit Storm one of these on the schedule?',
  })
  // The toast about the last save may cover the dialog's head.
  await expectNoViolations(page, { within: ['.dialog-body'] })
  await question.getByRole('radio', { name: /vs\. Summit/ }).check()
  await expect(upload.getByText('Everything in the file is here already')).toBeVisible()
  await question.getByRole('radio', { name: 'No, it is another match: add it' }).check()
  await expect(upload.getByRole('button', { name: 'Import 1 result and 1 event' })).toBeEnabled()
  // Escape would close the toast first, while there is one.
  await upload.getByRole('button', { name: 'Close' }).click()
  const leave = page.getByRole('alertdialog', { name: 'Leave without importing?' })
  await leave.getByRole('button', { name: 'Discard' }).click()
  await expect(upload).toBeHidden()
}

async function mergeAtConfirmation(page: Page, season: Campaign): Promise<void> {
  const call = await apiOf(page.request)
  const { statistics, events } = await managed(coach, season)
  const summit = events.find(({ opponent }) => opponent === 'Summit')
  const rows = [{ statisticId: statistics.find(({ name }) => name === 'Goals')?.id, quantity: 2 }]
  const event = { name: 'vs. Summit Storm', opponent: 'Summit Storm', startTime: summit?.startTime }
  await call('POST', `/api/campaigns/${season.id}/results/matches`, { event, rows })
  await coach.goto(resultsOf(season))
  await (await alive(coach.getByRole('button', { name: 'Confirm all 3' }))).click()
  const figures = coach.getByRole('alertdialog', { name: 'Are these figures right?' })
  await expect(figures).toContainText('a match usually has 1 at most')
  await figures.getByRole('button', { name: 'Confirm 3 results' }).click()
  const question = coach.getByRole('dialog', { name: 'Is this one match?' })
  await expect(question.getByRole('radio', { name: /^vs\. Summit(?! Storm)/ })).toBeChecked()
  await expectNoViolations(coach)
  await question.getByRole('button', { name: 'Same match: merge' }).click()
  await expect(question).toBeHidden()
  await expect(coach.getByRole('region', { name: 'To confirm' })).toBeHidden()
  const after = await managed(coach, season)
  expect(after.events.map(({ name }) => name)).toEqual(['vs. Summit'])
  expect(after.statistics.find(({ name }) => name === 'Goals')?.confirmedQuantity).toBe(2)
}

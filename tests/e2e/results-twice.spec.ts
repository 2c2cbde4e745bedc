/** R19: a match that comes in twice is asked about, and merged; a figure out of the ordinary is asked about once. */
import type { Page } from '@playwright/test'
import type { Management } from '#domain/schemas/campaign.ts'
import { expectNoBarriers } from './barriers.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { alive, apiOf, enterAs, expect, test } from './fixtures.ts'

const SCORER = 'supporter@demo.test'

const resultsOf = ({ id }: Campaign) => `/dashboard/campaigns/${id}?tab=results`
async function managed(page: Page, { id }: Campaign): Promise<Management> {
  const call = await apiOf(page.request)
  return (await call('GET', `/api/dashboard/campaigns/${id}`)) as unknown as Management
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Enter Results' })
const save = (page: Page) => dialogOf(page).getByRole('button', { name: /^Full time: save/ })
const goals = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'Goals' })

let coach: Page

test(
  'one match that comes in twice: asked in the preview, merged at the confirmation',
  { tag: '@phone' },
  async ({ browser }, { project }) => {
    test.setTimeout(180_000)
    const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
    coach = await enterAs(browser, use, 'coach@demo.test')
    const representative = await enterAs(browser, use, 'rep@demo.test')
    const season = await activeCampaign(coach, representative, `Twice ${project.name}-${Date.now()}`)
    const asCoach = await apiOf(coach.request)
    const member = { email: SCORER, role: 'scorer' }
    const { organization } = (await managed(coach, season)) as Management
    await asCoach('POST', `/api/organizations/${organization.id}/members`, member)
    const page = await enterAs(browser, use, SCORER)
    await test.step('figures out of the ordinary are asked about once', () => askedOnce(page, season))
    await test.step('a file with a name of its own for the match is asked about', () =>
      askedInPreview(page, season))
    await test.step('what was added beside it all the same is merged', () =>
      mergedAtConfirmation(page, season))
    for (const one of [page, coach, representative]) await one.context().close()
  },
)

async function askedOnce(page: Page, season: Campaign): Promise<void> {
  await page.goto(resultsOf(season))
  await (await alive(page.getByRole('button', { name: 'Enter Results' }))).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByLabel('Match', { exact: true })).toContainText('vs. Summit')
  await goals(page).fill('2')
  await dialog.getByRole('textbox', { name: 'Clean Sheets' }).fill('3')
  await save(page).click()
  const question = dialog.getByRole('group', { name: 'Is this right?' })
  await expect(question).toContainText('Clean Sheets 3 in vs. Summit: a match usually has 1 at most.')
  await expectNoBarriers(page)
  await question.getByRole('button', { name: 'Change it' }).click()
  await expect(question).toBeHidden()
  await save(page).click()
  await question.getByRole('button', { name: 'Yes, that is right' }).click()
  await expect(dialog).toBeHidden()
  const waiting = page.getByRole('region', { name: 'vs. Summit' })
  await expect(waiting).toContainText('Clean Sheets 3 in vs. Summit: a match usually has 1 at most.')
}

async function askedInPreview(page: Page, season: Campaign): Promise<void> {
  const { campaign, events } = await managed(coach, season)
  const start = new Date(events.find(({ opponent }) => opponent === 'Summit')?.startTime ?? '')
  const today = new Intl.DateTimeFormat('en-US', { timeZone: campaign.timeZone }).format(start)
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const upload = page.getByRole('dialog', { name: 'Import CSV' })
  await upload.getByLabel('Or paste the rows').fill(`date,opponent,goals\n${today},Summit Storm,2`)
  await upload.getByRole('button', { name: 'Match the columns' }).click()
  await upload.getByRole('button', { name: 'Preview' }).click()
  await expect(upload.getByText('Say which match one line is.')).toBeVisible()
  const question = upload.getByRole('group', { name: 'Line 2: is Summit Storm on the schedule already?' })
  // The toast of what was just saved may lie over the dialog's head.
  await expectNoBarriers(page, { within: ['.dialog-body'] })
  await question.getByRole('radio', { name: /^Same match: vs. Summit/ }).check()
  await expect(upload.getByText('0 new, 0 corrections, 1 unchanged, 0 matches added.')).toBeVisible()
  await question.getByRole('radio', { name: /^A different match/ }).check()
  await expect(upload.getByText('1 new, 0 corrections, 0 unchanged, 1 matches added.')).toBeVisible()
  await page.keyboard.press('Escape')
}

async function mergedAtConfirmation(page: Page, season: Campaign): Promise<void> {
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
  await expectNoBarriers(coach)
  await question.getByRole('button', { name: 'Same match: merge' }).click()
  await expect(question).toBeHidden()
  await expect(coach.getByRole('region', { name: 'To confirm' })).toBeHidden()
  const after = await managed(coach, season)
  expect(after.events.map(({ name }) => name)).toEqual(['vs. Summit'])
  expect(after.statistics.find(({ name }) => name === 'Goals')?.confirmedQuantity).toBe(2)
}

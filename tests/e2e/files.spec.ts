/** R19, R72: the files that most teams have go from a phone to stored results and events by taps, with nothing typed. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { alive, apiOf, dayFrom, enterAs, expect, test } from './fixtures.ts'
import { managed } from './results-screen.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** When the files were made; their days move with the clock by whole weeks, so that each keeps its weekday. */
const MADE = Date.parse('2026-11-29')

let coach: Page
let now: string
let stamp: string

test.beforeAll(async ({ browser }, { project }) => {
  const { viewport, hasTouch, isMobile, baseURL } = project.use
  coach = await enterAs(
    browser,
    { viewport: viewport ?? null, hasTouch, isMobile, baseURL },
    'coach@demo.test',
  )
  await coach.addInitScript(() => {
    addEventListener('keydown', ({ key }) => console.error(`Typed: ${key}`), true)
  })
  now = new Date(await coach.evaluate(() => Date.now())).toISOString()
  stamp = `${project.name}-${Date.now()}`
})
test.afterAll(() => coach.context().close())

/** 9/4, 9/4/2026, 09/04/2026 and 20260904T…, in the weeks before now. */
function inTheseWeeks(name: string): string {
  const weeks = Math.floor((Date.parse(now) - MADE) / WEEK_MS)
  const moved = (year: string, month: string, day: string): string[] => {
    const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)) + weeks * WEEK_MS)
    return at.toISOString().slice(0, 10).split('-')
  }
  return readFileSync(new URL(`../files/${name}`, import.meta.url), 'utf8')
    .replace(/\b(\d{1,2})\/(\d{1,2})(\/\d{4})?\b/g, (_, month: string, day: string, year?: string) => {
      const [y, m, d] = moved(year?.slice(1) ?? '2026', month, day)
      return year ? `${m}/${d}/${y}` : `${m}/${d}`
    })
    .replace(/\b(\d{4})(\d\d)(\d\d)T/g, (_, y, m, d) => `${moved(y, m, d).join('')}T`)
}

type Team = { organization: string; state?: string; statistics: readonly string[] }

async function draftOf({ organization, state = 'CA', statistics }: Team): Promise<string> {
  const call = await apiOf(coach.request)
  const { id: organizationId } = await call('POST', '/api/organizations', {
    name: organization,
    description: 'We play.',
    city: 'Springfield',
    state,
    organizationType: 'school',
  })
  const { id } = await call('POST', '/api/campaigns', {
    name: `Season ${stamp}`,
    organizationId,
    aboutThisCampaign: 'New lights for the field.',
    goal: 5_000,
    startDate: dayFrom(now, -130),
    endDate: dayFrom(now, 40),
    campaignType: 'athletic',
    template: 'soccer',
  })
  for (const name of statistics)
    await call('POST', `/api/campaigns/${id}/statistics`, {
      name,
      type: 'per_increment',
      icon: 'faTrophy',
      expectedMax: 500,
      pledgeAmountOptions: [1, 2, 3],
    })
  return id
}

/** From the tab to the preview: two taps, and what the phone's own list of files needs. */
async function chooseFile(id: string, tab: 'results' | 'events', name: string) {
  await coach.goto(`/dashboard/campaigns/${id}?tab=${tab}`)
  await (await alive(coach.getByRole('button', { name: 'Import a file' }).first())).tap()
  const dialog = coach.getByRole('dialog', { name: 'Import a file' })
  const choosing = coach.waitForEvent('filechooser')
  await dialog.getByLabel('File', { exact: true }).tap()
  const buffer = Buffer.from(inTheseWeeks(name))
  await (await choosing).setFiles({ name, mimeType: 'text/plain', buffer })
  await expect(dialog.getByText(name, { exact: true })).toBeVisible()
  return dialog
}

const waiting = (text: string) => coach.getByText(`${text} need a second person to confirm.`)

test('a season of SportsEngine, with a forfeit', async () => {
  const id = await draftOf({ organization: `Harbor FC ${stamp}`, statistics: ['Goals', 'Wins'] })
  const dialog = await chooseFile(id, 'results', 'sportsengine-season.csv')
  await expect(dialog.getByText('SportsEngine, schedule of a season')).toBeVisible()
  await expect(dialog.getByText('Answer the question above')).toBeVisible()
  await expectNoViolations(coach)
  await dialog.getByRole('radio', { name: 'A win, without a score' }).tap()
  await expect(dialog.getByText('All answered')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 3 results and 3 events' }).tap()
  await expect(dialog).toBeHidden()
  await expect(
    coach.getByText('A second person must confirm the results, on the Results tab.', { exact: true }),
  ).toBeVisible()
  await expect(waiting('3 results')).toBeVisible()
})

test('the table of a league’s page', async () => {
  const id = await draftOf({ organization: 'Kahala Club', statistics: ['Goals', 'Wins', 'Goals against'] })
  const dialog = await chooseFile(id, 'results', 'league-page.csv')
  await dialog.getByRole('radio', { name: 'A win, without a score' }).tap()
  await dialog.getByRole('button', { name: 'Import 13 results and 5 events' }).tap()
  await expect(dialog).toBeHidden()
  await expect(waiting('13 results')).toBeVisible()
})

test('a calendar, whose practice is left out and brought back', async () => {
  const id = await draftOf({ organization: 'Island Club', state: 'HI', statistics: ['Goals'] })
  const dialog = await chooseFile(id, 'events', 'teamsnap-hawaii.ics')
  await dialog.getByText(/^Practices and other events: 1/).tap()
  const practice = dialog.getByRole('checkbox', { name: /Practice/ })
  await practice.tap()
  await expect(dialog.getByRole('button', { name: 'Import 2 events' })).toBeEnabled()
  await expect(practice, 'it keeps its name and its place').not.toBeChecked()
  await practice.tap()
  await dialog.getByRole('button', { name: 'Import 3 events' }).tap()
  await expect(dialog).toBeHidden()
  const { events } = await managed(coach, { id, name: '', now })
  expect(events.map(({ eventType }) => eventType).sort()).toEqual(['game', 'game', 'practice'])
})

test('statistics of a GameChanger season', async () => {
  const id = await draftOf({ organization: 'Kahala Club', statistics: ['Hits', 'Home Runs', 'Innings'] })
  const dialog = await chooseFile(id, 'results', 'gamechanger-season.csv')
  await expect(dialog.getByText('Answer the 2 questions above')).toBeVisible()
  await dialog.getByRole('radio', { name: /^Yes, 5\.2 is 5⅔ innings/ }).tap()
  await dialog.getByRole('radio', { name: /^The season’s totals so far/ }).tap()
  await dialog.getByRole('button', { name: 'Import 3 results' }).tap()
  await expect(dialog).toBeHidden()
  await expect(waiting('3 results')).toBeVisible()
})

/** A season's results by phone, some of it without a connection, and by one file: the same totals (R17 to R20, R25). */
import type { BrowserContext, Page } from '@playwright/test'
import type { Management } from '#domain/schemas/campaign.ts'
import type { MatchStanding } from '#domain/schemas/result.ts'
import { expectNoBarriers } from './barriers.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { alive, apiOf, dayFrom, enterAs, expect, failOnErrors, signInAs, test } from './fixtures.ts'
import { keptOn, onesWait } from './kept-on-device.ts'

const SCORER = 'supporter@demo.test'
/** What a browser says by itself where there is no connection. */
const OFFLINE = [/net::ERR_INTERNET_DISCONNECTED/, /net::ERR_FAILED/]

let coach: Page
let representative: Page
let device: BrowserContext
let scorer: Page
let byPhone: Campaign
let byFile: Campaign

test.beforeAll(async ({ browser }, { project }) => {
  test.setTimeout(120_000)
  const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  coach = await enterAs(browser, use, 'coach@demo.test')
  representative = await enterAs(browser, use, 'rep@demo.test')
  const stamp = `${project.name}-${Date.now()}`
  byPhone = await activeCampaign(coach, representative, `By phone ${stamp}`)
  byFile = await activeCampaign(coach, representative, `By file ${stamp}`)
  const asCoach = await apiOf(coach.request)
  const { organization } = (await managed(coach, byPhone)) as Management
  const member = { email: SCORER, role: 'scorer' }
  await asCoach('POST', `/api/organizations/${organization.id}/members`, member)
  device = await browser.newContext(use)
  scorer = await device.newPage()
  failOnErrors(scorer, OFFLINE)
  await signInAs(scorer, SCORER)
})
test.afterAll(async () => {
  for (const context of [coach.context(), representative.context(), device]) await context.close()
})

const resultsOf = ({ id }: Campaign) => `/dashboard/campaigns/${id}?tab=results`
async function managed(page: Page, { id }: Campaign): Promise<Management> {
  const call = await apiOf(page.request)
  return (await call('GET', `/api/dashboard/campaigns/${id}`)) as unknown as Management
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Enter Results' })
const save = (page: Page) => dialogOf(page).getByRole('button', { name: /^Full time: save/ })
async function open(page: Page) {
  await page.getByRole('button', { name: 'Enter Results' }).click()
  return dialogOf(page)
}
const goals = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'Goals' })

type Played = { opponent: string; daysAgo: number; venue: 'Home' | 'Away'; goals: number; sheets: number }
const SEASON: Played[] = [
  { opponent: 'Ridgeview', daysAgo: 21, venue: 'Home', goals: 3, sheets: 0 },
  { opponent: 'Harbor', daysAgo: 14, venue: 'Away', goals: 2, sheets: 1 },
  { opponent: 'Bay', daysAgo: 7, venue: 'Home', goals: 0, sheets: 0 },
]

/** A match that is on no schedule, counted with a thumb. */
async function countMatch(page: Page, { opponent, daysAgo, venue, goals: scored, sheets }: Played) {
  const dialog = await open(page)
  await dialog.getByLabel('Match', { exact: true }).selectOption('Add an unscheduled match')
  await dialog.getByLabel('Opponent').fill(opponent)
  await dialog.getByLabel('Where').selectOption(venue)
  await dialog.getByLabel('Date').fill(dayFrom(byPhone.now, -daysAgo))
  await dialog.getByLabel('Kick-off').fill('18:30')
  if (scored > 0) await dialog.getByRole('button', { name: 'One more: Goals' }).click({ clickCount: scored })
  if (sheets > 0) await dialog.getByRole('button', { name: 'One more: Clean Sheets' }).click()
  // What did not happen is a zero, which somebody writes down.
  for (const name of ['Goals', 'Clean Sheets']) {
    const plate = dialog.getByRole('textbox', { name, exact: true })
    if ((await plate.inputValue()) === '')
      await dialog.getByRole('button', { name: `One less: ${name}` }).click()
  }
  await save(page).click()
  await expect(dialog).toBeHidden()
}

test('a season by phone, with no connection in the middle, and by one file', { tag: '@phone' }, async () => {
  test.setTimeout(240_000)
  await test.step('today’s match comes first; evidence is a safe link, in the same words as the API’s', () =>
    countToday())
  await test.step('without a connection entries wait, in sight; back again they are sent once, by one of two tabs', () =>
    countOffline())
  await test.step('somebody else on the same device sends nothing of it', () => anotherOnTheDevice())
  await test.step('what somebody else has changed is not gone over unseen: refused, kept, mended', () =>
    overtaken())
  await test.step('a scorer enters, and confirms nothing (R25)', () => scorersRights())
  await test.step('the coach confirms one, a match, and all the rest', () => confirmSeason())
  await test.step('the same season as one file with names of its own', () => importSeason())
  await test.step('the same totals, match by match, at the API', () => sameTotals())
  await test.step('one result and an achievement wait likewise; logging out says so', () =>
    onesWait(scorer, resultsOf(byPhone)))
})

async function countToday(): Promise<void> {
  await scorer.goto(resultsOf(byPhone))
  let dialog = await open(scorer)
  await expect(dialog.getByText('Today', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Match', { exact: true })).toContainText('vs. Summit')
  await dialog.getByRole('button', { name: 'One more: Goals' }).click({ clickCount: 2 })
  const plus = await dialog.getByRole('button', { name: 'One more: Goals' }).boundingBox()
  expect(Math.min(plus?.width ?? 0, plus?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await test.step('what is half counted is still there after a reload', async () => {
    await scorer.reload()
    dialog = await open(scorer)
    await expect(goals(scorer)).toHaveValue('2')
  })
  await dialog.getByText('Add a note or an evidence link').click()
  await dialog.getByLabel('Evidence link').fill('http://video.example/summit')
  await save(scorer).click()
  const words = 'Enter a link that starts with https://'
  await expect(dialog.getByText(words)).toBeVisible()
  expect(await refusedAtTheApi({ evidenceUrl: 'http://video.example/summit' })).toBe(words)
  await dialog.getByRole('textbox', { name: 'Clean Sheets' }).fill('-1')
  await save(scorer).click()
  await expect(dialog.getByText('A match counts 0 or more')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Clean Sheets' }).fill('1.234')
  await save(scorer).click()
  const number = 'Enter a number with at most two decimals, up to 1,000,000'
  await expect(dialog.getByText(number)).toBeVisible()
  expect(await refusedAtTheApi({}, '1.234')).toBe(number)
  await expectNoBarriers(scorer)
  await dialog.getByRole('textbox', { name: 'Clean Sheets' }).fill('1')
  await dialog.getByLabel('Evidence link').fill('https://video.example/summit')
  await save(scorer).click()
  await expect(dialog).toBeHidden()
  await expect(scorer.getByText('2 results saved', { exact: true })).toBeVisible()
  const link = scorer.getByRole('link', { name: /Evidence: video.example/ }).first()
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/)
}

async function refusedAtTheApi(change: object, quantity: unknown = 1): Promise<string> {
  const { statistics, events } = await managed(scorer, byPhone)
  const { token } = await (await scorer.request.get('/api/identity/token')).json()
  const answer = await scorer.request.post(`/api/campaigns/${byPhone.id}/results/matches`, {
    headers: { authorization: `Bearer ${token}` },
    data: { eventId: events[0]?.id, rows: [{ statisticId: statistics[0]?.id, quantity }], ...change },
  })
  expect(answer.status()).toBe(400)
  return (await answer.json()).message
}

/** Every entry that any page of this device sends, by its key. */
function watchSent(): string[] {
  const keys: string[] = []
  device.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/results/matches'))
      keys.push(request.headers()['idempotency-key'] ?? '')
  })
  return keys
}

async function countOffline(): Promise<void> {
  const other = await device.newPage()
  failOnErrors(other, OFFLINE)
  await other.goto(resultsOf(byPhone))
  await expect(other.getByRole('button', { name: 'Enter Results' })).toBeVisible()
  await device.setOffline(true)
  for (const played of SEASON) await countMatch(scorer, played)
  await expect(keptOn(scorer)).toContainText('3 entries wait for a connection.')
  await expect(keptOn(other)).toContainText('3 entries wait for a connection.')
  await expect(keptOn(scorer)).toContainText('at Harbor: Goals 2, Clean Sheets 1')
  await expectNoBarriers(scorer)
  await test.step('one is counted again: it takes the place of the other', async () => {
    await keptOn(scorer).getByRole('button', { name: 'Change: vs. Bay' }).click()
    const dialog = scorer.getByRole('dialog', { name: 'Change the entry' })
    await dialog.getByRole('textbox', { name: 'Goals' }).fill('1')
    await dialog.getByRole('button', { name: 'Full time: save 2 results' }).click()
    await expect(dialog).toBeHidden()
    await expect(keptOn(scorer)).toContainText('vs. Bay: Goals 1, Clean Sheets 0')
    await expect(keptOn(other)).toContainText('3 entries wait for a connection.')
  })
  const sent = watchSent()
  await device.setOffline(false)
  await expect(keptOn(scorer)).toBeHidden()
  await expect(keptOn(other)).toBeHidden()
  await expect(scorer.getByText('8 results wait for a second person.')).toBeVisible()
  expect([sent.length, new Set(sent).size]).toEqual([3, 3])
  await other.close()
}

async function anotherOnTheDevice(): Promise<void> {
  const matches = '**/results/matches'
  await device.route(matches, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  const dialog = await open(scorer)
  await dialog
    .getByLabel('Match', { exact: true })
    .selectOption({ label: await optionOf(dialog, 'vs. Ridgeview') })
  await goals(scorer).fill('4')
  await dialog.getByLabel('Why the correction?').fill('One was not on the sheet')
  await save(scorer).click()
  await expect(dialog).toBeHidden()
  await expect(keptOn(scorer)).toContainText('1 entry waits for a connection.')
  let sent: string[] = []
  await test.step('the coach signs in on it', async () => {
    await signInAs(scorer, 'coach@demo.test')
    await device.unroute(matches)
    sent = watchSent()
    const asked = scorer.waitForResponse('**/api/auth/user')
    await scorer.goto(resultsOf(byPhone))
    await asked
    await expect(scorer.getByRole('region', { name: 'To confirm' })).toBeVisible()
    await expect(keptOn(scorer)).toBeHidden()
    expect(sent).toEqual([])
  })
  await test.step('the scorer signs in again, on another page: it goes by itself', async () => {
    await signInAs(scorer, SCORER)
    await expect.poll(() => sent.length).toBe(1)
    await scorer.goto(resultsOf(byPhone))
    const waiting = scorer.getByRole('region', { name: 'vs. Ridgeview' })
    await expect(waiting).toContainText('was 3, now 4')
    await expect(waiting).toContainText('Correction: One was not on the sheet')
    await expect(keptOn(scorer)).toBeHidden()
  })
}

const optionOf = async (dialog: ReturnType<typeof dialogOf>, name: string): Promise<string> =>
  (await dialog.getByRole('option').allTextContents()).find((text) => text.includes(name)) ?? ''

async function overtaken(): Promise<void> {
  await device.setOffline(true)
  const dialog = await open(scorer)
  await expect(dialog.getByLabel('Match', { exact: true })).toContainText('vs. Summit')
  await goals(scorer).fill('3')
  await save(scorer).click()
  await expect(dialog).toBeHidden()
  const asCoach = await apiOf(coach.request)
  const { statistics, events } = await managed(coach, byPhone)
  const rows = [{ statisticId: statistics.find(({ name }) => name === 'Goals')?.id, quantity: 4 }]
  const eventId = events.find(({ opponent }) => opponent === 'Summit')?.id
  await asCoach('POST', `/api/campaigns/${byPhone.id}/results/matches`, { eventId, rows })
  await device.setOffline(false)
  await expect(keptOn(scorer)).toContainText('vs. Summit was not taken.')
  await expect(keptOn(scorer)).toContainText('Somebody else changed this match meanwhile: Goals is 4 now.')
  await expect(scorer.getByRole('region', { name: 'vs. Summit' })).toContainText('was 2, now 4')
  await expectNoBarriers(scorer)
  await keptOn(scorer).getByRole('button', { name: 'Change: vs. Summit' }).click()
  const mending = scorer.getByRole('dialog', { name: 'Change the entry' })
  await mending.getByRole('textbox', { name: 'Goals' }).fill('5')
  await mending.getByRole('button', { name: 'Full time: save 1 result' }).click()
  await expect(mending).toBeHidden()
  await expect(keptOn(scorer)).toBeHidden()
  await expect(scorer.getByRole('region', { name: 'vs. Summit' })).toContainText('was 4, now 5')
}

async function scorersRights(): Promise<void> {
  await expect(scorer.getByRole('button', { name: /^Confirm/ })).toHaveCount(0)
  await expect(scorer.getByText('What is entered here is confirmed by')).toContainText('a representative')
  await expect(
    scorer.getByRole('navigation', { name: 'Parts of the campaign' }).getByRole('link'),
  ).toHaveText([/^Results/, 'Statistics', 'Events'])
  const { results } = await managed(scorer, byPhone)
  const { token } = await (await scorer.request.get('/api/identity/token')).json()
  const answer = await scorer.request.post(`/api/campaigns/${byPhone.id}/results/confirmations`, {
    headers: { authorization: `Bearer ${token}` },
    data: { resultIds: [results[0]?.id] },
  })
  expect(answer.status()).toBe(403)
}

async function confirmSeason(): Promise<void> {
  await coach.goto(resultsOf(byPhone))
  const queue = coach.getByRole('region', { name: 'To confirm' })
  await expect(queue).toContainText('11 results wait for a second person.')
  await expectNoBarriers(coach)
  await queue.getByRole('button', { name: 'Confirm: Goals, Harbor' }).click()
  await expect(queue).toContainText('10 results wait')
  await queue.getByRole('button', { name: 'Confirm match: vs. Ridgeview' }).click()
  await expect(queue).toContainText('7 results wait')
  await queue.getByRole('button', { name: 'Confirm the 6 I can' }).click()
  await test.step('what is one’s own waits for somebody else', async () => {
    await expect(queue).toContainText('1 result waits')
    await expect(queue).toContainText('Your entry: someone else confirms')
    await expect(queue).toContainText('What you entered is confirmed by a representative.')
  })
  await representative.goto(resultsOf(byPhone))
  const left = representative.getByRole('region', { name: 'To confirm' })
  await expect(left).toContainText(
    'Goals 4 in vs. Summit was entered before the 5 that counts now. Confirming it puts 4 in its place.',
  )
  await test.step('the older figure is voided, and what was confirmed counts', async () => {
    const asRepresentative = await apiOf(representative.request)
    const { results } = await managed(representative, byPhone)
    const older = results.find(({ state }) => state === 'entered')
    const path = `/api/campaigns/${byPhone.id}/results/${older?.id}/void`
    await asRepresentative('POST', path, { reason: 'The scorer has the final count' })
    await representative.reload()
    await expect(left).toBeHidden()
  })
  await expect(representative.getByRole('region', { name: 'The season, game by game' })).toContainText('12')
}

/** The final figures, as somebody keeps them in a spreadsheet of their own. */
async function seasonFile(): Promise<string> {
  const { campaign, events } = await managed(coach, byFile)
  const start = new Date(events.find(({ opponent }) => opponent === 'Summit')?.startTime ?? '')
  const today = new Intl.DateTimeFormat('en-US', { timeZone: campaign.timeZone }).format(start)
  const rows = SEASON.map(({ opponent, daysAgo, venue, goals: scored, sheets }) => {
    const [year, month, day] = dayFrom(byFile.now, -daysAgo).split('-')
    const final = { Ridgeview: 4, Bay: 1 }[opponent] ?? scored
    return [`${month}/${day}/${year}`, '6:30 PM', opponent, venue.charAt(0), final, sheets, 'São'].join(',')
  })
  const head = 'Game Day,Kickoff,Versus,H/A,Goals scored,Shutouts,Remarks'
  return [head, ...rows, `${today},,Summit,H,5,1,`].join('\n')
}

async function importSeason(): Promise<void> {
  const csv = await seasonFile()
  await coach.goto(resultsOf(byFile))
  await (await alive(coach.getByRole('button', { name: 'Import CSV' }))).click()
  const upload = coach.getByRole('dialog', { name: 'Import CSV' })
  const choose = (text: string, encoding: BufferEncoding) =>
    upload
      .getByLabel('CSV file')
      .setInputFiles({ name: 'season.csv', mimeType: 'text/csv', buffer: Buffer.from(text, encoding) })
  const next = upload.getByRole('button', { name: 'Match the columns' })
  await choose(csv, 'latin1')
  await expect(upload.getByText('The file is not in UTF-8')).toBeVisible()
  await expect(next).toBeDisabled()
  await choose(`\ufeff${csv}`, 'utf16le')
  await expect(upload.getByText('The file is in UTF-16')).toBeVisible()
  await choose(csv.replace(',Shutouts', ',Versus'), 'utf8')
  await next.click()
  await expect(upload.getByText('Two columns have the name "versus"')).toBeVisible()
  await expect(upload.getByRole('button', { name: 'Preview' })).toBeDisabled()
  await upload.getByRole('button', { name: 'Change the file' }).click()
  await choose(csv.replace('6:30 PM,Harbor', '6:30 PM,=Harbor()'), 'utf8')
  await next.click()
  const held = (header: string) => upload.getByRole('combobox', { name: `What ${header} holds` })
  await expect(held('Game Day')).toHaveText('Date')
  await expect(held('Shutouts')).toHaveText('Clean Sheets')
  await expect(held('Goals scored')).toHaveText('Not read')
  await held('Goals scored').click()
  await coach.getByRole('option', { name: 'Goals', exact: true }).click()
  await expectNoBarriers(coach)
  await upload.getByRole('button', { name: 'Preview' }).click()
  await expect(upload.getByText('Line 3: the opponent looks like a formula')).toBeVisible()
  await expect(upload.getByRole('button', { name: 'Import 6 results' })).toBeDisabled()
  await upload.getByRole('button', { name: 'Back to the columns' }).click()
  await upload.getByRole('button', { name: 'Change the file' }).click()
  await choose(csv, 'utf8')
  await next.click()
  await expect(held('Goals scored'), 'remembered in this browser').toHaveText('Goals')
  await upload.getByRole('button', { name: 'Preview' }).click()
  await expect(upload.getByText('8 new, 0 corrections, 0 unchanged, 3 matches added.')).toBeVisible()
  await expectNoBarriers(coach)
  await upload.getByRole('button', { name: 'Import 8 results' }).click()
  await expect(upload).toBeHidden()
  await representative.goto(resultsOf(byFile))
  await (await alive(representative.getByRole('button', { name: 'Confirm all 8' }))).click()
  await expect(representative.getByRole('region', { name: 'To confirm' })).toBeHidden()
}

/** By names, since each campaign has ids of its own. */
async function totalsOf(campaign: Campaign) {
  const { statistics, events } = await managed(representative, campaign)
  const call = await apiOf(representative.request)
  const standings = (await call(
    'GET',
    `/api/campaigns/${campaign.id}/results/matches`,
  )) as unknown as MatchStanding[]
  const nameOf = (list: readonly { id: string; name: string }[], id: string | null) =>
    list.find((one) => one.id === id)?.name
  return {
    totals: statistics.map(({ name, confirmedQuantity, unconfirmedQuantity }) => [
      name,
      confirmedQuantity,
      unconfirmedQuantity,
    ]),
    matches: standings
      .map(({ eventId, statisticId, confirmed, waiting }) =>
        [nameOf(events, eventId), nameOf(statistics, statisticId), confirmed, waiting].join(' '),
      )
      .sort(),
  }
}

async function sameTotals(): Promise<void> {
  const [phone, file] = [await totalsOf(byPhone), await totalsOf(byFile)]
  expect(phone).toEqual(file)
  expect(phone.totals.slice(0, 2)).toEqual([
    ['Goals', 12, 0],
    ['Clean Sheets', 2, 0],
  ])
}

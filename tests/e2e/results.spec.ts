/** A season entered by phone, partly offline, has the same totals as one imported from a file (R17 to R20, R25). */
import type { BrowserContext, Page } from '@playwright/test'
import type { Management } from '#domain/schemas/campaign.ts'
import { expectNoViolations } from './accessibility.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { deviceQueue, queueSingleEntries } from './device-queue.ts'
import {
  allParts,
  apiOf,
  dayFrom,
  enterAs,
  expect,
  failOnErrors,
  joinOrganization,
  signInAs,
  test,
} from './fixtures.ts'
import { dialogOf, goals, managed, resultsOf, save } from './results-screen.ts'
import { importSeason, type Played, SEASON, totalsOf } from './season-file.ts'

const SCORER = 'supporter@demo.test'
/** What a browser logs when there is no connection. */
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
  await joinOrganization(browser, use, asCoach, { organizationId: organization.id, email: SCORER })
  device = await browser.newContext(use)
  scorer = await device.newPage()
  failOnErrors(scorer, OFFLINE)
  await signInAs(scorer, SCORER)
})
test.afterAll(async () => {
  for (const context of [coach.context(), representative.context(), device]) await context.close()
})

async function open(page: Page) {
  await page.getByRole('button', { name: 'Enter Results', exact: true }).click()
  return dialogOf(page)
}

/** An unscheduled match, counted on the touchline. */
async function countMatch(page: Page, { opponent, daysAgo, venue, goals: scored, sheets }: Played) {
  const dialog = await open(page)
  await dialog.getByLabel('Match', { exact: true }).selectOption('Add an unscheduled match')
  await dialog.getByLabel('Opponent').fill(opponent)
  await dialog.getByLabel('Where').selectOption(venue)
  await dialog.getByLabel('Date').fill(dayFrom(byPhone.now, -daysAgo))
  await dialog.getByLabel('Start time').fill('18:30')
  if (scored > 0) await dialog.getByRole('button', { name: 'One more: Goals' }).click({ clickCount: scored })
  if (sheets > 0) await dialog.getByRole('button', { name: 'One more: Clean Sheets' }).click()
  // What did not happen is entered as a zero.
  for (const name of ['Goals', 'Clean Sheets']) {
    const plate = dialog.getByRole('textbox', { name, exact: true })
    if ((await plate.inputValue()) === '')
      await dialog.getByRole('button', { name: `One less: ${name}` }).click()
  }
  await save(page).click()
  await expect(dialog).toBeHidden()
}

test('a season entered by phone, partly offline, comes to the same totals as one imported from a file', {
  tag: '@phone',
}, async () => {
  test.setTimeout(240_000)
  await test.step('today’s match comes first; a bad link or figure is refused in the API’s words', () =>
    countToday())
  await test.step('entries made offline are listed on the device, and sent once by one of two tabs', () =>
    countOffline())
  await test.step('another user of the same device neither sees nor sends them', () => switchUser())
  await test.step('an entry for a match that somebody else changed is refused, kept and corrected', () =>
    correctRefusedEntry())
  await test.step('a scorer can enter results but not confirm them (R25)', () => checkScorerRights())
  await test.step('the coach confirms one result, a match, and all the rest', () => confirmSeason())
  await test.step('the same season is imported from a file with column names of its own', () =>
    importSeason(coach, representative, byFile))
  await test.step('both have the same totals, match by match, at the API', () => compareTotals())
  await test.step('a single result and an achievement wait offline too, and logging out warns', () =>
    queueSingleEntries(scorer, resultsOf(byPhone)))
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
  await test.step('a half-counted match is still there after a reload', async () => {
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
  await expect(dialog.getByText('The result of a match cannot be below 0')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Clean Sheets' }).fill('1.234')
  await save(scorer).click()
  const number = 'Enter a number with at most two decimals, up to 1,000,000'
  await expect(dialog.getByText(number)).toBeVisible()
  expect(await refusedAtTheApi({}, '1.234')).toBe(number)
  const wrong = dialog.getByRole('textbox', { name: 'Clean Sheets' })
  const counter = dialog.getByRole('group', { name: 'Clean Sheets' })
  await expect(counter).toBeFocused()
  await expect(counter).toHaveAccessibleDescription(number)
  await expect(wrong).toHaveAttribute('aria-invalid', 'true')
  await expect(wrong).toHaveAccessibleDescription(number)
  await expectNoViolations(scorer)
  await wrong.fill('1')
  await dialog.getByLabel('Evidence link').fill('https://video.example/summit')
  const alarms = await scorer.evaluateHandle(() => {
    const said: string[] = []
    new MutationObserver(() => {
      for (const note of document.querySelectorAll('[role=status]')) said.push(note.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true })
    return said
  })
  await save(scorer).click()
  await expect(dialog).toBeHidden()
  await expect(scorer.getByText('2 results saved', { exact: true })).toBeVisible()
  // On its way, with a connection, it does not wait for one.
  expect((await alarms.jsonValue()).join()).not.toMatch(/wait|Not sent yet/)
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

/** The idempotency key of every entry that any page of this device sends. */
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
  await expect(other.getByRole('button', { name: 'Enter Results', exact: true })).toBeVisible()
  for (const page of [scorer, other]) await allParts(page)
  await device.setOffline(true)
  for (const played of SEASON) await countMatch(scorer, played)
  await expect(deviceQueue(scorer)).toContainText('3 entries wait for a connection.')
  await expect(deviceQueue(other)).toContainText('3 entries wait for a connection.')
  await expect(deviceQueue(scorer)).toContainText('at Harbor: Goals 2, Clean Sheets 1')
  await expectNoViolations(scorer)
  await test.step('a changed entry takes the place of the queued one', async () => {
    await deviceQueue(scorer).getByRole('button', { name: 'Change: vs. Bay' }).click()
    const dialog = scorer.getByRole('dialog', { name: 'Change the entry' })
    await expect(dialog.getByRole('status')).toContainText('No signal. Saved on this device at')
    await dialog.getByRole('textbox', { name: 'Goals' }).fill('1')
    await dialog.getByRole('button', { name: /^Save 1 goal and 0/ }).click()
    await expect(dialog).toBeHidden()
    await expect(deviceQueue(scorer)).toContainText('vs. Bay: Goals 1, Clean Sheets 0')
    await expect(deviceQueue(other)).toContainText('3 entries wait for a connection.')
  })
  const sent = watchSent()
  await device.setOffline(false)
  await expect(deviceQueue(scorer)).toBeHidden()
  await expect(deviceQueue(other)).toBeHidden()
  await expect(scorer.getByText('8 results need a second person to confirm.')).toBeVisible()
  expect([sent.length, new Set(sent).size]).toEqual([3, 3])
  await other.close()
}

async function switchUser(): Promise<void> {
  const matches = '**/results/matches'
  await device.route(matches, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  const dialog = await open(scorer)
  await dialog
    .getByLabel('Match', { exact: true })
    .selectOption({ label: await optionOf(dialog, 'vs. Ridgeview') })
  await goals(scorer).fill('4')
  await dialog.getByLabel('Reason for the correction').fill('One was not on the sheet')
  await save(scorer).click()
  await expect(dialog).toBeHidden()
  await expect(deviceQueue(scorer)).toContainText('1 entry waits for a connection.')
  let sent: string[] = []
  await test.step('the coach signs in on it', async () => {
    await signInAs(scorer, 'coach@demo.test')
    await device.unroute(matches)
    sent = watchSent()
    const asked = scorer.waitForResponse('**/api/auth/user')
    await scorer.goto(resultsOf(byPhone))
    await asked
    await expect(scorer.getByRole('region', { name: 'To confirm' })).toBeVisible()
    await expect(deviceQueue(scorer)).toBeHidden()
    expect(sent).toEqual([])
  })
  await test.step('the scorer signs in again, on another page: the entry is sent', async () => {
    await signInAs(scorer, SCORER)
    await expect.poll(() => sent.length).toBe(1)
    await scorer.goto(resultsOf(byPhone))
    const waiting = scorer.getByRole('region', { name: 'vs. Ridgeview' })
    await expect(waiting).toContainText('was 3, now 4')
    await expect(waiting).toContainText('Correction: One was not on the sheet')
    await expect(deviceQueue(scorer)).toBeHidden()
  })
}

const optionOf = async (dialog: ReturnType<typeof dialogOf>, name: string): Promise<string> =>
  (await dialog.getByRole('option').allTextContents()).find((text) => text.includes(name)) ?? ''

async function correctRefusedEntry(): Promise<void> {
  await allParts(scorer)
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
  await expect(deviceQueue(scorer)).toContainText('vs. Summit was not accepted.')
  await expect(deviceQueue(scorer)).toContainText(
    'Someone else changed this match in the meantime: Goals is 4 now.',
  )
  await expect(scorer.getByRole('region', { name: 'vs. Summit' })).toContainText('was 2, now 4')
  await expectNoViolations(scorer)
  await deviceQueue(scorer).getByRole('button', { name: 'Change: vs. Summit' }).click()
  const correction = scorer.getByRole('dialog', { name: 'Change the entry' })
  await correction.getByRole('textbox', { name: 'Goals' }).fill('5')
  await correction.getByRole('button', { name: /^Save \d/ }).click()
  await expect(correction).toBeHidden()
  await expect(deviceQueue(scorer)).toBeHidden()
  await expect(scorer.getByRole('region', { name: 'vs. Summit' })).toContainText('was 4, now 5')
}

async function checkScorerRights(): Promise<void> {
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
  await expect(queue).toContainText('11 results need a second person to confirm.')
  await expectNoViolations(coach)
  await queue.getByRole('button', { name: 'Confirm: Goals, Harbor' }).click()
  await expect(queue).toContainText('10 results need')
  // The decided row is gone, and the next one has the focus.
  await expect(queue.locator('[data-result] button:focus')).toHaveAccessibleName(/^Confirm: /)
  await queue.getByRole('button', { name: 'Confirm match: vs. Ridgeview' }).click()
  await expect(queue).toContainText('7 results need')
  await queue.getByRole('button', { name: 'Confirm the 6 I can' }).click()
  await test.step('the coach’s own entry waits for somebody else', async () => {
    await expect(queue).toContainText('1 result needs')
    await expect(queue.locator('p:focus')).toContainText('1 result needs a second person')
    await expect(queue).toContainText('Your entry: someone else must confirm it')
    await expect(queue).toContainText('What you entered is confirmed by a representative.')
  })
  await representative.goto(resultsOf(byPhone))
  const left = representative.getByRole('region', { name: 'To confirm' })
  await expect(left).toContainText(
    'Goals 4 in vs. Summit was entered before the 5 that counts now. Confirming it replaces that with 4.',
  )
  await test.step('the older figure is voided, and what was confirmed counts', async () => {
    await left.getByRole('button', { name: 'Void: Goals, Summit' }).click()
    const asked = representative.getByRole('alertdialog', { name: 'Void this result?' })
    await asked.getByLabel('Reason').fill('The scorer has the final count')
    await asked.getByRole('button', { name: 'Void result' }).click()
    await expect(left).toBeHidden()
  })
  await expect(representative.getByRole('region', { name: 'The season, match by match' })).toContainText('12')
}

async function compareTotals(): Promise<void> {
  const phone = await totalsOf(representative, byPhone)
  const file = await totalsOf(representative, byFile)
  expect(phone).toEqual(file)
  expect(phone.totals.slice(0, 2)).toEqual([
    ['Goals', 12, 0],
    ['Clean Sheets', 2, 0],
  ])
}

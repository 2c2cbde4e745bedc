/** R71: what the touchline keeps and asks, with a second phone at the game and answers that come late or never. */
import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { deviceQueue } from './device-queue.ts'
import { alive, apiOf, dayFrom, enterAs, expect, failOnErrors, test } from './fixtures.ts'
import { dialogOf, goals, managed, resultsOf, save } from './results-screen.ts'

/** What a browser logs when an answer is lost. */
const LOST = [/net::ERR_CONNECTION_RESET/, /net::ERR_INTERNET_DISCONNECTED/]

let coach: Page
let representative: Page
let season: Campaign

test.beforeEach(async ({ browser }, { project, title }) => {
  const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  const entrance = await enterAs(browser, use, 'coach@demo.test')
  coach = await entrance.context().newPage()
  failOnErrors(coach, LOST)
  representative = await enterAs(browser, use, 'rep@demo.test')
  season = await activeCampaign(coach, representative, `${title.slice(0, 20)} ${project.name}-${Date.now()}`)
  await coach.goto(resultsOf(season))
  await alive(coach.getByRole('button', { name: 'Enter Results', exact: true }))
})
test.afterEach(async () => {
  for (const page of [coach, representative]) await page.context().close()
})

async function open() {
  await coach.getByRole('button', { name: 'Enter Results', exact: true }).click()
  return dialogOf(coach)
}

/** What everybody has entered for the season. */
async function entered(name = 'Goals'): Promise<number> {
  const { statistics } = await managed(coach, season)
  const statistic = statistics.find((one) => one.name === name)
  return (statistic?.confirmedQuantity ?? 0) + (statistic?.unconfirmedQuantity ?? 0)
}

/** Another phone at the same game. */
async function enterElsewhere(quantity: number): Promise<void> {
  const { statistics, events } = await managed(coach, season)
  const statisticId = statistics.find(({ name }) => name === 'Goals')?.id
  const call = await apiOf(representative.request)
  await call('POST', `/api/campaigns/${season.id}/results/matches`, {
    eventId: events[0]?.id,
    rows: [{ statisticId, quantity }],
  })
}

test('figures that two people entered are decided about beside the button', async () => {
  const dialog = await open()
  await expect(dialog.getByRole('button', { name: 'Nothing to save yet' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'One more: Goals' }).click()
  await expect(save(coach)).toHaveText('Save 1 goal')
  await enterElsewhere(2)
  await save(coach).click()
  const decisions = dialog.getByRole('alert').filter({ hasText: 'Goals is 2 now. You counted 1.' })
  await expect(decisions).toBeInViewport()
  await expectNoViolations(coach)
  await test.step('a second press decides nothing', async () => {
    await save(coach).click()
    await expect(decisions).toBeVisible()
    expect(await entered()).toBe(2)
  })
  await decisions.getByRole('button', { name: 'Add: 3, Goals' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => entered()).toBe(3)
})

test('a figure typed over another one replaces it', async () => {
  await enterElsewhere(3)
  await coach.reload()
  await alive(coach.getByRole('button', { name: 'Enter Results', exact: true }))
  const dialog = await open()
  await expect(goals(coach)).toHaveValue('3')
  await goals(coach).focus()
  await coach.keyboard.press('End')
  await coach.keyboard.press('Backspace')
  await expect(goals(coach)).toHaveValue('')
  await save(coach).click()
  await expect(dialog.getByText('Enter a number, or 3 to leave the result as it is')).toBeVisible()
  await goals(coach).pressSequentially('5')
  await save(coach).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => entered()).toBe(5)
})

/** The server has answered, and the phone does not hear of it: at all, or until it may. */
async function loseAnswers(path: string, isLost: () => boolean): Promise<void> {
  await coach.context().route(path, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const response = await route.fetch()
    return isLost() ? route.abort('connectionreset') : route.fulfill({ response })
  })
}

test('the second goal is entered although nothing was heard of the first', async () => {
  let isLost = true
  await loseAnswers('**/results/matches', () => isLost)
  const dialog = await open()
  await dialog.getByRole('button', { name: 'One more: Goals' }).click()
  await save(coach).click()
  await expect(dialog).toBeHidden()
  await expect(deviceQueue(coach)).toContainText('1 entry waits for a connection.')
  await open()
  await expect(goals(coach)).toHaveValue('1')
  await dialog.getByRole('button', { name: 'One more: Goals' }).click()
  isLost = false
  await save(coach).click()
  await expect(dialog).toBeHidden()
  await expect(deviceQueue(coach)).toBeHidden()
  expect(await entered()).toBe(2)
})

test('a changed or discarded result counts once although it was entered before', async () => {
  let isLost = true
  await loseAnswers('**/api/campaigns/*/results', () => isLost)
  const enter = async (quantity: string) => {
    await coach.getByRole('button', { name: 'Enter Results' }).first().click()
    await coach.getByRole('button', { name: 'One result without a' }).click()
    const single = coach.getByRole('dialog', { name: 'Add one result' })
    await single.getByLabel('How many').fill(quantity)
    await single.getByRole('button', { name: 'Add result' }).click()
    await expect(single).toBeHidden()
  }
  await enter('5')
  expect(await entered()).toBe(5)
  await deviceQueue(coach).getByRole('button', { name: 'Change: Goals' }).click()
  const change = coach.getByRole('dialog', { name: 'Change the entry' })
  await change.getByLabel('How many').fill('2')
  isLost = false
  await change.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(change).toBeHidden()
  await expect(deviceQueue(coach)).toBeHidden()
  expect(await entered()).toBe(2)
  isLost = true
  await enter('4')
  await deviceQueue(coach).getByRole('button', { name: 'Discard: Goals' }).click()
  const question = coach.getByRole('alertdialog', { name: 'Discard this entry?' })
  await expect(question).toContainText('It was sent, but no answer came, so it may have been entered.')
  isLost = false
  await question.getByRole('button', { name: 'Discard entry' }).click()
  await expect(deviceQueue(coach)).toBeHidden()
  await expect.poll(() => entered()).toBe(2)
})

const matchIn = (dialog: ReturnType<typeof dialogOf>) => dialog.getByLabel('Match', { exact: true })

/** The option of a match, whatever its date. */
async function chooseMatch(dialog: ReturnType<typeof dialogOf>, name: string): Promise<void> {
  const value = await dialog.getByRole('option').filter({ hasText: name }).getAttribute('value')
  await matchIn(dialog).selectOption(value)
}

/** A match of today on the schedule. */
async function schedule(opponent: string): Promise<string> {
  const call = await apiOf(representative.request)
  const event = { name: `vs. ${opponent}`, eventType: 'game', opponent, venue: 'home' }
  const path = `/api/campaigns/${season.id}/events`
  const { id } = await call('POST', path, { ...event, startTime: season.now })
  return id
}

test('what was counted follows to the match that is chosen, also after it was taken off the schedule', async () => {
  const harbor = await schedule('Harbor')
  await coach.reload()
  await alive(coach.getByRole('button', { name: 'Enter Results', exact: true }))
  const dialog = await open()
  await chooseMatch(dialog, 'vs. Summit')
  await dialog.getByRole('button', { name: 'One more: Goals' }).click({ clickCount: 2 })
  await chooseMatch(dialog, 'vs. Harbor')
  await expect(goals(coach)).toHaveValue('2')
  await expect(dialog.getByText('Your counts for vs. Summit were moved here.')).toBeVisible()
  await coach.context().setOffline(true)
  await save(coach).click()
  await expect(dialog).toBeHidden()
  await expect(deviceQueue(coach)).toContainText('vs. Harbor: Goals 2')
  const call = await apiOf(representative.request)
  await call('DELETE', `/api/campaigns/${season.id}/events/${harbor}`)
  await coach.context().setOffline(false)
  await expect(deviceQueue(coach)).toContainText('vs. Harbor was not accepted.')
  await deviceQueue(coach).getByRole('button', { name: 'Change: vs. Harbor' }).click()
  const change = coach.getByRole('dialog', { name: 'Change the entry' })
  await expect(change.getByRole('alert')).toContainText('This match is no longer on the schedule.')
  await expectNoViolations(coach)
  await chooseMatch(change, 'vs. Summit')
  await expect(change.getByRole('textbox', { name: 'Goals' })).toHaveValue('2')
  await change.getByRole('button', { name: /^Save \d/ }).click()
  await expect(change).toBeHidden()
  await expect(deviceQueue(coach)).toBeHidden()
  expect(await entered()).toBe(2)
})

test('a second game against the same team on one day is asked about, and counted on its own', async () => {
  const count = async (time: string, scored: number) => {
    const dialog = await open()
    await matchIn(dialog).selectOption('Add an unscheduled match')
    await dialog.getByLabel('Opponent').fill('Bay')
    await dialog.getByLabel('Date').fill(dayFrom(season.now, -2))
    await dialog.getByLabel('Start time').fill(time)
    await goals(coach).fill(String(scored))
    await save(coach).click()
    return dialog
  }
  await expect(await count('8:00 AM', 3)).toBeHidden()
  const dialog = await count('9:30 AM', 2)
  const question = dialog.getByRole('group', { name: 'Is this a second match on that day?' })
  await expect(question).toContainText('vs. Bay')
  await question.getByRole('button', { name: 'Second match: Bay (game 2)' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => entered()).toBe(5)
  const { events } = await managed(coach, season)
  expect(events.map(({ name }) => name).sort()).toEqual(['vs. Bay', 'vs. Bay (game 2)', 'vs. Summit'])
})

test('held sideways without a signal, a figure and its buttons are in view', async () => {
  await coach.setViewportSize({ width: 844, height: 390 })
  const dialog = await open()
  await coach.context().setOffline(true)
  await expect(dialog.getByText('No signal.')).toBeVisible()
  // Right after the turn, Chromium may still have boxes of the size before.
  const platesInView = async () => {
    const body = await dialog.locator('.dialog-body').boundingBox()
    const plate = await dialog.getByRole('group', { name: 'Goals' }).boundingBox()
    return (body?.height ?? 0) / (plate?.height ?? Number.POSITIVE_INFINITY)
  }
  await expect.poll(platesInView).toBeGreaterThan(2)
})

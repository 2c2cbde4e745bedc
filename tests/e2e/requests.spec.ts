/** What a user sees when requests are refused, rate limited or lost (R56). */
import type { Page, Route } from '@playwright/test'
import { activeCampaign, type Campaign } from './campaign.ts'
import { alive, enterAs, expect, PASSWORD, test, unfold } from './fixtures.ts'

let campaign: Campaign
test.beforeAll(async ({ browser }, { project }) => {
  test.setTimeout(120_000)
  const coach = await enterAs(browser, project.use, 'coach@demo.test')
  const representative = await enterAs(browser, project.use, 'rep@demo.test')
  campaign = await activeCampaign(coach, representative, `Lights that Flicker ${project.name}`)
  await coach.context().close()
  await representative.context().close()
})

/** Failures that the test causes are not errors of the page. */
const expectFailures = (page: Page) => page.removeAllListeners('console')

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function enter(page: Page, email: string, path: string): Promise<void> {
  await page.goto('/sign-in')
  await signIn(page, email)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(path)
}

/** A comment, typed and sent. */
async function post(page: Page, words: string): Promise<void> {
  const field = page.getByLabel('Your message')
  // The form is open while there is no message yet.
  if (!(await field.isVisible())) await unfold(page, 'Supporter Messages')
  await field.fill(words)
  await page.getByRole('button', { name: 'Post Your Support!' }).click()
}

/** Which of these texts the page has shown, however briefly. */
async function collectShown(page: Page, words: string[]): Promise<Set<string>> {
  const shown = new Set<string>()
  await page.exposeFunction('collect', (word: string) => shown.add(word))
  await page.addInitScript((wanted) => {
    const listen = () => {
      for (const word of wanted)
        if (document.body?.textContent?.includes(word)) Reflect.get(window, 'collect')(word)
    }
    new MutationObserver(listen).observe(document, { childList: true, subtree: true, characterData: true })
  }, words)
  return shown
}

/** Each response once, in turn; then the server's own. */
function inTurn(...answers: ((route: Route) => Promise<void>)[]) {
  const keys: (string | undefined)[] = []
  const handle = (route: Route): Promise<void> => {
    keys.push(route.request().headers()['idempotency-key'])
    return (answers.shift() ?? ((it) => it.continue()))(route)
  }
  return { handle, keys }
}
const failing = (status: number) => (route: Route) => route.fulfill({ status, json: {} })

test('an expired session says why, leads to sign-in, and returns to the same place', async ({ page }) => {
  const place = `/dashboard/campaigns/${campaign.id}?tab=settlements`
  await enter(page, 'rep@demo.test', '/home')
  const shown = await collectShown(page, ['You are logged out. Logging in again...', 'Unauthorized'])
  // The page was rendered for the signed-in user; the session behind it ends before its first request.
  const ended = Promise.withResolvers<void>()
  await page.route('**/api/identity/token', async (route) => {
    await ended.promise
    await route.fulfill({ json: { token: null } })
  })
  await page.goto(place)
  await expect(page.getByRole('heading', { level: 1, name: campaign.name })).toBeVisible()
  await page.context().clearCookies()
  ended.resolve()
  await expect.poll(() => [...shown].sort(), { timeout: 20_000 }).toHaveLength(2)
  await expect(page).toHaveURL(/\/sign-in\?returnTo=/)
  await page.unrouteAll()
  await signIn(page, 'rep@demo.test')
  await expect(page).toHaveURL(place)
})

test('a refused write leads to sign-in after half a second, with the way back', async ({ page }) => {
  await page.clock.install()
  await enter(page, 'supporter@demo.test', `/campaigns/${campaign.id}`)
  await alive(page.getByRole('button', { name: 'Post Your Support!' }))
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  const left: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/sign-in?')) left.push(request.url())
  })
  const refused = page.waitForResponse((response) => response.status() === 401)
  // The page keeps a token for five minutes at most: from then on it asks for one, and gets none.
  await page.clock.pauseAt(Date.now() + 6 * 60_000)
  await post(page, 'Go Alder!')
  await refused
  await expect(page.getByText('Unauthorized', { exact: true })).toBeVisible()
  await page.clock.runFor(490)
  expect(left).toEqual([])
  const leaving = page.waitForRequest(/\/api\/sign-in\?/)
  await page.clock.runFor(20)
  const asked = new URL((await leaving).url())
  expect(asked.searchParams.get('returnTo')).toBe(`/campaigns/${campaign.id}`)
})

test('a list that fails is requested three more times, and shown when one succeeds', async ({ page }) => {
  expectFailures(page)
  await page.goto('/campaigns')
  const { handle, keys } = inTurn(failing(500), failing(503), failing(500))
  await page.route(/\/api\/campaigns\?.*search=/, handle)
  await page.getByPlaceholder('Search campaigns, organizations...').fill('Flicker')
  await expect.poll(() => keys.length, { timeout: 20_000 }).toBe(4)
  await expect(page).toHaveURL(/search=Flicker/)
  await expect(page.getByRole('link', { name: /Lights that Flicker/ }).first()).toBeVisible()
  await expect(page.getByText('Error Loading Campaigns')).toBeHidden()
})

test('a list that keeps failing shows an error after four requests', async ({ page }) => {
  expectFailures(page)
  await page.goto('/campaigns')
  let asked = 0
  await page.route(/\/api\/campaigns\?.*search=/, (route) => {
    asked += 1
    return failing(500)(route)
  })
  await page.getByPlaceholder('Search campaigns, organizations...').fill('Flicker')
  await expect(page.getByText('Error Loading Campaigns')).toBeVisible({ timeout: 20_000 })
  expect(asked).toBe(4)
})

test('a rate-limited list is requested once more, and then shows an error', async ({ page }) => {
  expectFailures(page)
  await page.goto('/campaigns')
  const { handle, keys } = inTurn(failing(429), failing(429))
  await page.route(/\/api\/campaigns\?.*search=/, handle)
  await page.getByPlaceholder('Search campaigns, organizations...').fill('Flicker')
  await expect(page.getByText('Error Loading Campaigns')).toBeVisible()
  expect(keys).toHaveLength(2)
})

test('a rate-limited comment is sent once more with the same idempotency key', async ({ page }) => {
  expectFailures(page)
  await enter(page, 'supporter@demo.test', `/campaigns/${campaign.id}`)
  const { handle, keys } = inTurn(failing(429))
  await page.route('**/comments', handle)
  await post(page, 'Go Alder!')
  await expect(page.getByRole('list').getByText('Go Alder!')).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
})

test('a comment that is rate limited twice asks for patience and keeps what was typed', async ({ page }) => {
  expectFailures(page)
  await enter(page, 'supporter@demo.test', `/campaigns/${campaign.id}`)
  const { handle, keys } = inTurn(failing(429), failing(429))
  await page.route('**/comments', handle)
  await post(page, 'Score early, score often')
  await expect(page.getByText('Failed to Post', { exact: true })).toBeVisible()
  await expect(page.getByText('Rate limited: Please try again in a moment', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Your message')).toHaveValue('Score early, score often')
  expect(keys).toHaveLength(2)
})

test('a comment whose answer is lost says so, and sent again is posted once', async ({ page }) => {
  expectFailures(page)
  await enter(page, 'supporter@demo.test', `/campaigns/${campaign.id}`)
  // The server gets it, and its response is lost.
  const { handle, keys } = inTurn(async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.route('**/comments', handle)
  await post(page, 'One of a kind')
  await expect(page.getByText('Network error - please check your connection', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Post Your Support!' }).click()
  await expect(page.getByLabel('Your message')).toHaveValue('')
  expect(keys[1]).toBe(keys[0])
  await page.reload()
  await expect(page.getByText('One of a kind', { exact: true })).toHaveCount(1)
})

test('a page that is opened without a connection says so, and loads once there is one', async ({ page }) => {
  await enter(page, 'supporter@demo.test', '/pledges')
  const pledges = page.getByRole('main').locator('a[href^="/pledges/"]')
  // The code of the page is known, and the data of another pledge is not.
  await pledges.first().click()
  await expect(page.getByText('What you agreed to')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Your Pledges' })).toBeVisible()
  expectFailures(page)
  await page.context().setOffline(true)
  await page.waitForFunction(() => !navigator.onLine)
  await pledges.last().click()
  // A request that was sent before the page heard of it fails; otherwise it waits.
  const note = page.getByText(
    /^You are offline\. The rest of this page loads as soon as|^Network error - please check/,
  )
  await expect(note).toBeVisible()
  await page.context().setOffline(false)
  // What waited loads by itself; what had failed has a button.
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Try again' })
    if (await again.isVisible()) await again.click()
    await expect(page.getByText('What you agreed to')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(note).toBeHidden()
})

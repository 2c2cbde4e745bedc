/** Live updates: a result entered at the touchline reaches every open page, every tab and the scoreboard. */
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { alive, apiOf, enterAs, expect, failOnErrors, test } from './fixtures.ts'

type Use = { viewport: { width: number; height: number } | null; baseURL: string | undefined }

async function visitorOf(browser: Browser, use: Use): Promise<{ context: BrowserContext; lines: string[] }> {
  const context = await browser.newContext(use)
  const lines: string[] = []
  context.on('request', (request) => request.url().endsWith('/live') && lines.push(request.url()))
  return { context, lines }
}

async function openIn(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  failOnErrors(page)
  await page.goto(path)
  return page
}

type Detail = {
  statistics: { id: string; name: string }[]
  events: { id: string }[]
  results: { id: string; state: string }[]
}

/** From the coach's phone: goals of the match in progress. */
async function enterGoals(coach: Page, campaign: Campaign, goals: number): Promise<string[]> {
  const call = await apiOf(coach.request)
  const path = `/api/campaigns/${campaign.id}`
  const { statistics, events } = (await call('GET', path)) as unknown as Detail
  const statisticId = statistics.find(({ name }) => name === 'Goals')?.id
  const body = { eventId: events[0]?.id, rows: [{ statisticId, quantity: goals }] }
  const entries = (await call('POST', `${path}/results/matches`, body)) as unknown as { id: string }[]
  return entries.map(({ id }) => id)
}

test('a match entered at the touchline appears on every open page and tab and on the scoreboard', async ({
  browser,
}, { project }) => {
  const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  const coach = await enterAs(browser, use, 'coach@demo.test')
  const representative = await enterAs(browser, use, 'rep@demo.test')
  const campaign = await activeCampaign(coach, representative, `Live ${project.name}-${Date.now()}`)
  const path = `/campaigns/${campaign.id}`

  const here = await visitorOf(browser, use)
  const there = await visitorOf(browser, use)
  // The first tab holds the connection for both.
  const first = await openIn(here.context, path)
  await expect.poll(() => here.lines.length).toBe(1)
  const tabs = [first, await openIn(here.context, path)]
  const elsewhere = await openIn(there.context, path)
  const wall = await openIn(there.context, `${path}/scoreboard`)
  await expect.poll(() => there.lines.length).toBe(1)

  const entries = await enterGoals(coach, campaign, 4)
  for (const page of [...tabs, elsewhere]) {
    const board = page.getByRole('region', { name: 'The season, match by match' })
    await expect(board).toContainText('To confirm')
    await expect(board).toContainText('+4')
    await expect(page.getByRole('region', { name: 'Match by match', exact: true })).toContainText(
      'to confirm',
    )
    await expect(page.getByRole('status').filter({ hasText: 'Just in' })).toHaveText(
      'Just in from vs. Summit: Goals 4, to confirm.',
    )
  }
  await expect(wall.getByRole('main')).toContainText('+4 to confirm')

  const call = await apiOf(representative.request)
  await call('POST', `/api/campaigns/${campaign.id}/results/confirmations`, { resultIds: entries })
  for (const page of [...tabs, elsewhere])
    await expect(page.getByRole('status').filter({ hasText: 'Confirmed' })).toHaveText(
      'Confirmed so far: Goals 4.',
    )
  await expect(wall.getByRole('listitem').filter({ hasText: 'Goals' })).toContainText('4 confirmed')
  await expect(wall.getByText('to confirm')).toHaveCount(0)

  // Once it is closed, the other one takes over and misses nothing.
  await first.close()
  await expect.poll(() => here.lines.length).toBe(2)
  await enterGoals(coach, campaign, 5)
  const left = tabs[1] as Page
  await expect(left.getByRole('region', { name: 'The season, match by match' })).toContainText('+1')
  for (const { context } of [here, there]) await context.close()
})

test('the scoreboard shows the code while a coach has it shown, and after a goal; the code leads to the pledge', async ({
  browser,
}, { project }) => {
  const use = { viewport: { width: 1280, height: 720 }, baseURL: project.use.baseURL }
  const coach = await enterAs(browser, use, 'coach@demo.test')
  const representative = await enterAs(browser, use, 'rep@demo.test')
  const campaign = await activeCampaign(coach, representative, `Code ${project.name}-${Date.now()}`)
  const { context } = await visitorOf(browser, use)
  const wall = await openIn(context, `/campaigns/${campaign.id}/scoreboard`)
  const board = wall.getByRole('region', { name: 'Pledge from your seat' })
  await expect(board).toBeHidden()

  await coach.goto(`/dashboard/campaigns/${campaign.id}?tab=results`)
  await (await alive(coach.getByRole('button', { name: 'Enter Results', exact: true }))).click()
  await coach.getByRole('button', { name: 'Show code on the scoreboard' }).click()
  await expect(board).toContainText('without an account')
  const drawn = () => board.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)
  await expect.poll(drawn).toBeGreaterThan(0)
  await expectNoViolationsInBothSchemes(wall)
  await coach.getByRole('button', { name: 'Take the code down' }).click()
  await expect(board).toBeHidden()
  await enterGoals(coach, campaign, 1)
  await expect(board).toContainText('Goals')

  const address = (await board.getByText(/\/c\/\w/).textContent()) ?? ''
  const seat = await openIn(context, address)
  await expect(seat.getByRole('link', { name: 'Pledge without an account' }).first()).toBeVisible()
  for (const page of [wall, coach, representative]) await page.context().close()
})

test('the scoreboard has no controls, fits the screen and has no accessibility violations', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const [campaign] = await (await page.request.get('/api/campaigns?type=soccer&status=active')).json()
  await page.goto(`/campaigns/${campaign.campaigns.id}/scoreboard`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(campaign.campaigns.name)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
  await expectNoViolationsInBothSchemes(page)
  for (const [width, height] of [
    [1920, 1080],
    [1440, 900],
    [1280, 720],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    // The boxes of the old size must not be what is measured.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const over = () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
        return [scrollWidth - clientWidth, scrollHeight - clientHeight]
      })
    // The scoreboard follows the screen once it has been notified of the new size.
    const message = `${width} × ${height}`
    if (width > height) await expect.poll(over, { message }).toEqual([0, 0])
    const digits = page.getByRole('main').locator('.digit')
    expect(await digits.count(), message).toBeGreaterThan(0)
    await expect.poll(() => lowest(digits), { message }).toBeGreaterThanOrEqual(width > height ? 120 : 90)
    await expect.poll(() => overlapsOf(page), { message }).toEqual([])
  }
})

/** The height in CSS pixels of the lowest of them. */
const lowest = (digits: Locator): Promise<number> =>
  digits.evaluateAll((all) => Math.min(...all.map((digit) => digit.getBoundingClientRect().height)))

/** Texts of the scoreboard's tiles that lie on one another. */
const overlapsOf = (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .locator('li')
    .evaluateAll((tiles) => {
      const parts = tiles.flatMap((tile) =>
        [...tile.children].map((part) => ({ text: part.textContent, box: part.getBoundingClientRect() })),
      )
      const within = tiles[0]?.closest('section, main')?.getBoundingClientRect()
      return parts
        .filter(
          ({ box }, index) =>
            parts
              .slice(index + 1)
              .some(
                (other) =>
                  box.left < other.box.right - 1 &&
                  box.right > other.box.left + 1 &&
                  box.top < other.box.bottom - 1 &&
                  box.bottom > other.box.top + 1,
              ) ||
            (within && box.bottom > within.bottom + 1),
        )
        .map(({ text }) => text ?? '')
    })

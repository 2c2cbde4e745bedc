/** The pledge-card page: pledging on one page, with its own estimate and the server's maximum (R8, R16, R49). */
import type { Browser, Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { beforeSigningIn } from './before-signing-in.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { apiOf, enterAs, expect, failOnErrors, test } from './fixtures.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
let people: Record<'coach' | 'representative' | 'supporter', Page>
let campaign: Campaign
let statistics: { id: string; name: string }[]

test.beforeAll(async ({ browser }: { browser: Browser }) => {
  people = {
    coach: await enterAs(browser, PHONE, 'coach@demo.test'),
    representative: await enterAs(browser, PHONE, 'rep@demo.test'),
    supporter: await enterAs(browser, PHONE, 'supporter@demo.test'),
  }
  campaign = await activeCampaign(people.coach, people.representative, 'Corner Flag Night')
  const call = await apiOf(people.supporter.request)
  statistics = (await call('GET', `/api/campaigns/${campaign.id}`)).statistics as typeof statistics
})
test.afterAll(async () => {
  for (const page of Object.values(people)) await page.context().close()
})

const pathOf = (id: string) => `/pledge-card-test/${id}`
const cardOf = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })
const summaryOf = (page: Page) => page.getByRole('region', { name: 'Pledge summary' })

type Line = [name: string, pledgeAmount: string]
type Quoted = { most: string }

/** The server's quote for the same pledge. */
async function quoteOf(lines: Line[], maximumAmount: string | null): Promise<Quoted> {
  const call = await apiOf(people.supporter.request)
  return (await call('POST', `/api/campaigns/${campaign.id}/pledges/quote`, {
    maximumAmount,
    pledgeStatistics: lines.map(([name, pledgeAmount]) => ({
      statisticId: statistics.find((statistic) => statistic.name === name)?.id,
      pledgeAmount,
    })),
  })) as unknown as Quoted
}

const dollars = (amount: string): string => {
  const [whole = '', cents = ''] = amount.split('.')
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

async function ownPledges(): Promise<{ id: string; campaignId: string }[]> {
  const call = await apiOf(people.supporter.request)
  const all = (await call('GET', '/api/user/pledges?limit=200')) as unknown as {
    id: string
    campaignId: string
  }[]
  return all.filter(({ campaignId }) => campaignId === campaign.id)
}

test('the pledge-card page without an id shows the demo campaign with real data and true badges', {
  tag: '@phone',
}, async ({ page }) => {
  const answer = await page.goto('/pledge-card-test')
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Every Leicester goal is a ball for our kids',
  )
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /Leicester City/)
  await expect(page.getByText('Tax-Deductible', { exact: true })).toBeVisible()
  await expect(page.getByText('501(c)(3) verified', { exact: true })).toBeVisible()
  await expect(page.getByText(/Optimal amounts are \$3-8 per statistic/)).toBeVisible()
  const goals = cardOf(page, 'Goals')
  for (const text of ['Per Achievement', 'Last year', 'Target', 'So far'])
    await expect(goals.getByText(text, { exact: true })).toBeVisible()
  await expect(cardOf(page, 'Champions').getByText('Goal-Based', { exact: true })).toBeVisible()
  await expect(cardOf(page, 'A one-time gift').getByText('One-Time', { exact: true })).toBeVisible()
  const words = await page.locator('main').textContent()
  for (const invented of [/roster/i, /championships/i, /win rate/i]) expect(words).not.toMatch(invented)
  const { id } = await (await page.request.get('/api/campaigns/demo')).json()
  const { statistics: real } = await (await page.request.get(`/api/campaigns/${id}`)).json()
  const confirmed = real.find(({ name }: { name: string }) => name === 'Goals').confirmedQuantity
  await expect(goals.getByText(String(confirmed), { exact: true })).toBeVisible()
  await expectNoViolations(page)
})

test('the pledge-card page of an unknown campaign is a 404 with a way home', { tag: '@phone' }, async ({
  page,
}) => {
  for (const id of ['not-an-id', '01970000-0000-7000-8000-000000000000']) {
    const answer = await page.goto(pathOf(id))
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Campaign Not Found' })).toBeVisible()
    await expect(page.getByText('This campaign could not be loaded')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  }
})

test('amounts on the pledge-card page can be picked, typed and cleared; its maximum is the server’s', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(pathOf(campaign.id))
  for (const badge of ['Tax-Deductible', '501(c)(3) verified'])
    await expect(page.getByText(badge, { exact: true })).toHaveCount(0)
  const goals = cardOf(page, 'Goals')
  const own = goals.getByLabel('Or your own amount')
  const button = page.getByRole('button', { name: 'Pledge now' })
  await expect(button).toHaveCount(0)

  await goals.getByRole('radio', { name: '$3' }).check({ force: true })
  await expect(goals.getByText('$3.00 × 38 goals, the target.')).toBeVisible()
  await expect(goals.locator('.estimate .fig')).toHaveText('$114.00')
  const summary = summaryOf(page)
  await expect(summary.getByRole('definition').nth(0)).toHaveText('1')
  await expect(summary.getByRole('definition').nth(1)).toHaveText('$114.00')
  await expect(
    page.getByText('We suggest a maximum of $200.00: room for a good season. Your estimate is 57% of it.'),
  ).toBeVisible()
  const first = await quoteOf([['Goals', '3.00']], null)
  const most = page.getByText('The most you can owe', { exact: true }).locator('..')
  await expect(most).toContainText(dollars(first.most))
  await expect(page.getByText(`Never more than ${dollars(first.most).replace('.00', '')}.`)).toBeVisible()
  await expect(summary.getByText('You pay by check, after the season.')).toBeVisible()
  await expect(page.getByText('Nothing is paid now: an invoice comes at the end.')).toBeVisible()

  // Text that is not an amount is ignored: the preset stays.
  for (const nonsense of ['-5', 'ten']) {
    await own.fill(nonsense)
    await expect(goals.getByText('Enter an amount such as 12.50')).toBeVisible()
    await expect(goals.getByRole('radio', { name: '$3' })).toBeChecked()
    await expect(goals.locator('.estimate .fig')).toHaveText('$114.00')
  }
  await own.fill('4.25')
  await expect(goals.getByRole('radio', { name: '$3' })).not.toBeChecked()
  await expect(goals.locator('.estimate .fig')).toHaveText('$161.50')
  await goals.getByRole('radio', { name: '$7' }).check({ force: true })
  await expect(own).toHaveValue('')
  await expect(goals.locator('.estimate .fig')).toHaveText('$266.00')

  await cardOf(page, 'Win the Conference').getByLabel('Or your own amount').fill('40')
  await expect(cardOf(page, 'Win the Conference').getByText('Commitment')).toBeVisible()
  // The larger of $200 and 1.5 times $306.
  await page.getByRole('button', { name: 'Use the Smart Cap' }).click()
  await expect(page.getByLabel('Custom Maximum (optional)')).toHaveValue('459.00')
  await page.getByRole('button', { name: 'Remove the Smart Cap' }).click()
  await expect(page.getByLabel('Custom Maximum (optional)')).toHaveValue('')
  await page.getByRole('button', { name: 'Use the Smart Cap' }).click()
  const capped = await quoteOf(
    [
      ['Goals', '7.00'],
      ['Win the Conference', '40.00'],
    ],
    '459.00',
  )
  await expect(most).toContainText(dollars(capped.most))
  await page.getByLabel('Custom Maximum (optional)').fill('0')
  await expect(page.getByText('Enter an amount such as 200.00').first()).toBeVisible()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Custom Maximum (optional)').fill('')
  await expectNoViolations(page)

  await own.fill('0')
  await own.blur()
  await expect(goals.getByText('Est. Total')).toHaveCount(0)
  await cardOf(page, 'Win the Conference').getByRole('button', { name: 'Cancel Selection' }).click()
  await expect(button).toHaveCount(0)
})

test('the pledge-card page fits every width, and its panel stays in view from 1024 px', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(pathOf(campaign.id))
  await cardOf(page, 'Goals').getByRole('radio', { name: '$3' }).check({ force: true })
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(overflow, { message: `at ${width} px` }).toBe(0)
    await page.evaluate(() => window.scrollTo(0, 900))
    const panel = page.locator('#support')
    const isSticky = await panel.evaluate((element) => getComputedStyle(element).position === 'sticky')
    expect({ width, isSticky }).toEqual({ width, isSticky: width >= 1024 })
  }
})

test(
  'a visitor who signs in from the pledge-card page keeps what was picked and pledges once',
  { tag: '@phone' },
  async ({ browser, baseURL }, { project }) => {
    const context = await browser.newContext({ baseURL, viewport: project.use.viewport })
    const page = await context.newPage()
    failOnErrors(page)
    await page.goto(pathOf(campaign.id))
    await cardOf(page, 'Clean Sheets').getByRole('radio', { name: '$10' }).check({ force: true })
    await beforeSigningIn(page, async () => {
      await page.getByRole('button', { name: 'Pledge now' }).click()
      for (const words of ['Authentication Required', 'Please sign in to make a pledge.'])
        await expect(page.getByText(words, { exact: true })).toBeVisible()
    })
    await expect(page).toHaveURL(/\/sign-in\?returnTo=%2Fpledge-card-test%2F/)
    await page.waitForLoadState('networkidle')
    await page.getByLabel('Email').fill('supporter@demo.test')
    await page.getByLabel('Password').fill('demo-password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${pathOf(campaign.id)}$`))
    await expect(cardOf(page, 'Clean Sheets').getByRole('radio', { name: '$10' })).toBeChecked()

    const before = await ownPledges()
    // Two taps in one place open the review, and pledge nothing.
    await page.getByRole('button', { name: 'Pledge now' }).scrollIntoViewIfNeeded()
    const box = await page.getByRole('button', { name: 'Pledge now' }).boundingBox()
    const x = (box?.x ?? 0) + (box?.width ?? 0) / 2
    const y = (box?.y ?? 0) + (box?.height ?? 0) / 2
    await page.mouse.click(x, y)
    const review = page.getByRole('dialog', { name: 'Review your pledge' })
    await expect(review.getByRole('button', { name: 'Confirm Pledge' })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.keyboard.press('Enter')
    await page.mouse.click(x, y)
    await expectNoViolations(page)
    expect(await ownPledges()).toHaveLength(before.length)
    await expect(review.getByText('The most you can owe')).toBeVisible()
    await review.getByRole('button', { name: 'Confirm Pledge' }).dblclick()
    await expect(page.getByText('Pledge Created Successfully!', { exact: true })).toBeVisible()
    await expect(
      page.getByText('Your support has been locked in. Thank you for backing this campaign!', {
        exact: true,
      }),
    ).toBeVisible()
    await expect(page.getByText('Your pledge is locked in.')).toBeVisible()
    await expect(cardOf(page, 'Clean Sheets').getByText('Est. Total')).toHaveCount(0)
    const after = await ownPledges()
    expect(after).toHaveLength(before.length + 1)
    const made = after.find(({ id }) => !before.some((one) => one.id === id))
    const call = await apiOf(page.request)
    expect(await call('GET', `/api/pledges/${made?.id}`)).toMatchObject({
      paymentMethod: 'check',
      paymentTiming: 'end_of_campaign',
      maximumAmount: null,
      agreedMaximum: (await quoteOf([['Clean Sheets', '10.00']], null)).most,
    })
    await page.reload()
    await expect(page.getByRole('button', { name: 'Pledge now' })).toHaveCount(0)
    await context.close()
  },
)

test('an unusual rate needs a confirmation, and a refused pledge keeps what was picked', {
  tag: '@phone',
}, async () => {
  const page = people.supporter
  // This window gets no live updates.
  await page.route(/\/live(\?|$)/, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'retry: 3600000\n\n' }),
  )
  await page.goto(pathOf(campaign.id))
  const goals = cardOf(page, 'Goals')
  const button = page.getByRole('button', { name: 'Pledge now' })
  const review = page.getByRole('dialog', { name: 'Review your pledge' })
  const confirm = review.getByRole('button', { name: 'Confirm Pledge' })
  for (const amount of ['70.01', '70.02']) {
    await goals.getByLabel('Or your own amount').fill(amount)
    await button.click()
    await expect(confirm).toHaveAttribute('aria-disabled', 'true')
    // Once the dialog has come to rest: a forced click lands where the box was.
    await review.getByLabel(`Yes, I mean $${amount} per goal`).check()
    await expect(confirm).not.toHaveAttribute('aria-disabled', 'true')
    await review.getByRole('button', { name: 'Back' }).click()
  }

  // Above the limit of any pledge: the server's own message.
  await goals.getByLabel('Or your own amount').fill('10000.01')
  await expect(page.getByText('Pledge at most $10,000.00 per statistic').first()).toBeVisible()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await goals.getByLabel('Or your own amount').fill('1.5')
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')

  // Two windows: the representative pauses the campaign meanwhile.
  const asRepresentative = await apiOf(people.representative.request)
  await asRepresentative('PUT', `/api/campaigns/${campaign.id}`, { status: 'paused' })
  await button.click()
  await confirm.click()
  await expect(page.getByText('Pledge Failed', { exact: true })).toBeVisible()
  await review.getByRole('button', { name: 'Back' }).click()
  await expect(goals.getByLabel('Or your own amount')).toHaveValue('1.5')
  await asRepresentative('PUT', `/api/campaigns/${campaign.id}`, { status: 'active' })

  // After a reload what was picked is still there, in this tab only.
  await page.reload()
  await expect(goals.getByLabel('Or your own amount')).toHaveValue('1.5')
  const other = await page.context().newPage()
  await other.goto(pathOf(campaign.id))
  await expect(other.getByRole('heading', { name: 'Smart Pledge' })).toBeVisible()
  await expect(cardOf(other, 'Goals').getByLabel('Or your own amount')).toHaveValue('')
  await other.close()
})

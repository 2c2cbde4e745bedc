/** The six steps: how short the way is, and that nothing of it is ever lost or done twice (R16, R48). */
import type { Browser, Locator, Page, TestInfo } from '@playwright/test'
import { activeCampaign, type Campaign, pastMatches } from './campaign.ts'
import { alive, apiOf, codeFor, enterAs, expect, newcomer, test } from './fixtures.ts'

const MOST_FIELDS = 15
const MOST_TAPS = 30

let campaign: Campaign
let code: string
let coach: Page
let representative: Page

const deviceOf = ({ project }: Pick<TestInfo, 'project'>) => ({
  viewport: project.use.viewport ?? null,
  baseURL: project.use.baseURL,
  timezoneId: project.use.timezoneId,
})

test.beforeAll(async ({ browser }, info) => {
  test.setTimeout(90_000)
  coach = await enterAs(browser, deviceOf(info), 'coach@demo.test')
  representative = await enterAs(browser, deviceOf(info), 'rep@demo.test')
  campaign = await activeCampaign(coach, representative, `Short Way ${info.project.name}-${Date.now()}`)
  const asCoach = await apiOf(coach.request)
  const email = `amber-${info.project.name}-${Date.now()}@example.test`
  const invited = await asCoach('POST', `/api/campaigns/${campaign.id}/ambassadors`, { email })
  code = String(invited.ambassadorReferralCode)
  await asCoach('POST', `/api/campaigns/${campaign.id}/results/imports`, { csv: pastMatches(campaign.now) })
  const results = (await asCoach('GET', `/api/campaigns/${campaign.id}/results`)) as unknown as {
    id: string
  }[]
  const asRepresentative = await apiOf(representative.request)
  const resultIds = results.map(({ id }) => id)
  await asRepresentative('POST', `/api/campaigns/${campaign.id}/results/confirmations`, { resultIds })
})
test.afterAll(async () => {
  await coach.context().close()
  await representative.context().close()
})

const panelOf = (page: Page) => page.getByRole('region', { name: 'Support This Campaign' })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Complete Your Pledge' })
const button = (page: Page, name: string) => dialogOf(page).getByRole('button', { name })
const stepOf = (page: Page, step: string) => expect(dialogOf(page)).toContainText(`Step ${step}`)

/** One finger: what it touches and what it types are counted. Moving to a field is a tap, choosing from a list two. */
function finger() {
  const count = { taps: 0, fields: 0 }
  return {
    count,
    tap: async (target: Locator) => {
      count.taps += 1
      await target.click()
    },
    type: async (target: Locator, text: string) => {
      count.taps += 1
      count.fields += 1
      await target.fill(text)
    },
    choose: async (target: Locator, value: string) => {
      count.taps += 2
      count.fields += 1
      await target.selectOption(value)
    },
  }
}

test('from a shared link to a locked-in pledge, with a new account: few fields, few taps', async ({
  page,
}, info) => {
  const { count, tap, type, choose } = finger()
  const email = `newcomer-${info.project.name}-${Date.now()}@example.test`
  await page.goto(`/campaigns/${campaign.id}?ref=${code}`)
  await tap(panelOf(page).getByRole('button', { name: 'Select This Statistic' }).first())
  await tap(panelOf(page).getByRole('radio', { name: '$3', exact: true }))
  await tap(page.getByRole('button', { name: 'Lock in your pledge now!' }).first())

  await expect(page).toHaveURL(/\/sign-in\?returnTo=/)
  await tap(page.getByRole('main').getByRole('link', { name: 'Sign Up' }))
  await type(page.getByLabel('First Name'), 'Sam')
  await type(page.getByLabel('Last Name'), 'Porter')
  await type(page.getByLabel('Email'), email)
  await type(page.getByLabel('Password'), 'a long enough password')
  await tap(page.getByRole('button', { name: 'Sign Up' }))
  const proof = page.getByLabel('Code')
  await expect(proof).toBeVisible()
  await type(proof, await codeFor(page, email))
  await tap(page.getByRole('button', { name: 'Verify e-mail' }))

  await stepOf(page, '1 of 6')
  await expect(dialogOf(page).getByLabel('First Name')).toHaveValue('Sam')
  await expect(dialogOf(page).getByLabel('Email')).toHaveValue(email)
  await type(dialogOf(page).getByLabel('Phone'), '541-555-0100')
  await type(dialogOf(page).getByLabel('Street Address'), '1 Main St')
  await type(dialogOf(page).getByLabel('City'), 'Bend')
  await choose(dialogOf(page).getByLabel('State', { exact: true }), 'OR')
  await type(dialogOf(page).getByLabel('ZIP Code'), '97701')
  await tap(button(page, 'Next'))
  await stepOf(page, '2 of 6')
  await expect(dialogOf(page).getByRole('radio', { name: 'Ambassador', exact: true })).toBeChecked()
  await tap(button(page, 'Next'))
  await stepOf(page, '3 of 6')
  await tap(button(page, 'Next'))
  await stepOf(page, '4 of 6')
  await type(dialogOf(page).getByLabel('Card number'), '4242 4242 4242 4242')
  await type(dialogOf(page).getByLabel('Expires'), '12 / 34')
  await type(dialogOf(page).getByLabel('Security code'), '123')
  await tap(button(page, 'Next'))
  await stepOf(page, '5 of 6')
  await tap(button(page, 'Confirm Pledge'))
  await expect(page.getByText('PLEDGE LOCKED IN!', { exact: true })).toBeVisible()
  await tap(button(page, 'Close').last())
  await expect(dialogOf(page)).toBeHidden()

  expect(count.fields).toBeLessThanOrEqual(MOST_FIELDS)
  expect(count.taps).toBeLessThanOrEqual(MOST_TAPS)
  const [pledge] = await pledgesOf(page)
  expect(pledge).toMatchObject({ campaignId: campaign.id, status: 'active' })
})

type Listed = { id: string; campaignId: string; amount: string }
const pledgesOf = async (page: Page): Promise<Listed[]> => {
  const all = (await (await apiOf(page.request))('GET', '/api/user/pledges')) as unknown as Listed[]
  return all.filter(({ campaignId }) => campaignId === campaign.id)
}

const ADDRESS = {
  ...{ phone: '541-555-0100', streetAddress1: '1 Main St', city: 'Bend', state: 'OR', zip: '97701' },
}

/** Somebody new with a profile, signed in, on the campaign's page with an amount chosen and the dialog open. */
async function pledging(
  browser: Browser,
  info: TestInfo,
  { profile = true, cap = '', alsoExpected = [] as readonly RegExp[] } = {},
): Promise<Page> {
  const email = `pat-${info.project.name}-${Date.now()}@example.test`
  const page = await newcomer(browser, deviceOf(info), email, alsoExpected)
  if (profile) {
    const call = await apiOf(page.request)
    await call('POST', '/api/users', { firstName: 'Pat', lastName: 'Reyes', email, ...ADDRESS })
  }
  await page.goto(`/campaigns/${campaign.id}`)
  await (await alive(panelOf(page).getByRole('button', { name: 'Select This Statistic' }).first())).click()
  await panelOf(page).getByRole('radio', { name: '$3', exact: true }).check()
  if (cap) {
    await panelOf(page).getByRole('switch', { name: 'Set Maximum Donation Cap' }).check()
    await panelOf(page).getByLabel('Maximum amount').fill(cap)
  }
  await page.getByRole('button', { name: 'Lock in your pledge now!' }).first().click()
  await stepOf(page, '1 of 6')
  return page
}

const typeCard = async (page: Page, number: string) => {
  await dialogOf(page).getByLabel('Card number').fill(number)
  await dialogOf(page).getByLabel('Expires').fill('12 / 34')
  await dialogOf(page).getByLabel('Security code').fill('123')
}

test(
  'loaded anew at every step, closed and opened again: everything is still there',
  { tag: '@phone' },
  async ({ browser }, info) => {
    test.setTimeout(120_000)
    const page = await pledging(browser, info, { profile: false, cap: '88.50' })
    const again = async (step: string) => {
      await page.reload()
      await stepOf(page, step)
    }
    await dialogOf(page).getByLabel('Phone').fill('541-555-0100')
    await dialogOf(page).getByLabel('Street Address').fill('12 Larch Ave')
    await again('1 of 6')
    await expect(dialogOf(page).getByLabel('Street Address')).toHaveValue('12 Larch Ave')
    await dialogOf(page).getByLabel('City').fill('Bend')
    await dialogOf(page).getByLabel('State', { exact: true }).selectOption('OR')
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
    await page.getByRole('button', { name: 'Lock in your pledge now!' }).first().click()
    await expect(dialogOf(page).getByLabel('State', { exact: true })).toHaveValue('OR')
    await dialogOf(page).getByLabel('ZIP Code').fill('97701')
    await button(page, 'Next').click()
    await stepOf(page, '3 of 6')
    await dialogOf(page).getByRole('checkbox', { name: 'Keep my pledge anonymous' }).check()
    await dialogOf(page).getByLabel('A note for the team').fill('Go, number 9!')
    await again('3 of 6')
    await expect(dialogOf(page).getByRole('checkbox', { name: 'Keep my pledge anonymous' })).toBeChecked()
    await expect(dialogOf(page).getByLabel('A note for the team')).toHaveValue('Go, number 9!')
    await button(page, 'Next').click()
    await dialogOf(page).getByRole('radio', { name: 'Card, as the season progresses' }).check()
    await typeCard(page, '4000 0000 0000 0002')
    await button(page, 'Next').click()
    await expect(page.getByText('Payment Method Error', { exact: true })).toBeVisible()
    await stepOf(page, '4 of 6')
    await expect(dialogOf(page).getByRole('radio', { name: 'Card, as the season progresses' })).toBeChecked()
    await typeCard(page, '4242 4242 4242 4242')
    await button(page, 'Next').click()
    await stepOf(page, '5 of 6')
    await again('5 of 6')
    await expect(dialogOf(page)).toContainText('Visa ending in 4242, charged as the season progresses')
    await button(page, 'Previous').click()
    await expect(dialogOf(page)).toContainText('Visa ending in 4242 is saved')
    await button(page, 'Next').click()
    await expect(dialogOf(page).getByRole('region', { name: 'The most you can owe' })).toContainText('$88.50')
    await button(page, 'Confirm Pledge').click()
    await expect(dialogOf(page)).toContainText('Pledge Submitted Successfully!')
    await page.reload()
    await expect(panelOf(page)).toBeVisible()
    await expect(dialogOf(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Lock in your pledge now!' })).toHaveCount(0)
    expect(await pledgesOf(page)).toHaveLength(1)
    await page.context().close()
  },
)

test(
  'without a network, without an answer, and clicked twice: one pledge, and words for each',
  { tag: '@phone' },
  async ({ browser }, info) => {
    test.setTimeout(120_000)
    const alsoExpected = [/net::ERR_INTERNET_DISCONNECTED/, /net::ERR_CONNECTION_RESET/]
    const page = await pledging(browser, info, { alsoExpected })
    await button(page, 'Next').click()
    await stepOf(page, '3 of 6')
    await button(page, 'Next').click()
    await dialogOf(page).getByRole('radio', { name: 'Check' }).check()
    await button(page, 'Next').click()
    await stepOf(page, '5 of 6')
    await expect(dialogOf(page).getByRole('region', { name: 'The most you can owe' })).toBeVisible()

    await page.context().setOffline(true)
    await button(page, 'Confirm Pledge').click()
    await expect(dialogOf(page).getByText('Network error - please check your connection')).toBeVisible()
    await page.context().setOffline(false)

    const pledges = `**/api/campaigns/${campaign.id}/pledges`
    await page.route(pledges, async (route) => {
      // It reached the server, and the answer never came back.
      await route.fetch()
      await route.abort('connectionreset')
    })
    await button(page, 'Confirm Pledge').click()
    await expect(page.getByText('Pledge Failed', { exact: true })).toBeVisible()
    await expect.poll(async () => (await pledgesOf(page)).length).toBe(1)
    await page.unroute(pledges)
    await page.reload()
    await stepOf(page, '5 of 6')
    await expect(dialogOf(page)).toContainText('You confirmed this pledge before, and no answer came back.')
    await expect(dialogOf(page).getByRole('region', { name: 'The most you can owe' })).toBeVisible()
    await button(page, 'Confirm Pledge').dblclick()
    await expect(dialogOf(page)).toContainText('Pledge Submitted Successfully!')
    expect(await pledgesOf(page)).toHaveLength(1)
    await page.context().close()
  },
)

test(
  'closed while it is under way: pledged once, and nothing is left to pledge again',
  { tag: '@phone' },
  async ({ browser }, info) => {
    const page = await pledging(browser, info)
    for (const _ of [1, 2]) await button(page, 'Next').click()
    await dialogOf(page).getByRole('radio', { name: 'Check' }).check()
    await button(page, 'Next').click()
    await expect(dialogOf(page).getByRole('region', { name: 'The most you can owe' })).toBeVisible()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**/api/campaigns/${campaign.id}/pledges`, async (route) => {
      await released
      await route.continue()
    })
    await button(page, 'Confirm Pledge').click()
    await expect(button(page, 'Processing...')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
    release()
    await expect(page.getByText('PLEDGE LOCKED IN!', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Lock in your pledge now!' })).toHaveCount(0)
    expect(await pledgesOf(page)).toHaveLength(1)
    await page.context().close()
  },
)

test(
  'a session that ended in the middle: sign in, and go on where it was',
  { tag: '@phone' },
  async ({ browser }, info) => {
    const page = await pledging(browser, info)
    await button(page, 'Next').click()
    await stepOf(page, '3 of 6')
    await dialogOf(page).getByLabel('A note for the team').fill('Still here')
    await button(page, 'Next').click()
    await dialogOf(page).getByRole('radio', { name: 'Cash' }).check()
    await button(page, 'Next').click()
    await stepOf(page, '5 of 6')
    const email = await page.evaluate(async () => {
      const { token } = await (await fetch('/api/identity/token')).json()
      return (await (await fetch('/api/auth/user', { headers: { authorization: `Bearer ${token}` } })).json())
        .email
    })
    await page.context().clearCookies()
    // As after the few minutes that a token lives.
    await page.route(`**/api/campaigns/${campaign.id}/pledges`, (route) => {
      const { authorization: _, ...headers } = route.request().headers()
      return route.continue({ headers })
    })
    await button(page, 'Confirm Pledge').click()
    await expect(page.getByText('You are logged out. Logging in again...', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/sign-in\?returnTo=/)
    await page.unrouteAll()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('a long enough password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(new RegExp(`/campaigns/${campaign.id}`))
    await stepOf(page, '5 of 6')
    await expect(dialogOf(page)).toContainText('In cash, after the season')
    await button(page, 'Confirm Pledge').click()
    await expect(dialogOf(page)).toContainText('An invoice comes after the season.')
    await button(page, 'Close').last().click()
    await expect(page.getByText('Still here')).toBeVisible()
    await page.context().close()
  },
)

type Quote = {
  low: string
  likely: string
  most: string
  alreadyEarned: string
  estimate: string
  lines: { statisticId: string }[]
}
const usd = (amount: string) => `$${Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

test(
  'the review says what the server says: low, likely, the most, and what is already earned',
  { tag: '@phone' },
  async ({ browser }, info) => {
    const page = await pledging(browser, info)
    for (const _ of [1, 2]) await button(page, 'Next').click()
    await stepOf(page, '4 of 6')
    await dialogOf(page).getByRole('radio', { name: 'Check' }).check()
    await button(page, 'Next').click()
    const call = await apiOf(page.request)
    const detail = (await call('GET', `/api/campaigns/${campaign.id}`)) as unknown as {
      statistics: { id: string; name: string; confirmedQuantity: number }[]
    }
    const goals = detail.statistics.find(({ name }) => name === 'Goals')
    const pledgeStatistics = [{ statisticId: goals?.id, pledgeAmount: '3.00' }]
    const quote = (await call('POST', `/api/campaigns/${campaign.id}/pledges/quote`, {
      pledgeStatistics,
    })) as unknown as Quote
    expect(goals?.confirmedQuantity).toBe(5)
    expect(quote).toMatchObject({ alreadyEarned: '15.00', likely: '102.00', most: '132.00' })
    const board = dialogOf(page).getByRole('region', { name: 'The most you can owe' })
    for (const amount of [quote.low, quote.likely, quote.most]) await expect(board).toContainText(usd(amount))
    await expect(board).toContainText(`${usd(quote.alreadyEarned)} already earned`)
    await expect(dialogOf(page)).toContainText('5 goals so far')
    await button(page, 'Confirm Pledge').click()
    await expect(dialogOf(page)).toContainText('Pledge Submitted Successfully!')
    const [made] = await pledgesOf(page)
    const pledge = await call('GET', `/api/pledges/${made?.id}`)
    expect(pledge).toMatchObject({ agreedMaximum: quote.most })
    await page.context().close()
  },
)

test(
  'what the server refuses stays on its step, in words, with all that was typed',
  { tag: '@phone' },
  async ({ browser }, info) => {
    test.setTimeout(120_000)
    const page = await pledging(browser, info)
    await dialogOf(page).getByLabel('Email').fill('another@example.test')
    await button(page, 'Next').click()
    await expect(page.getByText('Profile Creation Failed', { exact: true })).toBeVisible()
    await stepOf(page, '1 of 6')
    await expect(dialogOf(page).getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    await expect(dialogOf(page).getByLabel('Email')).toHaveValue('another@example.test')
    await page.reload()
    await dialogOf(page).getByLabel('Email').fill(`pat@example.test`)
    const own = await (await apiOf(page.request))('GET', '/api/auth/user')
    await dialogOf(page).getByLabel('Email').fill(String(own.email))
    for (const _ of [1, 2]) await button(page, 'Next').click()
    await stepOf(page, '4 of 6')
    await dialogOf(page).getByRole('radio', { name: 'Check' }).check()
    await button(page, 'Next').click()
    await stepOf(page, '5 of 6')
    const asRepresentative = await apiOf(representative.request)
    await asRepresentative('PUT', `/api/campaigns/${campaign.id}`, { status: 'paused' })
    await button(page, 'Confirm Pledge').click()
    await expect(page.getByText('Pledge Failed', { exact: true })).toBeVisible()
    await stepOf(page, '5 of 6')
    await asRepresentative('PUT', `/api/campaigns/${campaign.id}`, { status: 'active' })
    await button(page, 'Confirm Pledge').click()
    await expect(dialogOf(page)).toContainText('Pledge Submitted Successfully!')
    expect(await pledgesOf(page)).toHaveLength(1)
    await page.context().close()
  },
)

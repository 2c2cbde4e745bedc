/** The pledge dialog: how few taps it takes, and that its figures and refusals are the server's (R16, R48). */
import type { Locator, Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { activeCampaign, type Campaign, pastMatches } from './campaign.ts'
import { alive, apiOf, codeFor, enterAs, expect, test } from './fixtures.ts'
import {
  button,
  deviceOf,
  dialogOf,
  openDialog,
  panelOf,
  pledgesOf,
  stepOf,
  toPayment,
  typeCard,
} from './pledge-dialog.ts'

const MAX_FIELDS = 15
const MAX_TAPS = 30

let campaign: Campaign
let code: string
let coach: Page
let representative: Page

test.beforeAll(async ({ browser }, info) => {
  coach = await enterAs(browser, deviceOf(info), 'coach@demo.test')
  representative = await enterAs(browser, deviceOf(info), 'rep@demo.test')
  campaign = await activeCampaign(coach, representative, `Short Way ${info.project.name}-${Date.now()}`)
  const asCoach = await apiOf(coach.request)
  const email = `amber-${info.project.name}-${Date.now()}@example.test`
  const invited = await asCoach('POST', `/api/campaigns/${campaign.id}/ambassadors`, { email })
  code = String(invited.ambassadorReferralCode)
  await asCoach('POST', `/api/campaigns/${campaign.id}/imports`, { text: pastMatches(campaign.now) })
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

/** Counts taps and typed fields. Moving to a field is one tap, choosing from a list is two. */
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

test(
  `a newcomer with a shared link locks in a pledge in at most ${MAX_FIELDS} fields and ${MAX_TAPS} taps`,
  { tag: '@phone' },
  async ({ page }, info) => {
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
    await tap(page.getByRole('button', { name: 'Verify email' }))

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
    // No confetti for those who prefer reduced motion.
    await expect(page.locator('canvas')).toHaveCount(0)
    await tap(button(page, 'Close').last())
    await expect(dialogOf(page)).toBeHidden()

    expect(count.fields).toBeLessThanOrEqual(MAX_FIELDS)
    expect(count.taps).toBeLessThanOrEqual(MAX_TAPS)
    const [pledge] = await pledgesOf(page, campaign)
    expect(pledge).toMatchObject({ campaignId: campaign.id, status: 'active' })
  },
)

type Quote = {
  likely: string
  most: string
  alreadyEarned: string
  estimate: string
  lines: { statisticId: string }[]
  forecast: { low: string; high: string }
}
/** What makes a button stand out. */
const prominence = (control: Locator) =>
  control.evaluate((element) => {
    const { backgroundColor, color, fontSize, minHeight } = getComputedStyle(element)
    return { backgroundColor, color, fontSize, minHeight, width: Math.round(element.clientWidth) }
  })

/** Without `.00`. */
const short = (amount: string) =>
  `$${Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2 })}`.replace(/\.00$/, '')

test(
  'the review step says in one sentence what it comes to, by the server’s figures',
  { tag: '@phone' },
  async ({ browser }, info) => {
    const page = await openDialog(browser, info, campaign)
    await toPayment(page)
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
    expect(quote).toMatchObject({
      alreadyEarned: '15.00',
      most: '132.00',
      forecast: { likely: quote.likely },
    })
    const board = dialogOf(page).getByRole('region', { name: 'The most you can owe' })
    const { low, high } = quote.forecast
    await expect(board).toContainText(
      `Probably ${short(low)} to ${short(high)}. Never more than $132. $15 of it is already earned.`,
    )
    await expect(dialogOf(page)).toContainText('5 goals so far')
    await button(page, 'Confirm Pledge').click()
    await expect(dialogOf(page)).toContainText('Pledge Submitted Successfully!')
    const [made] = await pledgesOf(page, campaign)
    const pledge = await call('GET', `/api/pledges/${made?.id}`)
    expect(pledge).toMatchObject({ agreedMaximum: quote.most })
    await page.context().close()
  },
)

test(
  'a refusal by the server stays on its step with a message and all that was typed',
  { tag: '@phone' },
  async ({ browser }, info) => {
    test.setTimeout(120_000)
    const page = await openDialog(browser, info, campaign)
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
    await toPayment(page)
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
    expect(await pledgesOf(page, campaign)).toHaveLength(1)
    await page.context().close()
  },
)

test(
  'the dialog opens with the focus on itself, and Escape gives it back to the button',
  { tag: '@desk' },
  async ({ browser }, info) => {
    const page = await openDialog(browser, info, campaign)
    await expect(dialogOf(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
    await expect(panelOf(page).getByRole('button', { name: 'Lock in your pledge now!' })).toBeFocused()
    await page.context().close()
  },
)

test('the button that locks a pledge in stays where it is while the figures and the forecast come', {
  tag: '@phone',
}, async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  for (const late of ['**/pledges/quote', '**/assets/counts-choice*.js'])
    await page.route(late, async (route) => {
      await released
      await route.continue()
    })
  await page.goto(`/campaigns/${campaign.id}`)
  const panel = panelOf(page)
  await (await alive(panel.getByRole('button', { name: 'Select This Statistic' }).first())).click()
  await panel.getByRole('radio', { name: '$3', exact: true }).check()
  // Measured from the statistic, regardless of the scroll position.
  const distance = async () => {
    const button = await panel.getByRole('button', { name: 'Lock in your pledge now!' }).first().boundingBox()
    const statistic = await panel.getByRole('button', { name: 'Cancel Selection' }).boundingBox()
    return Math.round((button?.y ?? 0) - (statistic?.y ?? 0))
  }
  const before = await distance()
  release()
  await expect(panel.getByText('Probably')).toBeVisible()
  await expect(panel.getByRole('group', { name: 'What counts' })).toBeVisible()
  expect(await distance()).toBe(before)
})

test('an amount that is too large leaves the bar at the foot, with the reason and the way to the field', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(`/campaigns/${campaign.id}`)
  await (await alive(panelOf(page).getByRole('button', { name: 'Select This Statistic' }).first())).click()
  const own = panelOf(page).getByLabel('Or your own amount')
  await own.fill('10,001')
  await expect(page.getByText('Pledge at most $10,000.00 per statistic').first()).toBeVisible()
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  const bar = page.getByRole('status').filter({ hasText: 'Pledge at most $10,000.00 per statistic' })
  await expect(bar).toBeVisible()
  await page.getByRole('button', { name: 'Fix it' }).click()
  await expect(own).toBeFocused()
  await own.fill('$1,000')
  await expect(page.getByRole('button', { name: 'Fix it' })).toHaveCount(0)
  await expect(panelOf(page).getByText('The most you can owe').locator('..')).toContainText('$')
})

test('a visitor who locks in a pledge is told that it waits, on the way to signing in and to signing up', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(`/campaigns/${campaign.id}`)
  await (await alive(panelOf(page).getByRole('button', { name: 'Select This Statistic' }).first())).click()
  await panelOf(page).getByRole('radio', { name: '$3', exact: true }).check()
  // The road that signs in and the short one have the same size and color, in the panel and in the phone's bar.
  const roads = page.getByRole('button', { name: 'Lock in your pledge now!' })
  const short = page.getByRole('link', { name: 'Pledge without an account' })
  for (let nth = 0; nth < (await roads.count()); nth += 1)
    expect(await prominence(short.nth(nth))).toEqual(await prominence(roads.nth(nth)))
  await roads.first().click()
  const ways = page.getByRole('navigation', { name: 'Sign in or sign up' })
  await expect(page.getByText('Your pledge is kept.')).toBeVisible()
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
  const signUp = ways.getByRole('link', { name: 'Sign Up' })
  await expect(ways).toContainText('New here?')
  expect(await prominence(signUp)).toEqual(await prominence(signIn))
  await signUp.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign up' })).toBeVisible()
  await expect(page.getByText('Your pledge is kept.')).toBeVisible()
  await expectNoViolations(page)
})

test(
  'a card that was saved for one pledge pays for the next without being typed again',
  { tag: '@phone' },
  async ({ browser }, info) => {
    const page = await openDialog(browser, info, campaign)
    await toPayment(page)
    await typeCard(page, '4242 4242 4242 4242')
    await button(page, 'Next').click()
    await button(page, 'Confirm Pledge').click()
    await expect(dialogOf(page)).toContainText('Pledge Submitted Successfully!')
    await button(page, 'Close').last().click()

    await panelOf(page).getByRole('button', { name: 'Select This Statistic' }).first().click()
    await panelOf(page).getByRole('radio', { name: '$3', exact: true }).check()
    await page.getByRole('button', { name: 'Lock in your pledge now!' }).first().click()
    await stepOf(page, '1 of 6')
    await toPayment(page)
    await expect(dialogOf(page).getByRole('radio', { name: /ending in 4242/ })).toBeChecked()
    await expect(dialogOf(page).getByLabel('Card number')).toHaveCount(0)
    await expectNoViolations(page)
    await button(page, 'Next').click()
    await expect(dialogOf(page)).toContainText('ending in 4242')
    await button(page, 'Confirm Pledge').click()
    await expect(dialogOf(page)).toContainText('Pledge Submitted Successfully!')
    expect(await pledgesOf(page, campaign)).toHaveLength(2)
    await page.context().close()
  },
)

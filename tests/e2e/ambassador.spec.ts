/** An ambassador's page: their link, the pledges it earned, and the thanks on the campaign page (R42). */
import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { apiOf, enterAs, expect, test, unfold } from './fixtures.ts'

// Later tests read the pledges that earlier ones made.
test.describe.configure({ mode: 'serial' })

let campaign: Campaign
let coach: Page
let representative: Page
let ambassador: Page
let supporter: Page

const pledgeBy = async (page: Page, ambassadorId: string | null): Promise<void> => {
  const call = await apiOf(page.request)
  const { statistics } = (await call('GET', `/api/campaigns/${campaign.id}`)) as unknown as {
    statistics: { id: string; name: string }[]
  }
  const goals = statistics.find(({ name }) => name === 'Goals')
  await call('POST', `/api/campaigns/${campaign.id}/pledges`, {
    ambassadorId,
    paymentMethod: 'check',
    pledgeStatistics: [{ statisticId: goals?.id, pledgeAmount: '3' }],
  })
}

/** An invitation's token is in its mail and nowhere else. */
async function joinAs(page: Page, email: string): Promise<string> {
  const invite = await apiOf(coach.request)
  const { id } = await invite('POST', `/api/campaigns/${campaign.id}/ambassadors`, { email })
  const mails = (await invite('GET', '/api/dev/mail')) as unknown as { text: string }[]
  const token = mails
    .map(({ text }) => new RegExp(`${campaign.id}/join\\?token=([\\w-]+)`).exec(text)?.[1])
    .find(Boolean)
  const join = await apiOf(page.request)
  await join('POST', `/api/campaigns/${campaign.id}/ambassadors/join`, { token })
  return id
}

test.beforeAll(async ({ browser }, { project }) => {
  test.setTimeout(120_000)
  const { viewport, baseURL, hasTouch = false, isMobile = false } = project.use
  const use = { viewport: viewport ?? null, baseURL, hasTouch, isMobile }
  coach = await enterAs(browser, use, 'coach@demo.test')
  representative = await enterAs(browser, use, 'rep@demo.test')
  ambassador = await enterAs(browser, use, 'ambassador@demo.test')
  supporter = await enterAs(browser, use, 'supporter@demo.test')
  campaign = await activeCampaign(coach, representative, `Brought ${project.name}-${Date.now()}`)
})
test.afterAll(async () => {
  for (const page of [coach, representative, ambassador, supporter]) await page.context().close()
})

const section = (page: Page) => page.getByRole('region', { name: campaign.name })
test('the ambassador page sends a signed-out visitor to sign-in, with the way back', async ({ page }) => {
  await page.goto('/ambassador')
  await expect(page).toHaveURL(/\/sign-in\?returnTo=%2Fambassador$/)
  await expect(page.getByText('Please log in to access this page.')).toBeVisible()
})

test('a user who is not an ambassador reads on the ambassador page how to become one', async () => {
  await representative.goto('/ambassador')
  await expect(representative.getByRole('heading', { name: 'You are not an ambassador yet' })).toBeVisible()
  await expectNoViolations(representative)
  await representative.goto('/home')
  await expect(representative.getByRole('heading', { name: 'Your Ambassador Links' })).toHaveCount(0)
  await representative.goto('/dashboard')
  await expect(representative.getByRole('heading', { name: 'Next steps' })).toBeVisible()
  await expect(representative.getByRole('heading', { name: 'Your Ambassador Links' })).toHaveCount(0)
})

test('an ambassador gets a link, QR code, ready texts and a flyer, and sees the pledges and rank it earned', async () => {
  const id = await joinAs(ambassador, `a-${Date.now()}@example.org`)
  await ambassador.goto('/ambassador')
  const own = section(ambassador)
  await unfold(ambassador, campaign.name)
  await expect(
    own.getByText('No one has pledged through your link yet. Send it to someone who would want to know.'),
  ).toBeVisible()
  await joinAs(supporter, `b-${Date.now()}@example.org`)
  await pledgeBy(supporter, id)
  await pledgeBy(representative, id)
  await pledgeBy(supporter, null)

  await ambassador.goto('/dashboard')
  await expect(ambassador.getByRole('link', { name: new RegExp(`^${campaign.name}`) })).toBeVisible()
  await ambassador.getByRole('link', { name: 'View All: Your Ambassador Links' }).click()
  await expect(ambassador).toHaveURL(/\/ambassador$/)
  await ambassador.goto('/home')
  await ambassador.getByRole('link', { name: 'View All: Your Ambassador Links' }).click()
  await expect(ambassador).toHaveURL(/\/ambassador$/)
  await ambassador.reload()
  await unfold(ambassador, campaign.name)
  await expect(own.getByText('You are 1st of 2 ambassadors.')).toBeVisible()
  const link = await own.getByLabel('Your link').inputValue()
  expect(link).toMatch(new RegExp(`/campaigns/${campaign.id}\\?ref=[A-Z2-9]{6,12}$`))
  await expect(own.getByText('$204.00', { exact: true })).toBeVisible()
  await expect(own.getByText('$0.00')).toHaveCount(2)

  await ambassador.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await own.getByRole('button', { name: 'Copy link' }).click()
  await expect(own.getByText('Copied')).toBeVisible()
  await expect(own.getByRole('button', { name: 'Copy link' })).toBeVisible()
  expect(await ambassador.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await own.getByText('Messages to share').click()
  const chat = own.getByLabel('For a chat')
  expect(await chat.inputValue()).toContain(`${campaign.name} Boosters`)
  expect(await chat.inputValue()).toContain(link)
  await own.getByRole('button', { name: 'Copy: for an email' }).click()
  await expect
    .poll(() => ambassador.evaluate(() => navigator.clipboard.readText()))
    .toContain(`Back ${campaign.name} Boosters with me`)

  const code = own.getByRole('img', { name: /^QR code/ })
  await code.scrollIntoViewIfNeeded()
  await expect
    .poll(() => code.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true)
  const flyer = await own.getByRole('link', { name: 'Flyer to print (PDF)' }).getAttribute('href')
  const printed = await ambassador.request.get(flyer ?? '')
  expect(printed.headers()['content-type']).toBe('application/pdf')
  await expectNoViolations(ambassador)
})

test('the campaign page thanks the ambassador with the most supporters, unless they opt out', async ({
  page,
}) => {
  await page.goto(`/campaigns/${campaign.id}`)
  const board = page.getByRole('region', { name: 'Thanks to our ambassadors' })
  await unfold(page, 'Thanks to our ambassadors')
  await expect(board.getByRole('listitem')).toHaveText(['Theo M.2 supporters'])
  await expectNoViolations(page)

  await ambassador.goto('/ambassador')
  await unfold(ambassador, campaign.name)
  const choice = section(ambassador).getByRole('switch', { name: /Show me/ })
  await expect(choice).toBeChecked()
  const toggle = async (isOn: boolean) => {
    const saved = ambassador.waitForResponse((response) => response.request().method() !== 'GET')
    await choice.press('Space')
    expect((await saved).ok()).toBe(true)
    await expect(choice).toBeChecked({ checked: isOn })
  }
  await toggle(false)
  await page.reload()
  await expect(page.getByRole('heading', { name: campaign.name })).toBeVisible()
  await expect(board).toHaveCount(0)
  await ambassador.reload()
  await unfold(ambassador, campaign.name)
  await expect(choice).not.toBeChecked()
  await toggle(true)
  await page.reload()
  await expect(board).toBeVisible()
})

test('the ambassador leaderboard is on the campaign page without JavaScript', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto(`/campaigns/${campaign.id}`)
  await expect(page.getByRole('region', { name: 'Thanks to our ambassadors' })).toContainText('Theo M.')
  await context.close()
})

/** The main journey: a pledge, a season entered and confirmed, a settlement, a charge, a receipt. */
import type { Page } from '@playwright/test'
import { beforeSigningIn } from './before-signing-in.ts'
import { activeCampaign, type Campaign, endEarly, pastMatches } from './campaign.ts'
import { alive, apiOf, codeFor, enterAs, expect, test } from './fixtures.ts'
import { withOwnClock } from './own-server.ts'

const baseURL = withOwnClock()

test('a pledge goes from choosing statistics through settlement and charge to its receipt', async ({
  page: supporter,
  browser,
}, { project }) => {
  test.setTimeout(150_000)
  const use = {
    viewport: project.use.viewport ?? null,
    baseURL,
    timezoneId: project.use.timezoneId,
  }
  const stamp = `${project.name}-${Date.now()}`
  const email = `sam.${stamp}@example.test`
  const coach = await enterAs(browser, use, 'coach@demo.test')
  const representative = await enterAs(browser, use, 'rep@demo.test')
  const campaign = await test.step('a campaign is ready', () =>
    activeCampaign(coach, representative, `Goals Under the Lights ${stamp}`))

  await test.step('a visitor chooses statistics, signs up with a code, and is back with the same choice', () =>
    chooseAndSignUp(supporter, campaign, email))
  await test.step('the supporter pledges by card', () => pledgeByCard(supporter))
  await test.step('the supporter pledges once more, by check', () => pledgeByCheck(supporter))
  await test.step('the coach enters a match and imports the season', () => enterSeason(coach, campaign))
  await test.step('a second person confirms', () => confirmAll(representative, campaign))
  await test.step('the representative locks the final settlement', () => lockFinal(representative, campaign))
  await test.step('three days later the card is charged', () => chargesRun(representative, campaign))
  await test.step('the receipt is in the outbox', () => receiptArrived(supporter, email))
  await test.step('the paid pledge is found from the list, and is over', () => paidPledge(supporter))
})

const panelOf = (page: Page) => page.getByRole('region', { name: 'Support This Campaign' })
const statistic = (page: Page, name: string) =>
  panelOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
const lockIn = (page: Page) => page.getByRole('button', { name: 'Lock in your pledge now!' }).first()

async function chooseAndSignUp(page: Page, campaign: Campaign, email: string): Promise<void> {
  await page.goto(`/campaigns/${campaign.id}`)
  await expect(page.getByRole('heading', { level: 1, name: campaign.name })).toBeVisible()
  await statistic(page, 'Goals').getByRole('button', { name: 'Select This Statistic' }).click()
  await statistic(page, 'Goals').getByRole('radio', { name: '$3', exact: true }).check()
  await expect(statistic(page, 'Goals')).toContainText('$3.00 × 34 goals, as last year')
  await statistic(page, 'Win the Conference').getByRole('button', { name: 'Select This Statistic' }).click()
  await statistic(page, 'Win the Conference').getByLabel('Or your own amount').fill('40')
  await panelOf(page).getByRole('switch', { name: 'Set Maximum Donation Cap' }).check()
  await expect(panelOf(page).getByLabel('Maximum amount')).toHaveValue('213.00')
  await panelOf(page).getByLabel('Maximum amount').fill('175')
  await expect(panelOf(page).getByText('The most you can owe').locator('..')).toContainText('$175.00')
  await beforeSigningIn(page, async () => {
    await lockIn(page).click()
    await expect(
      page.getByText('Sign in to lock in your pledge and support the squad!', { exact: true }),
    ).toBeVisible()
  })
  await expect(page).toHaveURL(/\/sign-in\?returnTo=/)
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
  await page.getByLabel('First Name').fill('Sam')
  await page.getByLabel('Last Name').fill('Porter')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByLabel('Code').fill(await codeFor(page, email))
  await page.getByRole('button', { name: 'Verify email' }).click()

  await expect(page).toHaveURL(new RegExp(`/campaigns/${campaign.id}$`))
  await test.step('the pledge dialog they were going to is open', () =>
    expect(page.getByRole('dialog', { name: 'Complete Your Pledge' })).toContainText('Step 1 of 6'))
}

async function pledgeByCard(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Complete Your Pledge' })
  const next = dialog.getByRole('button', { name: 'Next' })
  await next.click()
  await expect(page.getByText('Please fill in all required fields.', { exact: true })).toBeVisible()
  const profile = { Phone: '541-555-0100', 'Street Address': '1 Main St', City: 'Bend', 'ZIP Code': '97701' }
  for (const [label, value] of Object.entries(profile))
    await dialog.getByLabel(label, { exact: true }).fill(value)
  await dialog.getByLabel('State', { exact: true }).selectOption('OR')
  await next.click()
  await expect(dialog.getByText('Step 3 of 6: Privacy')).toBeVisible()
  await dialog.getByLabel('A note for the team').fill('For my grandson, number 9!')
  await next.click()
  await expect(dialog.getByText('Test mode')).toBeVisible()
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await dialog.getByLabel('Expires').fill('12 / 34')
  await dialog.getByLabel('Security code').fill('123')
  await next.click()
  await expect(dialog.getByText('Step 5 of 6: Review')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'The most you can owe' })).toContainText('$175.00')
  await expect(dialog.getByText('Visa ending in 4242, charged once after the season')).toBeVisible()
  await dialog.getByRole('button', { name: 'Confirm Pledge' }).click()
  await expect(dialog.getByRole('heading', { name: 'Pledge Submitted Successfully!' })).toBeVisible()
  await expect(page.getByText('PLEDGE LOCKED IN!', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('For my grandson, number 9!')).toBeVisible()
  await expect(lockIn(page)).toBeHidden()
}

async function pledgeByCheck(page: Page): Promise<void> {
  await statistic(page, 'Clean Sheets').getByRole('button', { name: 'Select This Statistic' }).click()
  await statistic(page, 'Clean Sheets').getByRole('radio', { name: '$10', exact: true }).check()
  await lockIn(page).click()
  const dialog = page.getByRole('dialog', { name: 'Complete Your Pledge' })
  const next = dialog.getByRole('button', { name: 'Next' })
  await next.click()
  await expect(dialog.getByText('Step 3 of 6: Privacy')).toBeVisible()
  await next.click()
  await dialog.getByRole('radio', { name: 'Check' }).check()
  await next.click()
  await dialog.getByRole('button', { name: 'Confirm Pledge' }).click()
  await expect(dialog.getByText('An invoice comes after the season.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Anonymous Supporter #2')).toBeVisible()
}

async function enterSeason(page: Page, campaign: Campaign): Promise<void> {
  await page.goto(`/dashboard/campaigns/${campaign.id}?tab=results`)
  await (await alive(page.getByRole('button', { name: 'Enter Results', exact: true }))).click()
  const match = page.getByRole('dialog', { name: 'Enter Results' })
  await expect(match.getByLabel('Match')).toContainText('vs. Summit')
  await match.getByRole('button', { name: 'One more: Goals' }).click({ clickCount: 4 })
  await match.getByRole('textbox', { name: 'Clean Sheets' }).fill('1')
  await match.getByRole('button', { name: /^Save / }).click()
  await expect(match).toBeHidden()
  await expect(page.getByText('Your entry: someone else must confirm it')).toHaveCount(2)

  await page.getByRole('button', { name: 'Import a file' }).click()
  const upload = page.getByRole('dialog', { name: 'Import a file' })
  await upload.getByLabel('File', { exact: true }).setInputFiles({
    name: 'season.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(pastMatches(campaign.now)),
  })
  await expect(upload.getByRole('listitem').filter({ hasText: 'Ridgeview' })).toContainText('Goals: 3')
  await upload.getByRole('button', { name: 'Import 4 results and 2 events' }).click()
  await expect(upload).toBeHidden()
  await expect(page.getByText('6 results need a second person to confirm.')).toBeVisible()

  await page.getByRole('button', { name: 'Yes: Win the Conference', exact: true }).click()
  await page.getByRole('button', { name: 'Enter as achieved' }).click()
  await expect(page.getByText('7 results need a second person to confirm.')).toBeVisible()
}

async function confirmAll(page: Page, campaign: Campaign): Promise<void> {
  await page.goto(`/dashboard/campaigns/${campaign.id}?tab=results`)
  await (await alive(page.getByRole('button', { name: 'Confirm all 7' }))).click()
  await expect(page.getByText('need a second person')).toBeHidden()
  await page.goto(`/campaigns/${campaign.id}`)
  await expect(page.getByRole('region', { name: 'The season, match by match' })).toContainText('9')
}

async function lockFinal(page: Page, campaign: Campaign): Promise<void> {
  await page.goto(`/dashboard/campaigns/${campaign.id}?tab=settlements`)
  const final = await alive(page.getByRole('radio', { name: 'Final' }))
  // The kind is in the address: it is checked once the address has changed.
  await final.click()
  await expect(final).toBeChecked()
  const bill = page.getByRole('region', { name: 'What this settlement would bill' })
  await expect(bill.getByRole('heading')).toHaveText('Version 1, final')
  // 9 goals at $3.00 and the title at $40.00; two shutouts at $10.00.
  await expect(bill).toContainText('$87.00')
  await endEarly(bill)
  await bill.getByRole('button', { name: 'Review and lock...' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('The season is not over.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lock settlement' }).click()
  await expect(page.getByText('Version 1 is locked', { exact: true })).toBeVisible()
  await expect(
    page
      .getByRole('region', { name: 'Settlements' })
      .getByRole('listitem')
      .filter({ hasText: 'Version 1, final' }),
  ).toContainText('$87.00')
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
}

async function paidPledge(page: Page): Promise<void> {
  await page.goto('/pledges')
  const paid = page.getByRole('listitem').filter({ hasText: 'Settled' })
  await paid.getByRole('link', { name: /^View Pledge/ }).click()
  await expect(page.getByRole('region', { name: 'Earned this season' })).toContainText('$67.00')
  await expect(page.getByText('Settled and paid. Nothing more is due.')).toBeVisible()
  await expect(page.getByText('The most you can owe')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Change card' })).toHaveCount(0)
}

async function chargesRun(page: Page, campaign: Campaign): Promise<void> {
  const call = await apiOf(page.request)
  // The statements are sent first; the notice period counts from then.
  await call('POST', '/api/dev/clock', { days: 0 })
  await call('POST', '/api/dev/clock', { days: 4 })
  await page.goto(`/dashboard/campaigns/${campaign.id}?tab=settlements`)
  await expect(
    page.getByRole('region', { name: 'Charges' }).getByRole('row', { name: /\$67\.00/ }),
  ).toContainText('Succeeded')
  // Beside the tabs on a desktop, collapsed on a phone.
  await expect(page.getByText('$67.00 collected', { exact: false })).toBeAttached()
}

async function receiptArrived(page: Page, email: string): Promise<void> {
  await page.goto('/dev/mail')
  const receipt = page.getByRole('article', { name: `to ${email}` }).filter({ hasText: /receipt/i })
  await expect(receipt.first()).toContainText('$67.00')
}

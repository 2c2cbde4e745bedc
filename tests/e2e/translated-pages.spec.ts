/** Pages that a browser translates show right amounts, and stay (R56). */
import type { Page } from '@playwright/test'
import { activeCampaign, type Campaign } from './campaign.ts'
import { alive, apiOf, dayFrom, enterAs, expect, newcomer, test } from './fixtures.ts'
import { button, deviceOf, dialogOf, panelOf, pledgesOf, profileOf, stepOf } from './pledge-dialog.ts'
import { managed, dialogOf as matchDialog, resultsOf, save } from './results-screen.ts'
import { expectWhole, translate } from './translator.ts'
import { chooseFirst, opened, typed } from './wizard.ts'

let coach: Page
let representative: Page
let campaign: Campaign

test.beforeAll(async ({ browser }, info) => {
  coach = await enterAs(browser, deviceOf(info), 'coach@demo.test')
  representative = await enterAs(browser, deviceOf(info), 'rep@demo.test')
  campaign = await activeCampaign(coach, representative, `Translated ${info.project.name}-${Date.now()}`)
})
test.afterAll(async () => {
  await coach.context().close()
  await representative.context().close()
})

/** The expected maximum is 44 goals. */
const MOST_AT = { '1.25': '$55.00', '7.00': '$308.00' } as const

test('the campaign’s page, the six steps, the pledge’s page and a raise', async ({ browser }, info) => {
  const email = `translated-${info.project.name}-${Date.now()}@example.test`
  const page = await newcomer(browser, deviceOf(info), email)
  await (await apiOf(page.request))('POST', '/api/users', profileOf(email))
  await page.goto(`/campaigns/${campaign.id}`)
  await alive(panelOf(page).getByRole('button', { name: 'Select This Statistic' }).first())
  await translate(page)
  await panelOf(page).getByRole('button', { name: 'Select This Statistic' }).first().click()
  await panelOf(page).locator('.chip').nth(0).click()
  await expect(panelOf(page).getByText(MOST_AT['1.25']).first()).toBeVisible()
  await panelOf(page).locator('.chip').nth(2).click()
  await expect(panelOf(page).getByText(MOST_AT['7.00']).first()).toBeVisible()
  await panelOf(page).getByRole('switch', { name: 'Set Maximum Donation Cap' }).check()
  for (const cap of ['0', '34', '345']) await panelOf(page).getByLabel('Maximum amount').fill(cap)
  await expectWhole(page)
  await panelOf(page).getByRole('switch', { name: 'Set Maximum Donation Cap' }).uncheck()
  await page.getByRole('button', { name: 'Lock in your pledge now!' }).first().click()
  for (const step of ['1 of 6', '3 of 6']) {
    await stepOf(page, step)
    await expectWhole(page)
    await button(page, 'Next').click()
  }
  await stepOf(page, '4 of 6')
  await dialogOf(page).getByRole('radio', { name: 'Check' }).check()
  await expectWhole(page)
  await button(page, 'Next').click()
  await stepOf(page, '5 of 6')
  await expect(dialogOf(page).getByText(MOST_AT['7.00']).first()).toBeVisible()
  await expectWhole(page)
  await button(page, 'Confirm Pledge').click()
  await stepOf(page, '6 of 6')
  await expect(dialogOf(page).getByText('Pledge Submitted Successfully!')).toBeVisible()
  await expectWhole(page)
  await button(page, 'Close').last().click()
  await expect(dialogOf(page)).toBeHidden()
  await expectWhole(page)

  const [made] = await pledgesOf(page, campaign)
  await page.goto(`/pledges/${made?.id}`)
  const raise = page.getByRole('button', { name: 'Raise Goals' })
  await alive(raise)
  await translate(page)
  await raise.click()
  const sheet = page.getByRole('dialog', { name: 'Raise Goals' })
  for (const rate of ['8', '9']) {
    const asked = page.waitForResponse((response) => response.url().includes(`pledgeAmount=${rate}`))
    await sheet.getByLabel(/^New amount/).fill(rate)
    const { most } = (await (await asked).json()) as { most: string }
    await expect(sheet.locator('.fig')).toHaveText(`$${most}`)
    await expect(sheet.getByText(`never pay more than $${most}`)).toBeVisible()
  }
  await expectWhole(page)
  await sheet.getByRole('button', { name: 'I agree' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText(/\$9\.00 per goal/i).first()).toBeVisible()
  await expectWhole(page)
  await page.context().close()
})

test('the form without an account, and the page of its mail', async ({ page }, info) => {
  const email = `translated-guest-${info.project.name}-${Date.now()}@example.test`
  await page.goto(`/campaigns/${campaign.id}/pledge`)
  const amounts = page.getByRole('group', { name: /^Amount for/ })
  await alive(amounts.locator('input').first())
  await translate(page)
  await amounts.locator('label').nth(0).click()
  await expect(page.getByText(MOST_AT['1.25']).first()).toBeVisible()
  await amounts.locator('label').nth(2).click()
  await expect(page.getByText(MOST_AT['7.00']).first()).toBeVisible()
  await page.getByLabel('Your email').fill(email)
  for (const [label, text] of [
    ['Card number', '4242424242424242'],
    ['Expires', '12 / 30'],
    ['Security code', '123'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await expectWhole(page)
  await expect(page.getByText(MOST_AT['1.25'])).toHaveCount(0)
  await page.getByRole('button', { name: 'Pledge now', exact: true }).click()
  await expect(page.getByRole('heading', { name: /Check your email/ })).toBeVisible()
  await expect(page.getByText(MOST_AT['7.00'])).toBeVisible()
  await expectWhole(page)

  const outbox = await page.context().newPage()
  await outbox.goto('/dev/mail')
  const mail = outbox.getByRole('article', { name: `to ${email}` }).first()
  const link = /\/g\/[\w-]{43}/.exec(await mail.innerHTML())?.[0] ?? ''
  await outbox.close()
  await page.goto(link)
  const confirm = page.getByRole('button', { name: 'Confirm my pledge' })
  await alive(confirm)
  await translate(page)
  await expect(page.getByText(`never more than ${MOST_AT['7.00']}`)).toBeVisible()
  await confirm.click()
  await expect(page.getByRole('heading', { name: 'Your pledge counts' })).toBeVisible()
  await expectWhole(page)
})

test('the touchline, and confirming on the results tab', async () => {
  await coach.goto(resultsOf(campaign))
  const enter = coach.getByRole('button', { name: 'Enter Results', exact: true })
  await alive(enter)
  await translate(coach)
  await enter.click()
  const dialog = matchDialog(coach)
  await dialog.getByRole('button', { name: 'One more: Goals' }).click()
  await dialog.getByRole('button', { name: 'One more: Goals' }).click()
  await expectWhole(coach)
  await save(coach).click()
  await expect(dialog).toBeHidden()
  await expectWhole(coach)

  await representative.goto(resultsOf(campaign))
  const confirm = representative.getByRole('button', { name: /^Confirm/ }).first()
  await alive(confirm)
  await translate(representative)
  await confirm.click()
  const confirmed = async () => (await managed(representative, campaign)).statistics[0]?.confirmedQuantity
  await expect.poll(confirmed).toBe(2)
  await expectWhole(representative)
})

test('the wizard, with a goal that is refused and one that is not', async ({ browserName }, info) => {
  const page = await opened(coach)
  await translate(page)
  await chooseFirst(page)
  await expectWhole(page)
  const name = `Translated wizard ${browserName} ${info.project.name}-${Date.now()}`
  await page.getByLabel('Campaign Name').fill(name)
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(page.getByText('Campaign description is required')).toBeVisible()
  await page.getByLabel('About This Campaign').fill('Every goal helps buy lights.')
  await page.getByLabel('Goal Amount').fill('0')
  await page.getByLabel('Goal Amount').fill('2500')
  await page.getByLabel('Start Date', { exact: true }).fill(typed(dayFrom(campaign.now, -1)))
  await page.getByLabel('End Date', { exact: true }).fill(typed(dayFrom(campaign.now, 60)))
  await page.getByRole('radio', { name: 'Soccer' }).check()
  await expectWhole(page)
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expectWhole(page)
  await page.close()
})

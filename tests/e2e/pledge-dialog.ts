/** The six steps of the pledge dialog, for its tests. */
import { type Browser, expect, type Page, type TestInfo } from '@playwright/test'
import type { Campaign } from './campaign.ts'
import { alive, apiOf, newcomer } from './fixtures.ts'

export const deviceOf = ({ project }: Pick<TestInfo, 'project'>) => ({
  viewport: project.use.viewport ?? null,
  baseURL: project.use.baseURL,
  timezoneId: project.use.timezoneId,
})

export const panelOf = (page: Page) => page.getByRole('region', { name: 'Support This Campaign' })
export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Complete Your Pledge' })
export const button = (page: Page, name: string) => dialogOf(page).getByRole('button', { name })
export const stepOf = (page: Page, step: string) => expect(dialogOf(page)).toContainText(`Step ${step}`)

type Listed = { id: string; campaignId: string; amount: string }
/** The pledges of the signed-in supporter for the campaign. */
export const pledgesOf = async (page: Page, campaign: Campaign): Promise<Listed[]> => {
  const all = (await (await apiOf(page.request))('GET', '/api/user/pledges')) as unknown as Listed[]
  return all.filter(({ campaignId }) => campaignId === campaign.id)
}

/** What the first step asks for, of a user who signed up as Pat Reyes. */
export const profileOf = (email: string) => ({
  firstName: 'Pat',
  lastName: 'Reyes',
  email,
  phone: '541-555-0100',
  streetAddress1: '1 Main St',
  city: 'Bend',
  state: 'OR',
  zip: '97701',
})

/** A new user with a profile, signed in, on the campaign's page with an amount chosen and the dialog open. */
export async function openDialog(
  browser: Browser,
  info: TestInfo,
  campaign: Campaign,
  { profile = true, cap = '', alsoExpected = [] as readonly RegExp[] } = {},
): Promise<Page> {
  const email = `pat-${info.project.name}-${Date.now()}@example.test`
  const page = await newcomer(browser, deviceOf(info), email, alsoExpected)
  if (profile) {
    const call = await apiOf(page.request)
    await call('POST', '/api/users', profileOf(email))
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

/** From the first step with a filled-in profile. A press is ignored while the step before it is being left. */
export async function toPayment(page: Page): Promise<void> {
  for (const next of ['3 of 6', '4 of 6']) {
    await button(page, 'Next').click()
    await stepOf(page, next)
  }
}

export const typeCard = async (page: Page, number: string) => {
  await dialogOf(page).getByLabel('Card number').fill(number)
  await dialogOf(page).getByLabel('Expires').fill('12 / 34')
  await dialogOf(page).getByLabel('Security code').fill('123')
}

/** Addresses looked up while they are typed: with a stand-in for Google's script, under the pages' own policy (R56). */
import type { Page } from '@playwright/test'
import { expectNoBarriersInAnyLight } from './barriers.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { enterAs, expect, test } from './fixtures.ts'
import { type KnownAddress, type Part, serveGoogle } from './google-browser.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { addressOf } from './ports.ts'

const baseURL = addressOf(3)
const KEY = `AIza${'b'.repeat(35)}`
let server: OwnServer | undefined
let campaign: Campaign

test.use({ baseURL })

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000)
  server = await startOwnServer(baseURL, { GOOGLE_MAPS_KEY: KEY })
  const coach = await enterAs(browser, { baseURL }, 'coach@demo.test')
  const representative = await enterAs(browser, { baseURL }, 'rep@demo.test')
  campaign = await activeCampaign(coach, representative, 'Lights by Address')
  await coach.context().close()
  await representative.context().close()
})
test.afterAll(() => server?.stop())

const part = (longText: string, shortText: string, ...types: string[]): Part => ({
  longText,
  shortText,
  types,
})
const place = (
  id: string,
  [number, street, city]: [string, string, string],
  [state, code]: [string, string],
  zip: string,
): KnownAddress => ({
  id,
  main: [number, street].filter(Boolean).join(' '),
  secondary: `${city}, ${code}, USA`,
  parts: [
    ...(number ? [part(number, number, 'street_number')] : []),
    part(street, street, 'route'),
    part(city, city, 'locality', 'political'),
    part(state, code, 'administrative_area_level_1', 'political'),
    part('United States', 'US', 'country', 'political'),
    part(zip, zip, 'postal_code'),
  ],
})
const KNOWN = [
  place('bend', ['120', 'Alder Creek Rd', 'Bend'], ['Oregon', 'OR'], '97702'),
  place('ithaca', ['120', 'Alder St', 'Ithaca'], ['New York', 'NY'], '14850'),
  place('capitol', ['400', 'Alder Pl SE', 'Washington'], ['District of Columbia', 'DC'], '20003'),
  place('street', ['', 'Alder Avenue', 'Kearney'], ['Nebraska', 'NE'], '68847'),
]

const form = (page: Page) => page.getByRole('dialog', { name: 'Complete Your Pledge' })
/** With a list or without. */
const street = (page: Page) => form(page).locator('input[name=streetAddress1]')
const list = (page: Page) => page.getByRole('listbox', { name: 'Street Address' })
const option = (page: Page, name: string | RegExp) => list(page).getByRole('option', { name })

/** The first step of a pledge, its address emptied. */
async function toProfile(page: Page, at = baseURL, id = campaign.id): Promise<void> {
  await page.goto(`${at}/sign-in`)
  await page.getByLabel('Email').fill('supporter@demo.test')
  await page.getByLabel('Password').fill('demo-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(`${at}/campaigns/${id}`)
  const goals = page
    .getByRole('region', { name: 'Support This Campaign' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Goals', exact: true }) })
  await goals.getByRole('button', { name: 'Select This Statistic' }).click()
  await goals.getByRole('radio', { name: '$3', exact: true }).check()
  await page.getByRole('button', { name: 'Lock in your pledge now!' }).first().click()
  await expect(form(page).getByText('Step 1 of 6')).toBeVisible()
  for (const label of ['Street Address', 'Apartment, suite', 'City', 'ZIP Code'])
    await form(page).getByLabel(label).first().evaluate(empty)
  await form(page).getByLabel('State').selectOption('')
}

/** Without a key being pressed or the field being visited. */
function empty(field: Element): void {
  const input = field as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '')
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

async function expectAddress(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await expect(
      form(page).getByLabel(label, { exact: true }).and(form(page).locator('input, select')),
      label,
    ).toHaveValue(value)
}

test('the script comes with the first visit of the field; a choice fills the address', async ({ page }) => {
  const google = await serveGoogle(page, KNOWN)
  await toProfile(page)
  await expect(street(page)).toHaveAccessibleDescription('Type at least 3 characters to find your address.')
  expect(google.loads, 'nothing of Google before the field is visited').toEqual([])
  await street(page).focus()
  await expect.poll(() => google.loads.length).toBe(1)
  expect(google.loads[0]?.searchParams.get('key')).toBe(KEY)
  await page.keyboard.type('12')
  await page.keyboard.type('0 al')
  await expect(list(page)).toBeVisible()
  await expect(list(page).getByRole('option')).toHaveText([
    '120 Alder Creek RdBend, OR',
    '120 Alder StIthaca, NY',
  ])
  await expect(page.getByText('Powered by Google Maps')).toBeVisible()
  expect(google.suggested.filter(({ input }) => input.length < 3)).toEqual([])
  expect(google.suggested.at(-1)).toMatchObject({
    includedRegionCodes: ['us'],
    includedPrimaryTypes: ['street_address', 'premise', 'subpremise', 'route'],
  })
  await option(page, /Ithaca/).click()
  await expectAddress(page, {
    ...{ 'Street Address': '120 Alder St', City: 'Ithaca', State: 'NY', 'ZIP Code': '14850' },
  })
  await expect(form(page).getByLabel('Apartment, suite')).toBeFocused()
  await expect(list(page)).toBeHidden()
  // Letters and choice are one look-up; the next letters are another.
  expect(google.opened).toEqual([{ id: 'ithaca', fields: ['addressComponents'], token: 'token 1' }])
  await street(page).fill('400 al')
  await expect(option(page, /Washington/)).toBeVisible()
  expect(google.suggested.at(-1)?.token).toBe('token 2')
  expect(google.loads).toHaveLength(1)
})

test('by keyboard alone: down, up, Enter, Escape; what is typed stays as it is typed', async ({ page }) => {
  await serveGoogle(page, KNOWN)
  await toProfile(page)
  await street(page).focus()
  await page.keyboard.type('120 alder')
  await expect(option(page, /Bend/)).toBeVisible()
  await expect(street(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('status').filter({ hasText: '2 addresses found.' })).toBeAttached()
  // Escape closes the list, not the dialog; an arrow opens it again.
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(form(page)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(option(page, /Bend/)).toHaveAttribute('aria-selected', 'true')
  const named = await street(page).getAttribute('aria-activedescendant')
  expect(await option(page, /Bend/).getAttribute('id')).toBe(named)
  await page.keyboard.press('ArrowUp')
  await expect(street(page)).not.toHaveAttribute('aria-activedescendant')
  await page.keyboard.press('ArrowUp')
  await expect(option(page, /Ithaca/)).toHaveAttribute('aria-selected', 'true')
  // Leaving takes nothing over.
  await page.keyboard.press('Tab')
  await expect(list(page)).toBeHidden()
  await expectAddress(page, { 'Street Address': '120 alder', City: '', 'ZIP Code': '' })
  await street(page).focus()
  await page.keyboard.type(' c')
  await expect(list(page).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectAddress(page, { 'Street Address': '120 Alder Creek Rd', City: 'Bend', State: 'OR' })
  await expect(form(page).getByText('Step 1 of 6')).toBeVisible()
})

test('an answer to older letters is dropped', async ({ page }) => {
  const google = await serveGoogle(page, KNOWN)
  const letGo = google.hold('120')
  await toProfile(page)
  await street(page).focus()
  await page.keyboard.type('120')
  await expect.poll(() => google.suggested.map(({ input }) => input)).toEqual(['120'])
  const late = page.waitForResponse((response) => response.request().postDataJSON()?.input === '120')
  await page.keyboard.type(' alder c')
  await expect(list(page).getByRole('option')).toHaveCount(1)
  letGo()
  await (await late).finished()
  await expect(list(page).getByRole('option')).toHaveText(['120 Alder Creek RdBend, OR'])
})

test('an address outside the 50 states leaves the state to choose, and says so', async ({ page }) => {
  await serveGoogle(page, KNOWN)
  await toProfile(page)
  await street(page).focus()
  await page.keyboard.type('400 alder')
  await option(page, /Washington/).click()
  await expectAddress(page, { 'Street Address': '400 Alder Pl SE', City: 'Washington', State: '' })
  const words =
    'District of Columbia is not in the list of states. Choose a state by hand, or another address.'
  await expect(form(page).getByText(words)).toBeVisible()
  await expect(form(page).getByLabel('State')).toBeFocused()
  await form(page).getByLabel('State').selectOption('MD')
  await expect(form(page).getByText(words)).toBeHidden()
})

test('a street without a number asks for the number', async ({ page }) => {
  await serveGoogle(page, KNOWN)
  await toProfile(page)
  await street(page).focus()
  await page.keyboard.type('alder av')
  await option(page, /Kearney/).click()
  await expect(form(page).getByText('Add the house number in front of the street.')).toBeVisible()
  await expect(street(page)).toBeFocused()
})

test('the list keeps nobody out, and nothing that is found is said too', async ({ page }) => {
  await serveGoogle(page, KNOWN)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await toProfile(page)
  await street(page).focus()
  await page.keyboard.type('alder')
  await expect(list(page).getByRole('option')).toHaveCount(4)
  await page.keyboard.press('ArrowDown')
  await expectNoBarriersInAnyLight(page, { within: ['.dialog', '.popover'] })
  await street(page).fill('nowhere at all')
  await expect(page.getByText('No address found. You can type it in full.').first()).toBeVisible()
})

test('a script that does not come is tried four times, and then said; the address is typed', async ({
  page,
}) => {
  const google = await serveGoogle(page, KNOWN)
  google.trouble = 'load'
  page.removeAllListeners('console')
  await toProfile(page)
  await street(page).focus()
  await page.keyboard.type('120 al')
  await expect(page.getByText('Address Autocomplete Unavailable', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Failed to load Google Places API. Please enter your address manually.', { exact: true }),
  ).toBeVisible()
  expect(google.loads).toHaveLength(4)
  await expect(street(page)).toHaveAccessibleDescription('Please enter your address manually.')
  await expect(street(page)).toBeFocused()
  await expect(street(page)).not.toHaveAttribute('role', 'combobox')
  await page.keyboard.type('der St')
  for (const [label, value] of [
    ['City', 'Ithaca'],
    ['ZIP Code', '14850'],
  ] as const)
    await form(page).getByLabel(label).fill(value)
  await form(page).getByLabel('State').selectOption('NY')
  await expectAddress(page, { 'Street Address': '120 alder St' })
  await form(page).getByRole('button', { name: 'Next' }).click()
  await expect(form(page).getByText('Step 3 of 6: Privacy')).toBeVisible()
  expect(google.loads).toHaveLength(4)
})

test('one that comes late is used', async ({ page }) => {
  const google = await serveGoogle(page, KNOWN)
  google.trouble = 'load'
  page.removeAllListeners('console')
  await toProfile(page)
  await street(page).focus()
  await expect.poll(() => google.loads.length).toBe(2)
  google.trouble = null
  await page.keyboard.type('120 alder')
  await expect(option(page, /Bend/)).toBeVisible()
})

for (const trouble of ['key', 'suggest'] as const)
  test(`the form goes on by hand when Google refuses: ${trouble}`, async ({ page }) => {
    const google = await serveGoogle(page, KNOWN)
    google.trouble = trouble
    page.removeAllListeners('console')
    await toProfile(page)
    await street(page).focus()
    await page.keyboard.type('120 alder')
    await expect(page.getByText('Address Autocomplete Unavailable', { exact: true })).toBeVisible()
    await expectAddress(page, { 'Street Address': '120 alder' })
  })

test('the profile’s address is found the same way', async ({ page }) => {
  await serveGoogle(page, KNOWN)
  await toProfile(page)
  await page.goto('/dashboard/profile')
  const field = page.getByRole('combobox', { name: 'Street address' })
  await field.fill('120 alder')
  await page.getByRole('option', { name: /Ithaca/ }).click()
  await expect(field).toHaveValue('120 Alder St')
  await expect(page.getByLabel('City')).toHaveValue('Ithaca')
  await expect(page.getByLabel('State')).toHaveValue('NY')
  await expect(page.getByLabel('ZIP code')).toHaveValue('14850')
  await expect(page.getByLabel('Apartment, suite')).toBeFocused()
})

test('pages let Google’s script in, kept ones too, and nothing else of it', async ({ request }) => {
  for (const path of ['/', '/campaigns', '/campaigns', '/sign-in']) {
    const policy = (await request.get(path)).headers()['content-security-policy'] ?? ''
    expect(policy).toMatch(
      /script-src 'self' 'nonce-[\w-]+' https:\/\/maps\.googleapis\.com https:\/\/maps\.gstatic\.com;/,
    )
    expect(policy).toContain("connect-src 'self' https://*.googleapis.com https://*.gstatic.com;")
    expect(policy).not.toContain('unsafe-inline')
  }
})

test('a key that has not the form of one is said, and nothing is loaded with it', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000)
  const other = addressOf(4)
  const own = await startOwnServer(other, { GOOGLE_MAPS_KEY: 'not-a-key' })
  try {
    const coach = await enterAs(browser, { baseURL: other }, 'coach@demo.test')
    const representative = await enterAs(browser, { baseURL: other }, 'rep@demo.test')
    const { id } = await activeCampaign(coach, representative, 'Lights without Addresses')
    await coach.context().close()
    await representative.context().close()
    const google = await serveGoogle(page, KNOWN)
    await toProfile(page, other, id)
    await street(page).focus()
    await expect(page.getByText('Invalid API Key', { exact: true })).toBeVisible()
    await expect(street(page)).toHaveAccessibleDescription('Please enter your address manually.')
    expect(google.loads).toEqual([])
  } finally {
    await own.stop()
  }
})

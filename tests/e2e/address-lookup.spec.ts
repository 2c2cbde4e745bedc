/** Addresses are suggested while they are typed, with a stand-in for Google's script, under the real content security policy (R56). */
import type { Page } from '@playwright/test'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { expectAddress, form, KNOWN, list, openAddressStep, option, street } from './address-form.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { enterAs, expect, test } from './fixtures.ts'
import { serveGoogle } from './google-browser.ts'
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

const openAddress = (page: Page) => openAddressStep(page, baseURL, campaign.id)

test('Google’s script loads when the address field is first focused, and a choice fills in the address', async ({
  page,
}) => {
  const google = await serveGoogle(page, KNOWN)
  await openAddress(page)
  await expect(street(page)).toHaveAccessibleDescription('Type at least 3 characters to find your address.')
  expect(google.loads, 'nothing of Google before the field is focused').toEqual([])
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
    'Street Address': '120 Alder St',
    City: 'Ithaca',
    State: 'NY',
    'ZIP Code': '14850',
  })
  await expect(form(page).getByLabel('Apartment, suite')).toBeFocused()
  await expect(list(page)).toBeHidden()
  // Typing and choosing are one lookup; typing again is another.
  expect(google.opened).toEqual([{ id: 'ithaca', fields: ['addressComponents'], token: 'token 1' }])
  await street(page).fill('400 al')
  await expect(option(page, /Washington/)).toBeVisible()
  expect(google.suggested.at(-1)?.token).toBe('token 2')
  expect(google.loads).toHaveLength(1)
})

test('the address list works by keyboard alone, and typed text stays until an address is chosen', async ({
  page,
}) => {
  await serveGoogle(page, KNOWN)
  await openAddress(page)
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
  // Leaving the field chooses nothing.
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

test('suggestions for text that has changed since are dropped', async ({ page }) => {
  const google = await serveGoogle(page, KNOWN)
  const letGo = google.hold('120')
  await openAddress(page)
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

test('choosing an address outside the 50 states leaves the state empty and says why', async ({ page }) => {
  await serveGoogle(page, KNOWN)
  await openAddress(page)
  await street(page).focus()
  await page.keyboard.type('400 alder')
  await option(page, /Washington/).click()
  await expectAddress(page, { 'Street Address': '400 Alder Pl SE', City: 'Washington', State: '' })
  const words =
    'District of Columbia is not in the list of states. Choose another address, or pledge by card without one.'
  await expect(form(page).getByText(words)).toBeVisible()
  await expect(form(page).getByLabel('State')).toBeFocused()
  await form(page).getByLabel('State').selectOption('MD')
  await expect(form(page).getByText(words)).toBeHidden()
})

test('choosing a street without a house number asks for the number', async ({ page }) => {
  await serveGoogle(page, KNOWN)
  await openAddress(page)
  await street(page).focus()
  await page.keyboard.type('alder av')
  await option(page, /Kearney/).click()
  await expect(form(page).getByText('Add the house number in front of the street.')).toBeVisible()
  await expect(street(page)).toBeFocused()
})

test('the address list has no accessibility violations, and says when nothing is found', async ({ page }) => {
  await serveGoogle(page, KNOWN)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAddress(page)
  await street(page).focus()
  await page.keyboard.type('alder')
  await expect(list(page).getByRole('option')).toHaveCount(4)
  await page.keyboard.press('ArrowDown')
  await expectNoViolationsInBothSchemes(page, { within: ['.dialog', '.popover'] })
  await street(page).fill('nowhere at all')
  await expect(page.getByText('No address found. You can type it in full.').first()).toBeVisible()
})

test('after four failed loads of Google’s script the form says so and takes a typed address', async ({
  page,
}) => {
  const google = await serveGoogle(page, KNOWN)
  google.trouble = 'load'
  page.removeAllListeners('console')
  await openAddress(page)
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

test('address lookup works when Google’s script loads at a later attempt', async ({ page }) => {
  const google = await serveGoogle(page, KNOWN)
  await page.route('https://maps.googleapis.com/**', (route) => route.abort(), { times: 2 })
  page.removeAllListeners('console')
  await openAddress(page)
  await street(page).focus()
  await page.keyboard.type('120 alder')
  await expect(option(page, /Bend/)).toBeVisible()
  expect(google.loads, 'the third attempt').toHaveLength(1)
})

for (const [trouble, refused] of [
  ['key', 'the key'],
  ['suggest', 'a request for suggestions'],
] as const)
  test(`an address can be typed manually when Google refuses ${refused}`, async ({ page }) => {
    const google = await serveGoogle(page, KNOWN)
    google.trouble = trouble
    page.removeAllListeners('console')
    await openAddress(page)
    await street(page).focus()
    await page.keyboard.type('120 alder')
    await expect(page.getByText('Address Autocomplete Unavailable', { exact: true })).toBeVisible()
    await expectAddress(page, { 'Street Address': '120 alder' })
  })

test('the profile’s address fields are filled from a suggestion', async ({ page }) => {
  await serveGoogle(page, KNOWN)
  await openAddress(page)
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

test('an address typed before the page’s script arrives is looked up once it does', async ({ page }) => {
  const google = await serveGoogle(page, KNOWN)
  await openAddress(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/dashboard/profile', { waitUntil: 'commit' })
  const field = page
    .getByRole('textbox', { name: 'Street address' })
    .or(page.getByRole('combobox', { name: 'Street address' }))
  await field.fill('120 alder')
  expect(google.loads).toEqual([])
  release()
  await page.getByRole('option', { name: /Ithaca/ }).click()
  await expect(field).toHaveValue('120 Alder St')
})

test('the content security policy of pages, cached ones too, allows Google’s script and no inline script', async ({
  request,
}) => {
  for (const path of ['/', '/campaigns', '/campaigns', '/sign-in']) {
    const policy = (await request.get(path)).headers()['content-security-policy'] ?? ''
    expect(policy).toMatch(
      /script-src 'self'(?: 'sha256-[\w+/]{43}='){6} https:\/\/maps\.googleapis\.com https:\/\/maps\.gstatic\.com;/,
    )
    expect(policy).toContain("connect-src 'self' https://*.googleapis.com https://*.gstatic.com;")
    expect(policy).not.toContain('unsafe-inline')
  }
})

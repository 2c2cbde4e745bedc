/** The address fields of the pledge dialog, and the addresses that the stand-in for Google knows. */
import { expect, type Page } from '@playwright/test'
import type { KnownAddress, Part } from './google-browser.ts'

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
export const KNOWN = [
  place('bend', ['120', 'Alder Creek Rd', 'Bend'], ['Oregon', 'OR'], '97702'),
  place('ithaca', ['120', 'Alder St', 'Ithaca'], ['New York', 'NY'], '14850'),
  place('capitol', ['400', 'Alder Pl SE', 'Washington'], ['District of Columbia', 'DC'], '20003'),
  place('street', ['', 'Alder Avenue', 'Kearney'], ['Nebraska', 'NE'], '68847'),
]

export const form = (page: Page) => page.getByRole('dialog', { name: 'Complete Your Pledge' })
/** The street field, with a list of suggestions or without. */
export const street = (page: Page) => form(page).locator('input[name=streetAddress1]')
export const list = (page: Page) => page.getByRole('listbox', { name: 'Street Address' })
export const option = (page: Page, name: string | RegExp) => list(page).getByRole('option', { name })

/** The first step of a pledge in the campaign, its address emptied. */
export async function openAddressStep(page: Page, at: string, id: string): Promise<void> {
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

/** Without a key press and without focusing the field. */
function empty(field: Element): void {
  const input = field as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '')
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

export async function expectAddress(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await expect(
      form(page).getByLabel(label, { exact: true }).and(form(page).locator('input, select')),
      label,
    ).toHaveValue(value)
}

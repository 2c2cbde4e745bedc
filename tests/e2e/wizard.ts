/** The wizard, as its journeys move in it. */
import { expect, type Page } from '@playwright/test'
import { failOnErrors } from './fixtures.ts'

export const WIZARD = '/dashboard/create-campaign'
export const typed = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`
export const toast = (page: Page, title: string) => page.getByText(title, { exact: true })
export const organizationDialog = (page: Page) => page.getByRole('dialog', { name: 'Create Organization' })
export const question = (page: Page) => page.getByRole('alertdialog')

/** A fresh tab keeps nothing of what another journey typed. */
export async function opened(page: Page, path = WIZARD): Promise<Page> {
  const fresh = await page.context().newPage()
  failOnErrors(fresh)
  await fresh.goto(path)
  await expect(fresh.getByRole('heading', { level: 1, name: 'Create Campaign' })).toBeVisible()
  await expect(fresh.getByRole('status', { name: 'Loading organizations' })).toHaveCount(0)
  return fresh
}

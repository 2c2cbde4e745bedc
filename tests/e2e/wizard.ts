/** The campaign wizard's pages and controls, for its tests. */
import { expect, type Page } from '@playwright/test'
import { failOnErrors } from './fixtures.ts'

export const WIZARD = '/dashboard/create-campaign'
export const typed = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`
export const toast = (page: Page, title: string) => page.getByText(title, { exact: true })
export const organizationDialog = (page: Page) => page.getByRole('dialog', { name: 'Create Organization' })
export const question = (page: Page) => page.getByRole('alertdialog')

/** A new tab has nothing of what another test typed. */
export async function opened(page: Page, path = WIZARD): Promise<Page> {
  const fresh = await page.context().newPage()
  failOnErrors(fresh)
  await fresh.goto(path)
  await expect(fresh.getByRole('heading', { level: 1, name: 'Create Campaign' })).toBeVisible()
  await expect(fresh.getByRole('status', { name: 'Loading organizations' })).toHaveCount(0)
  return fresh
}

/** Takes the first organization in the list on to the details. */
export async function chooseFirst(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Select / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Campaign Details' })).toBeVisible()
}

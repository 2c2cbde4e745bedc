/** The page that shows every component of the design system. */
import { expect, type Locator, type Page } from '@playwright/test'

/** The light panel of a section; its twin in dark has the same components. */
export const section = (page: Page, id: string): Locator => page.locator(`#${id} [data-theme=light]`)

export async function openComponents(page: Page, id = ''): Promise<void> {
  await page.goto(`/dev/ui${id && `#${id}`}`)
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false')
}

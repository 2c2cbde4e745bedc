import type { Page } from '@playwright/test'

/** On a phone the choices of the campaign list are behind a button. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Filters/ })
  if (await button.isVisible()) await button.click()
}

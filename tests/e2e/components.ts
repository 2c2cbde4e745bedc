/** The page that shows every component of the design system. */
import { expect, type Locator, type Page } from '@playwright/test'

/** The light panel of a section; its dark twin has the same components. */
export const section = (page: Page, id: string): Locator => page.locator(`#${id} [data-theme=light]`)

/** With the named sections only, which costs a tenth of the whole page; without any name all of them. */
export async function openComponents(page: Page, ...sections: string[]): Promise<void> {
  const query = new URLSearchParams(sections.map((id) => ['section', id]))
  await page.goto(`/dev/ui?${query}`)
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false')
}

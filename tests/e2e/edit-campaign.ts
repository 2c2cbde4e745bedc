import type { Page } from '@playwright/test'
import { alive } from './fixtures.ts'

/** Opens the details of a campaign: by a button on a desktop, from the menu on a phone. */
export async function pressEditCampaign(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'More about this campaign' })
  const edit = page.getByRole('button', { name: 'Edit Campaign' })
  await more.or(edit).filter({ visible: true }).first().waitFor()
  if (!(await more.isVisible())) return (await alive(edit)).click()
  await (await alive(more)).click()
  await page.getByRole('menuitem', { name: 'Edit Campaign' }).click()
}

/** The Results tab of a campaign and its dialog for a match. */
import type { Page } from '@playwright/test'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Campaign } from './campaign.ts'
import { apiOf } from './fixtures.ts'

export const resultsOf = ({ id }: Campaign) => `/dashboard/campaigns/${id}?tab=results`
export async function managed(page: Page, { id }: Campaign): Promise<Management> {
  const call = await apiOf(page.request)
  return (await call('GET', `/api/dashboard/campaigns/${id}`)) as unknown as Management
}
export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Enter Results' })
export const save = (page: Page) => dialogOf(page).getByRole('button', { name: /^Save( [^,]+)?$/ })
export const goals = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'Goals' })

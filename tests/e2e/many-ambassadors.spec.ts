/** Many ambassadors from a pasted list or a file of contacts: invited, searched, and nudged together while they have not joined (R42). */
import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { alive, enterAs, expect, test } from './fixtures.ts'

let coach: Page
let campaign: Campaign

test.beforeAll(async ({ browser }, { project }) => {
  const use = { viewport: project.use.viewport ?? null, baseURL: project.use.baseURL }
  coach = await enterAs(browser, use, 'coach@demo.test')
  const representative = await enterAs(browser, use, 'rep@demo.test')
  campaign = await activeCampaign(coach, representative, `Many ${project.name}-${Date.now()}`)
  await representative.context().close()
})
test.afterAll(() => coach.context().close())

const row = (email: string) => coach.getByRole('row').filter({ hasText: email })

test('a pasted list of ambassadors is previewed, invited and searched; a nudge within the hour is not mailed', {
  tag: '@phone',
}, async () => {
  const at = Date.now()
  const addresses = ['ann', 'bo', 'cy'].map((name) => `${name}-${at}@example.test`)
  await coach.goto(`/dashboard/campaigns/${campaign.id}?tab=ambassadors`)
  await (await alive(coach.getByRole('button', { name: 'Invite Many' }))).click()
  const dialog = coach.getByRole('dialog', { name: 'Invite many ambassadors' })
  await dialog
    .getByLabel('Addresses')
    .fill(`Ann <${addresses[0]}>, ${addresses[1]}\n${addresses[2]}\nnobody@`)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('Not an email address')).toBeVisible()
  await expectNoViolations(coach)
  await dialog.getByRole('button', { name: 'Invite 3 people' }).click()
  await expect(dialog).toBeHidden()
  await expect(coach.getByText('3 people invited', { exact: true })).toBeVisible()
  for (const address of addresses) await expect(row(address)).toBeVisible()

  const search = coach.getByRole('searchbox', { name: 'Search ambassadors' })
  await search.fill(`BO-${at}`)
  await expect(row(addresses[0] ?? '')).toHaveCount(0)
  await expect(row(addresses[1] ?? '')).toBeVisible()
  await expect(search).toBeFocused()
  await search.fill('somebody else')
  await expect(coach.getByRole('heading', { name: 'No one found' })).toBeVisible()
  await coach.getByRole('button', { name: 'Clear the search' }).click()
  await expect(row(addresses[2] ?? '')).toBeVisible()

  await coach.getByRole('radio', { name: 'Not joined 3' }).click()
  await expect(coach).toHaveURL(/who=not_joined/)
  for (const address of addresses) await expect(row(address)).toBeVisible()
  await coach.getByRole('button', { name: 'Nudge all 3 by email' }).click()
  // Each was mailed within the hour.
  await expect(coach.getByText('No email was sent', { exact: true })).toBeVisible()
  await expectNoViolations(coach)
  await coach.getByRole('radio', { name: 'No pledge 0' }).click()
  await expect(coach.getByRole('heading', { name: 'No one is waiting for a first supporter' })).toBeVisible()
})

test('ambassadors are picked from a file of contacts, each at one of their addresses', {
  tag: '@phone',
}, async () => {
  const at = Date.now()
  const csv = [
    'First Name,Last Name,Notes,E-mail 1 - Value,E-mail 2 - Value',
    `Ann,Love,"call\nold-${at}@example.test",ann-${at}@example.test,work-${at}@example.test`,
    `Ann,Love,,ann-${at}+pta@example.test,`,
    `Bo,Fox,,bo-${at}@example.test,`,
    `Cy,Gray,,cy-${at}@example.test,`,
    'Grandma,,,,',
  ].join('\r\n')
  await coach.goto(`/dashboard/campaigns/${campaign.id}?tab=ambassadors`)
  await (await alive(coach.getByRole('button', { name: 'Invite Many' }))).click()
  const dialog = coach.getByRole('dialog', { name: 'Invite many ambassadors' })
  const upload = dialog.getByLabel(/file of contacts/)
  const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await upload.setInputFiles(file('notes.csv', '%PDF-1.4'))
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText(/This is a PDF/)).toBeVisible()
  await upload.setInputFiles(file('contacts.csv', csv))
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('Google contacts, 4 people. 3 are new.')).toBeVisible()
  await expect(dialog.getByText('The same as line 2')).toBeVisible()
  await expect(dialog.getByText(`old-${at}@example.test`)).toHaveCount(0)
  await expectNoViolations(coach)
  await dialog.getByRole('checkbox', { name: 'Everyone new (3)' }).uncheck()
  await expect(dialog.getByRole('button', { name: 'Invite 0 people' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'Everyone new (3)' }).check()
  await dialog.getByRole('checkbox', { name: `bo-${at}@example.test` }).uncheck()
  await dialog.getByRole('combobox', { name: 'Address for Ann Love' }).click()
  await coach.getByRole('option', { name: `work-${at}@example.test` }).click()
  await dialog.getByRole('button', { name: 'Invite 2 people' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(`work-${at}@example.test`)).toBeVisible()
  await expect(row(`cy-${at}@example.test`)).toBeVisible()
  for (const name of ['ann', 'bo']) await expect(row(`${name}-${at}@example.test`)).toHaveCount(0)
})

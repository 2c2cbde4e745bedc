/** An owner says what the accounts are called, and saves a month for QuickBooks Online; the treasurer reads the same (R79). */
import { readFile } from 'node:fs/promises'
import { quickbooksProblems } from '#tests/bookkeeping/quickbooks.ts'
import { rowsOf } from '#tests/bookkeeping/rows.ts'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { alive, apiOf, expect, signInAs, test } from './fixtures.ts'

test('an owner renames an account and saves a month for QuickBooks Online', { tag: '@phone' }, async ({
  page,
}) => {
  await signInAs(page, 'coach@demo.test')
  const own = page
    .locator('a[href^="/dashboard/organizations/"]')
    .filter({ hasText: 'Leicester City Supporters of New England' })
  const path = (await own.first().getAttribute('href')) ?? ''
  await page.goto(path)
  await page.getByRole('link', { name: 'QuickBooks and Xero' }).click()
  await expect(page.getByRole('heading', { name: 'Files to import' })).toBeVisible()

  // A month with money, whenever the demo was made.
  const call = await apiOf(page.request)
  const api = `/api${path.replace('/dashboard', '')}/bookkeeping`
  const { months } = (await call('GET', api)) as unknown as { months: string[] }
  const counts = await Promise.all(
    months.map(async (month) => Number((await call('GET', `${api}?month=${month}`)).entries)),
  )
  await page.goto(`${path}/bookkeeping?month=${months[counts.findIndex((count) => count > 0)]}`)

  await (await alive(page.getByRole('button', { name: 'Edit accounts' }))).click()
  const bank = page.getByRole('group', { name: 'Bank account' }).getByLabel('QuickBooks Online')
  await bank.fill('Checking "main"')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('without quotes', { exact: false })).toBeVisible()
  await bank.fill('Assets:Main checking')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('cell', { name: 'Assets:Main checking' })).toBeVisible()
  await expectNoViolationsInBothSchemes(page)

  const download = page.waitForEvent('download')
  await (await alive(page.getByRole('button', { name: /for QuickBooks Online$/ }))).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(quickbooksProblems([text])).toEqual([])
  expect(rowsOf(text).rows.length).toBeGreaterThan(0)
})

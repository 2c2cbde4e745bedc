/** Documents to keep: receipts, year-end statements and the monthly report of representatives (R37, R38). */
import { expectNoViolations } from './accessibility.ts'
import { alive, apiOf, expect, signInAs, test } from './fixtures.ts'

test('a supporter saves a receipt and the year-end statement, a representative the monthly report', {
  tag: '@desk',
}, async ({ page }) => {
  await signInAs(page, 'supporter@demo.test')
  // The demo's payments are dated relative to the day it was made.
  const call = await apiOf(page.request)
  const [year] = (await call('GET', '/api/giving/2026')).years as number[]
  await page.goto(`/giving/${year}`)
  await expect(page.getByRole('heading', { name: 'Year-end statement', level: 1 })).toBeVisible()
  await expectNoViolations(page)
  const saved = async (name: string) => {
    const download = page.waitForEvent('download')
    await (await alive(page.getByRole('button', { name }))).click()
    return (await download).suggestedFilename()
  }
  expect(await saved('Save as PDF')).toBe(`giving-${year}.pdf`)

  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Receipt', level: 1 })).toBeVisible()
  await expect(page.getByText('Received from')).toBeVisible()
  await expectNoViolations(page)
  expect(await saved('Save as PDF')).toMatch(/^receipt-R-20\d\d-[0-9A-F]{8}\.pdf$/)

  await signInAs(page, 'rep@demo.test')
  await page.goto('/dashboard/reports?month=2026-10')
  await expect(page.getByRole('heading', { name: 'October 2026', level: 1 })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'September 2026' }).click()
  await expect(page.getByRole('heading', { name: 'September 2026', level: 1 })).toBeVisible()
  expect(await saved('Save as PDF')).toBe('month-2026-09.pdf')
})

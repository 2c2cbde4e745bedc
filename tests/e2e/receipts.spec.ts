/** Documents to keep: receipts, year-end statements and the monthly report of representatives (R37, R38). */
import { expectNoViolations } from './accessibility.ts'
import { alive, apiOf, expect, signInAs, test } from './fixtures.ts'

test('a receipt is printed dark on white, without header, footer and buttons', {
  tag: '@desk',
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signInAs(page, 'supporter@demo.test')
  const call = await apiOf(page.request)
  const [year] = (await call('GET', '/api/giving/2026')).years as number[]
  await page.goto(`/giving/${year}`)
  await page.getByRole('table').getByRole('link').first().click()
  // The statement has most of the same words.
  await expect(page).toHaveURL(/\/receipts\//)
  await expect(page.getByText('Received from')).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByText('Received from')).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Save as PDF' })).toBeHidden()
  const background = () => getComputedStyle(document.body).backgroundColor
  await expect.poll(() => page.evaluate(background)).toBe('rgb(255, 255, 255)')
})

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
  expect(await saved('Save as PDF')).toBe('month-2026-09-test.pdf')
  // At the last month the link that led there leads no further, and keeps the focus.
  const later = page.getByRole('link', { name: /^[A-Z][a-z]+ 20\d\d$/ }).last()
  while ((await later.getAttribute('aria-disabled')) !== 'true') {
    const next = (await later.textContent()) ?? ''
    await later.press('Enter')
    await expect(page.getByRole('heading', { name: next.trim(), level: 1 })).toBeVisible()
  }
  await expect(later).toBeFocused()
})

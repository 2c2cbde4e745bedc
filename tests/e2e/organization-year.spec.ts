/** An organization's year: an owner finds it, chooses when it starts, and saves it; a representative reads the same (R76). */
import { readFile } from 'node:fs/promises'
import { yearOf, yearWords } from '#domain/billing/fiscal-year.ts'
import type { OrganizationYear } from '#domain/schemas/year.ts'
import { expectNoViolations, expectNoViolationsInBothSchemes } from './accessibility.ts'
import { alive, apiOf, enterAs, expect, signInAs, test } from './fixtures.ts'

test(
  'an owner opens a fiscal year of the organization and saves it for the board and for a spreadsheet',
  {
    tag: '@phone',
  },
  async ({ page, browser }, { project }) => {
    await signInAs(page, 'coach@demo.test')
    // Other tests give the coach organizations of their own, which have no year yet.
    const own = page
      .locator('a[href^="/dashboard/organizations/"]')
      .filter({ hasText: 'Leicester City Supporters of New England' })
    const path = (await own.first().getAttribute('href')) ?? ''
    await page.goto(path)
    await page.getByRole('link', { name: /^20\d\d so far$/ }).click()
    await expect(page.getByRole('heading', { name: /^20\d\d so far$/, level: 1 })).toBeVisible()

    // The year that ends with this month by the site's clock, which other tests put forward: whenever the demo was made,
    // what it charged is in it.
    const representative = await enterAs(browser, project.use, 'rep@demo.test')
    const byRepresentative = await apiOf(representative.request)
    const today = String((await byRepresentative('POST', '/api/dev/clock', { days: 0 })).now).slice(0, 10)
    const from = String((Number(today.slice(5, 7)) % 12) + 1).padStart(2, '0')
    const year = yearOf(today, from)
    const month = yearWords({ year, from }).split(' ')[0] ?? ''
    if (from !== '01') {
      await (await alive(page.getByRole('combobox', { name: 'Year starts in' }))).click()
      await page.getByRole('option', { name: month }).click()
      await expect(page).toHaveURL(new RegExp(`/years/${year}\\?from=${from}`))
    }
    const title = `${yearWords({ year, from })} so far`
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    const call = await apiOf(page.request)
    const shown = (await call(
      'GET',
      `/api${path.replace('/dashboard', '')}/years/${year}?from=${from}`,
    )) as unknown
    const { campaigns, totals, organizationName } = shown as OrganizationYear
    expect(campaigns.length).toBeGreaterThan(0)
    await expect(page.getByRole('row', { name: /^All campaigns/ })).toContainText(`${totals.gifts} gifts`)
    await expectNoViolationsInBothSchemes(page)

    const saved = async (name: string | RegExp) => {
      const download = page.waitForEvent('download')
      await (await alive(page.getByRole('button', { name }))).click()
      return download
    }
    const file = await saved(/^Download CSV: /)
    expect(file.suggestedFilename()).toMatch(/-year-20\d\d.*\.csv$/)
    const [head = '', ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(head).toContain('Campaign,Money,Collected (USD)')
    expect(rows).toHaveLength(campaigns.length)
    campaigns.forEach((one, index) => {
      expect(rows[index]).toContain(one.campaignName)
      expect(rows[index]).toContain(`,${one.collected},`)
    })
    expect((await saved('Save as PDF')).suggestedFilename()).toMatch(/-year-20\d\d.*\.pdf$/)

    await representative.goto(new URL(page.url()).pathname + new URL(page.url()).search)
    await expect(representative.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(representative.getByRole('link', { name: organizationName })).toBeVisible()

    await page.goto(`${path}/years/2019`)
    await expect(page.getByRole('heading', { name: 'Nothing in 2019' })).toBeVisible()
    await expectNoViolations(page)
  },
)

/** On every common width of a laptop the last column of a table is in sight, with its buttons (R51). */
import type { Page } from '@playwright/test'
import type { WorkQueuePage } from '#domain/schemas/work-queue.ts'
import { apiOf, enterAs, expect, test } from './fixtures.ts'

const WIDTHS = [768, 1024, 1280, 1366, 1440]

/** How far the widest part of each table is outside of what is around it. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('table')].flatMap((table) => {
      const around = table.closest('.overflow-x-auto')
      const cut = around ? table.scrollWidth - around.clientWidth : 0
      return cut > 1 ? [`${table.closest('section')?.getAttribute('aria-label')}: ${cut}px`] : []
    }),
  )

test(
  'charges, all campaigns and open items fit beside the navigation',
  { tag: '@desk' },
  async ({ browser }, { project }) => {
    const { viewport, baseURL } = project.use
    const page = await enterAs(browser, { viewport: viewport ?? null, baseURL }, 'rep@demo.test')
    const call = await apiOf(page.request)
    const { campaigns } = (await call(
      'GET',
      '/api/desk/campaigns?stage=all&limit=200',
    )) as unknown as WorkQueuePage
    const failed = campaigns.find(({ failedCharges }) => failedCharges > 0)
    const charged = `/dashboard/campaigns/${failed?.id}?tab=settlements`
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(charged)
      await expect(page.getByRole('region', { name: 'Charges' }).getByRole('row').nth(1)).toBeVisible()
      expect(await cutOff(page), `charges at ${width}`).toEqual([])
      await page.goto('/dashboard')
      await expect(page.getByRole('table', { name: 'Campaigns', exact: true })).toBeVisible()
      expect(await cutOff(page), `all campaigns at ${width}`).toEqual([])
      await page.goto('/dashboard/collections')
      await expect(page.getByRole('table', { name: 'Open items' })).toBeVisible()
      expect(await cutOff(page), `open items at ${width}`).toEqual([])
    }
    await page.context().close()
  },
)

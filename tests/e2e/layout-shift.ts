import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** A tenth of what counts as good: a font that loads late may shift words within a line. Otherwise nothing moves. */
const NUDGE = 0.01

type Seen = { shifts: { value: number; moved: string[] }[]; fontsAt: number }
const seenOn = (page: Page): Promise<Seen & { paintedAt: number }> =>
  page.evaluate(() => {
    // When it was drawn, not when it was shown: fonts may come in between.
    type Paint = PerformanceEntry & { paintTime?: number }
    const [paint] = performance.getEntriesByName('first-contentful-paint') as Paint[]
    return {
      ...(window as unknown as { seen: Seen }).seen,
      paintedAt: paint?.paintTime ?? paint?.startTime ?? 0,
    }
  })

/** Before the page is opened: records each layout shift, with what moved, and when its fonts were loaded. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Seen = { shifts: [], fontsAt: 0 }
    Object.assign(window, { seen })
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        seen.shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? '') })
    }).observe({ type: 'layout-shift', buffered: true })
    document.fonts.addEventListener('loadingdone', ({ timeStamp }) => {
      seen.fontsAt = timeStamp
    })
  })
}

/** Nothing has moved, except by a nudge if the fonts came after the first text was painted. */
export async function expectNoLayoutShift(page: Page): Promise<void> {
  const { shifts, fontsAt, paintedAt } = await seenOn(page)
  const total = shifts.reduce((sum, { value }) => sum + value, 0)
  const max = fontsAt > paintedAt ? NUDGE : 0
  expect(total, `${page.url()} ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(max)
}

import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** A tenth of what counts as good: a font that comes late may nudge the words of a line, and nothing else moves. */
const NUDGE = 0.01

/** Before the page is opened: each layout shift is kept, with what moved. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = []
    Object.assign(window, { shifts })
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? '') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export async function expectStill(page: Page): Promise<void> {
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: { value: number; moved: string[] }[] }).shifts,
  )
  const total = shifts.reduce((sum, { value }) => sum + value, 0)
  expect(total, `${page.url()} ${JSON.stringify(shifts)}`).toBeLessThan(NUDGE)
}

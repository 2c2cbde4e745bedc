/** What moves on a screen while it loads on a slow phone: a press may then meet something else. */
import type { CDPSession, Page } from '@playwright/test'

/** A phone's processor beside this machine's. */
const SLOWER = 4
/** In Chromium's layout-shift score, the share of the screen that moved times how far; below this nobody notices. */
const NOTICED = 0.002
const IDLE_MS = 5_000

type Shift = { value: number; moved: string[] }

declare global {
  interface Window {
    shifts?: Shift[]
  }
}

/** Records every shift from the first paint on. Before the page's first address. */
export async function recordMoves(page: Page): Promise<CDPSession> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    window.shifts = shifts
    type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
    const nameOf = ({ node, previousRect: from, currentRect: to }: Source) => {
      const element = node instanceof Element ? node : node?.parentElement
      const text = element?.textContent?.trim().replaceAll(/\s+/g, ' ').slice(0, 60)
      const at = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
      return `<${element?.localName}> ${text} (${at(from)} to ${at(to)})`
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources, hadRecentInput } = entry as PerformanceEntry & {
          value: number
          sources: Source[]
          hadRecentInput: boolean
        }
        // The footer moves with whatever is added above it, and is never pressed in a hurry.
        const moved = sources.filter(({ node }) => node?.nodeName !== 'FOOTER').map(nameOf)
        if (!hadRecentInput && moved.length > 0) shifts.push({ value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return page.context().newCDPSession(page)
}

/** Opens the address with the processor slowed down. Returns the response, and what moved noticeably until it was idle. */
export async function openThrottled(page: Page, session: CDPSession, address: string) {
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  try {
    const response = await page.goto(address)
    // A page that keeps a stream open is never idle.
    await page.waitForLoadState('networkidle', { timeout: IDLE_MS }).catch(() => undefined)
    return { response, moves: await movesOn(page) }
  } finally {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
}

async function movesOn(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => window.shifts ?? [])
  return shifts
    .filter(({ value }) => value >= NOTICED)
    .map(({ value, moved }) => `moved ${value.toFixed(3)}: ${moved.join('; ')}`)
}

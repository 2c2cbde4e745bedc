/**
 * A slow phone on a slow line, with nothing cached. The machine is slowed down to the phone's speed; how much depends on
 * how fast the machine is, by Lighthouse's index. Lighthouse is installed in its own folder when first used.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, CDPSession, Page } from '@playwright/test'

const FOLDER = join(import.meta.dirname, 'lighthouse')

/** One of Lighthouse's own modules, or of what it depends on. */
export async function fromLighthouse(path: string) {
  const modules = join(FOLDER, 'node_modules')
  if (!existsSync(join(modules, 'lighthouse'))) {
    const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'inherit' })
    if (done.status !== 0) throw new Error('Lighthouse could not be installed: see above')
  }
  return import(pathToFileURL(join(modules, path)).href)
}

/**
 * The preset assumes a fast desktop, of index 1,500, and slows it down four times. A slower or busier one would end up
 * slower than any phone: it is slowed to the phone's speed instead (Lighthouse, "CPU throttling").
 */
const PRESET_SLOWDOWN = 4
export const FAST_INDEX = 1500
const PHONE_INDEX = FAST_INDEX / PRESET_SLOWDOWN
export const slowdownFor = (index: number): number =>
  Math.min(PRESET_SLOWDOWN, Math.max(1, index / PHONE_INDEX))

/** How much this machine has to be slowed down at the moment. */
export async function slowdownNow(browser: Browser): Promise<number> {
  const { pageFunctions } = await fromLighthouse('lighthouse/core/lib/page-functions.js')
  const page = await browser.newPage()
  try {
    return slowdownFor(await page.evaluate<number>(pageFunctions.computeBenchmarkIndex))
  } finally {
    await page.context().close()
  }
}

export const SCREEN = { width: 390, height: 844 }
const PIXELS = 2
const BYTES_PER_KILOBIT = 1_000 / 8
/** Lighthouse's slow 4G. */
const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600 * BYTES_PER_KILOBIT,
  uploadThroughput: 750 * BYTES_PER_KILOBIT,
}

export type Phone = { page: Page; devtools: CDPSession; close(): Promise<void> }
type Options = { baseURL: string; slowdown: number }

export async function openPhone(browser: Browser, { baseURL, slowdown }: Options): Promise<Phone> {
  const device = { viewport: SCREEN, deviceScaleFactor: PIXELS, isMobile: true, hasTouch: true }
  const context = await browser.newContext({ ...device, baseURL })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, devtools, close: () => context.close() }
}

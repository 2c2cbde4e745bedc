import { type Browser, chromium } from '@playwright/test'

/** The browser that the bench drives: the system's where there is one, or Playwright's own. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM || undefined
  return chromium.launch({ args: ['--disable-quic'], ...(executablePath ? { executablePath } : {}) })
}

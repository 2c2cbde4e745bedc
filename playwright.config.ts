import { defineConfig } from '@playwright/test'

/** Journeys in a real browser, on the whole program with a demo of its own, at the width of a phone and of a desk. */
const port = Number(process.env.E2E_PORT ?? 3999)

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // One clock for the whole program, and a journey moves it: one after the other.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    timezoneId: 'America/New_York',
    locale: 'en-US',
    launchOptions: {
      args: ['--disable-quic', '--disable-background-networking'],
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
    },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    { name: 'desk', use: { viewport: { width: 1440, height: 900 } } },
  ],
  webServer: {
    command: 'node_modules/.bin/node tests/e2e/serve.ts',
    url: `http://localhost:${port}/healthz`,
    timeout: 120_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    env: { E2E_PORT: String(port) },
  },
})

import { defineConfig } from '@playwright/test'
import { portOf, WORKERS } from './tests/e2e/ports.ts'

// Journeys in a real browser, on the whole program with a demo of its own, at the width of a phone and of a desk.
// What no width changes is proved at one of them: whole files here, single tests by a tag.
const PHONE_ONLY =
  /\/(address-lookup|alerts|ambassador|clerk|files|guest|headers|identity|live|mail-scanner|messages|pay-link|pledge-dialog-recovery|pledge-page|pre-hydration|preview-locks|requests|season|sharing|stripe|touchline)\.spec\.ts/
const DESK_ONLY = /\/(cancel-campaign|cards|wizard-organizations|wizard-rules)\.spec\.ts/

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: WORKERS,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${portOf()}`,
    // Recording each step costs a third of the time; a failure is looked into by running it again with it.
    trace: process.env.E2E_TRACE ? 'on' : 'off',
    screenshot: 'only-on-failure',
    timezoneId: 'America/New_York',
    locale: 'en-US',
    // Nobody looks: what would fade or slide is there at once.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      args: ['--disable-quic', '--disable-background-networking'],
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
    },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: DESK_ONLY,
      grepInvert: /@desk/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desk',
      testIgnore: PHONE_ONLY,
      grepInvert: /@phone/,
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
  webServer: Array.from({ length: WORKERS }, (_, worker) => ({
    command: 'node_modules/.bin/node tests/e2e/serve.ts',
    url: `http://localhost:${portOf(worker)}/healthz`,
    timeout: 240_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    env: { PORT: String(portOf(worker)) },
  })),
})

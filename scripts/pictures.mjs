// npm run pictures: the two pictures in the README, taken of the running product with its demo.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installChromium } from './machine.mjs'
import { freePorts } from './ports.mjs'
import { node, prepare, root } from './setup.mjs'

const FOLDER = join(root, 'docs', 'pictures')
const SIZE = { width: 1280, height: 860 }
const START_MS = 300_000
const PASSWORD = 'demo-password'

await prepare({ build: true })
const executablePath = await installChromium()
const { chromium } = await import('@playwright/test')
const baseURL = `http://localhost:${await freePorts(1)}`
const dataDir = mkdtempSync(join(tmpdir(), 'pledgeraiser-pictures-'))
const program = spawn(node, ['server/main.ts'], {
  cwd: root,
  stdio: 'ignore',
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    PORT: new URL(baseURL).port,
    DATA_DIR: dataDir,
    DEMO: '1',
    DEV_TOOLS: '1',
  },
})
const ended = new Promise((resolve) => program.once('exit', resolve))
try {
  await ready()
  const browser = await chromium.launch(executablePath ? { executablePath, args: ['--no-sandbox'] } : {})
  mkdirSync(FOLDER, { recursive: true })
  await takeCampaign(browser)
  await takeWorkQueue(browser)
  await browser.close()
  console.log(`The pictures are in ${FOLDER}`)
} finally {
  program.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}

async function ready() {
  const until = Date.now() + START_MS
  while (Date.now() < until && program.exitCode === null) {
    const answer = await fetch(`${baseURL}/readyz`).catch(() => null)
    if (answer?.ok) return
    await pause(500)
  }
  throw new Error('The program did not start')
}

function openPage(browser) {
  const look = { reducedMotion: 'reduce', colorScheme: 'light', locale: 'en-US' }
  return browser.newPage({ baseURL, viewport: SIZE, ...look })
}

/** The page as a supporter sees it, in the middle of the season. */
async function takeCampaign(browser) {
  const page = await openPage(browser)
  const campaigns = await (await page.request.get('/api/campaigns?type=soccer&status=active')).json()
  await page.goto(`/campaigns/${campaigns[0].campaigns.id}`, { waitUntil: 'networkidle' })
  await page.screenshot({ path: join(FOLDER, 'campaign.jpg'), type: 'jpeg', quality: 82 })
  await page.close()
}

/** What a representative sees first in the morning. */
async function takeWorkQueue(browser) {
  const page = await openPage(browser)
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('rep@demo.test')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Password').press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  await page.screenshot({ path: join(FOLDER, 'dashboard.jpg'), type: 'jpeg', quality: 82 })
  await page.close()
}

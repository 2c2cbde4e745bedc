/**
 * The management screen of a very large campaign, in a real browser, and the representatives’ work queue of all
 * campaigns. For a tab: from the press until its first rows are painted, with its data loaded, each opened for the first
 * time in its page. The limit applies to the time that the page itself works, which nothing else on the machine makes
 * longer; wall-clock time is shown beside it. For a statement: its least disturbed run.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { pino } from 'pino'
import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import { StepsQuery, WorkQueueQuery } from '#domain/schemas/work-queue.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { sql } from '#server/platform/db/database.ts'
import { openProgram } from '#server/program.ts'
import { workQueueSteps } from '#server/reporting/work-queue/steps-store.ts'
import { workQueuePage } from '#server/reporting/work-queue/store.ts'
import { TEST_SECRET_KEY } from '#tests/mails.ts'
import { launchBrowser } from './browser.ts'
import { median } from './compare.ts'
import { CAMPAIGNS, idOf, inBulk, ORGANIZATIONS, USERS } from './database.ts'
import type { Bench, Timing } from './report.ts'

const CAMPAIGN = 200_000
const SUPPORTERS = 5_000
const AMBASSADORS = 200
const STATISTICS = 80
const EVENTS = 300
const PAINT_MS = 200
const WORK_QUEUE_MS = 50
const READS = 20
const ACCOUNT = { email: 'tables@example.org', password: 'a password of the bench' }
const count = (value: number): string => value.toLocaleString('en-US')

/** What shows that a tab is open: this many rows of its first page. */
const TABS = [
  { name: 'statistics', of: `${count(STATISTICS)} statistics`, rows: 20, from: 'supporters' },
  { name: 'events', of: `${count(EVENTS)} events`, rows: 20, from: 'supporters' },
  { name: 'ambassadors', of: `${count(AMBASSADORS)} ambassadors`, rows: 50, from: 'supporters' },
  { name: 'supporters', of: `${count(SUPPORTERS)} supporters`, rows: 50, from: 'statistics' },
] as const

export async function benchTables(bench: Bench): Promise<Timing[]> {
  await fillCampaign(bench.url)
  await makeRepresentative(bench)
  const { port } = await bench.product({ cache: true })
  const rows: Timing[] = []
  const add = (what: string, oursMs: number, against: string, limitMs: number, atMost: 1 | null = 1) => {
    const row = { what, oursMs, against, limitMs, ratio: oursMs / limitMs, atMost }
    bench.progress(row)
    rows.push(row)
  }
  const addPaint = (what: string, paints: readonly Paint[], atMost: 1 | null = 1) => {
    const clock = Math.round(median(paints.map(({ clockMs }) => clockMs)))
    add(
      what,
      median(paints.map(({ workMs }) => workMs)),
      `on the clock ${clock} ms; at most`,
      PAINT_MS,
      atMost,
    )
  }
  for (const [what, read] of Object.entries(deskReads(bench)))
    add(what, Math.min(...(await repeated(READS, read))), 'at most', WORK_QUEUE_MS)
  const browser = await launchBrowser()
  try {
    const context = await signedIn(await browser.newContext({ baseURL: `http://localhost:${port}` }))
    for (const tab of TABS)
      addPaint(
        `first paint of the tab with ${tab.of}`,
        await repeated(bench.rounds, () => paintTab(context, tab)),
      )
    const whole = await repeated(bench.rounds, () => paintWhole(context))
    // Not the first paint: reported, not judged.
    addPaint(`all ${count(EVENTS)} events painted on request`, whole, null)
  } finally {
    await browser.close()
  }
  return rows
}

/** The first round warms up and does not count. */
async function repeated<Measured>(rounds: number, measure: () => Promise<Measured>): Promise<Measured[]> {
  const times: Measured[] = []
  for (let round = 0; round <= rounds; round += 1) times.push(await measure())
  return times.slice(1)
}

/** The statements as the routes run them, among all campaigns of the bench. */
function deskReads({ db }: Bench): Record<string, () => Promise<number>> {
  const timed = async (read: () => Promise<unknown>) => {
    const began = performance.now()
    await read()
    return performance.now() - began
  }
  const now = systemClock.now()
  const reader = { userId: idOf('user', USERS), now, limit: 60 }
  const page = (query: object) => () =>
    timed(() =>
      workQueuePage(
        db,
        { ...WorkQueueQuery.parse({ limit: 20, ...query }), userId: idOf('user', USERS) },
        now,
      ),
    )
  const all = `${count(CAMPAIGNS)} campaigns`
  return {
    [`the work queue’s first page among ${all}`]: page({}),
    [`the desk’s last page of ${all}, by forecast`]: page({ sort: 'forecast', page: CAMPAIGNS / 20 }),
    [`the desk’s next steps in ${all}`]: () =>
      timed(() => workQueueSteps(db, { ...StepsQuery.parse({}), ...reader }, { checkClearingDays: 7 })),
  }
}

async function fillCampaign(url: string): Promise<void> {
  const text = await readFile(join(import.meta.dirname, 'tables.sql'), 'utf8')
  const at = new Date()
  await inBulk(url, async (client) => {
    await client.query(text)
    const season = [CAMPAIGN, ORGANIZATIONS, EVENTS, EVENTS / 2, at]
    await client.query('select bench.fill_campaigns($1, $1, $2, $3, $4, $5)', season)
    await client.query('select bench.fill_table_campaign($1, $2, $3, $4)', [
      CAMPAIGN,
      STATISTICS,
      AMBASSADORS,
      at,
    ])
    await client.query('select bench.fill_pledges($1, $1, $2, $3, false, $4)', [
      CAMPAIGN,
      SUPPORTERS,
      USERS,
      at,
    ])
  })
}

/** With a password, like anyone who signs in. */
async function makeRepresentative({ url, db, folder }: Bench): Promise<void> {
  const config = readConfig({ DATA_DIR: folder, DEMO: '0', SECRET_KEY: TEST_SECRET_KEY })
  const log = pino({ level: 'silent' })
  const program = await openProgram({ config, url, directUrl: url, clock: systemClock, log })
  try {
    const name = { firstName: 'Morgan', lastName: 'Osei' }
    const userId = await program.deps.identity.createAccount?.({ ...ACCOUNT, ...name })
    await db.query(sql`
      insert into user_roles (user_id, role, granted_at) values (${userId}, ${REPRESENTATIVE}, ${systemClock.now()})`)
  } finally {
    await program.close()
  }
}

async function signedIn(context: BrowserContext): Promise<BrowserContext> {
  const page = await context.newPage()
  await page.goto('/sign-in')
  const enter = async (body: object) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch('/api/identity/sign-in/email', init)).status
  }
  const status = await page.evaluate(enter, ACCOUNT)
  if (status !== 200) throw new Error(`Signing in answered ${status}`)
  await page.close()
  return context
}

type Tab = Pick<(typeof TABS)[number], 'name' | 'rows' | 'from'>
const screenOf = (tab: string): string => `/dashboard/campaigns/${idOf('campaign', CAMPAIGN)}?tab=${tab}`

async function opened(context: BrowserContext, tab: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(screenOf(tab), { waitUntil: 'networkidle' })
  // A press before the page has its script would load the other tab as a new page.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('nav[aria-label="Parts of the campaign"] a') ?? {}).some((key) =>
      key.startsWith('__react'),
    ),
  )
  return page
}

type Paint = { workMs: number; clockMs: number }
type Press = { selector: string; title: string; rows: number }

/** Presses what `selector` names and waits until this many rows of the table are painted. */
async function paint(page: Page, press: Press): Promise<Paint> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
  }
  const before = await worked()
  const clockMs = await page.evaluate(pressAndWait, press)
  return { workMs: (await worked()) - before, clockMs }
}

/** Runs in the page. */
async function pressAndWait({ selector, title, rows }: Press): Promise<number> {
  const pressed = document.querySelector<HTMLElement>(selector)
  if (!pressed) throw new Error(`There is no ${selector}`)
  const shown = () => document.querySelectorAll(`section[aria-label="${title}"] tbody tr`).length
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const began = performance.now()
  pressed.click()
  while (shown() < rows && performance.now() - began < 10_000) await frame()
  if (shown() < rows) throw new Error(`${title} shows ${shown()} rows of ${rows}`)
  // A frame is painted once the next one begins.
  await frame()
  return performance.now() - began
}

async function paintTab(context: BrowserContext, { name, rows, from }: Tab): Promise<Paint> {
  const page = await opened(context, from)
  try {
    const title = name.charAt(0).toUpperCase() + name.slice(1)
    const isFirst = name === 'supporters'
    const selector = `nav[aria-label="Parts of the campaign"] a${isFirst ? ':first-child' : `[href$="tab=${name}"]`}`
    return await paint(page, { selector, title, rows })
  } finally {
    await page.close()
  }
}

async function paintWhole(context: BrowserContext): Promise<Paint> {
  const page = await opened(context, 'events')
  try {
    const selector = 'section[aria-label="Events"] > p button'
    return await paint(page, { selector, title: 'Events', rows: EVENTS })
  } finally {
    await page.close()
  }
}

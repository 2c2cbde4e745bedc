/**
 * A pledge without an account (R59), made in a real browser from each place where one starts: a cold phone of 390 px with
 * a slow processor, on a slow line, used by somebody who types and taps like a person. Counts what they have to enter,
 * and times it: until the mail is on its way, and from the link in the mail until the pledge counts.
 */
import { type Browser, type CDPSession, chromium, type Locator, type Page } from '@playwright/test'
import { shortCode } from '#domain/short-code.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import { sql } from '#server/platform/db/database.ts'
import { deliveredMails } from '#tests/mails.ts'
import { median } from './compare.ts'
import { idOf } from './database.ts'
import { slowdownOf } from './lighthouse.ts'
import type { Bench, Count, Timing } from './report.ts'

/** Not the one whose pages the other parts read. */
const CAMPAIGN = idOf('campaign', 3)
const REFERRAL_CODE = 'BENCHREF'
const RUNS = 3

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
/** Lighthouse's slow 4G: milliseconds of latency, bytes a second. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
/** To find the next thing and tap it; and for each character, on a phone's keyboard. */
const TAP_MS = 600
const KEY_MS = 200

/** What the screen promises, and the bounds of the campaign page. First paint: what Lighthouse calls good. */
const MAX_INPUTS = 5
const MAX_JOURNEY_MS = 30_000
const MAX_CONFIRMATION_MS = 10_000
const MAX_PAINT_MS = 1_800
const MAX_SCRIPT_KILOBYTES = 160

const ENTRANCES = {
  'the campaign page': `/campaigns/${CAMPAIGN}`,
  'the pledge card': `/pledge-card-test/${CAMPAIGN}`,
  'an ambassador’s link': `/campaigns/${CAMPAIGN}?ref=${REFERRAL_CODE}`,
  'a scoreboard’s code': `/c/${shortCode(CAMPAIGN)}`,
} as const
type Entrance = keyof typeof ENTRANCES

type Journey = {
  inputs: number
  ms: number
  confirmationMs: number
  paintMs: number
  scriptKilobytes: number
}

export async function benchJourneys(bench: Bench): Promise<(Timing | Count)[]> {
  await addAmbassador(bench)
  const { port } = await bench.product({ cache: true })
  const slowdown = await slowdownOf(port)
  const rows: (Timing | Count)[] = []
  const browser = await chromium.launch({
    args: ['--disable-quic', '--disable-background-networking'],
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  })
  try {
    for (const entrance of Object.keys(ENTRANCES) as Entrance[]) {
      const journeys: Journey[] = []
      // The first one warms the server up: scripts are compressed best after they were first asked for.
      for (let run = 0; run <= RUNS; run += 1)
        journeys.push(await journey(bench, browser, { port, entrance, run, slowdown }))
      rows.push(...rowsOf(entrance, journeys.slice(1), slowdown))
      for (const row of rows.slice(-5)) bench.progress(row)
    }
  } finally {
    await browser.close()
  }
  return rows
}

function rowsOf(entrance: Entrance, journeys: readonly Journey[], slowdown: number): (Timing | Count)[] {
  const of = (measure: keyof Journey) => median(journeys.map((one) => one[measure]))
  const within = (what: string, oursMs: number, limitMs: number): Timing => ({
    ...{ what: `guest from ${entrance}: ${what}`, oursMs, against: 'at most', limitMs },
    ...{ ratio: oursMs / limitMs, atMost: 1 },
  })
  const counted = (what: string, count: number, atMostCount: number): Count => ({
    ...{ what: `guest from ${entrance}: ${what}`, count, atMostCount },
    note: `processor slowed down ${slowdown.toFixed(1)} times`,
  })
  return [
    within('until the mail is sent', of('ms'), MAX_JOURNEY_MS),
    within('from the mail’s link until it counts', of('confirmationMs'), MAX_CONFIRMATION_MS),
    within('first paint', of('paintMs'), MAX_PAINT_MS),
    counted('inputs', of('inputs'), MAX_INPUTS),
    counted('KB of script on the first page', of('scriptKilobytes'), MAX_SCRIPT_KILOBYTES),
  ]
}

type Run = { port: number; entrance: Entrance; run: number; slowdown: number }

async function journey(
  { db }: Bench,
  browser: Browser,
  { port, entrance, run, slowdown }: Run,
): Promise<Journey> {
  const email = `guest-${Object.keys(ENTRANCES).indexOf(entrance)}-${run}-${Date.now()}@example.org`
  const context = await browser.newContext({ ...PHONE, baseURL: `http://localhost:${port}` })
  try {
    const page = await context.newPage()
    await slowDown(await context.newCDPSession(page), slowdown)
    const hands = handsOn(page)
    let began = performance.now()
    await page.goto(ENTRANCES[entrance], { waitUntil: 'commit' })
    if (entrance === 'the pledge card') await hands.choose(page.locator('.chips label').first())
    const start = page.getByRole('link', { name: 'Pledge without an account' }).first()
    await start.waitFor()
    // A person may tap sooner; what the page loads would then not be counted to its end.
    await page.waitForLoadState('load')
    const first = await loadedOn(page)
    await hands.tap(start)
    await pledge(page, hands, { email, isChosen: entrance === 'the pledge card' })
    const ms = performance.now() - began
    const [mail] = await deliveredMails(db, sql`to_address = ${email}`)
    const link = /\/g\/[\w-]{43}/.exec(mail?.text ?? '')?.[0]
    if (!link) throw new Error(`No link was mailed to the guest from ${entrance}`)
    began = performance.now()
    await page.goto(link, { waitUntil: 'commit' })
    await hands.tap(page.getByRole('button', { name: 'Confirm my pledge' }))
    await page.getByRole('heading', { name: 'Your pledge counts' }).waitFor()
    return { inputs: hands.inputs(), ms, confirmationMs: performance.now() - began, ...first }
  } finally {
    await context.close()
  }
}

/** On the guest's screen: an amount, if none came along; an email address; a card. */
async function pledge(
  page: Page,
  hands: Hands,
  { email, isChosen }: { email: string; isChosen: boolean },
): Promise<void> {
  await page.getByRole('heading', { name: 'Pledge in 30 seconds' }).waitFor()
  if (!isChosen)
    await hands.choose(
      page
        .getByRole('group', { name: /^Amount for/ })
        .locator('label')
        .first(),
    )
  await hands.type(page.getByLabel('Your email'), email)
  await hands.type(page.getByLabel('Card number'), '4242424242424242')
  await hands.type(page.getByLabel('Expires'), '1230')
  await hands.type(page.getByLabel('Security code'), '123')
  await hands.tap(page.getByRole('button', { name: 'Pledge now', exact: true }))
  await page.getByRole('heading', { name: /Check your email/ }).waitFor()
}

type Hands = {
  tap(target: Locator): Promise<void>
  choose(target: Locator): Promise<void>
  type(field: Locator, text: string): Promise<void>
  inputs(): number
}

/** Taps and types like a person, and counts what is entered: each field that is filled, each choice that is made. */
function handsOn(page: Page): Hands {
  let inputs = 0
  const tap = async (target: Locator) => {
    await page.waitForTimeout(TAP_MS)
    await target.tap()
  }
  return {
    tap,
    choose: async (target) => {
      inputs += 1
      await tap(target)
    },
    type: async (field, text) => {
      inputs += 1
      await tap(field)
      await field.pressSequentially(text, { delay: KEY_MS })
    },
    inputs: () => inputs,
  }
}

async function slowDown(session: CDPSession, rate: number): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_LINE)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** What the first page took: its first paint, and its scripts as they came over the line. */
const loadedOn = (page: Page): Promise<{ paintMs: number; scriptKilobytes: number }> =>
  page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const scripts = resources.filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    return { paintMs: paint?.startTime ?? Number.NaN, scriptKilobytes: Math.round(bytes / 1024) }
  })

async function addAmbassador({ db }: Bench): Promise<void> {
  await db.query(sql`
    insert into ambassadors (id, campaign_id, email, referral_code, invited_by, created_at)
    values (
      ${newId(systemClock)}, ${CAMPAIGN}, 'ambassador@example.org', ${REFERRAL_CODE}, ${idOf('user', 1)}, now()
    )
  `)
}

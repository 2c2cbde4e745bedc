/**
 * A pledge without an account, from each place where people begin it, on a slow phone and a slow line with nothing
 * cached: what has to be entered, and how long it takes a person until the mail is on its way (R59). Then the link in the
 * mail is opened, as on another device, until the pledge counts. The first page of each is also loaded by itself.
 */
import type { Browser, Page } from '@playwright/test'
import { type Database, sql } from '#server/platform/db/database.ts'
import { deliveredMails } from '#tests/mails.ts'
import { launchBrowser } from './browser.ts'
import { median } from './compare.ts'
import { idOf } from './database.ts'
import { type Person, personWith } from './person.ts'
import { openPhone, type Phone, slowdownNow } from './phone.ts'
import type { Amount, Bench, Timing } from './report.ts'

const CAMPAIGN = 2
const campaignId = idOf('campaign', CAMPAIGN)
/** Of an ambassador who is made for this. */
const CODE = 'JOURNEYS'
/** A single run depends on what else the machine does: the median of these counts. */
const RUNS = 3
const EXPECTED = { inputs: 5, journeyMs: 30_000, scriptKilobytes: 160, firstPaintMs: 1_800 }
const CARD = { 'Card number': '4242424242424242', Expires: '1230', 'Security code': '123' }
const KILOBYTE = 1024

type Entrance = {
  path: string
  /** From the first page to the screen that pledges. */
  enter(person: Person, page: Page): Promise<void>
}
const withoutAccount = (page: Page) => page.getByRole('link', { name: 'Pledge without an account' })
const amountsOn = (page: Page) => page.getByRole('group', { name: /^Amount for/ }).first()

/** The bar at the foot leads down to what can be pledged on. */
async function fromCampaign(person: Person, page: Page): Promise<void> {
  await person.tap(page.getByRole('link', { name: 'Support This Campaign' }))
  await person.tap(withoutAccount(page))
}

/** An amount is chosen before the short way is offered, and is carried over. */
async function fromPledgeCard(person: Person, page: Page): Promise<void> {
  await person.choose(amountsOn(page).locator('label'))
  await person.tap(page.getByRole('button', { name: 'Review' }))
  await person.tap(withoutAccount(page))
}

const ENTRANCES: Record<string, Entrance> = {
  'the campaign page': { path: `/campaigns/${campaignId}`, enter: fromCampaign },
  'the pledge card': { path: `/pledge-card-test/${campaignId}`, enter: fromPledgeCard },
  'an ambassador’s link': { path: `/campaigns/${campaignId}?ref=${CODE}`, enter: fromCampaign },
  'a flyer’s short address': { path: `/c/${CODE}`, enter: fromCampaign },
  'the scoreboard’s code': { path: `/campaigns/${campaignId}/pledge`, enter: async () => undefined },
}

type Run = Loaded & Walked & { confirmedMs: number; slowdown: number }
type Stage = { bench: Bench; browser: Browser; baseURL: string }

export async function benchJourneys(bench: Bench): Promise<(Amount | Timing)[]> {
  await addAmbassador(bench.db)
  const { port } = await bench.product({ cache: true })
  const stage = { bench, browser: await launchBrowser(), baseURL: `http://localhost:${port}` }
  const rows: (Amount | Timing)[] = []
  try {
    await warmUp(stage)
    for (const [name, entrance] of Object.entries(ENTRANCES)) {
      const runs: Run[] = []
      for (let run = 0; run < RUNS; run += 1) runs.push(await runOnce(stage, entrance))
      const made = rowsOf(name, runs)
      for (const row of made) bench.progress(row)
      rows.push(...made)
    }
  } finally {
    await stage.browser.close()
  }
  return rows
}

async function addAmbassador(db: Database): Promise<void> {
  await db.query(sql`
    insert into ambassadors (id, campaign_id, email, referral_code, invited_by, created_at)
    select gen_random_uuid(), id, 'journeys@example.org', ${CODE}, created_by, created_at
    from campaigns
    where id = ${campaignId}`)
}

/** Until no page gets smaller: the server compresses each file as far as it can only after it was first requested. */
async function warmUp({ browser, baseURL }: Stage): Promise<void> {
  const weigh = async () => {
    let kilobytes = 0
    for (const { path } of Object.values(ENTRANCES)) {
      const phone = await openPhone(browser, { baseURL, slowdown: 1 })
      kilobytes += await closing(phone, async () => (await load(phone, path)).scriptKilobytes)
    }
    return kilobytes
  }
  let known = Number.POSITIVE_INFINITY
  for (let weight = await weigh(); weight < known; weight = await weigh()) known = weight
}

let people = 0

/** Each page on a phone of its own, and each with an address of its own: only so many mails go to one. */
async function runOnce({ bench, browser, baseURL }: Stage, { path, enter }: Entrance): Promise<Run> {
  const slowdown = await slowdownNow(browser)
  const onPhone = async <Seen>(use: (phone: Phone) => Promise<Seen>): Promise<Seen> => {
    const phone = await openPhone(browser, { baseURL, slowdown })
    return closing(phone, () => use(phone))
  }
  people += 1
  const email = `rosa.diaz.${people}@example.test`
  const loaded = await onPhone((phone) => load(phone, path))
  const walked = await onPhone((phone) => walk(phone, { path, enter, email }))
  const link = await linkFor(bench.db, email)
  return { ...loaded, ...walked, confirmedMs: await onPhone((phone) => confirm(phone, link)), slowdown }
}

async function closing<Seen>(phone: Phone, use: () => Promise<Seen>): Promise<Seen> {
  try {
    return await use()
  } finally {
    await phone.close()
  }
}

type Loaded = { firstPaintMs: number; scriptKilobytes: number }

/** Loads a page and all that it loads by itself. */
async function load({ page }: Phone, path: string): Promise<Loaded> {
  let bytes = 0
  page.on('response', (response) => {
    const isScript = new URL(response.url()).pathname.endsWith('.js')
    if (isScript) bytes += Number(response.headers()['content-length'])
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  const firstPaintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  return { firstPaintMs, scriptKilobytes: bytes / KILOBYTE }
}

type Walked = { inputs: number; taps: number; journeyMs: number }

/** From the first page until the screen says that the mail is on its way. */
async function walk(phone: Phone, { path, enter, email }: Entrance & { email: string }): Promise<Walked> {
  const { page } = phone
  const person = personWith(phone)
  const before = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await enter(person, page)
  await person.see(page.getByRole('heading', { name: 'Pledge in 30 seconds' }))
  const amounts = amountsOn(page)
  await person.see(amounts)
  if ((await amounts.locator('input:checked').count()) === 0) await person.choose(amounts.locator('label'))
  await person.type(page.getByLabel('Your email'), email)
  for (const [label, text] of Object.entries(CARD)) await person.type(page.getByLabel(label), text)
  await person.tap(page.getByRole('button', { name: 'Pledge now', exact: true }))
  await person.see(page.getByRole('heading', { name: /^Check your email/ }))
  return { ...person.counted(), journeyMs: performance.now() - before }
}

async function linkFor(db: Database, email: string): Promise<string> {
  const [mail] = await deliveredMails(db, sql`to_address = ${email}`)
  const link = /\/g\/[\w-]{43}/.exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error(`No link was mailed to ${email}`)
  return link
}

/** From opening the link in the mail until the screen says that the pledge counts. */
async function confirm(phone: Phone, link: string): Promise<number> {
  const { page } = phone
  const person = personWith(phone)
  const before = performance.now()
  await page.goto(link, { waitUntil: 'commit' })
  await person.tap(page.getByRole('button', { name: 'Confirm my pledge' }))
  await person.see(page.getByRole('heading', { name: 'Your pledge counts' }))
  return performance.now() - before
}

function rowsOf(name: string, runs: readonly Run[]): (Amount | Timing)[] {
  const middle = (of: (run: Run) => number) => median(runs.map(of))
  const most = (of: (run: Run) => number) => Math.max(...runs.map(of))
  const slowed = `slowed down ${runs.map(({ slowdown }) => slowdown.toFixed(1)).join(', ')} times`
  const timing = (what: string, oursMs: number, limitMs: number): Timing => ({
    what: `${name}: ${what}`,
    oursMs,
    against: `${slowed}; at most`,
    limitMs,
    ratio: oursMs / limitMs,
    atMost: 1,
  })
  const inputs = most((run) => run.inputs)
  const taps = most((run) => run.taps)
  return [
    timing(
      'first paint',
      middle((run) => run.firstPaintMs),
      EXPECTED.firstPaintMs,
    ),
    {
      what: `${name}: script of its first page`,
      unit: 'KB',
      amount: middle((run) => run.scriptKilobytes),
      atMostAmount: EXPECTED.scriptKilobytes,
    },
    {
      what: `${name}: to be entered`,
      unit: 'inputs',
      amount: inputs,
      atMostAmount: EXPECTED.inputs,
      note: `${taps} taps`,
    },
    timing(
      'until the mail is on its way',
      middle((run) => run.journeyMs),
      EXPECTED.journeyMs,
    ),
    {
      what: `${name}: from the mail until it counts`,
      against: slowed,
      limitMs: null,
      oursMs: middle((run) => run.confirmedMs),
      ratio: null,
      atMost: null,
    },
  ]
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import pg from 'pg'
import { pino } from 'pino'
import { runDueCharges } from '#server/money/charges/due-charges.ts'
import { ManualClock, systemClock } from '#server/platform/base/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { sql } from '#server/platform/db/database.ts'
import { openProgram } from '#server/program.ts'
import { TEST_SECRET_KEY } from '#tests/mails.ts'
import { inTurns, ratioOf, summary } from './compare.ts'
import {
  CHARGED_CAMPAIGN,
  demandInvariants,
  fillSettled,
  idOf,
  LINES_PER_PLEDGE,
  SLOWLY_CHARGED_CAMPAIGN,
} from './database.ts'
import { drive, getRequest, type Sample } from './load.ts'
import { lockFinal } from './lock.ts'
import { mostMemory } from './memory.ts'
import type { Bench, Rate, Row } from './report.ts'

const campaignId = idOf('campaign', CHARGED_CAMPAIGN)
/** Every other pledge is paid by card. */
const PLEDGES_PER_CARD = 2
const config = readConfig({ DEMO: '0', SECRET_KEY: TEST_SECRET_KEY, CARDS: 'sandbox', MAIL: 'outbox' })
/** As many as the product processes at once. */
const AT_ONCE = config.atOnce.charges
/** The attempt, the card provider's answer, what was recorded. */
const COMMITS_PER_CHARGE = 3
const NOTICE_DAYS = 4
const DAY_MS = 86_400_000
const AT_LEAST_A_SECOND = 500
/** A slow card provider, and what is expected of two instances then. */
const SLOW = { takesMs: 700, instances: 2, charges: 150_000, minutes: 60 }
const START_MS = 60_000

/**
 * Every card of a settled campaign is charged through the sandbox, a bounded number at once, compared with the same
 * number of one-row commits. Then the receipts are drawn, compared with bare one-page documents.
 */
export async function benchCharges(bench: Bench): Promise<Row[]> {
  // Keeps what another part has billed from coming due.
  const later = new Date(systemClock.now().getTime() + 365 * DAY_MS)
  await bench.db.query(sql`update charges set charge_at = ${later} where state = 'scheduled'`)
  await bench.db.query(sql`
    insert into sandbox.payment_methods (id, user_id, behaviour, brand, last4, exp_month, exp_year, fingerprint, created_at)
    select provider_payment_method, user_id, 'succeeds', brand, last4, exp_month, exp_year, 'bench', created_at from cards
    on conflict do nothing`)
  const product = await bench.product({ cache: false })
  const { authorization } = await makeDue(bench, product.port, CHARGED_CAMPAIGN, bench.charges)
  const rows: Row[] = [await takeCharges(bench)]
  await makeDue(bench, product.port, SLOWLY_CHARGED_CAMPAIGN, bench.slowCharges)
  rows.push(await takeSlowCharges(bench))
  await demandInvariants(bench.db)
  rows.push(await drawReceipts(bench, product.port, authorization))
  rows.push(...(await mostMemory('the server that draws receipts', product)))
  for (const row of rows) bench.progress(row)
  return rows
}

/** Everyone was notified, and the notice period is over: only the charging is measured. */
async function makeDue(bench: Bench, port: number, campaign: number, charges: number) {
  await fillSettled(bench.url, charges * PLEDGES_PER_CARD * LINES_PER_PLEDGE, campaign)
  const locked = await lockFinal(bench.db, port, idOf('campaign', campaign))
  await bench.db.query(
    sql`update settlements set stage = 'charging' where campaign_id = ${idOf('campaign', campaign)}`,
  )
  return locked
}

const afterTheNotice = () => new Date(systemClock.now().getTime() + NOTICE_DAYS * DAY_MS)

async function takeCharges({ url, charges }: Bench): Promise<Rate> {
  const clock = new ManualClock(afterTheNotice())
  const program = await openProgram({ config, url, directUrl: url, clock, log: pino({ level: 'silent' }) })
  try {
    const before = performance.now()
    const taken = await runDueCharges(program.deps)
    const seconds = (performance.now() - before) / 1000
    if (taken !== charges) throw new Error(`${taken} of ${charges} charges were taken`)
    const ours = { perSecond: taken / seconds, p50Ms: Number.NaN, p99Ms: Number.NaN }
    const limit = { perSecond: await bareCommits(url, charges), p50Ms: Number.NaN, p99Ms: Number.NaN }
    return {
      what: `${charges.toLocaleString('en-US')} cards charged`,
      connections: AT_ONCE,
      ours,
      against: `${COMMITS_PER_CHARGE} commits of a row each`,
      limit,
      ratio: ours.perSecond / limit.perSecond,
      atLeast: null,
      note: `${Math.round(ours.perSecond)} a second; expected at least ${AT_LEAST_A_SECOND}`,
    }
  } finally {
    await program.close()
  }
}

/** Two instances, each its own process, share what is due; each charge takes the card provider a while. */
async function takeSlowCharges({ url, slowCharges }: Bench): Promise<Rate> {
  const { takesMs, instances, charges, minutes } = SLOW
  const file = join(import.meta.dirname, 'charge-taker.ts')
  const given = [url, afterTheNotice().toISOString(), String(takesMs)]
  const takers = Array.from({ length: instances }, () => fork(file, given))
  await Promise.all(takers.map((taker) => once(taker, 'message', { signal: AbortSignal.timeout(START_MS) })))
  const before = performance.now()
  const counts = await Promise.all(
    takers.map(async (taker) => {
      const taken = once(taker, 'message')
      taker.send('charge')
      return ((await taken) as [number])[0]
    }),
  )
  const perSecond = slowCharges / ((performance.now() - before) / 1000)
  const all = counts.reduce((sum, count) => sum + count)
  if (all !== slowCharges) throw new Error(`${all} of ${slowCharges} charges were taken`)
  const needed = charges / (minutes * 60)
  const rate = (value: number) => ({ perSecond: value, p50Ms: Number.NaN, p99Ms: Number.NaN })
  const count = (value: number) => value.toLocaleString('en-US')
  return {
    what: `${count(slowCharges)} cards charged in ${takesMs} ms each, ${instances} instances`,
    connections: AT_ONCE * instances,
    ours: rate(perSecond),
    against: `${count(charges)} in ${minutes} minutes`,
    limit: rate(needed),
    ratio: perSecond / needed,
    atLeast: 1,
    note: `${counts.join(' + ')} charges: ${count(charges)} take ${(charges / perSecond / 60).toFixed(0)} minutes`,
  }
}

/** How many times a second the machine can commit three rows, one after the other, on as many connections. */
async function bareCommits(url: string, charges: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: AT_ONCE })
  await pool.query('create table bench.commits (worker integer, number integer, text text)')
  const each = Math.ceil(charges / AT_ONCE)
  const before = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, worker) => {
      for (let number = 0; number < each * COMMITS_PER_CHARGE; number += 1)
        await pool.query({
          name: 'commit',
          text: 'insert into bench.commits values ($1, $2, $3)',
          values: [worker, number, 'a row as long as an attempt'],
        })
    }),
  )
  const seconds = (performance.now() - before) / 1000
  await pool.query('drop table bench.commits')
  await pool.end()
  return (each * AT_ONCE) / seconds
}

async function drawReceipts(bench: Bench, port: number, authorization: string): Promise<Rate> {
  const charges = await bench.db.query<{ id: string }>(sql`
    select id from charges where campaign_id = ${campaignId} and state = 'succeeded' order by id limit 1000`)
  const requests = charges.map(({ id }) => getRequest(`/api/receipts/${id}/receipt.pdf`, { authorization }))
  const next = () => requests[Math.floor(Math.random() * requests.length)] as Buffer
  const connections = availableParallelism()
  const { seconds } = bench
  const { ours, limit } = await inTurns(bench.rounds, {
    ours: () => drive({ port, connections, seconds, next, expectedStatus: 200 }),
    limit: () => bareDocuments(seconds),
  })
  return {
    what: 'receipts drawn as PDF',
    connections,
    ours: summary(ours),
    against: 'an empty page of pdfkit',
    limit: summary(limit),
    ratio: ratioOf(ours, limit),
    atLeast: null,
  }
}

/** One after the other, in this process. */
async function bareDocuments(seconds: number): Promise<Sample> {
  const latenciesMs: number[] = []
  const start = performance.now()
  while (performance.now() < start + seconds * 1000) {
    const before = performance.now()
    await new Promise<void>((resolve, reject) => {
      const document = new PDFDocument({ size: 'LETTER' })
      document
        .on('data', () => undefined)
        .on('end', resolve)
        .on('error', reject)
      document.text('Receipt').end()
    })
    latenciesMs.push(performance.now() - before)
  }
  return { perSecond: (latenciesMs.length * 1000) / (performance.now() - start), latenciesMs }
}

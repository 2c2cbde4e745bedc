import { availableParallelism } from 'node:os'
import PDFDocument from 'pdfkit'
import pg from 'pg'
import { pino } from 'pino'
import { runDueCharges } from '#server/money/charges/jobs.ts'
import { ManualClock, systemClock } from '#server/platform/base/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { sql } from '#server/platform/db/database.ts'
import { openProgram } from '#server/program.ts'
import { TEST_SECRET_KEY } from '#tests/mails.ts'
import { createSignIn } from '#tests/sessions.ts'
import { inTurns, ratioOf, summary } from './compare.ts'
import { CHARGED_CAMPAIGN, demandInvariants, fillSettled, idOf, REPRESENTATIVE } from './database.ts'
import { drive, getRequest, type Sample } from './load.ts'
import { mostMemory } from './memory.ts'
import type { Bench, Rate, Row } from './report.ts'

const campaignId = idOf('campaign', CHARGED_CAMPAIGN)
const LINES_PER_PLEDGE = 5
/** Every other pledge is paid by card. */
const PLEDGES_PER_CARD = 2
/** As many as the product has under way. */
const AT_ONCE = 8
/** The attempt, the card service's answer, what was recorded. */
const COMMITS_PER_CHARGE = 3
const NOTICE_DAYS = 4
const DAY_MS = 86_400_000
const AT_LEAST_A_SECOND = 300

/**
 * Every card of a settled campaign is charged through the sandbox, a bounded number at once; beside it the same number
 * of commits, each of one row. Then the receipts are drawn, beside bare one-page documents.
 */
export async function benchCharges(bench: Bench): Promise<Row[]> {
  // What another part has billed is not due meanwhile.
  const later = new Date(systemClock.now().getTime() + 365 * DAY_MS)
  await bench.db.query(sql`update charges set charge_at = ${later} where state = 'scheduled'`)
  await fillSettled(bench.url, bench.charges * PLEDGES_PER_CARD * LINES_PER_PLEDGE, CHARGED_CAMPAIGN)
  await bench.db.query(sql`
    insert into sandbox.payment_methods (id, user_id, behaviour, brand, last4, exp_month, exp_year, fingerprint, created_at)
    select provider_payment_method, user_id, 'succeeds', brand, last4, exp_month, exp_year, 'bench', created_at from cards
    on conflict do nothing`)
  const product = await bench.product({ cache: false })
  const signIn = await createSignIn(bench.db)
  const authorization = `Bearer ${await signIn(idOf('user', REPRESENTATIVE))}`
  await lock(product.port, authorization)
  // Everybody was told, and the days of the notice are over: it is the charging that is measured.
  await bench.db.query(sql`update settlements set stage = 'charging' where campaign_id = ${campaignId}`)
  const rows: Row[] = [await takeCharges(bench)]
  await demandInvariants(bench.db)
  rows.push(await drawReceipts(bench, product.port, authorization))
  rows.push(...(await mostMemory('the server that draws receipts', product)))
  for (const row of rows) bench.progress(row)
  return rows
}

async function lock(port: number, authorization: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/campaigns/${campaignId}/settlements`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ kind: 'final', version: 1 }),
  })
  if (answer.status !== 201)
    throw new Error(`The settlement answered ${answer.status}: ${await answer.text()}`)
}

async function takeCharges({ url, charges }: Bench): Promise<Rate> {
  const clock = new ManualClock(new Date(systemClock.now().getTime() + NOTICE_DAYS * DAY_MS))
  const config = readConfig({ DEMO: '0', SECRET_KEY: TEST_SECRET_KEY, CARDS: 'sandbox', MAIL: 'outbox' })
  const program = await openProgram({ config, url, directUrl: url, clock, log: pino({ level: 'silent' }) })
  try {
    const before = performance.now()
    const taken = await runDueCharges(program.deps)
    const seconds = (performance.now() - before) / 1000
    if (taken !== charges) throw new Error(`${taken} of ${charges} charges were taken`)
    const ours = { perSecond: taken / seconds, p50Ms: Number.NaN, p99Ms: Number.NaN }
    const limit = { perSecond: await bareCommits(url, charges), p50Ms: Number.NaN, p99Ms: Number.NaN }
    return {
      ...{ what: `${charges.toLocaleString('en-US')} cards charged`, connections: AT_ONCE, ours },
      ...{ against: `${COMMITS_PER_CHARGE} commits of a row each`, limit },
      ...{ ratio: ours.perSecond / limit.perSecond, atLeast: null },
      note: `${Math.round(ours.perSecond)} a second; expected at least ${AT_LEAST_A_SECOND}`,
    }
  } finally {
    await program.close()
  }
}

/** How often a second the machine can commit three rows, one after the other, on as many connections. */
async function bareCommits(url: string, charges: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: AT_ONCE })
  await pool.query('create table bench.commits (worker integer, number integer, text text)')
  const each = Math.ceil(charges / AT_ONCE)
  const before = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, worker) => {
      for (let number = 0; number < each * COMMITS_PER_CHARGE; number += 1)
        await pool.query({
          ...{ name: 'commit', text: 'insert into bench.commits values ($1, $2, $3)' },
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
    ...{
      what: 'receipts drawn as PDF',
      connections,
      ours: summary(ours),
      against: 'an empty page of pdfkit',
    },
    ...{ limit: summary(limit), ratio: ratioOf(ours, limit), atLeast: null },
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

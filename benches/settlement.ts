import { type Database, only, sql } from '#server/platform/db/database.ts'
import { createSignIn } from '#tests/sessions.ts'
import { median } from './compare.ts'
import {
  demandInvariants,
  fillSettled,
  idOf,
  LINES_PER_PLEDGE,
  REPRESENTATIVE,
  SETTLED_CAMPAIGN,
} from './database.ts'
import { formToLock } from './lock.ts'
import { mostMemory } from './memory.ts'
import type { Bench, Row } from './report.ts'

const AT_MOST = 4
const AT_MOST_MEGABYTES = 256
const campaignId = idOf('campaign', SETTLED_CAMPAIGN)

/**
 * Locks the final settlement of one campaign over the API: every line is computed, written and computed again by the
 * database (R31). For comparison, the same rows of `settlement_lines` go into an empty table of the same shape. Then
 * the settlement is requested again, which must write nothing.
 */
export async function benchSettlement(bench: Bench): Promise<Row[]> {
  const { db } = bench
  await fillSettled(bench.url, bench.settledLines)
  const product = await bench.smallProduct()
  const address = `http://127.0.0.1:${product.port}/api/campaigns/${campaignId}/settlements`
  /** Previewed before the clock starts. */
  const prepare = async () => {
    const signIn = await createSignIn(db)
    const authorization = `Bearer ${await signIn(idOf('user', REPRESENTATIVE))}`
    const body = await formToLock(address, authorization)
    const headers = { 'content-type': 'application/json', authorization }
    return () => fetch(address, { method: 'POST', headers, body })
  }
  const ours: number[] = []
  const limit: number[] = []
  const second: number[] = []
  for (let run = 0; run < bench.settlements; run += 1) {
    await unsettle(db)
    const settle = await prepare()
    const before = performance.now()
    await demand(await settle(), 201)
    ours.push(performance.now() - before)
    limit.push(await insertSelect(db))
    second.push(await settleAgain(db, await prepare()))
  }
  await demandInvariants(db)
  const what = `${(bench.settledLines / 1_000).toLocaleString('en-US')} 000 pledge lines settled`
  const timings: Row[] = [
    {
      what,
      oursMs: median(ours),
      against: 'bare INSERT … SELECT',
      limitMs: median(limit),
      ratio: median(ours.map((ms, run) => ms / (limit[run] ?? Number.NaN))),
      atMost: AT_MOST,
    },
    {
      what: 'settled again: 409, nothing written',
      oursMs: median(second),
      against: null,
      limitMs: null,
      ratio: null,
      atMost: null,
    },
  ]
  const pledges = (bench.settledLines / LINES_PER_PLEDGE).toLocaleString('en-US')
  const server = `the server that settles ${pledges} pledges × ${LINES_PER_PLEDGE} lines`
  timings.push(...(await mostMemory(server, product, AT_MOST_MEGABYTES)))
  for (const timing of timings) bench.progress(timing)
  return timings
}

async function demand(answer: Response, status: number): Promise<{ code?: string }> {
  const text = await answer.text()
  if (answer.status !== status)
    throw new Error(`The settlement answered ${answer.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text)
}

/** As before the first lock, in empty tables. */
async function unsettle(db: Database): Promise<void> {
  await db.query(
    sql`truncate settlements, settlement_pledges, settlement_lines, charges, invoices, invoice_numbers cascade`,
  )
  await db.query(sql`update campaigns set final_locked_at = null, status = 'active' where id = ${campaignId}`)
  await settleDown(db)
}

/** Neither side pays for what the other left to be written. */
async function settleDown(db: Database): Promise<void> {
  await db.query(sql`analyze`)
  await db.query(sql`checkpoint`)
}

async function insertSelect(db: Database): Promise<number> {
  await db.query(sql`create table bench.bare_lines (like settlement_lines including all)`)
  await settleDown(db)
  const before = performance.now()
  await db.query(sql`insert into bench.bare_lines select * from settlement_lines`)
  const ms = performance.now() - before
  await db.query(sql`drop table bench.bare_lines`)
  return ms
}

async function settleAgain(db: Database, settle: () => Promise<Response>): Promise<number> {
  const rowsBefore = await countRows(db)
  const before = performance.now()
  const { code } = await demand(await settle(), 409)
  const ms = performance.now() - before
  const rows = await countRows(db)
  if (code !== 'nothing_to_settle' || rows !== rowsBefore) {
    throw new Error(`A second settlement answered ${code}; rows were ${rowsBefore}, are ${rows}`)
  }
  return ms
}

async function countRows(db: Database): Promise<string> {
  const { counts } = only(
    await db.query<{ counts: string }>(sql`
      select concat_ws(' ', (select count(*) from settlements), (select count(*) from settlement_results),
                            (select count(*) from settlement_pledges), (select count(*) from settlement_lines),
                            (select count(*) from charges), (select count(*) from invoices), (select count(*) from adjustments),
                            (select count(*) from refunds), (select count(*) from mails), (select count(*) from audit_log)) as counts`),
  )
  return counts
}

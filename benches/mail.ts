import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { sendWaitingMails } from '#server/messaging/mails/send.ts'
import { advanceSettlements } from '#server/money/settlements/advance.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { sql } from '#server/platform/db/database.ts'
import { openProgram } from '#server/program.ts'
import { TEST_SECRET_KEY } from '#tests/mails.ts'
import { startSmtpServer } from '#tests/smtp-server.ts'
import { fillSettled, idOf, LINES_PER_PLEDGE, MAILED_CAMPAIGN } from './database.ts'
import { lockFinal } from './lock.ts'
import type { Bench, Rate, Row } from './report.ts'

const campaignId = idOf('campaign', MAILED_CAMPAIGN)
/** How long the mail server takes for each email, evenly spread. */
const TAKES_MS = { least: 20, most: 50 }
/** What is expected with such a mail server: a large installation's statements, in time for the notice period. */
const STATEMENTS = 150_000
const MINUTES = 30

/**
 * The statements of a settlement are written and sent to a slow mail server. Compared with the rate that sends 150,000
 * within half an hour.
 */
export async function benchMail(bench: Bench): Promise<Row[]> {
  const { db, url, mails } = bench
  await fillSettled(url, mails * LINES_PER_PLEDGE, MAILED_CAMPAIGN)
  // Mail that other parts left is neither written nor sent.
  await db.query(sql`update settlements set stage = 'closed', closed_at = locked_at where stage <> 'closed'`)
  await db.query(sql`update mails set sent_at = created_at where sent_at is null`)
  const product = await bench.product({ cache: false })
  await lockFinal(db, product.port, campaignId)
  const server = await startSmtpServer(
    () => null,
    () => wait(TAKES_MS.least + Math.random() * (TAKES_MS.most - TAKES_MS.least)),
  )
  const config = readConfig({
    DEMO: '0',
    SECRET_KEY: TEST_SECRET_KEY,
    CARDS: 'sandbox',
    SMTP_URL: server.url,
  })
  const log = pino({ level: 'silent' })
  const program = await openProgram({ config, url, directUrl: url, clock: systemClock, log })
  try {
    const startedMs = performance.now()
    await advanceSettlements(program.deps)
    const queuedMs = performance.now()
    const sent = await sendWaitingMails(program.deps)
    const endedMs = performance.now()
    if (sent !== mails || server.received.length !== mails)
      throw new Error(`${sent} of ${mails} statements were sent, ${server.received.length} arrived`)
    const row = rowOf(mails, config.atOnce.mails, {
      queueing: (queuedMs - startedMs) / 1_000,
      sending: (endedMs - queuedMs) / 1_000,
    })
    bench.progress(row)
    return [row]
  } finally {
    await program.close()
    await server.stop()
  }
}

function rowOf(mails: number, connections: number, seconds: { queueing: number; sending: number }): Rate {
  const perSecond = mails / (seconds.queueing + seconds.sending)
  const needed = STATEMENTS / (MINUTES * 60)
  const rate = (value: number) => ({ perSecond: value, p50Ms: Number.NaN, p99Ms: Number.NaN })
  const minutes = (STATEMENTS / perSecond / 60).toFixed(1)
  const all = STATEMENTS.toLocaleString('en-US')
  return {
    what: `${mails.toLocaleString('en-US')} statements mailed, ${TAKES_MS.least}-${TAKES_MS.most} ms each`,
    connections,
    ours: rate(perSecond),
    against: `${all} in ${MINUTES} minutes`,
    limit: rate(needed),
    ratio: perSecond / needed,
    atLeast: 1,
    note: `written ${Math.round(mails / seconds.queueing)} a second, sent ${Math.round(mails / seconds.sending)} a second: ${all} take ${minutes} minutes`,
  }
}

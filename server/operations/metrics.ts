import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { Gauge, Registry } from 'prom-client'
import { countWebhooks } from '#server/accounts/webhook-endpoints/index.ts'
import { countWaitingMails } from '#server/messaging/mails/index.ts'
import { countHeld, lastBalancedAt, longestUncheckedAt } from '#server/money/book-check/index.ts'
import { countDifferences } from '#server/money/card-balance/index.ts'
import { unfinishedCharges } from '#server/money/charges/index.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import { openSettlements } from '#server/money/settlements/index.ts'
import { countUnprocessed, lastFetched } from '#server/money/webhooks/index.ts'
import { within } from '#server/platform/base/within.ts'
import { listLastRuns } from '#server/platform/jobs/runs.ts'
import { freeBytes } from './readiness.ts'

type Setters = (name: keyof typeof GAUGES, value: number, labels?: Record<string, string>) => void

/** Read on request. Those of the database are the same on every instance. */
const GAUGES = {
  database_connections: ['Connections of the pool', ['pool', 'state']],
  database_requests_waiting: ['Requests that wait for a connection', ['pool']],
  live_streams: ['Open event streams', []],
  data_folder_free_bytes: ['What is left on the disk of the data folder', []],
  campaigns_on_hold: ['Campaigns whose books do not balance, and whose billing is on hold', []],
  books_balanced_timestamp_seconds: ['When all books were last found to balance', []],
  books_longest_unchecked_seconds: ['How long ago the campaign that waits longest was checked in full', []],
  job_last_success_timestamp_seconds: ['When a job last succeeded on any instance', ['job_name']],
  job_failing: ['Whether the last run of a job failed, on any instance', ['job_name']],
  mails_waiting: ['Mails that are due and not sent', []],
  mails_oldest_seconds: ['How long the oldest mail that is due has waited', []],
  mails_undelivered: ['Mails that were given up on', []],
  webhooks_waiting: ['Webhooks that no receiver has accepted yet', []],
  webhook_endpoints_disabled: ['Addresses of webhooks that answered 410 Gone', []],
  charges_unfinished: ['Charges that are not over, by state', ['state']],
  charges_due: ['Charges that the next run would charge', []],
  charges_oldest_due_seconds: ['How long the oldest charge that is due has waited', []],
  card_balance_differences: ['Payments of which the card provider says something else than the books', []],
  card_events_fetched_timestamp_seconds: [
    'When events of a type were last fetched from the card provider, because no webhook had brought them',
    ['type'],
  ],
  card_events_unprocessed: ['Events of the card provider that no attempt could process', []],
  settlements_open: ['Settlements that are not closed, by stage', ['stage']],
  settlements_oldest_due_seconds: ['How long ago the oldest of them was to be charged, by stage', ['stage']],
} as const satisfies Record<string, readonly [help: string, labels: readonly string[]]>

const secondsSince = (now: Date, then: Date | null): number =>
  then === null ? 0 : Math.max(0, (now.getTime() - then.getTime()) / 1_000)

async function readMachine(deps: Deps, set: Setters): Promise<void> {
  const { db, live } = deps
  for (const { name, pool } of db.pools) {
    const busy = pool.totalCount - pool.idleCount
    for (const [state, count] of Object.entries({ busy, idle: pool.idleCount, most: pool.options.max }))
      set('database_connections', count, { pool: name, state })
    set('database_requests_waiting', pool.waitingCount, { pool: name })
  }
  set('live_streams', live.count())
  const free = await freeBytes(deps).catch(() => 0)
  if (free !== null) set('data_folder_free_bytes', free)
}

async function readDatabase({ db, clock, cards }: Deps, set: Setters): Promise<void> {
  const now = clock.now()
  // First of all: an alert takes a missing job for one that stopped, once there is any other figure.
  for (const { name, succeededAt, isFailing } of await listLastRuns(db)) {
    if (succeededAt)
      set('job_last_success_timestamp_seconds', succeededAt.getTime() / 1_000, { job_name: name })
    set('job_failing', Number(isFailing), { job_name: name })
  }
  set('campaigns_on_hold', await countHeld(db))
  const balancedAt = await lastBalancedAt(db)
  if (balancedAt) set('books_balanced_timestamp_seconds', balancedAt.getTime() / 1_000)
  set('books_longest_unchecked_seconds', secondsSince(now, await longestUncheckedAt(db)))
  const mails = await countWaitingMails(db, now)
  set('mails_waiting', mails.waiting)
  set('mails_oldest_seconds', secondsSince(now, mails.oldestDueAt))
  set('mails_undelivered', mails.undelivered)
  const webhooks = await countWebhooks(db)
  set('webhooks_waiting', webhooks.waiting)
  set('webhook_endpoints_disabled', webhooks.disabled)
  const charges = await unfinishedCharges(db, now, cards)
  for (const { state, count } of charges) set('charges_unfinished', count, { state })
  set(
    'charges_due',
    charges.reduce((sum, { due }) => sum + due, 0),
  )
  const oldest = charges.flatMap(({ oldestDueAt }) => oldestDueAt ?? [])
  set('charges_oldest_due_seconds', Math.max(0, ...oldest.map((at) => secondsSince(now, at))))
  const differences = await countDifferences(db, cards)
  if (differences !== null) set('card_balance_differences', differences)
  // A webhook that works leaves none.
  for (const { type, at } of await lastFetched(db, cards))
    set('card_events_fetched_timestamp_seconds', at.getTime() / 1_000, { type })
  set('card_events_unprocessed', await countUnprocessed(db, cards))
  const settlements = await openSettlements(db, now)
  for (const { stage, count, oldestDueAt } of settlements) {
    set('settlements_open', count, { stage })
    set('settlements_oldest_due_seconds', secondsSince(now, oldestDueAt), { stage })
  }
}

/** A gauge exists only once it has a value: while the database is unreachable, its gauges are absent. */
function gaugesIn(registry: Registry): Setters {
  const gauges = new Map<string, Gauge>()
  return (name, value, labels = {}) => {
    const [help, labelNames] = GAUGES[name]
    const gauge =
      gauges.get(name) ?? new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] })
    gauges.set(name, gauge)
    gauge.set(labels, value)
  }
}

/** Prometheus gives up after ten seconds, and what is known without the database matters most then. */
const MAX_READ_MS = 3_000

const digest = (text: string) => createHash('sha256').update(text).digest()

/** How many charges fail is private: callers have the token, or reach the separate port. */
export function isAllowed(c: Context, token: string | null): boolean {
  if (token === null) return true
  return timingSafeEqual(digest(c.req.header('authorization') ?? ''), digest(`Bearer ${token}`))
}

/** `GET /metrics` for Prometheus; null if no setting turns it on. */
export function createMetricsHandler(deps: Deps): ((c: Context) => Promise<Response>) | null {
  const { registry } = deps.metrics
  if (registry === null) return null
  return async (c) => {
    if (!isAllowed(c, deps.config.metrics.token)) return c.text('Unauthorized', 401)
    const current = new Registry()
    const set = gaugesIn(current)
    await readMachine(deps, set)
    await within(MAX_READ_MS, readDatabase(deps, set)).catch(() => undefined)
    const text = [await registry.metrics(), await current.metrics()].join('\n')
    return c.body(text, 200, { 'content-type': registry.contentType })
  }
}

/** Listens on METRICS_PORT, which only Prometheus reaches. */
export function metricsApp(deps: Deps): Hono | null {
  const handler = createMetricsHandler(deps)
  return handler && new Hono().get('/metrics', handler)
}

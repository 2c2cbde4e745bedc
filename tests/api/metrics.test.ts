/** What the program reports about itself to Prometheus and in the log, and to whom. */
import { randomUUID } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { runJob } from '#server/jobs.ts'
import { checkBooks } from '#server/money/book-check/check.ts'
import { metricsApp } from '#server/operations/metrics.ts'
import { sql } from '#server/platform/db/database.ts'
import { forgetOtherRuns } from '#server/platform/jobs/runs.ts'
import { createTestApp, type TestApp } from '#tests/app.ts'
import { BAY, lock, openSeason, setUpOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

const TOKEN = 'a-token-for-prometheus'
let app: TestApp
afterEach(() => app.close())

const network = { incoming: { socket: { remoteAddress: '198.51.100.7' } } }
const visit = (path: string, init: RequestInit = {}) => app.app.request(path, init, network)
const scrape = async () => {
  const response = await visit('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(response.status).toBe(200)
  return response.text()
}

it('metrics are off by default: the address is a page that does not exist', async () => {
  app = await createTestApp()
  expect((await visit('/metrics')).status).toBe(404)
  expect(metricsApp(app.deps)).toBeNull()
})

it('metrics with a token are refused without it', async () => {
  app = await createTestApp({ env: { METRICS_TOKEN: TOKEN } })
  expect((await visit('/metrics')).status).toBe(401)
  expect(
    (await visit('/metrics', { headers: { authorization: 'Bearer a-token-for-prometheuS' } })).status,
  ).toBe(401)
  expect(await scrape()).toContain('process_cpu_seconds_total')
})

it('metrics with a port of their own are not on the site', async () => {
  app = await createTestApp({ env: { METRICS_PORT: '9464' } })
  expect((await visit('/metrics')).status).toBe(404)
  expect((await metricsApp(app.deps)?.request('/metrics'))?.status).toBe(200)
})

it('requests are counted by route, never by address, and once for each visitor', async () => {
  app = await createTestApp({ env: { METRICS_TOKEN: TOKEN } })
  const season = await openSeason(await setUpOrganization(app))
  await visit(season.path)
  await visit(season.path)
  await visit('/api/campaigns/none')
  await visit('/api/nowhere')
  const text = await scrape()
  const route = 'method="GET",route="/api/campaigns/:id"'
  expect(text).toContain(`http_request_duration_seconds_count{${route},status="200"} 2`)
  expect(text).toContain(`http_request_duration_seconds_count{${route},status="400"} 1`)
  expect(text).toContain('route="/api/*",status="404"} 1')
  expect(text).not.toContain(season.id)
})

it('the current state of money and mail is shown: charges, settlements, mails, books', async () => {
  app = await createTestApp({ env: { METRICS_TOKEN: TOKEN } })
  const { org, season } = await givenSeason({
    app,
    pledges: [{ lines: { goals: '2.00' } }],
    matches: [{ ...BAY, goals: 3 }],
  })
  await app.deps.db.query(sql`update mails set sent_at = created_at`)
  await lock(org, season, 'progress')
  await checkBooks(app.deps)
  const before = await scrape()
  expect(before).toMatch(/^charges_unfinished\{state="scheduled"\} 1$/m)
  expect(before).toMatch(/^charges_due 0$/m)
  expect(before).toMatch(/^settlements_open\{stage="locked"\} 1$/m)
  expect(before).toMatch(/^campaigns_on_hold 0$/m)
  expect(before).toContain(`books_balanced_timestamp_seconds ${app.clock.now().getTime() / 1_000}\n`)
  expect(before).toMatch(/^database_connections\{pool="main",state="most"\} 20$/m)
  expect(before).toMatch(/^live_streams 0$/m)
  expect(before).toMatch(/^data_folder_free_bytes [1-9]/m)

  app.clock.advance({ days: 4 })
  const after = await scrape()
  expect(after).toMatch(/^books_longest_unchecked_seconds 345600$/m)
  expect(after).toMatch(/^settlements_oldest_due_seconds\{stage="locked"\} 86400$/m)
})

it('a charge that no run would charge yet is not due: of a locked settlement, or a paused or held campaign', async () => {
  app = await createTestApp({ env: { METRICS_TOKEN: TOKEN } })
  const { org, season } = await givenSeason({
    app,
    pledges: [{ lines: { goals: '2.00' } }],
    matches: [{ ...BAY, goals: 3 }],
  })
  await app.deps.db.query(sql`update mails set sent_at = created_at`)
  await lock(org, season, 'progress')
  app.clock.advance({ days: 4 })
  const expectDue = async (count: number, seconds: number) => {
    const text = await scrape()
    expect(text).toMatch(new RegExp(`^charges_due ${count}$`, 'm'))
    expect(text).toMatch(new RegExp(`^charges_oldest_due_seconds ${seconds}$`, 'm'))
  }
  await expectDue(0, 0)
  await app.deps.db.query(sql`update settlements set stage = 'charging'`)
  await expectDue(1, 86_400)
  await app.deps.db.query(sql`update campaigns set status = 'paused'`)
  await expectDue(0, 0)
  await app.deps.db.query(sql`update campaigns set status = 'active', billing_held_at = ${app.clock.now()}`)
  await expectDue(0, 0)
  await app.deps.db.query(sql`update campaigns set billing_held_at = null`)
  await app.deps.db.query(sql`update charges set money_mode = 'live'`)
  await expectDue(0, 0)
})

it('news that waits for its reader’s morning is not due, and is late only from then on', async () => {
  app = await createTestApp({ env: { METRICS_TOKEN: TOKEN } })
  const queue = (key: string, zone: string | null, at: string) =>
    app.deps.db.query(sql`
      insert into mails (
        id, kind, idempotency_key, to_address, subject, text_body, html_body, message_id, created_at,
        next_attempt_at, quiet_zone
      )
      values (${randomUUID()}, 'digest', ${key}, 'a@x.test', '', '', '', ${key}, ${at}, ${at}, ${zone})`)
  // The night in which the clocks go back.
  await queue('news', 'America/Chicago', '2026-10-31T22:00:00-05:00')
  app.clock.set('2026-11-01T07:59:00-06:00')
  const night = await scrape()
  expect(night).toMatch(/^mails_waiting 0$/m)
  expect(night).toMatch(/^mails_oldest_seconds 0$/m)
  app.clock.set('2026-11-01T08:20:00-06:00')
  const morning = await scrape()
  expect(morning).toMatch(/^mails_waiting 1$/m)
  expect(morning).toMatch(/^mails_oldest_seconds 1200$/m)
  await queue('receipt', null, '2026-11-01T07:20:00-06:00')
  await queue('news by day', 'America/Chicago', '2026-11-01T08:15:00-06:00')
  await queue('for a zone of no map', 'Mars/Olympus', '2026-11-01T14:19:00Z')
  const later = await scrape()
  expect(later).toMatch(/^mails_waiting 4$/m)
  expect(later).toMatch(/^mails_oldest_seconds 3600$/m)
})

it('every instance says how the jobs are, also one that was started since and runs none', async () => {
  const env = { METRICS_TOKEN: TOKEN }
  app = await createTestApp({ env })
  expect(await scrape()).not.toContain('job_last_success_timestamp_seconds')
  const name = 'settlements.progress'
  const work = () => runJob(app.deps, { name, run: async () => undefined })
  const fail = () => runJob(app.deps, { name, run: () => Promise.reject(new Error('no')) })
  await expect(fail()).rejects.toThrow('no')
  const first = await scrape()
  expect(first).toContain(`job_failing{job_name="${name}"} 1\n`)
  expect(first).not.toContain('job_last_success_timestamp_seconds')
  await work()
  const succeededAt = app.clock.now().getTime() / 1_000
  const last = `job_last_success_timestamp_seconds{job_name="${name}"} ${succeededAt}\n`
  const good = await scrape()
  expect(good).toContain(`job_failing{job_name="${name}"} 0\n`)
  expect(good).toContain(last)
  app.clock.advance({ minutes: 1 })
  await expect(fail()).rejects.toThrow('no')
  const { metrics } = (await app.another(env)).deps
  expect(await metrics.registry?.metrics()).not.toContain(name)
  const bad = await scrape()
  expect(bad).toContain(`job_failures_total{job_name="${name}"} 2\n`)
  expect(bad).toContain(`job_failing{job_name="${name}"} 1\n`)
  expect(bad).toContain(last)
  await forgetOtherRuns(app.deps.db, ['settlements.advance'])
  expect(await scrape()).not.toContain('job_failing')
})

it('without a database nothing is said of it, and the rest is', async () => {
  app = await createTestApp({ env: { METRICS_TOKEN: TOKEN } })
  vi.spyOn(app.deps.db, 'query').mockRejectedValue(new Error('Connection terminated'))
  const text = await scrape()
  vi.restoreAllMocks()
  expect(text).toContain('database_connections')
  expect(text).not.toContain('campaigns_on_hold')
})

it('the access log has one line for each request, with its route and without its address', async () => {
  app = await createTestApp({ env: { ACCESS_LOG: '1' } })
  const lines: unknown[] = []
  vi.spyOn(app.deps.log, 'info').mockImplementation((...given: unknown[]) => void lines.push(given))
  await visit('/api/campaigns?search=Jane')
  vi.restoreAllMocks()
  expect(lines).toEqual([
    [{ method: 'GET', route: '/api/campaigns', status: 200, ms: expect.any(Number) }, 'request'],
  ])
})

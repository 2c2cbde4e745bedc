/** What a proxy and the public learn of the program's health, and what only its operator learns. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJob } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, type TestApp } from '#tests/app.ts'

const TOKEN = 'a-token-of-the-operator'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { METRICS_TOKEN: TOKEN } })
})
afterAll(() => app.close())

const ask = async (path: string, authorization?: string) => {
  const headers: Record<string, string> = authorization ? { authorization } : {}
  const connection = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  const answer = await app.app.request(path, { headers }, connection)
  return { status: answer.status, text: await answer.text() }
}
const details = async () => {
  const { status, text } = await ask('/readyz', `Bearer ${TOKEN}`)
  return { status, body: JSON.parse(text) as Record<string, string> }
}

it('/readyz tells the public only whether it is ready, and /metrics nothing', async () => {
  for (const authorization of [undefined, 'Bearer wrong', TOKEN]) {
    expect(await ask('/readyz', authorization)).toEqual({ status: 200, text: '{"status":"ready"}' })
    expect(await ask('/metrics', authorization)).toEqual({ status: 401, text: 'Unauthorized' })
  }
  expect((await ask('/metrics', `Bearer ${TOKEN}`)).text).toContain('process_cpu_seconds_total')
  expect(await details()).toEqual({
    status: 200,
    body: { disk: 'ok', database: 'ok', jobs: 'not started yet', mail: 'ok', books: 'ok' },
  })
})

it('mail and jobs that are late are reported, and do not take the instance out of service', async () => {
  const { clock } = app
  const { db } = app.deps
  await db.query(sql`
    insert into mails (
      id, kind, idempotency_key, to_address, subject, text_body, html_body, message_id, created_at, next_attempt_at
    )
    values (${randomUUID()}, 'receipt', 'late', 'a@x.test', '', '', '', 'late', ${clock.now()}, ${clock.now()})`)
  await db.query(sql`create schema jobs`)
  await db.query(sql`create table jobs.job (name text, state text, start_after timestamptz)`)
  await db.query(sql`insert into jobs.job values ('charges.run', 'created', ${clock.now()})`)
  expect((await details()).body).toMatchObject({ jobs: 'ok', mail: 'ok' })
  clock.advance({ minutes: 11 })
  expect(await details()).toMatchObject({ status: 200, body: { jobs: 'late: charges.run', mail: 'late: 1' } })
  // While one instance runs it, a second one that waits is not late.
  await db.query(sql`insert into jobs.job values ('charges.run', 'active', ${clock.now()})`)
  expect((await details()).body).toMatchObject({ jobs: 'ok' })
})

it('jobs are late as well if no instance has queued any since, as with JOBS=0 on all of them', async () => {
  await app.deps.db.query(sql`delete from jobs.job`)
  await runJob(app.deps, { name: 'settlements.advance', run: async () => undefined })
  await runJob(app.deps, { name: 'payouts.look', run: async () => undefined })
  app.clock.advance({ minutes: 10 })
  expect((await details()).body).toMatchObject({ jobs: 'ok' })
  app.clock.advance({ minutes: 1 })
  expect((await details()).body).toMatchObject({ jobs: 'late: settlements.advance' })
  await app.deps.db.query(
    sql`insert into jobs.job values ('settlements.advance', 'active', ${app.clock.now()})`,
  )
  expect((await details()).body).toMatchObject({ jobs: 'ok' })
})

it('news is late only once its reader has been awake for some minutes', async () => {
  const { db } = app.deps
  await db.query(sql`update mails set quiet_zone = 'America/Chicago'`)
  for (const [now, mail] of [
    ['2026-09-02T07:59:00-05:00', 'ok'],
    ['2026-09-02T08:05:00-05:00', 'ok'],
    ['2026-09-02T08:11:00-05:00', 'late: 1'],
    ['2026-09-02T21:00:00-05:00', 'ok'],
  ] as const) {
    app.clock.set(now)
    expect((await details()).body).toMatchObject({ mail })
  }
})

it('from the moment a shutdown begins, it is not ready', async () => {
  app.deps.readiness.isEnding = true
  expect(await ask('/readyz')).toEqual({ status: 503, text: '{"status":"not ready"}' })
  expect(await details()).toMatchObject({ status: 503, body: { server: 'stopping', database: 'ok' } })
  app.deps.readiness.isEnding = false
})

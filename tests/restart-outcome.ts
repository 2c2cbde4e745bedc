/** R34: what a restart must not change: everything that a season's jobs leave behind, compared row by row. */

import { ManualClock } from '#server/platform/base/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { openProgram, type Program } from '#server/program.ts'
import { testLog } from '#tests/log.ts'
import { TEST_SECRET_KEY } from '#tests/mails.ts'

/** A server on its own database. */
export const openServer = (url: string, now: string | Date): Promise<Program> =>
  openProgram({
    config: readConfig({ DEMO: '0', SECRET_KEY: TEST_SECRET_KEY }),
    url,
    directUrl: url,
    clock: new ManualClock(now),
    log: testLog(),
  })

/** What is compared: the journal entry by entry, what the card provider did, and which mails were sent. */
export async function outcomeOf(db: Db) {
  const list = <Row extends object>(statement: ReturnType<typeof sql>) => db.query<Row>(statement)
  const journal = await list(sql`
    select e.kind, e.source_id, e.pledge_id, e.description, max(abs(p.amount_cents))::bigint as cents, sum(p.amount_cents)::bigint as off
      from journal_entries e join journal_postings p on p.entry_id = e.id group by e.id order by e.kind, e.source_id`)
  const accounts = await list(sql`
    select account, sum(amount_cents)::bigint as cents from journal_postings group by account order by account`)
  const charges = await list<{ state: string; attempts: number; asked: number }>(sql`
    select c.id, c.state, c.amount_cents, c.refunded_cents, c.attempts_count,
           (select count(*) from charge_attempts a where a.charge_id = c.id) as attempts,
           (select count(*) from sandbox.payments s join charge_attempts a on a.id::text = s.idempotency_key where a.charge_id = c.id) as asked,
           (select sum(s.amount_cents)::bigint from sandbox.payments s join charge_attempts a on a.id::text = s.idempotency_key
             where a.charge_id = c.id and s.outcome = 'succeeded') as taken
      from charges c order by c.id`)
  const refunds = await list<{ state: string }>(sql`
    select r.id, r.state, r.amount_cents,
           (select sum(s.amount_cents)::bigint from sandbox.refunds s where s.idempotency_key = r.id::text) as given
      from refunds r order by r.id`)
  const provider = await list(sql`
    select (select count(*) from sandbox.payments) as payments, (select count(*) from sandbox.refunds) as refunds`)
  const mails = await list(
    sql`select regexp_replace(idempotency_key, ':\d{4}-\d\d-\d\d$', '') as idempotency_key from mails order by 1`,
  )
  const states = await list(sql`
    select id, status as state from pledges union all select id, stage from settlements union all select id, state from invoices order by id`)
  return { journal, accounts, charges, refunds, provider, mails, states }
}
export type Outcome = Awaited<ReturnType<typeof outcomeOf>>

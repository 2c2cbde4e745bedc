/** What a failover to a replica that was behind, or a recovery to an earlier time, leaves: the newest rows are gone. */
import { sql } from '#server/platform/db/database.ts'
import type { TestApp } from '#tests/app.ts'

const KEPT = [
  'pledges',
  'charges',
  'charge_attempts',
  'refunds',
  'campaign_books',
  'campaign_totals',
] as const

/** Saves what the database has about attempts and money now; the returned function brings that state back. */
export async function rememberRows({ deps: { db } }: TestApp): Promise<() => Promise<void>> {
  const before = await Promise.all(
    KEPT.map((table) => db.query(sql`select to_jsonb(t) as row from ${sql.raw(table)} t`)),
  )
  const entries = await db.query<{ id: string }>(sql`select id from journal_entries`)
  const mails = await db.query<{ id: string }>(sql`select id from mails`)
  const ids = (rows: { id: string }[]) => sql.param(rows.map(({ id }) => id))
  return () =>
    db.transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`)
      for (const table of ['journal_postings', 'journal_entries'] as const)
        await tx.query(sql`
          delete from ${sql.raw(table)}
          where ${sql.raw(table === 'journal_entries' ? 'id' : 'entry_id')} <> all(${ids(entries)}::uuid[])`)
      await tx.query(sql`delete from mails where id <> all(${ids(mails)}::uuid[])`)
      for (const [place, table] of KEPT.entries()) {
        await tx.query(sql`delete from ${sql.raw(table)}`)
        for (const { row } of before[place] as { row: unknown }[])
          await tx.query(sql`
            insert into ${sql.raw(table)}
            select * from jsonb_populate_record(null::${sql.raw(table)}, ${JSON.stringify(row)}::jsonb)`)
      }
    })
}

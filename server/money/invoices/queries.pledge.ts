/** A pledge's invoices while it is changed (R14). */
import { type Db, sql } from '#server/platform/db/database.ts'

/** Locks them, so that nothing is paid on them until the transaction ends. */
export async function holdOpenInvoices(db: Db, pledgeId: string): Promise<void> {
  await db.query(sql`
    select id
    from invoices
    where pledge_id = ${pledgeId}
      and state = 'open'
    order by id
    for update
  `)
}

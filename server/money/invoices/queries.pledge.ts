/** How invoices affect a pledge's status, and how cancelling a pledge affects them (R14). */
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

/** Voids the open invoices on which nothing was paid. */
export async function voidOpenInvoices(db: Db, pledgeId: string, at: Date): Promise<void> {
  await db.query(sql`
    update invoices
    set state = 'void', voided_at = ${at}
    where pledge_id = ${pledgeId}
      and state = 'open'
      and paid_cents = 0
  `)
}

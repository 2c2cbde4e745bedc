/** What its invoices do to a pledge, and cancelling it to them (R14). */
import { type Db, sql } from '#server/platform/db/database.ts'

/** Until the transaction ends nothing is paid on them. */
export async function holdOpenInvoices(db: Db, pledgeId: string): Promise<void> {
  await db.query(
    sql`select id from invoices where pledge_id = ${pledgeId} and state = 'open' order by id for update`,
  )
}

/** Nothing was paid on them. */
export async function voidOpenInvoices(db: Db, pledgeId: string, at: Date): Promise<void> {
  await db.query(sql`
    update invoices set state = 'void', voided_at = ${at}
     where pledge_id = ${pledgeId} and state = 'open' and paid_cents = 0`)
}

/** The day after an invoice was due its pledge is past due, in the campaign's zone. Answers how many became so. */
export async function markPledgesOverdue(db: Db, now: Date): Promise<number> {
  const rows = await db.query(sql`
    update pledges p set status = 'past_due', version = p.version + 1
      from invoices i join campaigns c on c.id = i.campaign_id
     where i.pledge_id = p.id and i.state = 'open' and i.due_on < wall_clock(c.time_zone, ${now})::date
       and c.status not in ('paused', 'cancelled') and p.status = 'active' returning p.id`)
  return rows.length
}

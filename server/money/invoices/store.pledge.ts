/** How invoices affect a pledge's status, and how cancelling a pledge affects them (R14). */
import { type Db, sql } from '#server/platform/db/database.ts'

/** A pledge is past due the day after its invoice was due, in the campaign's time zone. Returns how many became past due. */
export async function markPledgesOverdue(db: Db, now: Date): Promise<number> {
  const rows = await db.query(sql`
    update pledges p
    set status = 'past_due', version = p.version + 1
    from invoices i
    join campaigns c on c.id = i.campaign_id
    where i.pledge_id = p.id
      and i.state = 'open'
      and i.due_on < wall_clock(c.time_zone, ${now})::date
      and c.status not in ('paused', 'cancelled')
      and p.status = 'active'
    returning p.id
  `)
  return rows.length
}

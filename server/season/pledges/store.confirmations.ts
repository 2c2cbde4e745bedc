import { type Cents, cents } from '#domain/money.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'

/** The oldest pledges whose confirmation was not mailed yet, which stop waiting; those another instance has taken are left out. */
export async function takeUnconfirmed(tx: Db, limit: number): Promise<string[]> {
  const rows = await tx.query<{ pledgeId: string }>(sql`
    delete from pledge_confirmations
    where pledge_id in (
      select pledge_id
      from pledge_confirmations
      order by pledge_id
      limit ${limit}
      for update skip locked
    )
    returning pledge_id
  `)
  return rows.map(({ pledgeId }) => pledgeId)
}

export type Unconfirmed = {
  pledgeId: string
  campaignId: string
  pledgerId: string
  email: string
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
  /** What the supporter agreed to (R8). */
  consentText: string
  mostCents: Cents
}

/** Pledges `p` in `table`; to verified addresses only (R44). */
async function among(tx: Db, ids: readonly string[], table: SQL, stillStands: SQL): Promise<Unconfirmed[]> {
  const rows = await tx.query<Unconfirmed>(sql`
    select
      p.id as pledge_id, p.campaign_id, p.pledger_id, u.email, c.name as campaign_name,
      o.name as organization_name, c.time_zone,
      c.money_mode = 'sandbox' as is_test,
      p.consent_text, p.agreed_maximum_cents as most_cents
    from ${table} p
    join users u on u.id = p.pledger_id
    join campaigns c on c.id = p.campaign_id
    join organizations o on o.id = c.organization_id
    where p.id = any(${sql.param(ids)}::uuid[])
      and ${stillStands}
      and u.email_verified_at is not null
      and u.deleted_at is null
    order by p.id
  `)
  return rows.map((row) => ({ ...row, mostCents: cents(row.mostCents) }))
}

export const countedAmong = (tx: Db, ids: readonly string[]): Promise<Unconfirmed[]> =>
  among(
    tx,
    ids,
    sql`pledges`,
    sql`p.status <> 'cancelled' and not exists (select from held_pledges h where h.id = p.id)`,
  )

/** Held until a representative looks (R57); one that was released since has its own mail. */
export const heldAmong = (tx: Db, ids: readonly string[]): Promise<Unconfirmed[]> =>
  among(tx, ids, sql`held_pledges`, sql`p.state = 'held'`)

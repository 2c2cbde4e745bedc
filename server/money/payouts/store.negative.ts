/** Organizations of which more was paid out than their share, all campaigns together (R38, R68). */
import { type Db, sql } from '#server/platform/db/database.ts'
import { OWED } from './queries.ts'

export type Balance = { organizationId: string; moneyMode: 'live' | 'sandbox' }

const balances = sql`
  select
    c.organization_id, c.money_mode,
    sum(${OWED})::bigint as owed_cents,
    sum(b.paid_out_cents)::bigint as paid_out_cents
  from campaign_books b
  join campaigns c on c.id = b.campaign_id
  group by 1, 2
`

/** Those that are no longer below zero: the next time, they are mailed again. */
export async function forgetSettled(db: Db): Promise<void> {
  await db.query(sql`
    delete from negative_balances n
    where not exists (
      select from (${balances}) b
      where b.organization_id = n.organization_id
        and b.money_mode = n.money_mode
        and b.owed_cents < 0
    )
  `)
}

/** Below zero after a payout, and not told yet. */
export async function untold(db: Db, limit: number): Promise<Balance[]> {
  return db.query<Balance>(sql`
    select b.organization_id, b.money_mode
    from (${balances}) b
    where b.owed_cents < 0
      and b.paid_out_cents > 0
      and not exists (
        select from negative_balances n
        where n.organization_id = b.organization_id
          and n.money_mode = b.money_mode
      )
    order by b.organization_id, b.money_mode
    limit ${limit}
  `)
}

/** False if they were told already. */
export async function rememberTold(
  db: Db,
  { organizationId, moneyMode }: Balance,
  at: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into negative_balances (organization_id, money_mode, mailed_at)
    values (${organizationId}, ${moneyMode}, ${at})
    on conflict do nothing
    returning organization_id
  `)
  return rows.length === 1
}

import type { Cents } from '#domain/money.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

/** Locks all refunds of these settlements, so that none is made until the transaction ends. */
export async function holdRefunds(db: Db, settlementIds: readonly string[]): Promise<void> {
  await db.query(sql`
    select id
    from refunds
    where settlement_id = any(${sql.param([...settlementIds])}::uuid[])
    order by id
    for update
  `)
}

/** Without a charge it is one that goodwill refunds had covered (R32). */
export type Voided = { pledgeId: string; chargeId: string | null; amountCents: Cents }

export const voidRefunds = (db: Db, settlementIds: readonly string[]): Promise<Voided[]> =>
  db.query<Voided>(sql`
    update refunds
    set state = 'failed'
    where settlement_id = any(${sql.param([...settlementIds])}::uuid[])
      and state in ('scheduled', 'claimed')
    returning pledge_id, charge_id, amount_cents
  `)

/** A correction counts no more: what it claimed of goodwill refunds is free again, of the newest first. */
export async function releaseGoodwill(db: Db, pledgeId: string, amount: Cents): Promise<void> {
  await db.query(sql`
    with claimed as (
      select id, claimed_cents, sum(claimed_cents) over (order by id desc) - claimed_cents as after
      from refunds
      where pledge_id = ${pledgeId}
        and kind = 'goodwill'
        and state not in ('failed', 'dropped')
        and claimed_cents > 0
    )
    update refunds r
    set claimed_cents = r.claimed_cents - least(c.claimed_cents, ${amount} - c.after)
    from claimed c
    where r.id = c.id
      and c.after < ${amount}
  `)
}

import type { Cents } from '#domain/money.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

export type Withdrawn = { id: string; amountCents: Cents; wasMade: boolean }

/** A bounced check was never money: its refunds are undone, whether they were made or only due. */
export const withdrawRefunds = (db: Db, paymentId: string): Promise<Withdrawn[]> =>
  db.query<Withdrawn>(sql`
    with held as (
      select id, state
      from refunds
      where payment_id = ${paymentId}
        and state in ('due', 'paid')
      order by id
      for update
    )
    update refunds r
    set state = 'failed'
    from held h
    where r.id = h.id
    returning r.id, r.amount_cents, h.state = 'paid' as was_made
  `)

/** Records that a refund was made by hand (R32). */
export async function markRepaid(db: Db, id: string, at: Date): Promise<void> {
  await db.query(sql`
    update refunds
    set state = 'paid', succeeded_at = ${at}
    where id = ${id}
      and state = 'due'
      and by_hand
  `)
}

/** Locks all refunds of these settlements, so that none is made until the transaction ends. */
export async function holdRefunds(db: Db, settlementIds: readonly string[]): Promise<void> {
  await db.query(sql`
    select id
    from refunds
    where settlement_id = any(${sql.param([...settlementIds])}::uuid[])
      and state <> 'failed'
    order by id
    for update
  `)
}

type ByHand = {
  id: string
  campaignId: string
  pledgeId: string
  chargeId: string
  amountCents: Cents
  reason: string
  commissionBasisPoints: number
  moneyMode: 'live' | 'sandbox'
}

/** A refund of a charge that is due by hand, locked; undefined if it is not, or no longer. */
export async function holdDueByHand(db: Db, id: string): Promise<ByHand | undefined> {
  return first(
    await db.query<ByHand>(sql`
      select
        r.id, r.campaign_id, r.pledge_id, r.charge_id, r.amount_cents, r.reason, c.commission_basis_points, c.money_mode
      from refunds r
      join campaigns c on c.id = r.campaign_id
      where r.id = ${id}
        and r.state = 'due'
        and r.by_hand
        and r.charge_id is not null
      for update of r
    `),
  )
}

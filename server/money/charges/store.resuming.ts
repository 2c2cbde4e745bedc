import { type Db, sql } from '#server/platform/db/database.ts'
import type { Reminded } from './store.detail.ts'

/**
 * On resuming, every charge and retry gets a new date, and a notice of it (R21). A settlement that was closed is open
 * again if one of its charges is to be attempted, because its supporter gave another card during the pause.
 */
export async function postponeCharges(db: Db, campaignId: string, chargeAt: Date): Promise<void> {
  await db.query(sql`
    with postponed as (
      update charges
      set charge_at = greatest(charge_at, ${chargeAt}::timestamptz), state = 'scheduled'
      where campaign_id = ${campaignId}
        and state in ('scheduled', 'failed')
      returning settlement_id
    )
    update settlements
    set
      charge_at = greatest(charge_at, ${chargeAt}::timestamptz),
      stage = case stage when 'closed' then 'charging' else stage end,
      closed_at = null
    where campaign_id = ${campaignId}
      and id in (select settlement_id from postponed)
  `)
}

export type Stuck = Reminded & { state: 'past_due' | 'requires_action' }

/** Charges that are never attempted again without their supporters, in order of ids, after `after` (R35). */
export function stuckCharges(
  db: Db,
  campaignId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<Stuck[]> {
  return db.query<Stuck>(sql`
    select
      c.id as charge_id, c.campaign_id, c.pledge_id, p.pledger_id, c.money_mode, c.amount_cents,
      c.failure_code, c.state
    from charges c
    join pledges p on p.id = c.pledge_id
    where c.campaign_id = ${campaignId}
      and c.state in ('past_due', 'requires_action')
      and (${after}::uuid is null or c.id > ${after}::uuid)
    order by c.id
    limit ${limit}
  `)
}

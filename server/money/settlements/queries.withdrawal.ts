import { type SQL, sql } from '#server/platform/db/database.ts'

/**
 * Whether money moved for the campaign's final settlement or one of its corrections, in one row: a charge was attempted, a
 * payment posted, a refund made, owed or set off (R33).
 */
export const movedMoney = (campaignId: string): SQL => sql`
  with finals as materialized (
    select id
    from settlements
    where campaign_id = ${campaignId}
      and kind = 'final'
      and withdrawn_at is null
  )
  select
    exists (
      select from charges h
      join charge_attempts a on a.charge_id = h.id
      where h.campaign_id = ${campaignId}
        and h.settlement_id in (select id from finals)
    ) as was_attempted,
    exists (
      select from invoices i
      join payments y on y.invoice_id = i.id
      where i.campaign_id = ${campaignId}
        and i.settlement_id in (select id from finals)
    ) as was_paid,
    exists (
      select from refunds r
      where r.campaign_id = ${campaignId}
        and r.settlement_id in (select id from finals)
        and (
          r.started_at is not null
          or r.by_hand
          or r.state in ('paid', 'failed')
        )
    ) or exists (
      select from set_offs o
      join invoices i on i.id = o.invoice_id
      where o.campaign_id = ${campaignId}
        and i.settlement_id in (select id from finals)
    ) as was_refunded
`

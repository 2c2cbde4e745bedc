/**
 * The journal has the day on which we learned of something; receipts, payouts and banks have the day on which it was done. Files
 * have both, so that the two can be matched (R37, R38).
 */

import { sql } from '#server/platform/db/database.ts'
import { refundedAt, takenAt } from '#server/reporting/receipts/index.ts'

/** When a charge was made at the card provider. */
export const chargedOn = sql`(least(h.succeeded_at, e.occurred_at) at time zone c.time_zone)::date`

/** When what entry `e` of campaign `c` posts was received, deposited, refunded or sent; the day of the entry if nothing else is known. */
export const madeOn = sql`
  coalesce(
    case
      when e.kind = 'charge' then (select ${chargedOn} from charges h where h.id = e.source_id)
      when e.kind in ('payment', 'overpayment') then (
        select y.received_on
        from payments y
        where y.id = e.source_id
      )
      when e.kind = 'deposit' then (
        select d.deposited_on
        from payments y
        join deposits d on d.id = y.deposit_id
        where y.id = e.source_id
      )
      when e.kind = 'reversal' then (select y.reversed_on from payments y where y.id = e.source_id)
      when e.kind = 'refund' then (
        select (${refundedAt} at time zone c.time_zone)::date
        from refunds f
        where f.id = e.source_id
      )
      when e.kind in ('refund_paid', 'overpayment_paid') then (
        select m.refunded_on
        from manual_refunds m
        where m.id = e.source_id
      )
      when e.kind = 'dispute' then (
        select (${takenAt} at time zone c.time_zone)::date
        from disputes d
        where d.id = e.source_id
      )
      when e.kind = 'payout' then (select o.paid_on from payouts o where o.id = e.source_id)
      when e.kind = 'payout_reversed' then (
        select r.reversed_on
        from payout_reversals r
        where r.id = e.source_id
      )
    end,
    (e.occurred_at at time zone c.time_zone)::date
  )
`

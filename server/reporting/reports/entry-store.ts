/** What entry `e` of the journal is known by and when it happened, joined with its campaign `c` if it is of one. */
import { PROVIDER_TIME_ZONE } from '#domain/places/zone.ts'
import { sql } from '#server/platform/db/database.ts'
import { refundedAt, takenAt } from '#server/reporting/receipts/index.ts'

/** Of the campaign; of several campaigns, or of none: the provider's. */
export const zone = sql`coalesce(c.time_zone, ${PROVIDER_TIME_ZONE})`

/** When a charge was made at the card provider. */
export const chargedOn = sql`(least(h.succeeded_at, e.occurred_at) at time zone c.time_zone)::date`

/** When what it posts was received, deposited, refunded or sent; the day of the entry if nothing else is known. */
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
        from deposits d
        where d.id = e.source_id
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
      when e.kind = 'payout' then (
        select o.paid_on
        from payout_lines l
        join payouts o on o.id = l.payout_id
        where l.id = e.source_id
      )
      when e.kind = 'payout_reversed' then (
        select r.reversed_on
        from payout_lines l
        join payout_reversals r on r.id = l.reversal_id
        where l.id = e.source_id
      )
      when e.kind in ('card_fee', 'card_payout') then (
        select coalesce(m.on_day, (m.moved_at at time zone ${zone})::date)
        from card_movements m
        where m.id = e.source_id
      )
      when e.kind = 'unexplained' then (
        select (m.moved_at at time zone ${zone})::date
        from exceptions x
        join card_movements m on m.id = x.subject_id
        where x.id = e.source_id
      )
    end,
    (e.occurred_at at time zone ${zone})::date
  )
`

/**
 * What a bookkeeper looks for: the number of the check, slip or transfer, of the receipt of a charge or of cash, and
 * otherwise the card provider's id. Null: nothing has a number.
 */
export const reference = sql`
  case
    when e.kind = 'charge' then 'R-' || to_char(${madeOn}, 'YYYY-') || upper(right(e.source_id::text, 8))
    when e.kind in ('payment', 'overpayment') then (
      select coalesce(y.reference, 'R-' || to_char(y.received_on, 'YYYY-') || upper(right(y.id::text, 8)))
      from payments y
      where y.id = e.source_id
    )
    when e.kind = 'deposit' then (select d.reference from deposits d where d.id = e.source_id)
    when e.kind in ('payout', 'payout_reversed') then (
      select o.reference
      from payout_lines l
      join payouts o on o.id = l.payout_id
      where l.id = e.source_id
    )
    when e.kind in ('card_fee', 'card_payout') then (
      select coalesce(m.source, m.reference)
      from card_movements m
      where m.id = e.source_id
    )
    when e.kind in ('dispute', 'dispute_won', 'dispute_lost') then (
      select d.provider_reference
      from disputes d
      where d.id = e.source_id
    )
    else coalesce(
      (select y.reference from payments y where y.id = e.source_id),
      (select m.reference from manual_refunds m where m.id = e.source_id),
      (select f.provider_reference from refunds f where f.id = e.source_id),
      (select x.reference from exceptions x where x.id = e.source_id),
      (
        select x.reference
        from sign_offs s
        join exceptions x on x.id = s.subject_id
        where s.id = e.source_id
      )
    )
  end
`

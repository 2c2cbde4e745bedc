/** Parts of statements about what is owed and which payouts are in progress (R38). */
import { type SQL, sql } from '#server/platform/db/database.ts'

/** What is owed to the organization of the books `b`; negative after late refunds (R38). */
export const OWED = sql.raw('(b.collected_cents - b.commission_cents - b.paid_out_cents)')
/** Of the payout `x`: not sent yet. */
export const OPEN = sql.raw(`(x.state in ('prepared', 'approved', 'sending'))`)
/** Sent, and neither confirmed nor fully returned. */
export const unconfirmed = (payout: string): SQL =>
  sql.raw(`
    (
      ${payout}.state = 'paid'
      and ${payout}.arrived_on is null
      and ${payout}.amount_cents > coalesce((
        select sum(r.amount_cents)
        from payout_reversals r
        where r.payout_id = ${payout}.id
      ), 0)
    )
  `)

/**
 * Per campaign: what is owed to its organization, less a negative balance of the organization's other campaigns with the
 * same kind of money (R38); only where something is left. Neither payouts in progress nor pending refunds are deducted.
 */
export const owedToOrganizations = (): SQL => sql`
  select campaign_id, least(owed_cents, together_cents)::bigint as amount_cents
  from (
    select
      b.campaign_id,
      ${OWED} as owed_cents,
      sum(${OWED}) over (partition by c.organization_id, c.money_mode) as together_cents
    from campaign_books b
    join campaigns c on c.id = b.campaign_id
    where ${OWED} <> 0
  ) o
  where least(owed_cents, together_cents) > 0
`

/** Campaigns with a payout that was not sent yet, or whose arrival nobody confirmed. */
export const payoutsInProgress = (): SQL => sql`
  select x.campaign_id
  from payouts x
  where ${OPEN}
  union
  select u.campaign_id
  from payouts u
  where ${unconfirmed('u')}
`

/** Parts of statements about what is owed and which payouts are in progress (R38). */
import { type Clearing, uncleared } from '#server/money/payments/index.ts'
import { type SQL, sql } from '#server/platform/db/database.ts'

/** What is owed to the organization of the books `b`; negative after late refunds (R38). */
export const OWED = sql.raw('(b.collected_cents - b.commission_cents - b.paid_out_cents)')
/** Of the payout `x`: not sent yet. */
export const OPEN = sql.raw(`(x.state in ('prepared', 'approved'))`)
/** A person sends it. */
export const toSend = (payout: string): SQL =>
  sql.raw(`(${payout}.state = 'approved' and ${payout}.method is distinct from 'stripe')`)
/** Of the payout `p`: it is more than is owed, and waits for a person (R69). */
export const IS_ABOVE = sql.raw(`
  exists (
    select from exceptions x
    where x.subject_id = p.id
      and x.kind = 'payout_above_owed'
      and x.resolved_at is null
  )
`)

/** Per campaign: `owed`, an amount of the books `b`, less a negative one of the organization's other campaigns; if something is left. */
const lessNegative = (owed: SQL, books: SQL): SQL => sql`
  select campaign_id, least(owed_cents, together_cents)::bigint as amount_cents
  from (
    select
      b.campaign_id,
      ${owed} as owed_cents,
      sum(${owed}) over (partition by c.organization_id, c.money_mode) as together_cents
    from ${books}
    where ${owed} <> 0
  ) o
  where least(owed_cents, together_cents) > 0
`

const BOOKS = sql`campaign_books b join campaigns c on c.id = b.campaign_id`

/**
 * Per campaign: what is owed to its organization, less a negative balance of the organization's other campaigns with the
 * same kind of money (R38); only where something is left. Neither payouts in progress nor pending refunds are deducted.
 */
export const owedToOrganizations = (): SQL => lessNegative(OWED, BOOKS)

/** The organization's share of checks and cash that are not in the bank yet, as `payableOf` has it (R4). */
const UNCLEARED_SHARE = sql`
  (
    least(coalesce(w.cents, 0), b.collected_cents) - b.commission_cents
    + floor(greatest(b.collected_cents - coalesce(w.cents, 0), 0) * c.commission_basis_points / 10000.0 + 0.5)
  )
`

/** The same, without those checks and cash: what a payout can be prepared of. */
export const availableToOrganizations = (clearing: Clearing): SQL =>
  lessNegative(
    sql`(${OWED} - ${UNCLEARED_SHARE})`,
    sql`
      ${BOOKS}
      left join (
        select u.campaign_id, sum(u.amount_cents) as cents
        from (${uncleared(clearing)}) u
        group by u.campaign_id
      ) w on w.campaign_id = b.campaign_id
    `,
  )

/** Campaigns with a payout that was not sent yet, or whose arrival nobody confirmed. */
export const payoutsInProgress = (): SQL => sql`
  select x.campaign_id
  from payouts x
  where ${OPEN}
  union
  select u.campaign_id
  from payouts u
  where u.state = 'sent'
`

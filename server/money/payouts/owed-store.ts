/** Approved payouts and balances that may be too much for what is owed now. */
import type { Cents } from '#domain/money.ts'
import { type Clearing, uncleared } from '#server/money/payments/index.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'

/** What is owed to the organization of the books `b`; negative after late refunds. */
export const OWED = sql.raw('(b.collected_cents - b.commission_cents - b.paid_out_cents)')
/** Of the payout `x`: not sent yet. */
export const OPEN = sql.raw(`(x.state in ('prepared', 'approved'))`)
/** A person sends it. */
export const toSend = (payout: string): SQL =>
  sql.raw(`(${payout}.state = 'approved' and ${payout}.method is distinct from 'stripe')`)
/** Of the payout `p`: it is more than is owed, and waits for a person. */
export const IS_ABOVE = sql.raw(`
  exists (
    select from exceptions x
    where x.subject_id = p.id
      and x.kind = 'payout_above_owed'
      and x.resolved_at is null
  )
`)

/**
 * Per campaign: `owed`, an amount of the books `b`, less a negative one of the organization's other campaigns; if something is
 * left. `together_cents`: over all of them.
 */
const lessNegative = (owed: SQL, books: SQL): SQL => sql`
  select
    campaign_id,
    least(owed_cents, together_cents)::bigint as amount_cents,
    together_cents::bigint
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
 * same kind of money; only where something is left. Neither payouts in progress nor pending refunds are deducted.
 */
export const owedToOrganizations = (): SQL => lessNegative(OWED, BOOKS)

/** The organization's share of checks and cash that are not in the bank yet, as `payableOf` has it. */
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

/** Campaigns with a line of a payout that was not sent yet, or whose arrival nobody confirmed. */
export const payoutsInProgress = (): SQL => sql`
  select l.campaign_id
  from payouts x
  join payout_lines l on l.payout_id = x.id
  where x.state in ('prepared', 'approved', 'sent')
`

/** The campaign under which payout `p` is listed where a list is of campaigns: its first. */
export const firstCampaignOf = (payout: string): SQL =>
  sql.raw(`(select min(l.campaign_id::text)::uuid from payout_lines l where l.payout_id = ${payout}.id)`)

/** Of the payout `p`: the books of a campaign that it pays do not balance. */
export const IS_ON_HOLD = sql.raw(`
  exists (
    select from payout_lines l
    join campaigns c on c.id = l.campaign_id
    where l.payout_id = p.id
      and l.amount_cents > 0
      and c.billing_held_at is not null
  )
`)

export type Approved = {
  id: string
  organizationId: string
  amountCents: Cents
  approvedAt: Date
  isAbove: boolean
  moneyMode: 'live' | 'sandbox'
  /** Stripe's to send: no more than is owed, and its books balance. */
  isToAsk: boolean
}

const select = sql`
  select
    p.id, p.organization_id, p.amount_cents, p.approved_at,
    ${IS_ABOVE} as is_above,
    p.money_mode,
    (p.method = 'stripe' and not ${IS_ON_HOLD} and not ${IS_ABOVE}) is true as is_to_ask
  from payouts p
  where p.state = 'approved'
    and p.started_at is null
`

export const approvedNotAsked = (db: Db): Promise<Approved[]> =>
  db.query<Approved>(sql`${select} order by p.id`)

/** Locked until the transaction ends; undefined if it was sent, asked for or withdrawn meanwhile. */
export async function lockApproved(db: Db, id: string): Promise<Approved | undefined> {
  return first(await db.query<Approved>(sql`${select} and p.id = ${id} for update of p`))
}

type Balance = {
  organizationId: string
  organizationName: string
  moneyMode: 'live' | 'sandbox'
  owedCents: Cents
  /** The campaign with the lowest balance. */
  campaignId: string
}

export const overpaidKey = ({ organizationId, moneyMode }: Pick<Balance, 'organizationId' | 'moneyMode'>) =>
  `organization_overpaid:${organizationId}:${moneyMode}`

/** Below zero after a payout; and those that were, and are no longer. */
export async function overpaid(db: Db): Promise<Balance[]> {
  return db.query<Balance>(sql`
    select
      o.id as organization_id, o.name as organization_name, c.money_mode,
      sum(${OWED})::bigint as owed_cents,
      (array_agg(c.id order by ${OWED}, c.id))[1] as campaign_id
    from campaign_books b
    join campaigns c on c.id = b.campaign_id
    join organizations o on o.id = c.organization_id
    group by o.id, c.money_mode
    having (sum(${OWED}) < 0 and sum(b.paid_out_cents) > 0)
      or (
        sum(${OWED}) >= 0
        and exists (
          select from exceptions x
          where x.kind = 'organization_overpaid'
            and x.resolved_at is null
            and x.key = 'organization_overpaid:' || o.id || ':' || c.money_mode
        )
      )
    order by o.id, c.money_mode
  `)
}

type SoFar = { paidOut: Cents; onItsWay: Cents; unsent: Cents }

/** Paid out of this campaign, what Stripe was asked for, and what is not sent. */
export async function payoutsSoFar(db: Db, campaignId: string): Promise<SoFar> {
  return only(
    await db.query<SoFar>(sql`
      select
        b.paid_out_cents as paid_out,
        coalesce(sum(l.amount_cents) filter (where p.started_at is not null), 0)::bigint as on_its_way,
        coalesce(sum(l.amount_cents) filter (where p.id is not null and p.started_at is null), 0)::bigint as unsent
      from campaign_books b
      left join payout_lines l on l.campaign_id = b.campaign_id
      left join payouts p on p.id = l.payout_id and p.state in ('prepared', 'approved')
      where b.campaign_id = ${campaignId}
      group by b.paid_out_cents
    `),
  )
}

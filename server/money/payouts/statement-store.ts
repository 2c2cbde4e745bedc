/** The journal entries that a payout covers: those since the previous payout. */

import { type Cents, cents, negate, parseCents, subtract, sum, toDecimal, ZERO } from '#domain/money.ts'
import type { PayoutEntry, PayoutFigure, PayoutStatement } from '#domain/schemas/payout.ts'
import { hasRoleWho, isRepresentative } from '#server/accounts/access/index.ts'
import { organizationOn } from '#server/accounts/organizations/index.ts'
import { isDebit } from '#server/money/charges/index.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { StoredPayout } from './store.ts'

export type FoundPayout = {
  organizationName: string
  timeZone: string
  /** Null: its campaigns have different ones. */
  commissionBasisPoints: number | null
  isRepresentative: boolean
}

/** Found and authorized in one query: for representatives, and for owners and treasurers of its organization. */
export async function findPayout(db: Db, payoutId: string, actor: Actor): Promise<FoundPayout | undefined> {
  return first(
    await db.query<FoundPayout>(sql`
      select
        was.name as organization_name, o.time_zone,
        (
          select case when min(c.commission_basis_points) = max(c.commission_basis_points)
                      then min(c.commission_basis_points)
                 end
          from payout_lines l
          join campaigns c on c.id = l.campaign_id
          where l.payout_id = p.id
        ) as commission_basis_points,
        r.is as is_representative
      from payouts p
      join organizations o on o.id = p.organization_id
      ${organizationOn(sql`coalesce(p.paid_on, 'infinity'::date)`)}
      cross join lateral (
        select ${isRepresentative(actor)} as is
      ) r
      where p.id = ${payoutId}
        and (
          r.is
          or (
            p.paid_on is not null
            and ${hasRoleWho('readMoney', actor, sql`o.id`)}
          )
        )
    `),
  )
}

type Key = Pick<StoredPayout, 'id' | 'organizationId' | 'moneyMode' | 'state' | 'paidOn' | 'lines'>

/** A sent payout's own entries; otherwise all entries of its campaigns that are in no payout yet. */
const entriesFor = ({ id, lines, paidOn }: Key): SQL =>
  paidOn !== null
    ? sql`journal_entries e join payout_entries x on x.entry_id = e.id and x.payout_id = ${id}`
    : sql`
      (
        select *
        from journal_entries j
        where j.campaign_id = any(${sql.param(lines.map(({ campaignId }) => campaignId))}::uuid[])
          and j.kind <> 'payout'
          and not exists (select from payout_entries x where x.entry_id = j.id)
      ) e
    `

/** A reversal undoes a payment, or a refund. */
const figure = sql`
  case e.kind
    when 'charge' then 'cards'
    when 'payment' then 'by_hand'
    when 'reversal' then
      case when exists (select from refunds f where f.id = e.source_id) then 'refunds' else 'bounced' end
    when 'refund' then 'refunds'
    when 'set_off' then 'refunds'
    else 'disputes'
  end
`
const ofDebit = sql`e.kind = 'charge' and ${isDebit(sql`e.source_id`)}`
const parts = sql.raw(`
  cross join lateral (
    select
      coalesce(sum(-p.amount_cents), 0)::bigint as collected,
      coalesce(
        sum(-p.amount_cents) filter (where p.account = 'commission'),
        0
      )::bigint as commission,
      count(*) as postings
    from journal_postings p
    where p.entry_id = e.id
      and p.account in ('organization_payable', 'commission')
  ) a
`)

type Sums = { collected: number; commission: number }
const toParts = ({ collected, commission }: Sums) => ({
  collected: toDecimal(cents(collected)),
  commission: toDecimal(cents(commission)),
  share: toDecimal(subtract(cents(collected), cents(commission))),
})

async function figuresOf(
  db: Db,
  key: Key,
): Promise<(Sums & { figure: PayoutFigure; entries: number; hasDebits: boolean })[]> {
  return db.query(sql`
    select
      ${figure} as figure,
      sum(a.collected)::bigint as collected,
      sum(a.commission)::bigint as commission,
      count(*) as entries,
      bool_or(${ofDebit}) as has_debits
    from ${entriesFor(key)}
    ${parts}
    where a.postings > 0
      and e.kind <> 'payout_reversed'
    group by 1
    order by array_position(array['cards', 'by_hand', 'bounced', 'refunds', 'disputes'], ${figure})
  `)
}

type LineSums = Sums & { campaignId: string; returned: number; opening: number }

/**
 * For each of its campaigns: what was collected and returned since, and the opening balance, which is all entries of earlier
 * payouts less these payouts; a negative one was carried over.
 */
async function linesOf(db: Db, key: Key): Promise<LineSums[]> {
  return db.query<LineSums>(sql`
    with moved as (
      select
        e.campaign_id,
        sum(a.collected) filter (where e.kind <> 'payout_reversed') as collected,
        sum(a.commission) filter (where e.kind <> 'payout_reversed') as commission,
        sum(a.collected) filter (where e.kind = 'payout_reversed') as returned
      from ${entriesFor(key)}
      ${parts}
      where a.postings > 0
      group by e.campaign_id
    )
    select
      l.campaign_id,
      coalesce(m.collected, 0)::bigint as collected,
      coalesce(m.commission, 0)::bigint as commission,
      coalesce(m.returned, 0)::bigint as returned,
      (
        coalesce((
          select sum(-p.amount_cents)
          from payout_lines x
          join (${earlierThan(key)}) o on o.id = x.payout_id
          join payout_entries n on n.payout_id = o.id and n.campaign_id = l.campaign_id
          join journal_postings p on p.entry_id = n.entry_id and p.account = 'organization_payable'
          where x.campaign_id = l.campaign_id
            and x.reversal_id is null
        ), 0) - coalesce((
          select sum(x.amount_cents)
          from payout_lines x
          join (${earlierThan(key)}) o on o.id = x.payout_id
          where x.campaign_id = l.campaign_id
            and x.reversal_id is null
        ), 0)
      )::bigint as opening
    from payout_lines l
    left join moved m on m.campaign_id = l.campaign_id
    where l.payout_id = ${key.id}
      and l.reversal_id is null
    order by l.campaign_id
  `)
}

/** The organization's payouts that were sent before. */
const earlierThan = ({ id, organizationId, moneyMode, paidOn }: Key): SQL => sql`
  select o.id, o.paid_on
  from payouts o
  where o.organization_id = ${organizationId}
    and o.money_mode = ${moneyMode}
    and o.paid_on is not null
    and ${paidOn === null ? sql`o.id <> ${id}` : sql`o.id < ${id}`}
`

/** When the payout before it that paid one of its campaigns was sent. */
async function previousOf(db: Db, key: Key): Promise<string | null> {
  const rows = await db.query<{ paidOn: string }>(sql`
    select o.paid_on
    from (${earlierThan(key)}) o
    where exists (
      select from payout_lines x
      join payout_lines l on l.campaign_id = x.campaign_id and l.payout_id = ${key.id}
      where x.payout_id = o.id
    )
    order by o.id desc
    limit 1
  `)
  return first(rows)?.paidOn ?? null
}

/** Entries are claimed when a payout is recorded as sent: what arrived since it was mailed is among them. */
async function recordedOn(db: Db, { id, paidOn }: Key): Promise<string | null> {
  if (paidOn === null) return null
  const rows = await db.query<{ day: string }>(sql`
    select wall_clock(o.time_zone, e.occurred_at)::date::text as day
    from payout_lines l
    join payouts p on p.id = l.payout_id
    join organizations o on o.id = p.organization_id
    join journal_entries e on e.source_id = l.id and e.kind = 'payout'
    where l.payout_id = ${id}
    limit 1
  `)
  return first(rows)?.day ?? null
}

type StatementSums = Pick<
  PayoutStatement,
  | 'opening'
  | 'previousPaidOn'
  | 'figuresOn'
  | 'figures'
  | 'total'
  | 'returned'
  | 'owed'
  | 'closing'
  | 'campaigns'
>

/** From opening to closing balance, each figure with its share of the commission; the same for each campaign. */
export async function statementSums(db: Db, payout: Key): Promise<StatementSums> {
  const figures = await figuresOf(db, payout)
  const sums = new Map((await linesOf(db, payout)).map((one) => [one.campaignId, one]))
  const campaigns = payout.lines.map(({ campaignId, campaignName, amount }) => {
    const { opening, collected, commission, returned } = sums.get(campaignId) as LineSums
    const owed = sum([cents(opening), cents(collected), negate(cents(commission)), cents(returned)])
    // What it takes out of what is owed: nothing if it was never sent and will not be.
    const taken = payout.state === 'withdrawn' ? ZERO : (parseCents(amount) ?? ZERO)
    const closing = subtract(owed, taken)
    return { campaignId, campaignName, opening, collected, commission, returned, owed, amount, closing }
  })
  const total = (of: (one: (typeof campaigns)[number]) => number): Cents =>
    sum(campaigns.map((one) => cents(of(one))))
  return {
    previousPaidOn: await previousOf(db, payout),
    figuresOn: await recordedOn(db, payout),
    opening: toDecimal(total(({ opening }) => opening)),
    total: toParts({
      collected: total(({ collected }) => collected),
      commission: total(({ commission }) => commission),
    }),
    returned: toDecimal(total(({ returned }) => returned)),
    figures: figures.map((one) => ({
      figure: one.figure,
      entries: one.entries,
      ...toParts(one),
      ...(one.hasDebits ? { hasDebits: one.hasDebits } : {}),
    })),
    owed: toDecimal(total(({ owed }) => owed)),
    closing: toDecimal(total(({ closing }) => closing)),
    campaigns: campaigns.map(({ campaignId, campaignName, amount, ...sums }) => ({
      campaignId,
      campaignName,
      amount,
      opening: toDecimal(cents(sums.opening)),
      collected: toDecimal(cents(sums.collected)),
      commission: toDecimal(cents(sums.commission)),
      returned: toDecimal(cents(sums.returned)),
      owed: toDecimal(sums.owed),
      closing: toDecimal(sums.closing),
    })),
  }
}

/** The entries behind a figure, newest first. */
export async function entriesOf(
  db: Db,
  key: Key,
  given: { figure: PayoutFigure | null; beforeId: string | null; limit: number },
): Promise<PayoutEntry[]> {
  type Row = Sums &
    Pick<PayoutEntry, 'id' | 'figure' | 'description' | 'campaignName' | 'pledgeId'> & {
      isDebit: boolean
      occurredAt: Date
    }
  const rows = await db.query<Row>(sql`
    select
      e.id, e.occurred_at,
      ${figure} as figure,
      ${ofDebit} as is_debit,
      e.description, c.name as campaign_name, e.pledge_id, a.collected, a.commission
    from ${entriesFor(key)}
    join campaigns c on c.id = e.campaign_id
    ${parts}
    where a.postings > 0
      and e.kind <> 'payout_reversed'
      and (${given.figure}::text is null or ${figure} = ${given.figure})
      and e.id < ${given.beforeId ?? AFTER_ALL_IDS}::uuid
    order by e.id desc
    limit ${given.limit}
  `)
  return rows.map(({ collected, commission, occurredAt, isDebit: ofBank, ...row }) => ({
    ...row,
    ...(ofBank ? { isDebit: ofBank } : {}),
    occurredAt: occurredAt.toISOString(),
    ...toParts({ collected, commission }),
  }))
}

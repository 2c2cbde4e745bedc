import { cents, negate, positivePart, toDecimal } from '#domain/money.ts'
import type { MonthCampaign, MonthFigures, MonthOrganization, ProviderMonth } from '#domain/schemas/report.ts'
import type { JournalEntry } from '#domain/schemas/settlement.ts'
import { refundsMade } from '#server/money/charges/index.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'
import { chargedOn, madeOn, reference, zone } from './entry-store.ts'

export type MonthKey = {
  /** The first day of the month, and of the next. */
  from: string
  to: string
  moneyMode: 'live' | 'sandbox'
  /** Of one organization; without it, of all. */
  organizationId?: string
}

const ofOrganization = ({ organizationId }: MonthKey) =>
  organizationId === undefined
    ? sql`true`
    : sql`p.campaign_id in (select id from campaigns where organization_id = ${organizationId})`

/** A day's midnight in any zone is within fourteen hours of UTC's: the index narrows the entries, the zone decides. */
export const inMonth = ({ from, to, moneyMode }: MonthKey) => sql`
  e.money_mode = ${moneyMode}
  and e.occurred_at >= ${from}::date - interval '15 hours'
  and e.occurred_at < ${to}::date + interval '15 hours'
  and (e.occurred_at at time zone ${zone}) >= ${from}::date
  and (e.occurred_at at time zone ${zone}) < ${to}::date
`

const before = ({ to, moneyMode }: MonthKey) => sql`
  e.money_mode = ${moneyMode} and (e.occurred_at at time zone ${zone}) < ${to}::date
`

/** What was paid too much for one campaign lowers nothing that is owed for another, as on the payouts screen. */
type Summed = Omit<MonthFigures, 'owedTo' | 'owedBy'>
type Cents<Figures> = { [Name in keyof Figures]: number }
const FIGURES = [
  'collected',
  'refunds',
  'disputes',
  'bounced',
  'net',
  'commission',
  'paidOut',
  'owedBefore',
  'owed',
  'fees',
] as (keyof Summed)[]
type Row = Omit<MonthCampaign, keyof MonthFigures | 'billingHeldAt'> &
  Cents<Summed> & { hasMoved: boolean; count: number; heldAt: Date | null }

/** As positive amounts: a refund of $5.00 is 5.00 of refunds. */
export const sums = sql.raw(`
  coalesce(
    sum(-amount) filter (where is_in and is_share and kind in ('charge', 'payment')),
    0
  )::bigint as collected,
  coalesce(
    sum(amount) filter (
      where is_in and is_share and kind in ('refund', 'set_off', 'refund_reversed')
    ),
    0
  )::bigint as refunds,
  coalesce(
    sum(amount) filter (where is_in and is_share and kind in ('dispute', 'dispute_won')),
    0
  )::bigint as disputes,
  coalesce(
    sum(amount) filter (
      where is_in
        and is_share
        and kind not in (
          'charge', 'payment', 'refund', 'set_off', 'refund_reversed', 'dispute', 'dispute_won',
          'payout', 'payout_reversed'
        )
    ),
    0
  )::bigint as bounced,
  coalesce(
    sum(-amount) filter (where is_in and is_share and kind not in ('payout', 'payout_reversed')),
    0
  )::bigint as net,
  coalesce(sum(-amount) filter (where is_in and account = 'commission'), 0)::bigint as commission,
  coalesce(
    sum(amount) filter (
      where is_in
        and account = 'organization_payable'
        and kind in ('payout', 'payout_reversed')
    ),
    0
  )::bigint as paid_out,
  coalesce(
    sum(-amount) filter (where not is_in and account = 'organization_payable'),
    0
  )::bigint as owed_before,
  coalesce(sum(-amount) filter (where account = 'organization_payable'), 0)::bigint as owed,
  coalesce(sum(amount) filter (where is_in and account = 'processing_fees'), 0)::bigint as fees
`)

/** Everything posted up to the month's end, and whether it was in the month. A reversal undoes a payment, or a refund. */
export const postings = (key: MonthKey) => sql`
  select
    p.campaign_id,
    case
      when e.kind = 'reversal' and exists (select from refunds f where f.id = e.source_id) then 'refund_reversed'
      else e.kind
    end as kind,
    p.account, p.amount_cents as amount, p.account in ('organization_payable', 'commission') as is_share,
    (e.occurred_at at time zone ${zone}) >= ${key.from}::date as is_in
  from journal_entries e
  left join campaigns c on c.id = e.campaign_id
  join journal_postings p on p.entry_id = e.id
  where ${before(key)} and ${ofOrganization(key)}
`

const decimals = (row: Cents<Summed>): Summed =>
  Object.fromEntries(FIGURES.map((name) => [name, toDecimal(cents(row[name]))])) as Summed

/** Campaigns with postings, or whose organization is owed something; one page, and how many there are. */
export async function monthCampaigns(
  db: Db,
  key: MonthKey,
  { limit, page }: { limit: number; page: number },
): Promise<{ campaigns: MonthCampaign[]; count: number }> {
  const listed = sql`
    with posted as (${postings(key)}),
    figures as (
      select campaign_id, bool_or(is_in) as has_moved, ${sums}
      from posted
      group by campaign_id
    )
  `
  const rows = await db.query<Row>(sql`
    ${listed}
    select
      f.*,
      c.name as campaign_name, o.name as organization_name, c.billing_held_at as held_at,
      (count(*) over ())::integer as count
    from figures f
    join campaigns c on c.id = f.campaign_id
    join organizations o on o.id = c.organization_id
    where f.has_moved
      or f.owed <> 0
    order by lower(o.name), o.id, lower(c.name), c.id
    limit ${limit}
    offset ${(page - 1) * limit}
  `)
  return {
    count: rows[0]?.count ?? (page === 1 ? 0 : await countIn(db, listed)),
    campaigns: rows.map((row) => ({
      campaignId: row.campaignId,
      campaignName: row.campaignName,
      organizationName: row.organizationName,
      ...decimals(row),
      owedTo: toDecimal(positivePart(cents(row.owed))),
      owedBy: toDecimal(positivePart(negate(cents(row.owed)))),
      ...(row.heldAt ? { billingHeldAt: row.heldAt.toISOString() } : {}),
    })),
  }
}

type OrganizationRow = Pick<MonthOrganization, 'organizationId' | 'organizationName'> &
  Cents<MonthFigures> & { count: number }
const SUMMED = FIGURES.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
const sumsOfCampaigns = sql.raw(SUMMED.map((name) => `sum(f.${name})::bigint as ${name}`).join(', '))

/** The same by organization; what one of its campaigns was paid too much lowers nothing that is owed for another. */
export async function monthOrganizations(
  db: Db,
  key: MonthKey,
  { limit, page }: { limit: number; page: number },
): Promise<{ organizations: MonthOrganization[]; count: number }> {
  const rows = await db.query<OrganizationRow>(sql`
    with posted as (${postings(key)}),
    figures as (
      select campaign_id, bool_or(is_in) as has_moved, ${sums}
      from posted
      group by campaign_id
    )
    select
      o.id as organization_id, o.name as organization_name,
      ${sumsOfCampaigns},
      sum(greatest(0, f.owed))::bigint as owed_to,
      sum(greatest(0, -f.owed))::bigint as owed_by,
      (count(*) over ())::integer as count
    from figures f
    join campaigns c on c.id = f.campaign_id
    join organizations o on o.id = c.organization_id
    where f.has_moved
      or f.owed <> 0
    group by o.id
    order by lower(o.name), o.id
    limit ${limit}
    offset ${(page - 1) * limit}
  `)
  const organizations = rows.map((row) => ({
    organizationId: row.organizationId,
    organizationName: row.organizationName,
    ...decimals(row),
    owedTo: toDecimal(cents(row.owedTo)),
    owedBy: toDecimal(cents(row.owedBy)),
  }))
  return { organizations, count: rows[0]?.count ?? 0 }
}

/** A page past the end has no row that says how many there are. */
async function countIn(db: Db, listed: SQL): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    ${listed}
    select count(*)::integer as count
    from figures
    where has_moved
      or owed <> 0
  `)
  return only(rows).count
}

export async function monthTotals(db: Db, key: MonthKey): Promise<MonthFigures> {
  const [row] = await db.query<Cents<MonthFigures>>(sql`
    with posted as (${postings(key)}),
    owed as (
      select -sum(amount) as balance
      from posted
      where account = 'organization_payable'
      group by campaign_id
    )
    select
      ${sums},
      (select coalesce(sum(greatest(0, balance)), 0) from owed)::bigint as owed_to,
      (select coalesce(sum(greatest(0, -balance)), 0) from owed)::bigint as owed_by
    from posted
  `)
  if (!row) throw new Error('a sum without a row')
  return {
    ...decimals(row),
    owedTo: toDecimal(cents(row.owedTo)),
    owedBy: toDecimal(cents(row.owedBy)),
  }
}

/** Of what a month counts as collected, what was received in earlier months, and only recorded in this one. */
export async function receivedEarlier(
  db: Db,
  key: MonthKey,
): Promise<Pick<ProviderMonth, 'receivedEarlier'>> {
  const { amount } = only(
    await db.query<{ amount: number }>(sql`
      select coalesce(-sum(p.amount_cents), 0)::bigint as amount
      from journal_entries e
      join campaigns c on c.id = e.campaign_id
      join journal_postings p on p.entry_id = e.id
      where e.kind in ('charge', 'payment')
        and p.account in ('organization_payable', 'commission')
        and ${inMonth(key)}
        and ${madeOn} < ${key.from}::date
    `),
  )
  return amount === 0 ? {} : { receivedEarlier: toDecimal(cents(amount)) }
}

type AccountRow = { account: string; opening: number; debit: number; credit: number; closing: number }

export async function monthAccounts(db: Db, key: MonthKey): Promise<ProviderMonth['accounts']> {
  const rows = await db.query<AccountRow>(sql`
    with posted as (${postings(key)})
    select
      account,
      coalesce(sum(amount) filter (where not is_in), 0)::bigint as opening,
      coalesce(sum(amount) filter (where is_in and amount > 0), 0)::bigint as debit,
      coalesce(sum(-amount) filter (where is_in and amount < 0), 0)::bigint as credit,
      sum(amount)::bigint as closing
    from posted
    group by account
    order by account
  `)
  return rows.map(({ account, ...amounts }) => ({
    account,
    opening: toDecimal(cents(amounts.opening)),
    debit: toDecimal(cents(amounts.debit)),
    credit: toDecimal(cents(amounts.credit)),
    closing: toDecimal(cents(amounts.closing)),
  }))
}

/** Of the first entry, of an organization or of all; null: there is none. */
export async function firstMonth(
  db: Db,
  { moneyMode, organizationId = null }: { moneyMode: string; organizationId?: string | null },
): Promise<string | null> {
  const rows = await db.query<{ month: string | null }>(sql`
    select to_char((min(e.occurred_at) - interval '15 hours') at time zone 'UTC', 'YYYY-MM') as month
    from journal_entries e
    where e.money_mode = ${moneyMode}
      and (
        ${organizationId}::uuid is null
        or exists (select from campaigns c where c.id = e.campaign_id and c.organization_id = ${organizationId})
      )
  `)
  return only(rows).month
}

/** Of the campaigns with entries up to the month's end. */
export async function zonesOf(db: Db, key: MonthKey): Promise<string[]> {
  const rows = await db.query<{ timeZone: string }>(sql`
    select distinct c.time_zone
    from campaigns c
    where exists (
      select from journal_entries e
      where e.campaign_id = c.id
        and ${before(key)}
    )
  `)
  return rows.map(({ timeZone }) => timeZone)
}

export async function hasMoney(db: Db, moneyMode: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 as one
    from journal_entries
    where money_mode = ${moneyMode}
    limit 1
  `)
  return rows.length > 0
}

export type PostedLine = Omit<JournalEntry, 'occurredAt' | 'postings'> & {
  occurredOn: string
  madeOn: string
  line: number
  account: string
  amountCents: number
  sourceId: string
  /** Of the check or cash that the line is of, otherwise of the entry. */
  reference: string | null
  /** Null: it is of none, as the card provider's payout. */
  campaignName: string | null
  organizationName: string | null
}
type LinesPage = { limit: number; after: { id: string; line: number } | null }

/** Every posting of a month or of a campaign, in the order of the entries, for an accountant. */
export const postedLines = (
  db: Db,
  which: { campaignId: string } | MonthKey,
  { limit, after }: LinesPage,
): Promise<PostedLine[]> =>
  db.query<PostedLine>(sql`
    select
      e.id, p.line,
      (e.occurred_at at time zone ${zone})::date::text as occurred_on,
      ${madeOn}::text as made_on,
      coalesce(
        case when p.payment_id is not null then (
          select y.reference
          from payments y
          where y.id = p.payment_id
        ) end,
        ${reference}
      ) as reference,
      e.kind, e.description, e.pledge_id, e.source_id, e.money_mode, p.account, p.amount_cents,
      pc.name as campaign_name, o.name as organization_name
    from journal_entries e
    left join campaigns c on c.id = e.campaign_id
    join journal_postings p on p.entry_id = e.id
    left join campaigns pc on pc.id = p.campaign_id
    left join organizations o on o.id = pc.organization_id
    where ${'campaignId' in which ? sql`p.campaign_id = ${which.campaignId}` : inMonth(which)}
      and (
        ${after?.id ?? null}::uuid is null
        or (e.id, p.line) > (${after?.id ?? null}::uuid, ${after?.line ?? 0}::smallint)
      )
    order by e.id, p.line
    limit ${limit}
  `)

export type ChargeLine = {
  id: string
  succeededOn: string
  madeOn: string
  organizationName: string
  campaignName: string
  pledgeId: string
  amountCents: number
  refundedCents: number
  disputedCents: number
  lostCents: number
  commissionCents: number
  reference: string | null
  moneyMode: 'live' | 'sandbox'
}

/** Successful charges of a month, with the commission posted for each and the card provider's id for it. */
export const chargedIn = (
  db: Db,
  key: MonthKey,
  { limit, afterId }: { limit: number; afterId: string | null },
): Promise<ChargeLine[]> =>
  db.query<ChargeLine>(sql`
    select
      h.id,
      (e.occurred_at at time zone c.time_zone)::date::text as succeeded_on,
      ${chargedOn}::text as made_on,
      o.name as organization_name, c.name as campaign_name, h.pledge_id, h.amount_cents,
      h.disputed_cents, h.lost_cents, h.money_mode,
      ${refundsMade(sql`h`)} as refunded_cents,
      coalesce((
        select -sum(p.amount_cents)
        from journal_postings p
        where p.entry_id = e.id
          and p.account = 'commission'
      ), 0)::bigint as commission_cents,
      (
        select t.provider_reference
        from charge_attempts t
        where t.charge_id = h.id
          and t.outcome = 'succeeded'
      ) as reference
    from journal_entries e
    join campaigns c on c.id = e.campaign_id
    join organizations o on o.id = c.organization_id
    join charges h on h.id = e.source_id
    where e.kind = 'charge'
      and ${inMonth(key)}
      and h.id > ${afterId ?? BEFORE_ALL_IDS}::uuid
    order by h.id
    limit ${limit}
  `)

/** What was expected, billed and collected, and where the rest is: for all campaigns, each one, and each ambassador. */
import { type Cents, cents, percentage, toDecimal } from '#domain/money.ts'
import type {
  CollectionAmbassador,
  CollectionAmbassadors,
  CollectionAmbassadorsQuery,
  CollectionCampaign,
  CollectionCampaigns,
  CollectionCampaignsQuery,
  CollectionFigures,
  CollectionFilter,
} from '#domain/schemas/collection.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'

/** A part of a name, with LIKE's special characters matched literally. */
const containing = (search: string | undefined): string | null =>
  search ? `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%` : null

/** The requested campaigns, with their organization and today's date there. A draft has no money. */
export function wantedCampaigns({ search, campaign }: CollectionFilter, now: Date): SQL {
  const part = containing(search)
  return sql`
    select
      c.id, c.name, c.time_zone, c.status, c.billing_held_at, c.money_mode,
      o.name as organization_name,
      wall_clock(c.time_zone, ${now})::date as today
    from campaigns c
    join organizations o on o.id = c.organization_id
    where c.status <> 'draft'
      and (${campaign ?? null}::uuid is null or c.id = ${campaign ?? null}::uuid)
      and (${part}::text is null or c.name ilike ${part}::text or o.name ilike ${part}::text)
  `
}

const FAILED = sql.raw(`('failed', 'requires_action', 'past_due')`)

const FIGURES = [
  'expected',
  'billed',
  'collected',
  'underway',
  'failed',
  'failedCount',
  'overdue',
  'overdueCount',
  'disputed',
  'refunded',
  'lost',
  'writtenOff',
  'waived',
] as const
type Figures = Record<(typeof FIGURES)[number], number>
const COLUMNS = sql.raw(
  'expected, billed, collected, underway, failed, failed_count, overdue, overdue_count, disputed, refunded, lost, written_off, waived',
)
const TOTALS = sql.raw(
  FIGURES.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .map((column) => `coalesce(sum(${column}), 0)::bigint as ${column}`)
    .join(', '),
)

/**
 * `wanted` campaigns with their figures, each table read once. Every dollar billed is counted in one place: collected,
 * underway, failed, overdue, disputed, refunded or lost.
 */
const figured = sql`
  pledged as (
    select campaign_id, pledged_cents as expected
    from campaign_totals
    where campaign_id in (select id from wanted)
  ),
  charged as (
    select
      campaign_id,
      sum(amount_cents) as billed,
      sum(amount_cents) filter (where state in ('scheduled', 'processing')) as underway,
      sum(amount_cents) filter (where state in ${FAILED}) as failed,
      count(*) filter (where state in ${FAILED}) as failed_count,
      sum(amount_cents - disputed_cents - lost_cents) filter (
        where state = 'succeeded'
      ) as received,
      sum(disputed_cents) as disputed,
      sum(lost_cents) as lost
    from charges
    where campaign_id in (select id from wanted)
      and state <> 'voided'
    group by campaign_id
  ),
  invoiced as (
    select
      i.campaign_id,
      sum(amount_cents) as billed,
      sum(amount_cents - paid_cents) filter (
        where i.state = 'open'
          and due_on >= w.today
      ) as underway,
      sum(amount_cents - paid_cents) filter (
        where i.state = 'open'
          and due_on < w.today
      ) as overdue,
      count(*) filter (where i.state = 'open' and due_on < w.today) as overdue_count
    from invoices i
    join wanted w on w.id = i.campaign_id
    where i.state <> 'void'
    group by i.campaign_id
  ),
  paid as (
    select campaign_id, sum(amount_cents - overpaid_cents) as received
    from payments
    where campaign_id in (select id from wanted)
      and state <> 'reversed'
    group by campaign_id
  ),
  given_back as (
    select campaign_id, sum(amount_cents) as refunded
    from refunds
    where campaign_id in (select id from wanted)
      and is_booked
    group by campaign_id
  ),
  adjusted as (
    select
      campaign_id,
      sum(amount_cents) filter (where kind = 'write_off') as written_off,
      sum(amount_cents) filter (where kind = 'waiver') as waived
    from adjustments
    where campaign_id in (select id from wanted)
    group by campaign_id
  ),
  figured as materialized (
    select
      w.id, w.name, w.organization_name, w.money_mode,
      coalesce(t.expected, 0)::bigint as expected,
      (coalesce(h.billed, 0) + coalesce(i.billed, 0))::bigint as billed,
      (
        coalesce(h.received, 0) + coalesce(y.received, 0) - coalesce(g.refunded, 0)
      )::bigint as collected,
      (coalesce(h.underway, 0) + coalesce(i.underway, 0))::bigint as underway,
      coalesce(h.failed, 0)::bigint as failed,
      coalesce(h.failed_count, 0)::bigint as failed_count,
      coalesce(i.overdue, 0)::bigint as overdue,
      coalesce(i.overdue_count, 0)::bigint as overdue_count,
      coalesce(h.disputed, 0)::bigint as disputed,
      coalesce(g.refunded, 0)::bigint as refunded,
      coalesce(h.lost, 0)::bigint as lost,
      coalesce(a.written_off, 0)::bigint as written_off,
      coalesce(a.waived, 0)::bigint as waived
    from wanted w
    left join pledged t on t.campaign_id = w.id
    left join charged h on h.campaign_id = w.id
    left join invoiced i on i.campaign_id = w.id
    left join paid y on y.campaign_id = w.id
    left join given_back g on g.campaign_id = w.id
    left join adjusted a on a.campaign_id = w.id
  )
`

const decimal = (amount: number): string => toDecimal(cents(amount))
const rateOf = (collected: number, billed: number): number | null =>
  billed === 0 ? null : percentage(collected as Cents, billed as Cents)

const toFigures = (row: Figures): CollectionFigures => ({
  expected: decimal(row.expected),
  billed: decimal(row.billed),
  collected: decimal(row.collected),
  underway: decimal(row.underway),
  failed: decimal(row.failed),
  failedCount: row.failedCount,
  overdue: decimal(row.overdue),
  overdueCount: row.overdueCount,
  disputed: decimal(row.disputed),
  refunded: decimal(row.refunded),
  lost: decimal(row.lost),
  writtenOff: decimal(row.writtenOff),
  waived: decimal(row.waived),
  rate: rateOf(row.collected, row.billed),
})

export type MoneyMode = CollectionCampaign['moneyMode']
type Totals = {
  moneyMode: MoneyMode
  totals: CollectionFigures
  campaignsCount: number
  campaignName: string | null
}

/** Real money first; test money is never added to it. */
export async function totalsOf(db: Db, filter: CollectionFilter, now: Date): Promise<Totals[]> {
  const rows = await db.query<Figures & Omit<Totals, 'totals'>>(sql`
    with wanted as materialized (${wantedCampaigns(filter, now)}),
    ${figured}
    select
      money_mode,
      count(*) as campaigns_count,
      case when ${filter.campaign !== undefined} then min(name) end as campaign_name,
      ${TOTALS}
    from figured
    group by money_mode
    order by money_mode
  `)
  return rows.map((row) => ({
    moneyMode: row.moneyMode,
    campaignsCount: row.campaignsCount,
    campaignName: row.campaignName,
    totals: toFigures(row),
  }))
}

export const NO_FIGURES: CollectionFigures = toFigures(
  Object.fromEntries(FIGURES.map((name) => [name, 0])) as Figures,
)

export type FailedFor = { moneyMode: MoneyMode; code: string | null; count: number; amountCents: number }
/** Of each kind of money: more codes than any card provider has. */
const MAX_CODES = 100

/** Why cards failed whose charges are still unpaid. */
export async function failuresOf(db: Db, filter: CollectionFilter, now: Date): Promise<FailedFor[]> {
  return db.query<FailedFor>(sql`
    with wanted as materialized (${wantedCampaigns(filter, now)})
    select
      w.money_mode,
      h.failure_code as code,
      count(*)::integer as count,
      sum(h.amount_cents)::bigint as amount_cents
    from charges h
    join wanted w on w.id = h.campaign_id
    where h.state in ${FAILED}
    group by w.money_mode, h.failure_code
    order by sum(h.amount_cents) desc, h.failure_code
    limit ${MAX_CODES}
  `)
}

const ORDERS: Record<CollectionCampaignsQuery['sort'], SQL> = {
  missing: sql`failed + overdue + disputed desc, billed desc, id`,
  rate: sql`case when billed = 0 then null else collected::numeric / billed end asc nulls last, id`,
  billed: sql`billed desc, id`,
  collected: sql`collected desc, id`,
  name: sql`lower(name), id`,
}

/** One page of the campaigns and their count, in one statement. */
export async function campaignsPage(
  db: Db,
  query: CollectionCampaignsQuery,
  now: Date,
): Promise<CollectionCampaigns> {
  const { sort, page, limit } = query
  type Row = Figures & Omit<CollectionCampaign, 'figures'> & { total: number }
  const rows = await db.query<Row>(sql`
    with wanted as materialized (${wantedCampaigns(query, now)}),
    ${figured}
    select id, name, organization_name, money_mode, ${COLUMNS}, count(*) over ()::integer as total
    from figured
    order by ${ORDERS[sort]}
    limit ${limit}
    offset ${(page - 1) * limit}
  `)
  return {
    campaigns: rows.map((row) => ({
      id: row.id,
      name: row.name,
      organizationName: row.organizationName,
      moneyMode: row.moneyMode,
      figures: toFigures(row),
    })),
    count: rows[0]?.total ?? 0,
  }
}

/** The same by who brought the supporters; those whom nobody brought are in a row of their campaign. */
export async function ambassadorsPage(
  db: Db,
  query: CollectionAmbassadorsQuery,
  now: Date,
): Promise<CollectionAmbassadors> {
  const { page, limit } = query
  type Row = Omit<CollectionAmbassador, 'billed' | 'collected' | 'rate'> & { total: number } & Record<
      'billed' | 'collected',
      number
    >
  const rows = await db.query<Row>(sql`
    with wanted as materialized (${wantedCampaigns(query, now)}),
    moved as (
      select
        pledge_id, amount_cents as billed,
        case
          when state = 'succeeded' then amount_cents - disputed_cents - lost_cents
          else 0
        end as received
      from charges
      where campaign_id in (select id from wanted)
        and state <> 'voided'
      union all
      select pledge_id, amount_cents, 0
      from invoices
      where campaign_id in (select id from wanted)
        and state <> 'void'
      union all
      select pledge_id, 0, amount_cents - overpaid_cents
      from payments
      where campaign_id in (select id from wanted)
        and state <> 'reversed'
      union all
      select pledge_id, 0, -amount_cents
      from refunds
      where campaign_id in (select id from wanted)
        and is_booked
    ),
    brought as (
      select
        p.campaign_id, p.ambassador_id,
        count(distinct mailbox_of(s.email))::integer as supporters,
        sum(m.billed)::bigint as billed,
        sum(m.received)::bigint as collected
      from moved m
      join pledges p on p.id = m.pledge_id
      join users s on s.id = p.pledger_id
      group by p.campaign_id, p.ambassador_id
      having sum(m.billed) > 0
    )
    select
      b.ambassador_id,
      coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), a.email) as name,
      b.campaign_id, w.name as campaign_name, w.money_mode, b.supporters, b.billed, b.collected,
      count(*) over ()::integer as total
    from brought b
    join wanted w on w.id = b.campaign_id
    left join ambassadors a on a.id = b.ambassador_id
    left join users u on u.id = a.user_id
    order by b.billed - b.collected desc, b.billed desc, b.campaign_id, b.ambassador_id nulls last
    limit ${limit}
    offset ${(page - 1) * limit}
  `)
  return {
    ambassadors: rows.map(({ total: _total, ...row }) => ({
      ...row,
      billed: decimal(row.billed),
      collected: decimal(row.collected),
      rate: rateOf(row.collected, row.billed),
    })),
    count: rows[0]?.total ?? 0,
  }
}

/** Everything that one supporter gave in a calendar year, from the journal (R5, R37). */
import { cents, sum, toDecimal, ZERO } from '#domain/money.ts'
import type { Giving } from '#domain/schemas/receipt.ts'
import { organizationOn } from '#server/accounts/organizations/index.ts'
import { isDebit } from '#server/money/charges/index.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { refundedAt } from './store.ts'

/** More rows than anyone has in a year; rows beyond it are counted, and included in the totals. */
const MAX_ENTRIES = 2_000

type Entry = Giving['organizations'][number]['entries'][number]
type Row = Omit<Entry, 'amount' | 'isDebit'> &
  Omit<Giving['organizations'][number], 'entries' | 'total'> & {
    isDebit: boolean
    amountCents: number
    totalCents: number
    count: number
  }

/**
 * Entries that changed `collected`, pledge by pledge: received, refunded, disputed, won back. A check counts on the day it
 * was received; one that bounced was never money, and neither were its reversal and its refunds. A charge or refund counts on the
 * day it was made at the card provider, which may be before the journal learned of it. What undoes a part of a refund counts on the
 * refund's own day, so that each year is what its receipts say (R37). `paid_on`: when what was refunded or disputed had been paid.
 */
const moved = (supporterId: string) => sql`
  select
    e.id, e.campaign_id,
    case when e.kind = 'reversal' then 'refund_not_made' else e.kind end as kind,
    e.kind = 'charge' and ${isDebit(sql`e.source_id`)} as is_debit,
    e.source_id, e.money_mode,
    coalesce(
      t.received_on,
      (coalesce(f.at, least(h.succeeded_at, e.occurred_at)) at time zone c.time_zone)::date
    ) as on_day,
    (
      select -sum(j.amount_cents)::bigint
      from journal_postings j
      where j.entry_id = e.id
        and j.account in ('organization_payable', 'commission')
    ) as amount_cents,
    coalesce(y.received_on, (g.succeeded_at at time zone c.time_zone)::date) as paid_on
  from pledges p
  join journal_entries e on e.pledge_id = p.id
  join campaigns c on c.id = e.campaign_id
  left join payments t on e.kind = 'payment' and t.id = e.source_id
  left join charges h on e.kind = 'charge' and h.id = e.source_id
  left join lateral (
    select ${refundedAt} as at, b.state = 'reversed' as has_bounced, f.charge_id, f.payment_id
    from refunds f
    left join payments b on b.id = f.payment_id
    where e.kind in ('refund', 'reversal', 'set_off')
      and f.id = e.source_id
  ) f on true
  left join lateral (
    select d.charge_id
    from disputes d
    join charges x on x.id = d.charge_id and x.pledge_id = p.id
    where e.kind in ('dispute', 'dispute_won')
    order by (d.id = e.source_id) desc, d.id desc
    limit 1
  ) d on true
  left join charges g on g.id = coalesce(f.charge_id, d.charge_id)
  left join payments y on y.id = f.payment_id
  where p.pledger_id = ${supporterId}
    and (
      e.kind in ('charge', 'payment', 'dispute', 'dispute_won')
      or (f.at is not null and e.reverses_id is null and f.has_bounced is not true)
    )
    and not exists (
      select from journal_entries v
      where v.pledge_id = p.id
        and v.reverses_id = e.id
    )
`

export async function givingYears(db: Db, supporterId: string): Promise<number[]> {
  const rows = await db.query<{ year: number }>(sql`
    select distinct extract(year from on_day)::integer as year
    from (${moved(supporterId)}) m
    order by year desc
  `)
  return rows.map(({ year }) => year)
}

/** In which a statement is dated: that of the newest campaign with money of theirs; null: there is none. */
export async function zoneOfGiving(db: Db, supporterId: string): Promise<string | null> {
  const row = first(
    await db.query<{ timeZone: string }>(sql`
      select c.time_zone
      from pledges p
      join campaigns c on c.id = p.campaign_id
      where p.pledger_id = ${supporterId}
        and exists (select from journal_entries e where e.pledge_id = p.id)
      order by c.created_at desc, c.id desc
      limit 1
    `),
  )
  return row?.timeZone ?? null
}

export async function supporterNamed(db: Db, id: string): Promise<string | null> {
  const row = first(
    await db.query<{ name: string }>(sql`
      select trim(concat(first_name, ' ', last_name)) as name
      from users
      where id = ${id}
        and deleted_at is null
    `),
  )
  return row ? row.name || 'A supporter' : null
}

/** An organization whose standing changed has a part for each (R70). */
const part = sql`o.id, m.money_mode, was.is_501c3, was.ein, was.name`

type Given = Pick<Giving, 'organizations' | 'total' | 'isTestMoney' | 'moreEntries'>

export async function givingOf(db: Db, key: { supporterId: string; year: number }): Promise<Given> {
  const rows = await db.query<Row>(sql`
    select
      m.on_day::text as on,
      m.kind, m.is_debit, m.amount_cents, c.name as campaign_name, c.commission_basis_points,
      m.money_mode = 'sandbox' as is_test_money,
      case when m.kind in ('charge', 'payment') then m.source_id end as receipt_id,
      o.id as organization_id, was.name as organization_name,
      o.city || ', ' || o.state as organization_place,
      was.is_501c3 as "is501c3", was.ein,
      (sum(m.amount_cents) over (partition by ${part}))::bigint as total_cents,
      (count(*) over ())::integer as count
    from (${moved(key.supporterId)}) m
    join campaigns c on c.id = m.campaign_id
    join organizations o on o.id = c.organization_id
    ${organizationOn(sql`coalesce(m.paid_on, m.on_day)`)}
    where extract(year from m.on_day) = ${key.year}::integer
      and m.amount_cents <> 0
    order by
      m.money_mode, o.name, o.id,
      min(m.on_day) over (partition by ${part}),
      was.is_501c3, was.ein, was.name, m.on_day, m.id
    limit ${MAX_ENTRIES}
  `)
  const groups = Map.groupBy(rows, ({ isTestMoney, organizationId, organizationName, is501c3, ein }) =>
    JSON.stringify([isTestMoney, organizationId, organizationName, is501c3, ein]),
  )
  const organizations = [...groups.values()].map(toOrganization)
  const isTestMoney = organizations.length > 0 && organizations.every((one) => one.isTestMoney)
  const counted = [...groups.values()].flatMap(([row]) =>
    row && row.isTestMoney === isTestMoney ? [row] : [],
  )
  const total = sum([ZERO, ...counted.map(({ totalCents }) => cents(totalCents))])
  return {
    organizations,
    total: toDecimal(total),
    isTestMoney,
    moreEntries: Math.max(0, (rows[0]?.count ?? 0) - rows.length),
  }
}

function toOrganization(rows: Row[]): Giving['organizations'][number] {
  const [row] = rows as [Row]
  return {
    ...{ organizationId: row.organizationId, organizationName: row.organizationName },
    ...{ organizationPlace: row.organizationPlace, is501c3: row.is501c3, ein: row.ein },
    ...{ isTestMoney: row.isTestMoney, commissionBasisPoints: row.commissionBasisPoints },
    total: toDecimal(cents(row.totalCents)),
    entries: rows.map(({ on, campaignName, kind, isDebit, receiptId, amountCents }) => ({
      ...{ on, campaignName, kind, receiptId, amount: toDecimal(cents(amountCents)) },
      ...(isDebit ? { isDebit } : {}),
    })),
  }
}

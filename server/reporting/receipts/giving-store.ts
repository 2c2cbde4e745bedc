/** Everything that was given in a calendar year by one supporter, or on one pledge, from the journal. */
import { type Cents, cents, toDecimal } from '#domain/money.ts'
import type { Giving } from '#domain/schemas/receipt.ts'
import { organizationOn } from '#server/accounts/organizations/index.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import { isDebit } from '#server/money/charges/index.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, type SQL, sql } from '#server/platform/db/database.ts'
import { supporterKey, withoutPrize } from '#server/season/rewards/index.ts'
import { refundedAt, SOMEBODY, takenAt } from './store.ts'

/** Days of January. Checks that came in the last days of December are still entered in the first week. */
const FROM_DAY = 8
const TO_DAY = 31

export type Addressee = {
  userId: string
  email: string
  timeZone: string
  /** Their account was made by confirming a guest pledge, and nothing to sign in with was set since. */
  needsLinks: boolean
}

export const keyOfYearEnd = (year: number, userId: string): string => `year-end:${year}:${userId}`

const needsLinks: SQL = sql`
  exists (select from guest_pledges g where g.id = u.id)
  and not exists (
    select from user_identities i
    where i.user_id = u.id
      and (
        i.provider = 'clerk'
        or exists (select from identity.account a where a.user_id = i.subject and a.password is not null)
        or exists (select from identity.passkey k where k.user_id = i.subject)
      )
  )
`

/** Verified addresses with real money received in the year. Nobody deletes one of these accounts until `tx` ends. */
export const nextAddressees = (
  tx: Db,
  { year, now, afterId, limit }: { year: number; now: Date; afterId: string | null; limit: number },
): Promise<Addressee[]> =>
  tx.query<Addressee>(sql`
    select u.id as user_id, u.email, z.time_zone, ${needsLinks} as needs_links
    from users u
    cross join lateral (${zoneOf(sql`u.id`)}) z
    where u.id > ${afterId ?? BEFORE_ALL_IDS}::uuid
      and u.email_verified_at is not null
      and u.deleted_at is null
      and wall_clock(z.time_zone, ${now})::date
        between make_date(${year + 1}, 1, ${FROM_DAY}) and make_date(${year + 1}, 1, ${TO_DAY})
      and not exists (
        select from mails q
        where q.idempotency_key = 'year-end:' || ${year}::integer || ':' || u.id
      )
      and exists (
        select from (${moved(sql`p.pledger_id = u.id`)}) m
        where m.kind in ('charge', 'payment')
          and m.money_mode = 'live'
          and extract(year from m.on_day) = ${year}::integer
      )
    order by u.id
    limit ${limit}
    for share of u
  `)

export type GivenOnPledge = {
  userId: string
  /** Whose papers the pledge has. */
  supporterName: string
  pledgeId: string
  campaignId: string
  campaignName: string
  organizationId: string
  organizationName: string
  is501c3: boolean
  total: Cents
  isRefunded: boolean
}

/** The real money of these supporters in the year: for each pledge, and as their statement has it, for each name of the organization. */
export async function givenOnPledges(
  db: Db,
  { year, userIds }: { year: number; userIds: readonly string[] },
): Promise<GivenOnPledge[]> {
  const rows = await db.query<Omit<GivenOnPledge, 'total'> & { totalCents: number }>(sql`
    select
      m.pledger_id as user_id, ${nameOn} as supporter_name, m.pledge_id, m.campaign_id, c.name as campaign_name,
      o.id as organization_id, was.name as organization_name, was.is_501c3 as "is501c3",
      sum(m.amount_cents)::bigint as total_cents,
      bool_or(m.kind = 'refund') as is_refunded
    from (${moved(sql`p.pledger_id = any(${sql.param([...userIds])}::uuid[])`)}) m
    join campaigns c on c.id = m.campaign_id
    join organizations o on o.id = c.organization_id
    ${supporterOf(sql`m.pledge_id`, sql`m.pledger_id`)}
    ${organizationOn(sql`coalesce(m.paid_on, m.on_day)`)}
    where extract(year from m.on_day) = ${year}::integer
      and m.money_mode = 'live'
      and m.amount_cents <> 0
    group by m.pledger_id, supporter_name, m.pledge_id, m.campaign_id, c.name, o.id, was.name, was.is_501c3
    order by o.name, o.id, was.name, m.pledge_id
  `)
  return rows.map(({ totalCents, ...row }) => ({ ...row, total: cents(totalCents) }))
}

/** More rows than anyone has in a year; rows beyond it are counted, and included in the totals. */
const MAX_ENTRIES = 2_000
const MAX_NAMES = 50

type Entry = Giving['organizations'][number]['entries'][number]
type Row = Omit<Entry, 'amount' | 'isDebit'> &
  Omit<Giving['organizations'][number], 'entries' | 'total'> & {
    campaignId: string
    pledgerId: string
    isDebit: boolean
    amountCents: number
    totalCents: number
    yearCents: number
    count: number
  }

/** One's own year is of all pledges under one name; a link in a mail shows one pledge, and so does its year. */
type Whose =
  | {
      supporterId: string
      /** Left out: all of the account's. */
      name?: string | undefined
    }
  | { pledgeId: string }

/** The name on the papers of a pledge, whose supporter is `u`. */
const nameOn = sql`
  coalesce(
    case when u.deleted_at is null then nullif(trim(concat(u.first_name, ' ', u.last_name)), '') end,
    ${sql.raw(`'${SOMEBODY}'`)}
  )
`

function isOf(whose: Whose): SQL {
  if ('pledgeId' in whose) return sql`p.id = ${whose.pledgeId}`
  if (whose.name === undefined) return sql`p.pledger_id = ${whose.supporterId}`
  return sql`
    p.id in (
      select p.id
      from pledges p
      ${supporterOf()}
      where p.pledger_id = ${whose.supporterId}
        and lower(${nameOn}) = lower(${whose.name})
    )
  `
}

/**
 * The names on an account's pledges with money, each with the newest of its pledges: the account's own first, then the newest.
 * `isAsked`: of `pledgeId`.
 */
export const namesOfGiving = (
  db: Db,
  { supporterId, pledgeId }: { supporterId: string; pledgeId: string | null },
): Promise<{ name: string; pledgeId: string; isAsked: boolean }[]> =>
  db.query(sql`
    select
      (array_agg(${nameOn} order by p.id desc))[1] as name,
      (array_agg(p.id order by p.id desc))[1] as pledge_id,
      coalesce(bool_or(p.id = ${pledgeId}::uuid), false) as is_asked
    from pledges p
    ${supporterOf()}
    join users a on a.id = p.pledger_id
    where p.pledger_id = ${supporterId}
      and exists (select from journal_entries e where e.pledge_id = p.id)
    group by lower(${nameOn})
    order by
      bool_or(lower(${nameOn}) = lower(trim(concat(a.first_name, ' ', a.last_name)))) desc,
      max(p.id::text) desc
    limit ${MAX_NAMES}
  `)

/**
 * What changed `collected`, pledge by pledge: received, refunded, taken by a bank. A check counts on the day it was received;
 * one that bounced was never money, and neither were its reversal and its refunds. A charge or refund counts on the day it was
 * made at the card provider, which may be before the journal learned of it. What undoes a part of a refund counts on the refund's
 * own day, and what a bank gave back it never took, so that each year is what its receipts say. `receipt_id`
 * and `paid_on`: what was refunded or disputed, and when it had been paid.
 */
export const moved = (which: SQL) => sql`
  select
    e.id, e.campaign_id, p.pledger_id, p.id as pledge_id,
    case when e.kind = 'reversal' then 'refund_not_made' else e.kind end as kind,
    e.kind = 'charge' and ${isDebit(sql`e.source_id`)} as is_debit,
    e.source_id, e.money_mode,
    coalesce(f.charge_id, f.payment_id) as receipt_id,
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
  left join charges g on g.id = f.charge_id
  left join payments y on y.id = f.payment_id
  where ${which}
    and (
      e.kind in ('charge', 'payment')
      or (f.at is not null and e.reverses_id is null and f.has_bounced is not true)
    )
    and not exists (
      select from journal_entries v
      where v.pledge_id = p.id
        and v.reverses_id = e.id
    )
  union all
  select
    d.id, d.campaign_id, p.pledger_id, p.id, 'dispute', false, d.id, h.money_mode,
    h.id,
    (${takenAt} at time zone c.time_zone)::date,
    -d.taken_cents,
    (h.succeeded_at at time zone c.time_zone)::date
  from pledges p
  join charges h on h.pledge_id = p.id
  join disputes d on d.charge_id = h.id
  join campaigns c on c.id = d.campaign_id
  where ${which}
    and d.taken_cents > 0
`

export async function givingYears(db: Db, whose: Whose): Promise<number[]> {
  const rows = await db.query<{ year: number }>(sql`
    select distinct extract(year from on_day)::integer as year
    from (${moved(isOf(whose))}) m
    order by year desc
  `)
  return rows.map(({ year }) => year)
}

/** The newest year with a payment that did not bounce: no year in which money only went back. */
export async function newestYearPaid(db: Db, whose: Whose): Promise<number | null> {
  const [row] = await db.query<{ year: number | null }>(sql`
    select extract(year from max(on_day))::integer as year
    from (${moved(isOf(whose))}) m
    where m.kind in ('charge', 'payment')
  `)
  return row?.year ?? null
}

/** In which a statement is dated: that of the newest campaign with money of theirs; null: there is none. */
export async function zoneOfGiving(db: Db, supporterId: string): Promise<string | null> {
  const row = first(await db.query<{ timeZone: string }>(zoneOf(sql`${supporterId}`)))
  return row?.timeZone ?? null
}

const zoneOf = (supporterId: SQL): SQL => sql`
  select c.time_zone
  from pledges p
  join campaigns c on c.id = p.campaign_id
  where p.pledger_id = ${supporterId}
    and exists (select from journal_entries e where e.pledge_id = p.id)
  order by c.created_at desc, c.id desc
  limit 1
`

/** One whose account is deleted has no name anymore, and the years stay. */
export async function supporterNamed(db: Db, id: string): Promise<string | null> {
  const row = first(
    await db.query<{ name: string }>(sql`
      select
        case
          when deleted_at is null then trim(concat(first_name, ' ', last_name))
          else ''
        end as name
      from users
      where id = ${id}
    `),
  )
  return row ? row.name || SOMEBODY : null
}

export async function campaignOfPledge(
  db: Db,
  pledgeId: string,
): Promise<{ name: string; timeZone: string; supporterName: string } | null> {
  const rows = await db.query<{ name: string; timeZone: string; supporterName: string }>(sql`
    select c.name, c.time_zone, ${nameOn} as supporter_name
    from pledges p
    ${supporterOf()}
    join campaigns c on c.id = p.campaign_id
    where p.id = ${pledgeId}
  `)
  return first(rows) ?? null
}

/** An organization whose tax status changed has a part for each. */
const part = sql`o.id, m.money_mode, was.is_501c3, was.ein, was.name`

type Given = Pick<Giving, 'organizations' | 'total' | 'isTestMoney' | 'moreEntries'>

export async function givingOf(
  db: Db,
  { year, ...whose }: Whose & { year: number },
  limit = MAX_ENTRIES,
): Promise<Given> {
  const rows = await db.query<Row>(sql`
    select
      m.on_day::text as on, m.campaign_id, m.pledger_id,
      m.kind, m.is_debit, m.amount_cents, c.name as campaign_name, c.commission_basis_points,
      m.money_mode = 'sandbox' as is_test_money,
      case when m.kind in ('charge', 'payment') then m.source_id end as receipt_id,
      o.id as organization_id, was.name as organization_name,
      o.city || ', ' || o.state as organization_place,
      was.is_501c3 as "is501c3", was.ein,
      (sum(m.amount_cents) over (partition by ${part}))::bigint as total_cents,
      (sum(m.amount_cents) over (partition by m.money_mode))::bigint as year_cents,
      (count(*) over ())::integer as count
    from (${moved(isOf(whose))}) m
    join campaigns c on c.id = m.campaign_id
    join organizations o on o.id = c.organization_id
    ${organizationOn(sql`coalesce(m.paid_on, m.on_day)`)}
    where extract(year from m.on_day) = ${year}::integer
      and m.amount_cents <> 0
    order by
      m.money_mode, o.name, o.id,
      min(m.on_day) over (partition by ${part}),
      was.is_501c3, was.ein, was.name, m.on_day, m.id
    limit ${limit}
  `)
  const groups = Map.groupBy(rows, ({ isTestMoney, organizationId, organizationName, is501c3, ein }) =>
    JSON.stringify([isTestMoney, organizationId, organizationName, is501c3, ein]),
  )
  const payments = rows.filter((row) => row.is501c3 && isPayment(row))
  const without = await withoutPrize(db, payments)
  // Not of rows beyond the limit: nothing is known of them.
  const isCut = (rows[0]?.count ?? 0) > rows.length
  const organizations = [...groups.values()].map((group) => {
    const paid = group.filter(isPayment)
    const wonNothing = !isCut && paid.length > 0 && paid.every((row) => without.has(supporterKey(row)))
    return { ...toOrganization(group), ...(wonNothing ? { wonNothing } : {}) }
  })
  // Real money comes first. The sums are of all entries, also of an organization that no listed row is of.
  const [top] = rows
  return {
    organizations,
    total: toDecimal(cents(top?.yearCents ?? 0)),
    isTestMoney: top?.isTestMoney ?? false,
    moreEntries: Math.max(0, (top?.count ?? 0) - rows.length),
  }
}

const isPayment = ({ kind }: Row): boolean => kind === 'charge' || kind === 'payment'

function toOrganization(rows: Row[]): Giving['organizations'][number] {
  const [row] = rows as [Row]
  return {
    organizationId: row.organizationId,
    organizationName: row.organizationName,
    organizationPlace: row.organizationPlace,
    is501c3: row.is501c3,
    ein: row.ein,
    isTestMoney: row.isTestMoney,
    commissionBasisPoints: row.commissionBasisPoints,
    total: toDecimal(cents(row.totalCents)),
    entries: rows.map(({ on, campaignName, kind, isDebit, receiptId, amountCents }) => ({
      on,
      campaignName,
      kind,
      receiptId,
      amount: toDecimal(cents(amountCents)),
      ...(isDebit ? { isDebit } : {}),
    })),
  }
}

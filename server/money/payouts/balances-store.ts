/** What organizations are owed over their campaigns, live and sandbox money never added together. */

import { availableTo, type CampaignBooks, type Payable, payableOf } from '#domain/billing/payout.ts'
import { type Cents, cents, sum, toDecimal } from '#domain/money.ts'
import type { PayoutBalance, PayoutsPage, PayoutsQuery } from '#domain/schemas/payout.ts'
import { type Clearing, uncleared } from '#server/money/payments/index.ts'
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'
import { OPEN, OWED, toSend } from './owed-store.ts'

type Row = CampaignBooks &
  Pick<PayoutBalance, 'campaignName' | 'moneyMode'> & { organizationId: string; billingHeldAt: Date | null }

/** One campaign's books, and what is payable of them. */
export type PayableBooks = Row & { payable: Payable }

const SUMS = [
  'collectedCents',
  'commissionCents',
  'paidOutCents',
  'refundsWaitingCents',
  'sendingCents',
] as const

const selectBooks = (where: SQL, clearing: Clearing) => sql`
  with uncleared as materialized (${uncleared(clearing)})
  select
    c.id as campaign_id, c.name as campaign_name, c.organization_id, c.money_mode, c.commission_basis_points,
    c.billing_held_at,
    c.billing_held_at is not null as is_on_hold,
    b.collected_cents, b.commission_cents, b.paid_out_cents,
    coalesce((
      select sum(r.amount_cents)
      from refunds r
      where r.campaign_id = c.id
        and r.state in ('due', 'sent')
        and not r.is_booked
    ), 0)::bigint + coalesce((
      select sum(x.amount_cents)
      from exceptions x
      where x.campaign_id = c.id
        and x.kind = 'dispute_not_owed'
        and x.resolved_at is null
    ), 0)::bigint as refunds_waiting_cents,
    coalesce((
      select sum(l.amount_cents)
      from payout_lines l
      join payouts s on s.id = l.payout_id
      where l.campaign_id = c.id
        and s.state = 'approved'
    ), 0)::bigint as sending_cents,
    coalesce((
      select json_agg(json_build_object('amountCents', u.amount_cents, 'on', u.clears_on))
      from uncleared u
      where u.campaign_id = c.id
    ), '[]') as uncleared
  from campaigns c
  join campaign_books b on b.campaign_id = c.id
  where ${where}
  order by c.id desc
`

function toBooks(row: Row): PayableBooks {
  const books = {
    ...row,
    uncleared: row.uncleared.map(({ amountCents, on }) => ({ amountCents: cents(amountCents), on })),
    ...(Object.fromEntries(SUMS.map((key) => [key, cents(row[key])])) as Pick<Row, (typeof SUMS)[number]>),
  }
  return { ...books, payable: payableOf(books) }
}

/** The books of all campaigns of these organizations. */
export async function booksOfOrganizations(
  db: Db,
  clearing: Clearing,
  organizationIds: readonly string[],
): Promise<PayableBooks[]> {
  const where = sql`c.organization_id = any(${sql.param(organizationIds)}::uuid[])`
  const rows = await db.query<Row>(selectBooks(where, clearing))
  return rows.map(toBooks)
}

/** Whose money, and which kind of it. */
export type Account = { organizationId: string; moneyMode: PayoutBalance['moneyMode'] }

/**
 * All books of an organization, in a fixed order and until the transaction ends, so that two of its payouts do not count on
 * the same money.
 */
export async function lockBooksOf(db: Db, organizationId: string): Promise<void> {
  await db.query(sql`
    select b.campaign_id
    from campaign_books b
    join campaigns c on c.id = b.campaign_id
    where c.organization_id = ${organizationId}
    order by b.campaign_id
    for update of b
  `)
}

/** The books of one organization with one kind of money. */
export const booksAmong = (
  books: readonly PayableBooks[],
  { organizationId, moneyMode }: Account,
): PayableBooks[] =>
  books.filter((one) => one.organizationId === organizationId && one.moneyMode === moneyMode)

/**
 * The same, locked until the transaction ends. Read in a statement of its own: one that had to wait would read payouts and
 * refunds from before the wait.
 */
export async function lockBalances(db: Db, clearing: Clearing, account: Account): Promise<PayableBooks[]> {
  await lockBooksOf(db, account.organizationId)
  return booksAmong(await booksOfOrganizations(db, clearing, [account.organizationId]), account)
}

/** As in the API. */
const laterIn = ({ availableLater }: Payable): PayoutBalance['availableLater'] =>
  availableLater.map(({ amount, on }) => ({ amount: toDecimal(amount), on }))

/** What becomes available of several campaigns, by day, the soonest first. */
export function laterOf(campaigns: readonly Pick<PayableBooks, 'payable'>[]): Payable['availableLater'] {
  const byDay = Map.groupBy(
    campaigns.flatMap(({ payable }) => payable.availableLater),
    ({ on }) => on,
  )
  return [...byDay]
    .sort(([a], [b]) => (a === null ? 1 : b === null ? -1 : a.localeCompare(b)))
    .map(([on, parts]) => ({ on, amount: sum(parts.map(({ amount }) => amount)) }))
}

export const toBalance = ({ payable, ...row }: PayableBooks): PayoutBalance => ({
  campaignId: row.campaignId,
  campaignName: row.campaignName,
  moneyMode: row.moneyMode,
  collected: toDecimal(row.collectedCents),
  commission: toDecimal(row.commissionCents),
  paidOut: toDecimal(row.paidOutCents),
  owed: toDecimal(payable.owed),
  heldForRefunds: toDecimal(payable.heldForRefunds),
  available: toDecimal(payable.available),
  availableLater: laterIn(payable),
  ...(row.billingHeldAt ? { billingHeldAt: row.billingHeldAt.toISOString() } : {}),
})

/** Something was collected for it, or paid out. */
export const hasMoney = ({ collectedCents, paidOutCents }: PayableBooks): boolean =>
  collectedCents !== 0 || paidOutCents !== 0

type Sums = Pick<
  PayoutsPage['organizations'][number],
  'collected' | 'commission' | 'paidOut' | 'owed' | 'available'
>
/** Over the campaigns of an organization with one kind of money. */
export const sumsOf = (books: readonly PayableBooks[]): Sums => ({
  collected: toDecimal(sum(books.map(({ collectedCents }) => collectedCents))),
  commission: toDecimal(sum(books.map(({ commissionCents }) => commissionCents))),
  paidOut: toDecimal(sum(books.map(({ paidOutCents }) => paidOutCents))),
  owed: toDecimal(sum(books.map(({ payable }) => payable.owed))),
  available: toDecimal(availableTo(books.map(({ payable }) => payable))),
})

const UNCONFIRMED = sql`
  exists (
    select from payouts u
    where u.organization_id = a.organization_id
      and u.money_mode = a.money_mode
      and u.state = 'sent'
  )
`
const SHOWN: Record<PayoutsQuery['show'], SQL> = {
  open: sql`(a.has_owed or ${OPEN} or ${UNCONFIRMED})`,
  waiting: sql`x.state = 'prepared'`,
  to_send: toSend('x'),
  to_confirm: UNCONFIRMED,
  negative: sql`a.has_negative`,
  all: sql`(a.has_money or ${OPEN})`,
}
/** Each organization `o` with each kind of its money: its sums `a`, and its payout `x` that is not sent yet. */
const FROM = sql`
  (
    select
      c.organization_id, c.money_mode,
      sum(${OWED}) as owed_cents,
      bool_or(${OWED} <> 0) as has_owed,
      bool_or(${OWED} < 0) as has_negative,
      bool_or(b.collected_cents <> 0 or b.paid_out_cents <> 0) as has_money
    from campaigns c
    join campaign_books b on b.campaign_id = c.id
    group by c.organization_id, c.money_mode
  ) a
  join organizations o on o.id = a.organization_id
  left join payouts x
    on x.organization_id = a.organization_id
    and x.money_mode = a.money_mode
    and x.state in ('prepared', 'approved')
`

const PAGE_SIZE = 20

export type Payee = Account & { organizationName: string; timeZone: string }

/** One page of organizations: payouts to approve first, then payouts to send, then by the amount owed. */
export async function organizationsToPay(
  db: Db,
  { show, search, page, limit = PAGE_SIZE }: PayoutsQuery & { limit?: number },
): Promise<{ payees: Payee[]; count: number }> {
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const where = sql`
    ${SHOWN[show]}
    and (
      ${search} = ''
      or o.name ilike ${like}
      or exists (
        select from campaigns c
        where c.organization_id = a.organization_id
          and c.money_mode = a.money_mode
          and c.name ilike ${like}
      )
    )
  `
  const { count } = only(
    await db.query<{ count: number }>(sql`select count(*) as count from ${FROM} where ${where}`),
  )
  const payees = await db.query<Payee>(sql`
    select a.organization_id, a.money_mode, o.name as organization_name, o.time_zone
    from ${FROM}
    where ${where}
    order by
      (x.state = 'prepared') desc nulls last,
      (x.state = 'approved') desc nulls last,
      a.owed_cents desc,
      o.id desc,
      a.money_mode
    limit ${limit}
    offset ${(page - 1) * limit}
  `)
  return { payees, count }
}

/** Across all campaigns: owed, negative balances, and payouts to approve, send and confirm. */
export async function payoutTotals(db: Db): Promise<PayoutsPage['totals']> {
  const AMOUNTS = ['owed', 'negative', 'waiting', 'toSend', 'toConfirm'] as const
  type Total = PayoutsPage['totals'][number]
  type Sums = Omit<Total, (typeof AMOUNTS)[number]> & Record<(typeof AMOUNTS)[number], Cents>
  const rows = await db.query<Sums>(sql`
    select
      b.money_mode,
      b.owed, b.negative,
      coalesce(sum(x.amount_cents) filter (where x.state = 'prepared'), 0)::bigint as waiting,
      count(*) filter (where x.state = 'prepared') as waiting_count,
      coalesce(sum(x.amount_cents) filter (where ${toSend('x')}), 0)::bigint as to_send,
      count(*) filter (where ${toSend('x')}) as to_send_count,
      coalesce(sum(x.amount_cents) filter (where x.state = 'sent'), 0)::bigint as to_confirm,
      count(*) filter (where x.state = 'sent') as to_confirm_count
    from (
      select
        c.money_mode,
        sum(greatest(0, ${OWED}))::bigint as owed,
        sum(least(0, ${OWED}))::bigint as negative
      from campaigns c
      join campaign_books b on b.campaign_id = c.id
      group by c.money_mode
    ) b
    left join payouts x on x.money_mode = b.money_mode and x.state in ('prepared', 'approved', 'sent')
    group by b.money_mode, b.owed, b.negative
    having b.owed <> 0
      or b.negative <> 0
      or count(x.id) > 0
    order by b.money_mode
  `)
  return rows.map((row) => ({
    ...row,
    ...(Object.fromEntries(AMOUNTS.map((key) => [key, toDecimal(cents(row[key]))])) as Pick<
      Total,
      (typeof AMOUNTS)[number]
    >),
  }))
}

type LastPaid = NonNullable<PayoutsPage['organizations'][number]['lastPaid']>

/** Of each of these organizations and kind of money, the newest payout that did not come back. */
export async function lastPaidOf(
  db: Db,
  organizationIds: readonly string[],
): Promise<(Account & LastPaid)[]> {
  const rows = await db.query<Account & { id: string; paidOn: string; amountCents: number }>(sql`
    select distinct on (p.organization_id, p.money_mode)
      p.organization_id, p.money_mode, p.id, p.paid_on, p.amount_cents
    from payouts p
    where p.organization_id = any(${sql.param(organizationIds)}::uuid[])
      and p.state in ('sent', 'arrived')
    order by p.organization_id, p.money_mode, p.id desc
  `)
  return rows.map(({ amountCents, ...row }) => ({ ...row, amount: toDecimal(cents(amountCents)) }))
}

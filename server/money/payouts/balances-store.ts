/** What organizations are owed, campaign by campaign. */

import { type CampaignBooks, type Payable, payableOf } from '#domain/billing/payout.ts'
import { type Cents, cents, toDecimal } from '#domain/money.ts'
import type { PayoutBalance, PayoutsPage, PayoutsQuery } from '#domain/schemas/payout.ts'
import { type Clearing, uncleared } from '#server/money/payments/index.ts'
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'
import { OPEN, OWED, toSend } from './owed-store.ts'

type Row = CampaignBooks &
  Pick<PayoutBalance, 'campaignName' | 'organizationId' | 'organizationName' | 'timeZone' | 'moneyMode'>

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
    c.id as campaign_id, c.name as campaign_name, c.organization_id, o.name as organization_name,
    c.time_zone, c.money_mode, c.commission_basis_points, b.collected_cents, b.commission_cents,
    b.paid_out_cents,
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
      select sum(s.amount_cents)
      from payouts s
      where s.campaign_id = c.id
        and s.state = 'approved'
    ), 0)::bigint as sending_cents,
    coalesce((
      select json_agg(json_build_object('amountCents', u.amount_cents, 'on', u.clears_on))
      from uncleared u
      where u.campaign_id = c.id
    ), '[]') as uncleared
  from campaigns c
  join organizations o on o.id = c.organization_id
  join campaign_books b on b.campaign_id = c.id
  where ${where}
  order by c.id desc
`

const toBooks = (row: Row): Row => ({
  ...row,
  uncleared: row.uncleared.map(({ amountCents, on }) => ({ amountCents: cents(amountCents), on })),
  ...(Object.fromEntries(SUMS.map((key) => [key, cents(row[key])])) as Pick<Row, (typeof SUMS)[number]>),
})

/** The books of all campaigns of these organizations. */
export async function booksOfOrganizations(
  db: Db,
  clearing: Clearing,
  organizationIds: readonly string[],
): Promise<Row[]> {
  const where = sql`c.organization_id = any(${sql.param(organizationIds)}::uuid[])`
  const rows = await db.query<Row>(selectBooks(where, clearing))
  return rows.map(toBooks)
}

/**
 * The same of one organization, locked until the transaction ends, so that two of its payouts do not count on the same
 * money. Locked in a statement of its own: one that had to wait would read payouts and refunds from before the wait.
 */
export async function lockBalances(db: Db, clearing: Clearing, organizationId: string): Promise<Row[]> {
  await db.query(sql`
    select b.campaign_id
    from campaign_books b
    join campaigns c on c.id = b.campaign_id
    where c.organization_id = ${organizationId}
    order by b.campaign_id
    for update of b
  `)
  return booksOfOrganizations(db, clearing, [organizationId])
}

/** Live and sandbox money are never added together: only campaigns of the same kind offset each other. */
export function payableAmong(books: readonly Row[], campaignId: string): Payable | null {
  const own = books.find((one) => one.campaignId === campaignId)
  if (!own) return null
  const others = books.filter(
    (one) => one !== own && one.organizationId === own.organizationId && one.moneyMode === own.moneyMode,
  )
  return payableOf(own, others)
}

/** As in the API. */
export const laterIn = ({ availableLater }: Payable): PayoutBalance['availableLater'] =>
  availableLater.map(({ amount, on }) => ({ amount: toDecimal(amount), on }))

export function toBalances(books: readonly Row[]): PayoutBalance[] {
  return books.map((row) => {
    const payable = payableAmong(books, row.campaignId) as Payable
    const { owed, heldForRefunds, carried, available } = payable
    return {
      campaignId: row.campaignId,
      campaignName: row.campaignName,
      timeZone: row.timeZone,
      organizationId: row.organizationId,
      organizationName: row.organizationName,
      moneyMode: row.moneyMode,
      collected: toDecimal(row.collectedCents),
      commission: toDecimal(row.commissionCents),
      paidOut: toDecimal(row.paidOutCents),
      owed: toDecimal(owed),
      heldForRefunds: toDecimal(heldForRefunds),
      carried: toDecimal(carried),
      available: toDecimal(available),
      availableLater: laterIn(payable),
    }
  })
}

const UNCONFIRMED = sql`
  exists (
    select from payouts u
    where u.campaign_id = c.id
      and u.state = 'sent'
  )
`
const SHOWN: Record<PayoutsQuery['show'], SQL> = {
  open: sql`(${OWED} <> 0 or ${OPEN} or ${UNCONFIRMED})`,
  waiting: sql`x.state = 'prepared'`,
  to_send: toSend('x'),
  to_confirm: UNCONFIRMED,
  negative: sql`${OWED} < 0`,
  all: sql`(b.collected_cents <> 0 or b.paid_out_cents <> 0 or ${OPEN})`,
}
const FROM = sql.raw(`
  campaigns c
  join organizations o on o.id = c.organization_id
  join campaign_books b on b.campaign_id = c.id
  left join payouts x on x.campaign_id = c.id and x.state in ('prepared', 'approved')
`)

const PAGE_SIZE = 20

/** One page of campaigns: payouts to approve first, then payouts to send, then by the amount owed. */
export async function campaignsToPay(
  db: Db,
  { show, search, page, limit = PAGE_SIZE }: PayoutsQuery & { limit?: number },
): Promise<{ ids: string[]; organizationIds: string[]; count: number }> {
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const where = sql`${SHOWN[show]} and (${search} = '' or c.name ilike ${like} or o.name ilike ${like})`
  const { count } = only(
    await db.query<{ count: number }>(sql`select count(*) as count from ${FROM} where ${where}`),
  )
  const rows = await db.query<{ id: string; organizationId: string }>(sql`
    select c.id, c.organization_id
    from ${FROM}
    where ${where}
    order by
      (x.state = 'prepared') desc nulls last,
      (x.state = 'approved') desc nulls last,
      ${OWED} desc,
      c.id desc
    limit ${limit}
    offset ${(page - 1) * limit}
  `)
  return {
    ids: rows.map(({ id }) => id),
    organizationIds: [...new Set(rows.map(({ organizationId }) => organizationId))],
    count,
  }
}

/** Across all campaigns: owed, negative balances, and payouts to approve, send and confirm. */
export async function payoutTotals(db: Db): Promise<PayoutsPage['totals']> {
  const AMOUNTS = ['owed', 'negative', 'waiting', 'toSend', 'toConfirm'] as const
  type Total = PayoutsPage['totals'][number]
  type Sums = Omit<Total, (typeof AMOUNTS)[number]> & Record<(typeof AMOUNTS)[number], Cents>
  const rows = await db.query<Sums>(sql`
    select
      c.money_mode,
      coalesce(sum(greatest(0, ${OWED})), 0)::bigint as owed,
      coalesce(sum(least(0, ${OWED})), 0)::bigint as negative,
      coalesce(sum(x.amount_cents) filter (where x.state = 'prepared'), 0)::bigint as waiting,
      count(*) filter (where x.state = 'prepared') as waiting_count,
      coalesce(sum(x.amount_cents) filter (where ${toSend('x')}), 0)::bigint as to_send,
      count(*) filter (where ${toSend('x')}) as to_send_count,
      coalesce(sum(u.amount), 0)::bigint as to_confirm,
      coalesce(sum(u.count), 0)::bigint as to_confirm_count
    from ${FROM}
    cross join lateral (
      select sum(u.amount_cents) as amount, count(*) as count
      from payouts u
      where u.campaign_id = c.id
        and u.state = 'sent'
    ) u
    where ${OWED} <> 0
      or x.state is not null
      or u.count > 0
    group by c.money_mode
    order by c.money_mode
  `)
  return rows.map((row) => ({
    ...row,
    ...(Object.fromEntries(AMOUNTS.map((key) => [key, toDecimal(cents(row[key]))])) as Pick<
      Total,
      (typeof AMOUNTS)[number]
    >),
  }))
}

/** Of each campaign, the newest payout that did not come back. */
export async function lastPaidOf(
  db: Db,
  campaignIds: readonly string[],
): Promise<Map<string, NonNullable<PayoutsPage['campaigns'][number]['lastPaid']>>> {
  const rows = await db.query<{ campaignId: string; id: string; paidOn: string; amountCents: number }>(sql`
    select distinct on (p.campaign_id) p.campaign_id, p.id, p.paid_on, p.amount_cents
    from payouts p
    where p.campaign_id = any(${sql.param(campaignIds)}::uuid[])
      and p.state in ('sent', 'arrived')
    order by p.campaign_id, p.id desc
  `)
  return new Map(
    rows.map(({ campaignId, id, paidOn, amountCents }) => [
      campaignId,
      { id, paidOn, amount: toDecimal(cents(amountCents)) },
    ]),
  )
}

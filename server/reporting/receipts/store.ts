import { type Instrument, paidWith } from '#domain/billing/instruments.ts'
import { receiptNumber } from '#domain/billing/lookup.ts'
import { cardWords } from '#domain/billing/receipt-sentences.ts'
import { type Cents, cents, subtract, sum, timesQuantity, toDecimal, ZERO } from '#domain/money.ts'
import { fromNumeric, toNumber } from '#domain/quantity.ts'
import type { Giving, Receipt } from '#domain/schemas/receipt.ts'
import { isGift, type StatisticType } from '#domain/season/statistic-types.ts'
import { isRepresentative } from '#server/accounts/access/index.ts'
import { organizationOn } from '#server/accounts/organizations/index.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { supporterKey, withoutPrize } from '#server/season/rewards/index.ts'
import { moved } from './giving-store.ts'

/**
 * When refund `f` was made, or owed from. One that was split from another one, which was posted for both, has its day.
 */
export const refundedAt = sql`
  coalesce(
    (
      select least(s.succeeded_at, x.occurred_at)
      from refunds s
      join journal_entries x on x.source_id = s.id and x.kind = 'refund'
      where s.pledge_id = f.pledge_id
        and s.created_at = f.created_at
        and s.charge_id is not distinct from f.charge_id
        and s.payment_id is not distinct from f.payment_id
      order by (s.id = f.id) desc, x.id
      limit 1
    ),
    f.created_at
  )
`

/** When a bank took what dispute `d` holds. */
export const takenAt = sql`coalesce(d.taken_at, d.opened_at)`

type Row = Pick<
  Receipt,
  'id' | 'pledgeId' | 'campaignId' | 'campaignName' | 'organizationName' | 'organizationPlace' | 'is501c3'
> &
  Pick<
    Receipt,
    'ein' | 'supporterName' | 'receivedOn' | 'billedOn' | 'commissionBasisPoints' | 'isTestMoney'
  > & {
    pledgerId: string
    kind: 'charge' | 'payment'
    amountCents: number
    overpaidCents: number
    method: 'card' | Instrument
    brand: string | null
    detail: string | null
    statementText: string | null
    refunds: [on: string, amount: number][]
    disputes: [on: string, amount: number, isLost: boolean][]
    billedBeforeCents: number
    lines: [name: string, type: StatisticType, rate: number, quantity: string, earned: number][]
  }
type FoundReceipt = { receipt: Receipt; pledgerId: string }

/** Money received, each row a receipt: charges that succeeded, and payments that did not bounce. */
const received = sql`
  select
    c.id,
    'charge' as kind,
    c.pledge_id, c.campaign_id, c.settlement_id, c.amount_cents,
    0::bigint as overpaid_cents,
    c.succeeded_at as at,
    null::date as received_on,
    'card' as method,
    coalesce(a.card_brand, k.brand) as brand,
    coalesce(a.card_last4, k.last4) as detail,
    a.statement_suffix as statement_text,
    c.money_mode
  from charges c
  left join cards k on k.id = c.card_id
  left join charge_attempts a on a.charge_id = c.id and a.outcome = 'succeeded'
  where c.state = 'succeeded'
  union all
  select
    p.id, 'payment', p.pledge_id, p.campaign_id, i.settlement_id,
    p.amount_cents - p.overpaid_cents,
    p.overpaid_cents, p.created_at, p.received_on, p.method, null, p.reference, null, m.money_mode
  from payments p
  join invoices i on i.id = p.invoice_id
  join campaigns m on m.id = p.campaign_id
  where p.state <> 'reversed'
`

/** Completed refunds: one that is still processing may fail. */
const refunds = sql`
  coalesce((
    select json_agg(
      json_build_array(
        (${refundedAt} at time zone c.time_zone)::date,
        f.amount_cents
      )
      order by f.id
    )
    from refunds f
    where f.pledge_id = r.pledge_id
      and f.is_booked
      and f.amount_cents > 0
      and r.id in (f.charge_id, f.payment_id)
  ), '[]')
`

/** What banks hold or keep of it: what they gave back they never took. */
const disputes = sql`
  coalesce((
    select json_agg(
      json_build_array((${takenAt} at time zone c.time_zone)::date, d.taken_cents, d.state = 'lost')
      order by d.id
    )
    from disputes d
    where d.charge_id = r.id
      and d.taken_cents > 0
  ), '[]')
`

/** The lines as of the settlement that billed them. */
const lines = sql`
  coalesce((
    select json_agg(
      json_build_array(l.statistic_name, l.type, l.rate_cents, s.quantity::text, s.accrued_cents)
      order by l.statistic_name, l.statistic_id, l.number
    )
    from settlement_lines s
    join pledge_lines l on l.pledge_id = s.pledge_id and l.statistic_id = s.statistic_id and l.number = s.number
    where s.settlement_id = r.settlement_id
      and s.pledge_id = r.pledge_id
  ), '[]')
`

/** The day whose organization it names. */
const receivedOn = sql`coalesce(r.received_on, (r.at at time zone c.time_zone)::date)`

async function receiptsWhere(db: Db, which: SQL, limit: number): Promise<FoundReceipt[]> {
  const rows = await db.query<Row>(sql`
    select
      r.id, r.kind, r.pledge_id, r.campaign_id, r.amount_cents, r.overpaid_cents, r.method,
      r.brand, r.detail, r.statement_text,
      r.money_mode = 'sandbox' as is_test_money,
      p.pledger_id, c.name as campaign_name, c.commission_basis_points,
      ${receivedOn}::text as received_on,
      (t.locked_at at time zone c.time_zone)::date::text as billed_on,
      was.name as organization_name,
      o.city || ', ' || o.state as organization_place,
      was.is_501c3 as "is501c3", was.ein,
      case
        when u.deleted_at is null then trim(concat(u.first_name, ' ', u.last_name))
        else ''
      end as supporter_name,
      ${refunds} as refunds,
      ${disputes} as disputes,
      coalesce(z.billed_before_cents, 0) as billed_before_cents,
      ${lines} as lines
    from (${received}) r
    join pledges p on p.id = r.pledge_id
    ${supporterOf()}
    join campaigns c on c.id = r.campaign_id
    join organizations o on o.id = c.organization_id
    ${organizationOn(receivedOn)}
    left join settlements t on t.id = r.settlement_id
    left join settlement_pledges z on z.settlement_id = r.settlement_id and z.pledge_id = r.pledge_id
    where ${which}
    order by r.id
    limit ${limit}
  `)
  const without = await withoutPrize(
    db,
    rows.filter(({ is501c3 }) => is501c3),
  )
  return rows.map((row) => {
    const wonNothing = without.has(supporterKey(row)) ? ({ wonNothing: true } as const) : {}
    return { receipt: { ...toReceipt(row), ...wonNothing }, pledgerId: row.pledgerId }
  })
}

const methodOf = ({ method, brand, detail }: Row): string =>
  method === 'card' ? cardWords({ brand, last4: detail }) : paidWith(method, detail)

export const SOMEBODY = 'A supporter'

function toReceipt(row: Row): Receipt {
  const amount = cents(row.amountCents)
  const returns = [
    ...row.refunds.map(([on, value]) => ({ on, amount: cents(value), why: 'refund' as const })),
    ...row.disputes.map(([on, value, isLost]) => ({
      on,
      amount: cents(value),
      why: isLost ? ('lost' as const) : ('disputed' as const),
    })),
  ]
  const earned = row.lines.map(([, , , , value]) => cents(value))
  const full = row.lines.map(
    ([, type, rate, quantity]): Cents =>
      isGift(type) ? cents(rate) : timesQuantity(cents(rate), fromNumeric(quantity)),
  )
  return {
    id: row.id,
    number: receiptNumber(row),
    pledgeId: row.pledgeId,
    campaignId: row.campaignId,
    campaignName: row.campaignName,
    organizationName: row.organizationName,
    organizationPlace: row.organizationPlace,
    is501c3: row.is501c3,
    ein: row.ein,
    supporterName: row.supporterName || SOMEBODY,
    amount: toDecimal(amount),
    receivedOn: row.receivedOn,
    method: methodOf(row),
    ...(row.statementText === null ? {} : { statementText: row.statementText }),
    overpaid: toDecimal(cents(row.overpaidCents)),
    billedOn: row.billedOn,
    lines: row.lines.map(([name, type, rate, quantity, value], index) => ({
      name,
      type,
      rate: toDecimal(cents(rate)),
      earned: toDecimal(cents(value)),
      uncapped: toDecimal(full[index] ?? ZERO),
      quantity: toNumber(fromNumeric(quantity)),
    })),
    earned: toDecimal(sum(earned)),
    ...(row.billedBeforeCents > 0 ? { billedBefore: toDecimal(cents(row.billedBeforeCents)) } : {}),
    isCapped: sum(full) > sum(earned),
    aboveMaximum: toDecimal(subtract(sum(full), sum(earned))),
    returns: returns.map((one) => ({ ...one, amount: toDecimal(one.amount) })),
    kept: toDecimal(subtract(amount, sum(returns.map((one) => one.amount)))),
    commissionBasisPoints: row.commissionBasisPoints,
    isTestMoney: row.isTestMoney,
  }
}

const onlyOne = async (found: Promise<FoundReceipt[]>): Promise<FoundReceipt | null> =>
  (await found)[0] ?? null

/** Its supporter's own, or any for a representative: found and authorized in one query. */
export const receiptFor = (db: Db, actor: Actor, id: string): Promise<FoundReceipt | null> =>
  onlyOne(
    receiptsWhere(
      db,
      sql`
        r.id = ${id}
        and (
          p.pledger_id = ${actor.userId}
          or ${isRepresentative(actor)}
        )
      `,
      1,
    ),
  )

/** For a person with the link of its pledge, which is the proof. */
export const receiptOfPledge = (
  db: Db,
  key: { id: string; pledgeId: string },
): Promise<FoundReceipt | null> =>
  onlyOne(receiptsWhere(db, sql`r.id = ${key.id} and r.pledge_id = ${key.pledgeId}`, 1))

export type ReceiptsPage = {
  organizationId: string
  year: number | null
  afterId: string | null
  limit: number
}

/** An organization's receipts, in order of creation. */
export const receiptsOf = (
  db: Db,
  { organizationId, year, afterId, limit }: ReceiptsPage,
): Promise<FoundReceipt[]> =>
  receiptsWhere(
    db,
    sql`
      o.id = ${organizationId}
      and r.id > ${afterId ?? BEFORE_ALL_IDS}::uuid
      and (
        ${year}::integer is null
        or extract(year from ${receivedOn}) = ${year}::integer
      )
    `,
    limit,
  )

export async function organizationNamed(
  db: Db,
  id: string,
): Promise<{ name: string; timeZone: string } | null> {
  const [row] = await db.query<{ name: string; timeZone: string }>(
    sql`select name, time_zone from organizations where id = ${id}`,
  )
  return row ?? null
}

/** In which a receipt of it is dated. */
export async function zoneOfCampaign(db: Db, id: string): Promise<string> {
  return only(await db.query<{ timeZone: string }>(sql`select time_zone from campaigns where id = ${id}`))
    .timeZone
}

/** What an organization's supporters got back, refund by refund and dispute by dispute, as their statements say it. */
export type Returned = {
  /** Of the journal's entry, or of the dispute. */
  id: string
  on: string
  kind: Exclude<Giving['organizations'][number]['entries'][number]['kind'], 'charge' | 'payment'>
  /** As on a statement: a refund is below zero. */
  amount: string
  /** Of the payment that it was taken from. */
  receiptNumber: string | null
  paidOn: string | null
  supporterName: string
  campaignName: string
  isTestMoney: boolean
  pledgeId: string
}
type ReturnedRow = Omit<Returned, 'amount' | 'receiptNumber'> & {
  amountCents: number
  receiptId: string | null
}

/** In the order of the books; with `year`, what counts in that year, whenever it was paid. */
export async function returnedOf(
  db: Db,
  { organizationId, year, afterId, limit }: ReceiptsPage,
): Promise<Returned[]> {
  const rows = await db.query<ReturnedRow>(sql`
    select
      m.id, m.kind, m.amount_cents, m.receipt_id, m.pledge_id,
      m.on_day::text as on,
      m.paid_on::text as paid_on,
      m.money_mode = 'sandbox' as is_test_money,
      c.name as campaign_name,
      case
        when u.deleted_at is null then trim(concat(u.first_name, ' ', u.last_name))
        else ''
      end as supporter_name
    from (${moved(sql`c.organization_id = ${organizationId}`)}) m
    join campaigns c on c.id = m.campaign_id
    join pledges p on p.id = m.pledge_id
    ${supporterOf()}
    where m.kind not in ('charge', 'payment')
      and m.id > ${afterId ?? BEFORE_ALL_IDS}::uuid
      and m.amount_cents <> 0
      and (
        ${year}::integer is null
        or extract(year from m.on_day) = ${year}::integer
      )
    order by m.id
    limit ${limit}
  `)
  return rows.map(({ amountCents, receiptId, ...row }) => ({
    ...row,
    amount: toDecimal(cents(amountCents)),
    receiptNumber: receiptId && row.paidOn ? receiptNumber({ id: receiptId, receivedOn: row.paidOn }) : null,
    supporterName: row.supporterName || SOMEBODY,
  }))
}

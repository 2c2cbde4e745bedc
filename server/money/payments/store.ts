import { INSTRUMENT_RULES, INSTRUMENTS } from '#domain/billing/instruments.ts'
import { type Cents, cents, parseCents, toDecimal } from '#domain/money.ts'
import type { FoundInvoice, PaymentTotals, PostedPayment } from '#domain/schemas/payment.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { type ByCard, byCard, hasNumber, numberIn } from '#server/money/invoices/index.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'

/** Checks and cash that may not be in the bank: not on a deposit slip, or checks that can still bounce. */
export type Clearing = { now: Date; checkClearingDays: number }

export const clearingOf = ({ clock, config }: Pick<Deps, 'clock' | 'config'>): Clearing => ({
  now: clock.now(),
  checkClearingDays: config.checkClearingDays,
})

const THAT_BOUNCE = INSTRUMENTS.filter((method) => INSTRUMENT_RULES[method].canBounce)
const canBounce = sql`y.method = any(${sql.param(THAT_BOUNCE)}::text[])`

/** The slip of payment `y`; of one that was moved from another invoice, the slip on which it was then. */
const depositedOn = sql`
  case
    when y.deposit_id is not null then (select d.deposited_on from deposits d where d.id = y.deposit_id)
    else (
      with recursive before as (
        select f.deposit_id, f.moved_from
        from payments f
        where f.id = y.moved_from
        union all
        select f.deposit_id, f.moved_from
        from before b
        join payments f on f.id = b.moved_from
      )
      select max(d.deposited_on)
      from before b
      join deposits d on d.id = b.deposit_id
    )
  end
`

/** The day from which payment `y` counts as being in the bank; null: it is not deposited. */
export const clearsOn = (checkClearingDays: number): SQL => sql`
  case
    when y.state = 'deposited'
      then ${depositedOn} + case when ${canBounce} then ${checkClearingDays}::integer else 0 end
  end
`

/** A day in any zone is within a day of UTC's. */
const ZONES_DAYS = 1

/** What has been collected by payments that do not count as being in the bank, and from which day they do: by campaign. */
export const uncleared = ({ now, checkClearingDays }: Clearing): SQL => sql`
  select
    u.campaign_id, u.clears_on,
    sum(u.amount_cents)::bigint as amount_cents
  from (
    select
      y.campaign_id,
      y.amount_cents - y.overpaid_cents - y.refunded_cents as amount_cents,
      ${clearsOn(checkClearingDays)} as clears_on
    from (
      select *
      from payments
      where state = 'received'
      union all
      select p.*
      from deposits d
      join payments p on p.deposit_id = d.id
      where p.state = 'deposited'
        and d.deposited_on > (${now}::timestamptz at time zone 'UTC')::date - ${checkClearingDays + ZONES_DAYS}::integer
      union all
      select *
      from payments
      where state = 'deposited'
        and moved_from is not null
    ) y
  ) u
  join campaigns z on z.id = u.campaign_id
  where u.amount_cents > 0
    and (u.clears_on is null or u.clears_on > wall_clock(z.time_zone, ${now})::date)
  group by u.campaign_id, u.clears_on
`

/** The API's name for a reversed payment, whatever the reason: clients count all others. */
const shownState = sql`case y.state when 'reversed' then 'bounced' else y.state end as state`

type Stored<Shown> = Omit<Shown, 'amount' | 'overpaid' | 'createdAt'> & {
  amountCents: number
  overpaidCents: number
  createdAt: Date
}

const shown = <Row extends { amountCents: number; overpaidCents: number; createdAt: Date }>({
  amountCents,
  overpaidCents,
  createdAt,
  ...row
}: Row) => ({
  ...row,
  amount: toDecimal(cents(amountCents)),
  overpaid: toDecimal(cents(overpaidCents)),
  createdAt: createdAt.toISOString(),
})

type Page = { limit: number; beforeId?: string | null }

async function paymentsWhere(db: Db, where: SQL, { limit, beforeId = null }: Page): Promise<Payment[]> {
  const rows = await db.query<Stored<Payment>>(sql`
    select
      y.id, y.invoice_id, y.pledge_id, y.amount_cents, y.overpaid_cents, y.method, y.reference,
      y.received_on, ${shownState}, y.created_at
    from payments y
    where ${where}
      and y.id < ${beforeId ?? AFTER_ALL_IDS}::uuid
    order by y.id desc
    limit ${limit}
  `)
  return rows.map(shown)
}

/** Checks and cash as they were posted. */
export const paymentsOf = (db: Db, campaignId: string, page: Page): Promise<Payment[]> =>
  paymentsWhere(db, sql`y.campaign_id = ${campaignId}`, page)

export const paymentsOfPledge = (db: Db, pledgeId: string): Promise<Payment[]> =>
  paymentsWhere(db, sql`y.pledge_id = ${pledgeId}`, { limit: 100 })

const from = sql`
  payments y
  join invoices i on i.id = y.invoice_id
  join campaigns c on c.id = y.campaign_id
`

async function postedWhere(db: Db, where: SQL, order: SQL): Promise<PostedPayment[]> {
  const rows = await db.query<Stored<PostedPayment>>(sql`
    select
      y.id, y.campaign_id, y.pledge_id, c.name as campaign_name, i.number as invoice_number, y.amount_cents,
      y.overpaid_cents, y.method, y.reference, y.received_on, ${shownState}, y.deposit_id,
      y.reversed_on as bounced_on, y.reversal_note as bounce_reason, y.reversal_reason, c.time_zone,
      c.money_mode, y.created_at,
      (
        select refunded_on
        from manual_refunds b
        where b.payment_id = y.id
      ) as overpaid_returned_on
    from ${from}
    where ${where}
    ${order}
  `)
  return rows.map(shown)
}

export type SlipPayment = Pick<
  PostedPayment,
  'campaignId' | 'campaignName' | 'pledgeId' | 'invoiceNumber' | 'method' | 'reference'
> & {
  amountCents: Cents
  /** Of the supporter; null: none is known anymore. */
  name: string | null
}

/** The payments on one slip, with who paid: by method, checks by their number. */
export const paymentsOfDeposit = (db: Db, depositId: string): Promise<SlipPayment[]> =>
  db.query<SlipPayment>(sql`
    select
      y.campaign_id, c.name as campaign_name, y.pledge_id, i.number as invoice_number, y.method,
      y.reference, y.amount_cents,
      case
        when u.deleted_at is null then nullif(trim(concat(u.first_name, ' ', u.last_name)), '')
      end as name
    from ${from}
    join pledges p on p.id = y.pledge_id
    ${supporterOf()}
    where y.deposit_id = ${depositId}
    order by y.method, y.reference, y.id
  `)

export const postedPayment = async (db: Db, id: string): Promise<PostedPayment | undefined> =>
  first(await postedWhere(db, sql`y.id = ${id}`, sql``))

type Wanted = { state: PostedPayment['state'] | 'all'; search: string | null }
const wanted = ({ state, search }: Wanted): SQL => sql`
  ${state === 'all' ? sql`true` : sql`y.state = ${state === 'bounced' ? 'reversed' : state}`}
  and ${hasNumber(search, sql`i.number`, sql`y.reference`)}
`

/** Across all campaigns, newest first. */
export const postedPayments = (
  db: Db,
  { limit, beforeId, ...of }: Wanted & { limit: number; beforeId: string | null },
): Promise<PostedPayment[]> =>
  postedWhere(
    db,
    sql`${wanted(of)} and y.id < ${beforeId ?? AFTER_ALL_IDS}::uuid`,
    sql`order by y.id desc limit ${limit}`,
  )

export async function countPosted(db: Db, of: Wanted): Promise<number> {
  return only(await db.query<{ count: number }>(sql`select count(*) from ${from} where ${wanted(of)}`)).count
}

export type NewPayment = {
  id: string
  campaignId: string
  invoiceId: string
  pledgeId: string
  amount: Cents
  overpaid: Cents
  method: Payment['method']
  reference: string | null
  receivedOn: string
  state: 'received' | 'deposited'
  /** The payment that was posted to another invoice first. */
  movedFrom: string | null
  recordedBy: string
  createdAt: Date
}

export async function insertPayment(db: Db, payment: NewPayment): Promise<void> {
  await db.query(sql`
    insert into payments (
      id, campaign_id, invoice_id, pledge_id, amount_cents, overpaid_cents, method, reference,
      received_on, state, moved_from, recorded_by, created_at
    )
    values (
      ${payment.id}, ${payment.campaignId}, ${payment.invoiceId}, ${payment.pledgeId},
      ${payment.amount}, ${payment.overpaid}, ${payment.method}, ${payment.reference},
      ${payment.receivedOn}, ${payment.state}, ${payment.movedFrom}::uuid,
      ${payment.recordedBy}, ${payment.createdAt}
    )
  `)
}

type CurrentPayment = {
  amountCents: number
  reference: string | null
  recordedBy: string
  postedBy: string
  createdAt: Date
}

/** What is posted on an invoice and was not reversed, newest first. */
export async function currentPayments(
  db: Db,
  { invoiceId, method }: { invoiceId: string; method: Payment['method'] },
): Promise<CurrentPayment[]> {
  return db.query<CurrentPayment>(sql`
    select
      y.amount_cents, y.reference, y.recorded_by, y.created_at,
      coalesce(
        nullif(trim(concat(u.first_name, ' ', u.last_name)), ''),
        'a representative'
      ) as posted_by
    from payments y
    join users u on u.id = y.recorded_by
    where y.invoice_id = ${invoiceId}
      and y.method = ${method}
      and y.state <> 'reversed'
      and y.reference is not null
    order by y.id desc
  `)
}

const MAX_FOUND = 8

const amountIn = (search: string): Cents | null => parseCents(search.replace(/[$,\s]/g, ''))

const likeOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`

type Row = Omit<FoundInvoice, 'amount' | 'paid' | 'open' | 'cardPayment' | 'cardAmount'> &
  ByCard &
  Record<'amountCents' | 'paidCents' | 'openCents', Cents>

/**
 * Best match first: by number, then by open amount; any other search is for words of the name, address or campaign. Also
 * finds one whose card payment is processing.
 */
export async function findOpenInvoices(db: Db, search: string, userId: string): Promise<FoundInvoice[]> {
  const number = numberIn(search)
  const amount = amountIn(search)
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 6).map(likeOf)
  const rows = await db.query<Row>(sql`
    select
      i.id, i.campaign_id, i.pledge_id, i.number,
      trim(concat(u.first_name, ' ', u.last_name)) as name,
      u.email, c.name as campaign_name, o.name as organization_name, i.amount_cents, i.paid_cents,
      m.open_cents, m.card_payment, m.card_cents, i.due_on as due_date,
      c.money_mode, c.time_zone, wall_clock(c.time_zone, p.created_at)::date as pledged_on,
      p.pledger_id = ${userId} as is_own
    from (
      select *
      from invoices
      where state = 'open'
      union all
      select *
      from invoices
      where state <> 'open'
        and id in (select invoice_id from charges where state = 'processing' and invoice_id is not null)
    ) i
    join pledges p on p.id = i.pledge_id
    ${supporterOf()}
    join campaigns c on c.id = i.campaign_id
    join organizations o on o.id = c.organization_id
    cross join lateral (
      select
        case i.state when 'open' then i.amount_cents - i.paid_cents else 0 end as open_cents,
        ${byCard}
    ) m
    cross join lateral (
      select case
        when i.number = upper(${search}) then 0
        when ${number}::text is not null and i.number like '%-' || ${number} then 1
        when ${amount}::bigint in (
          m.open_cents,
          case when m.card_payment = 'under_way' then m.card_cents end
        )
          then 2
        when ${number === null && amount === null}
          and lower(concat_ws(' ', u.first_name, u.last_name, u.email, c.name))
            like all(${sql.param(words)}::text[])
          then 3
      end as rank
    ) r
    where r.rank is not null
    order by r.rank, i.due_on, i.number
    limit ${MAX_FOUND}
  `)
  return rows.map(({ amountCents, paidCents, openCents, cardCents, ...row }) => ({
    ...row,
    amount: toDecimal(amountCents),
    paid: toDecimal(paidCents),
    open: toDecimal(openCents),
    cardAmount: toDecimal(cents(cardCents)),
  }))
}

/** Expected is the open amount of all invoices; the other sums are grouped by where payments are. */
export async function paymentTotals(db: Db): Promise<PaymentTotals> {
  type Sums = { moneyMode: 'live' | 'sandbox' } & Record<'expected' | 'received' | 'deposited', Cents> &
    Record<'expectedCount' | 'receivedCount' | 'depositedCount', number>
  const sumOf = (state: string) => sql`
    coalesce(sum(x.amount_cents) filter (where x.state = ${state}), 0)::bigint`
  const countOf = (state: string) => sql`count(*) filter (where x.state = ${state})`
  const rows = await db.query<Sums>(sql`
    select
      c.money_mode,
      ${sumOf('open')} as expected, ${countOf('open')} as expected_count,
      ${sumOf('received')} as received, ${countOf('received')} as received_count,
      ${sumOf('deposited')} as deposited, ${countOf('deposited')} as deposited_count
    from (
      select campaign_id, state, amount_cents - paid_cents as amount_cents
      from invoices
      where state = 'open'
      union all
      select campaign_id, state, amount_cents
      from payments
      where state <> 'reversed'
    ) x
    join campaigns c on c.id = x.campaign_id
    group by c.money_mode
    order by c.money_mode
  `)
  return rows.map((row) => ({
    ...row,
    expected: toDecimal(row.expected),
    received: toDecimal(row.received),
    deposited: toDecimal(row.deposited),
  }))
}

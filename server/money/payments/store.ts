import { type Cents, cents, parseCents, toDecimal } from '#domain/money.ts'
import type { FoundInvoice, PaymentTotals } from '#domain/schemas/payment.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import { type ByCard, byCard, numberIn } from '#server/money/invoices/index.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

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

type Standing = {
  amountCents: number
  reference: string | null
  recordedBy: string
  postedBy: string
  createdAt: Date
}

/** What is posted on an invoice and was not reversed, newest first. */
export async function standingPayments(
  db: Db,
  { invoiceId, method }: { invoiceId: string; method: Payment['method'] },
): Promise<Standing[]> {
  return db.query<Standing>(sql`
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

/** Money by its number or its amount: invoices, receipts, checks and cash, deposits, charges, refunds, payouts, exceptions. */
import { paidWith } from '#domain/billing/instruments.ts'
import { type Lookup, receiptNumber } from '#domain/billing/lookup.ts'
import { METHOD_WORDS } from '#domain/billing/payout.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { MAX_FOUND, type SearchKind } from '#domain/schemas/search.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { type Found, nameOf } from './people-store.ts'
import { CALLED } from './typed-words.ts'

type Row = {
  kind: SearchKind
  id: string
  /** An invoice's number, a check's, a slip's, or what happened. */
  number: string | null
  method: string | null
  state: string | null
  amountCents: number
  on: string
  pledgeId: string | null
  campaignId: string | null
  of: string
  name: string | null
  email: string | null
}

/** Where an index has them in this order. */
const newest = (part: SQL): SQL => sql`${part} order by id desc limit ${MAX_FOUND}`
/** Where few rows are found and then sorted: the planner would rather read the whole table in order of its ids. */
const newestOfFew = (part: SQL): SQL =>
  sql`select * from (${part} offset 0) few order by id desc limit ${MAX_FOUND}`

const invoices = (where: SQL): SQL => sql`
  select
    'invoice' as kind, id, number, null as method, state,
    case state when 'open' then amount_cents - paid_cents else amount_cents end as amount_cents,
    issued_at as at, null::date as received_on, pledge_id, campaign_id
  from invoices
  where ${where}
`

const charges = (kind: 'charge' | 'receipt', where: SQL): SQL => sql`
  select
    ${kind}::text, id, null, 'card', state, amount_cents, coalesce(succeeded_at, charge_at), null::date,
    pledge_id, campaign_id
  from charges
  where ${where}
`

const payments = (kind: 'payment' | 'receipt', where: SQL): SQL => sql`
  select
    ${kind}::text, id, reference, method, state, amount_cents, created_at, received_on, pledge_id, campaign_id
  from payments
  where ${where}
`

const deposits = (where: SQL): SQL => sql`
  select 'deposit', id, reference, null, null, amount_cents, created_at, deposited_on, null::uuid, null::uuid
  from deposits
  where ${where}
`

const refunds = (where: SQL): SQL => sql`
  select
    'refund', id, null, null, state, amount_cents, coalesce(succeeded_at, created_at), null::date, pledge_id,
    campaign_id
  from refunds
  where ${where}
`

const manualRefunds = (where: SQL): SQL => sql`
  select 'refund', id, reference, method, 'paid', amount_cents, created_at, refunded_on, pledge_id, campaign_id
  from manual_refunds
  where ${where}
`

const payouts = (where: SQL): SQL => sql`
  select
    'payout', id, reference, method, state, amount_cents, prepared_at, paid_on, null::uuid, null::uuid
  from payouts
  where ${where}
`

/** The open ones: few, whatever was decided before. */
const exceptions = (where: SQL): SQL => sql`
  select
    'exception', id, happened, null, 'open', amount_cents, opened_at, null::date, pledge_id, campaign_id
  from exceptions
  where resolved_at is null
    and ${where}
`

/** Each from an index of its table; what is open or scheduled, from the index of such rows. */
function partsOf({ invoiceNumbers, receiptEnd, idEnds, number, amount }: Lookup, text: string): SQL[] {
  const parts: SQL[] = []
  if (idEnds.length > 0)
    parts.push(newestOfFew(payouts(sql`right(id::text, 12) = any(${sql.param(idEnds)}::text[])`)))
  if (invoiceNumbers.length > 0)
    parts.push(newestOfFew(invoices(sql`number = any(${sql.param(invoiceNumbers)}::text[])`)))
  if (receiptEnd !== null) {
    const isCalled = sql`right(id::text, 8) = ${receiptEnd}`
    parts.push(
      newestOfFew(charges('receipt', sql`${isCalled} and state = 'succeeded'`)),
      newestOfFew(payments('receipt', isCalled)),
    )
  }
  if (number !== null) {
    const hasNumber = sql`reference_digits(reference) = ${number}`
    parts.push(
      newest(payments('payment', hasNumber)),
      newest(deposits(hasNumber)),
      newest(payouts(sql`${hasNumber} and method <> 'stripe'`)),
      newest(manualRefunds(hasNumber)),
    )
  }
  if (amount !== null) {
    const isAmount = sql`amount_cents = ${amount}`
    const isOpenAmount = sql`${amount}::bigint in (amount_cents, amount_cents - paid_cents)`
    parts.push(
      newest(invoices(sql`${isAmount} and state <> 'open'`)),
      newestOfFew(invoices(sql`${isOpenAmount} and state = 'open'`)),
      newest(payments('payment', isAmount)),
      newest(charges('charge', sql`${isAmount} and state <> 'scheduled'`)),
      newestOfFew(charges('charge', sql`${isAmount} and state = 'scheduled'`)),
      newest(deposits(isAmount)),
      newest(refunds(isAmount)),
      newest(payouts(isAmount)),
      newestOfFew(exceptions(isAmount)),
    )
  }
  if (/^\w+_\w+$/.test(text)) parts.push(...partsAtProvider(text).map(newestOfFew))
  return parts
}

/** What the card provider calls it: `pi_…`, `tr_…`, `re_…`. */
const partsAtProvider = (text: string): SQL[] => [
  charges(
    'charge',
    sql`id in (select charge_id from charge_attempts where provider_reference = ${text} and outcome = 'succeeded')`,
  ),
  refunds(sql`provider_reference = ${text}`),
  payouts(sql`reference = ${text} and method = 'stripe'`),
  exceptions(sql`reference = ${text}`),
]

function titleOf({ kind, id, number, method, on }: Row): string {
  switch (kind) {
    case 'receipt':
      return receiptNumber({ id, receivedOn: on })
    case 'payment':
      return paidWith(method === 'check' ? 'check' : 'cash', number)
    case 'deposit':
      return number ? `Deposit slip ${number}` : 'Deposit without a slip number'
    case 'charge':
      return 'Charge'
    case 'refund':
      return number ? `Refund, ${method === 'check' ? 'check' : 'transfer'} ${number}` : 'Refund'
    case 'payout':
      return `Payout${method ? `, ${METHOD_WORDS[method as keyof typeof METHOD_WORDS].toLowerCase()}` : ''}${number ? ` ${number}` : ''}`
    default:
      return number ?? ''
  }
}

const toFound = (row: Row): Found => ({
  alike: CALLED,
  kind: row.kind,
  id: row.id,
  title: titleOf(row),
  number: row.kind === 'exception' ? null : row.number,
  name: row.email === null ? null : nameOf({ name: row.name ?? '', email: row.email }),
  of: row.of,
  state: row.state,
  amount: toDecimal(cents(row.amountCents)),
  on: row.on,
  pledgeId: row.pledgeId,
  campaignId: row.campaignId,
})

/** What has this number or this amount, of each kind the newest. */
export async function moneyFound(db: Db, lookup: Lookup, text: string): Promise<Found[]> {
  const parts = partsOf(lookup, text)
  if (parts.length === 0) return []
  const rows = await db.query<Row>(sql`
    select
      m.kind, m.id, m.number, m.method, m.state, m.amount_cents,
      coalesce(m.received_on, wall_clock(coalesce(c.time_zone, o.time_zone, 'UTC'), m.at)::date)::text as "on",
      m.pledge_id, m.campaign_id,
      concat_ws(', ', c.name, o.name) as "of",
      s.name, s.email
    from (${sql.join(
      parts.map((part) => sql`(${part})`),
      sql` union all `,
    )}) m (kind, id, number, method, state, amount_cents, at, received_on, pledge_id, campaign_id)
    left join campaigns c on c.id = m.campaign_id
    left join payouts paid on m.kind = 'payout' and paid.id = m.id
    left join organizations o on o.id = coalesce(c.organization_id, paid.organization_id)
    left join lateral (
      select
        trim(concat(u.first_name, ' ', u.last_name)) as name,
        case when u.deleted_at is null then u.email else 'Someone who has left' end as email
      from pledges p
      ${supporterOf()}
      where p.id = m.pledge_id
    ) s on true
  `)
  return rows.map(toFound)
}

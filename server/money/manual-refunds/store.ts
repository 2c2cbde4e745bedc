/** Manual refunds that are owed, and those that were made. */
import { manualRefundStepOf } from '#domain/billing/manual-refund.ts'
import { type Cents, cents, toDecimal } from '#domain/money.ts'
import { IS_PREPARED, ownPledge } from '#domain/people/representative.ts'
import type { ManualRefund, ManualRefundForm, RefundOwed } from '#domain/schemas/manual-refund.ts'
import { isHeldByException } from '#server/money/exceptions/index.ts'
import { hasNumber } from '#server/money/invoices/index.ts'
import { clearsOn } from '#server/money/payments/index.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'

export type HeldSource = Pick<RefundOwed, 'id' | 'kind' | 'campaignId' | 'pledgeId' | 'invoiceNumber'> & {
  pledgerId: string
  amountCents: Cents
  clearsOn: string | null
  paidOn: string | null
}

type Row = Omit<HeldSource, 'pledgerId'> &
  Pick<RefundOwed, 'campaignName' | 'since' | 'timeZone' | 'moneyMode'> & {
    isOwn: boolean
    isPrepared: boolean
  }

/** No one refunds their own pledge, or an overpayment before it is in the bank. */
export function reasonNotToRefund({ kind, clearsOn, isOwn }: Pick<Row, 'kind' | 'clearsOn' | 'isOwn'>) {
  if (isOwn) return ownPledge('refund it')
  return kind === 'overpayment' && clearsOn === null ? 'It is not in the bank yet: deposit it first' : null
}

/** `notYet`: why a new representative cannot refund yet. */
type Reader = {
  userId: string
  today: string
  notYet: string | null
  limit: number
  checkClearingDays: number
}

const toOwed = (
  { amountCents, clearsOn, isOwn, isPrepared, ...row }: Row,
  { today, notYet }: Reader,
): RefundOwed => ({
  ...row,
  amount: toDecimal(cents(amountCents)),
  ...manualRefundStepOf({ ...row, clearsOn }, today),
  cannotGiveReason: reasonNotToRefund({ ...row, clearsOn, isOwn }) ?? (isPrepared ? IS_PREPARED : notYet),
})

/** Across all campaigns, oldest first. */
export async function refundsOwed(db: Db, reader: Reader): Promise<RefundOwed[]> {
  const { userId, limit, checkClearingDays } = reader
  const rows = await db.query<Row>(sql`
    select
      o.id, o.kind, o.campaign_id, c.name as campaign_name, o.pledge_id, o.invoice_number,
      o.amount_cents, o.since, o.clears_on, o.paid_on, c.time_zone, c.money_mode,
      p.pledger_id = ${userId} as is_own,
      exists (
        select from sign_offs s
        where s.subject_id = o.id
          and s.state = 'prepared'
      ) as is_prepared
    from (${refundsOwedRows(checkClearingDays)}) o
    join campaigns c on c.id = o.campaign_id
    join pledges p on p.id = o.pledge_id
    order by o.since, o.id
    limit ${limit}
  `)
  return rows.map((row) => toOwed(row, reader))
}

/** What is owed in this campaign, locked until the transaction ends; undefined if it is not, or no longer, owed. */
export async function lockSource(
  db: Db,
  campaignId: string,
  { kind, sourceId }: Pick<ManualRefundForm, 'kind' | 'sourceId'>,
  checkClearingDays: number,
): Promise<HeldSource | undefined> {
  const table = kind === 'overpayment' ? sql`payments` : sql`refunds`
  await db.query(sql`
    select id
    from ${table}
    where campaign_id = ${campaignId}
      and id = ${sourceId}
    for update
  `)
  return first(
    await db.query<HeldSource>(sql`
      select
        o.id, o.kind, o.campaign_id, o.pledge_id, o.invoice_number, o.amount_cents,
        o.clears_on, o.paid_on, p.pledger_id
      from (${refundsOwedRows(checkClearingDays)}) o
      join pledges p on p.id = o.pledge_id
      where o.campaign_id = ${campaignId}
        and o.kind = ${kind}
        and o.id = ${sourceId}
    `),
  )
}

export async function insertManualRefund(
  db: Db,
  source: HeldSource,
  row: Omit<ManualRefundForm, 'kind' | 'sourceId'> & { id: string; by: string; at: Date },
): Promise<void> {
  const { kind, campaignId, pledgeId, amountCents } = source
  const [payment, refund] = kind === 'overpayment' ? [source.id, null] : [null, source.id]
  await db.query(sql`
    insert into manual_refunds (
      id, campaign_id, pledge_id, payment_id, refund_id, amount_cents, method, reference,
      refunded_on, recorded_by, created_at
    )
    values (
      ${row.id}, ${campaignId}, ${pledgeId}, ${payment}::uuid, ${refund}::uuid, ${amountCents},
      ${row.method}, ${row.reference}, ${row.givenOn}::date, ${row.by}, ${row.at}
    )
  `)
}

const from = sql`
  manual_refunds r
  join campaigns c on c.id = r.campaign_id
  join users u on u.id = r.recorded_by
  left join refunds f on f.id = r.refund_id
  left join payments y on y.id = coalesce(r.payment_id, f.payment_id)
  left join invoices i on i.id = y.invoice_id
`

const select = (where: SQL, limit: number) => sql`
  select
    r.id,
    case when r.refund_id is null then 'overpayment' else 'refund' end as kind,
    r.campaign_id, c.name as campaign_name, r.pledge_id, i.number as invoice_number, r.amount_cents,
    r.method, r.reference, r.refunded_on as given_on, c.money_mode, r.created_at,
    coalesce(
      nullif(trim(concat(u.first_name, ' ', u.last_name)), ''),
      'A representative'
    ) as recorded_by
  from ${from}
  where ${where}
  order by r.id desc
  limit ${limit}
`

async function manualRefundsWhere(db: Db, where: SQL, limit: number): Promise<ManualRefund[]> {
  type Found = Omit<ManualRefund, 'amount' | 'createdAt'> & { amountCents: number; createdAt: Date }
  const rows = await db.query<Found>(select(where, limit))
  return rows.map(({ amountCents, createdAt, ...row }) => ({
    ...row,
    amount: toDecimal(cents(amountCents)),
    createdAt: createdAt.toISOString(),
  }))
}

const wanted = (search: string | null): SQL => hasNumber(search, sql`i.number`, sql`r.reference`)

/** Across all campaigns, newest first. */
export const manualRefundsOf = (
  db: Db,
  { limit, beforeId, search }: { limit: number; beforeId: string | null; search: string | null },
): Promise<ManualRefund[]> =>
  manualRefundsWhere(db, sql`${wanted(search)} and r.id < ${beforeId ?? AFTER_ALL_IDS}::uuid`, limit)

export async function countManualRefunds(db: Db, search: string | null): Promise<number> {
  return only(await db.query<{ count: number }>(sql`select count(*) from ${from} where ${wanted(search)}`))
    .count
}

/** A row for each manual refund owed now: overpayments not returned yet, and refunds that cannot go to a card. */
export const refundsOwedRows = (checkClearingDays: number): SQL => sql`
  select
    y.id,
    'overpayment' as kind,
    y.campaign_id, y.pledge_id, i.number as invoice_number,
    y.overpaid_cents as amount_cents,
    y.received_on as since,
    ${clearsOn(checkClearingDays)} as clears_on,
    y.received_on as paid_on
  from payments y
  join invoices i on i.id = y.invoice_id
  where y.overpaid_cents > 0
    and y.state <> 'reversed'
    and not exists (select from manual_refunds r where r.payment_id = y.id)
  union all
  select
    f.id, 'refund', f.campaign_id, f.pledge_id, i.number, f.amount_cents,
    wall_clock(c.time_zone, f.created_at)::date,
    null,
    coalesce(y.received_on, wall_clock(c.time_zone, h.succeeded_at)::date)
  from refunds f
  join campaigns c on c.id = f.campaign_id
  left join charges h on h.id = f.charge_id
  left join payments y on y.id = f.payment_id
  left join invoices i on i.id = y.invoice_id
  where f.state = 'due'
    and f.by_hand
    and not ${isHeldByException(sql`f.id`)}
`

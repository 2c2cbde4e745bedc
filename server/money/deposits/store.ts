import { type Cents, toDecimal } from '#domain/money.ts'
import type { Deposit, DepositForm } from '#domain/schemas/payment.ts'
import { hasNumber } from '#server/money/invoices/index.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'

type Row = Omit<Deposit, 'amount' | 'createdAt'> & { amountCents: Cents; createdAt: Date }

async function depositsWhere(db: Db, where: SQL, limit: number): Promise<Deposit[]> {
  const rows = await db.query<Row>(sql`
    select
      d.id, d.amount_cents, d.payments_count, d.deposited_on, d.reference, d.money_mode, d.created_at,
      coalesce(
        nullif(trim(concat(u.first_name, ' ', u.last_name)), ''),
        'A representative'
      ) as made_by
    from deposits d
    join users u on u.id = d.made_by
    where ${where}
    order by d.id desc
    limit ${limit}
  `)
  return rows.map(({ amountCents, createdAt, ...row }) => ({
    ...row,
    amount: toDecimal(amountCents),
    createdAt: createdAt.toISOString(),
  }))
}

/** Slips with this number, or with a check or an invoice of this number on them. */
const holds = (search: string | null): SQL =>
  search === null
    ? sql`true`
    : sql`(
        strpos(lower(d.reference), lower(${search})) > 0
        or d.id in (
          select y.deposit_id
          from payments y
          join invoices i on i.id = y.invoice_id
          where y.deposit_id is not null
            and ${hasNumber(search, sql`i.number`, sql`y.reference`)}
        )
      )`

export async function countDeposits(db: Db, search: string | null): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`select count(*) from deposits d where ${holds(search)}`)
  return only(rows).count
}

export const depositsOf = (
  db: Db,
  { limit, beforeId, search }: { limit: number; beforeId: string | null; search: string | null },
): Promise<Deposit[]> =>
  depositsWhere(db, sql`${holds(search)} and d.id < ${beforeId ?? AFTER_ALL_IDS}::uuid`, limit)

export const findDeposit = async (db: Db, id: string): Promise<Deposit | undefined> =>
  first(await depositsWhere(db, sql`d.id = ${id}`, 1))

export type ToDeposit = {
  id: string
  campaignId: string
  invoiceNumber: string
  amountCents: Cents
  receivedOn: string
  timeZone: string
  state: string
  moneyMode: 'live' | 'sandbox'
}

/** Locked until the transaction ends, in a fixed order, so that no check is on two slips. */
export async function lockPayments(db: Db, ids: readonly string[]): Promise<ToDeposit[]> {
  return db.query<ToDeposit>(sql`
    select
      y.id, y.campaign_id, i.number as invoice_number, y.amount_cents,
      y.received_on, y.state, c.money_mode, c.time_zone
    from payments y
    join invoices i on i.id = y.invoice_id
    join campaigns c on c.id = y.campaign_id
    where y.id = any(${sql.param(ids)}::uuid[])
    order by y.id
    for update of y
  `)
}

type NewDeposit = DepositForm & { id: string; moneyMode: string; madeBy: string; at: Date }

export async function insertDeposit(db: Db, { paymentIds, ...deposit }: NewDeposit): Promise<void> {
  await db.query(sql`
    insert into deposits (
      id, amount_cents, payments_count, deposited_on, reference, money_mode, made_by, created_at
    )
    values (
      ${deposit.id}, ${deposit.amount}, ${paymentIds.length}, ${deposit.depositedOn}::date,
      ${deposit.reference}, ${deposit.moneyMode}, ${deposit.madeBy}, ${deposit.at}
    )
  `)
  await db.query(sql`
    update payments
    set state = 'deposited', deposit_id = ${deposit.id}
    where id = any(${sql.param(paymentIds)}::uuid[])
  `)
}

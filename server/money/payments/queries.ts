/** Checks and cash as they were posted (R36). */
import { type Cents, cents, toDecimal } from '#domain/money.ts'
import type { PostedPayment } from '#domain/schemas/payment.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { hasNumber } from '#server/money/invoices/index.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'

/** Reserves an amount for a refund, so that it is not owed twice. */
export async function reservePaymentRefunds(
  db: Db,
  refunds: readonly { id: string; amount: Cents }[],
): Promise<void> {
  await db.query(sql`
    update payments p
    set refunded_cents = p.refunded_cents + given.amount
    from (
      select id, sum(amount)::bigint as amount
      from unnest(
        ${sql.param(refunds.map(({ id }) => id))}::uuid[],
        ${sql.param(refunds.map(({ amount }) => amount))}::bigint[]
      ) as g (id, amount)
      group by id
    ) given
    where p.id = given.id
  `)
}

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
      y.id, y.campaign_id, c.name as campaign_name, i.number as invoice_number, y.amount_cents,
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

/** The payments on one slip: by method, checks by their number. */
export const paymentsOfDeposit = (db: Db, depositId: string): Promise<PostedPayment[]> =>
  postedWhere(db, sql`y.deposit_id = ${depositId}`, sql`order by y.method, y.reference, y.id`)

export const postedPayment = async (db: Db, id: string): Promise<PostedPayment | undefined> =>
  first(await postedWhere(db, sql`y.id = ${id}`, sql``))

type Wanted = { state: PostedPayment['state']; search: string | null }
const wanted = ({ state, search }: Wanted): SQL => sql`
  y.state = ${state === 'bounced' ? 'reversed' : state}
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

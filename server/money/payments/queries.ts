import { type Cents, cents, toDecimal } from '#domain/money.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { shownState } from './queries.posting.ts'

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

type Row = {
  id: string
  invoiceId: string
  pledgeId: string
  amountCents: number
  overpaidCents: number
  method: Payment['method']
  reference: string | null
  receivedOn: string
  state: Payment['state']
  createdAt: Date
}

const columns = sql`
  id, invoice_id, pledge_id, amount_cents, overpaid_cents, method, reference, received_on,
  ${shownState(sql`state`)} as state,
  created_at
`

const toPayment = ({ amountCents, overpaidCents, ...row }: Row): Payment => ({
  ...row,
  amount: toDecimal(cents(amountCents)),
  overpaid: toDecimal(cents(overpaidCents)),
  createdAt: row.createdAt.toISOString(),
})

export async function paymentsOf(
  db: Db,
  campaignId: string,
  { limit, beforeId = null }: { limit: number; beforeId?: string | null },
): Promise<Payment[]> {
  const rows = await db.query<Row>(sql`
    select ${columns}
    from payments
    where campaign_id = ${campaignId}
      and id < ${beforeId ?? AFTER_ALL_IDS}::uuid
    order by id desc
    limit ${limit}
  `)
  return rows.map(toPayment)
}

export async function paymentsOfPledge(db: Db, pledgeId: string): Promise<Payment[]> {
  const rows = await db.query<Row>(sql`
    select ${columns}
    from payments
    where pledge_id = ${pledgeId}
    order by id desc
    limit 100
  `)
  return rows.map(toPayment)
}

/** Owed refunds and open invoices of the same pledge (R32). */
import type { Cents } from '#domain/money.ts'
import { isHeldByException } from '#server/money/exceptions/index.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

export type ToSetOff = {
  campaignId: string
  pledgeId: string
  moneyMode: 'live' | 'sandbox'
  commissionBasisPoints: number
}

/** Pledges of this campaign that have both; a goodwill refund is a gift, and is never set off (R32). */
export const pledgesToSetOff = (db: Db, campaignId: string, pledgeId: string | null): Promise<ToSetOff[]> =>
  db.query<ToSetOff>(sql`
    select distinct f.campaign_id, f.pledge_id, c.money_mode, c.commission_basis_points
    from refunds f
    join invoices i on i.pledge_id = f.pledge_id and i.state = 'open'
    join campaigns c on c.id = f.campaign_id
    where f.campaign_id = ${campaignId}
      and f.state = 'due'
      and f.by_hand
      and not ${isHeldByException(sql`f.id`)}
      and f.kind = 'correction'
      and (${pledgeId}::uuid is null or f.pledge_id = ${pledgeId}::uuid)
    order by f.pledge_id
  `)

export type OpenInvoice = { id: string; number: string; openCents: Cents }

/** Locked until the transaction ends, oldest first. */
export const holdOpenInvoices = (db: Db, pledgeId: string): Promise<OpenInvoice[]> =>
  db.query<OpenInvoice>(sql`
    select id, number, amount_cents - paid_cents as open_cents
    from invoices
    where pledge_id = ${pledgeId}
      and state = 'open'
      and amount_cents > paid_cents
    order by id
    for update
  `)

export type OwedRefund = {
  id: string
  amountCents: Cents
  chargeId: string | null
  paymentId: string | null
}

export const holdOwedRefunds = (db: Db, pledgeId: string): Promise<OwedRefund[]> =>
  db.query<OwedRefund>(sql`
    select id, amount_cents, charge_id, payment_id
    from refunds
    where pledge_id = ${pledgeId}
      and state = 'due'
      and by_hand
      and not ${isHeldByException(sql`refunds.id`)}
      and kind = 'correction'
    order by id
    for update
  `)

/** `part` of it is set off; the rest stays owed, as a separate refund. */
export async function splitRefund(
  db: Db,
  { id, part, rest, restId }: { id: string; part: Cents; rest: Cents; restId: string },
): Promise<void> {
  if (rest > 0)
    await db.query(sql`
      insert into refunds (
        id, campaign_id, pledge_id, settlement_id, charge_id, payment_id, kind, amount_cents, state,
        by_hand, reason, created_at
      )
      select
        ${restId}::uuid, campaign_id, pledge_id, settlement_id, charge_id, payment_id, kind,
        ${rest}::bigint, 'due', true, reason, created_at
      from refunds
      where id = ${id}
    `)
  await db.query(sql`update refunds set amount_cents = ${part}, state = 'failed' where id = ${id}`)
}

export async function insertSetOff(
  db: Db,
  row: {
    id: string
    campaignId: string
    pledgeId: string
    refundId: string
    invoiceId: string
    amount: Cents
    at: Date
  },
): Promise<void> {
  await db.query(sql`
    insert into set_offs (
      id, campaign_id, pledge_id, refund_id, invoice_id, amount_cents, created_at
    )
    values (
      ${row.id}, ${row.campaignId}, ${row.pledgeId}, ${row.refundId}, ${row.invoiceId},
      ${row.amount}, ${row.at}
    )
  `)
}

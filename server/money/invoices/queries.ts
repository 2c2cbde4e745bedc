import { type Cents, cents, subtract, toDecimal, ZERO } from '#domain/money.ts'
import type { Invoice } from '#domain/schemas/settlement.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { type ByCard, byCard } from './queries.card.ts'

/** Lowers open invoices; one lowered to zero is void, one lowered to the amount paid is paid (R32). */
export async function lowerInvoices(
  db: Db,
  lowered: readonly { id: string; by: Cents }[],
  at: Date,
): Promise<void> {
  await db.query(sql`
    update invoices i
    set
      amount_cents = i.amount_cents - given.by_cents,
      state = case
        when i.amount_cents - given.by_cents > i.paid_cents then 'open'
        when i.paid_cents > 0 then 'paid'
        else 'void'
      end,
      voided_at = case
        when i.amount_cents - given.by_cents = 0 and i.paid_cents = 0 then ${at}::timestamptz
      end
    from unnest(
      ${sql.param(lowered.map(({ id }) => id))}::uuid[],
      ${sql.param(lowered.map(({ by }) => by))}::bigint[]
    ) as given (id, by_cents)
    where i.id = given.id
      and i.state = 'open'
  `)
}

type Row = {
  id: string
  pledgeId: string
  number: string
  amountCents: number
  paidCents: number
  state: Invoice['state']
  issuedAt: Date
  dueOn: string
  setOffCents: number
} & ByCard

const toInvoice = (row: Row): Invoice => ({
  id: row.id,
  pledgeId: row.pledgeId,
  number: row.number,
  amount: toDecimal(cents(row.amountCents)),
  paid: toDecimal(cents(row.paidCents)),
  open: toDecimal(row.state === 'open' ? subtract(cents(row.amountCents), cents(row.paidCents)) : ZERO),
  setOff: toDecimal(cents(row.setOffCents)),
  state: row.state,
  ...{ cardPayment: row.cardPayment, cardAmount: toDecimal(cents(row.cardCents)) },
  issuedAt: row.issuedAt.toISOString(),
  dueDate: row.dueOn,
})

const columns = sql`
  i.id, i.pledge_id, i.number, i.amount_cents, i.paid_cents, i.state, ${byCard}, i.issued_at,
  i.due_on,
  (
    select coalesce(sum(s.amount_cents), 0)::bigint
    from set_offs s
    where s.invoice_id = i.id
  ) as set_off_cents
`

export async function invoicesOf(
  db: Db,
  campaignId: string,
  { limit, beforeId = null }: { limit: number; beforeId?: string | null },
): Promise<Invoice[]> {
  const rows = await db.query<Row>(sql`
    select ${columns}
    from invoices i
    where i.campaign_id = ${campaignId}
      and i.id < ${beforeId ?? AFTER_ALL_IDS}::uuid
    order by i.id desc
    limit ${limit}
  `)
  return rows.map(toInvoice)
}

export async function invoicesOfPledge(db: Db, pledgeId: string): Promise<Invoice[]> {
  const rows = await db.query<Row>(sql`
    select ${columns}
    from invoices i
    where i.pledge_id = ${pledgeId}
    order by i.id desc
    limit 100
  `)
  return rows.map(toInvoice)
}

export type OpenInvoice = {
  id: string
  pledgeId: string
  pledgerId: string
  pledgedAt: Date
  amountCents: Cents
  paidCents: Cents
  state: Invoice['state']
  number: string
  moneyMode: 'live' | 'sandbox'
} & ByCard

/** The invoice in this campaign, locked until the transaction ends. */
export async function lockInvoice(
  db: Db,
  campaignId: string,
  invoiceId: string,
): Promise<OpenInvoice | null> {
  // Locked first: columns read in the same statement would date from before the wait.
  await db.query(sql`
    select id
    from invoices
    where campaign_id = ${campaignId}
      and id = ${invoiceId}
    for update
  `)
  const [row] = await db.query<OpenInvoice>(sql`
    select
      i.id, i.pledge_id, p.pledger_id, p.created_at as pledged_at, i.amount_cents, i.paid_cents,
      i.state, i.number, c.money_mode,
      ${byCard}
    from invoices i
    join pledges p on p.id = i.pledge_id
    join campaigns c on c.id = i.campaign_id
    where i.campaign_id = ${campaignId}
      and i.id = ${invoiceId}
  `)
  return row ?? null
}

/** Its campaign, and its kind of money (R39). */
export async function placeOfInvoice(
  db: Db,
  invoiceId: string,
): Promise<{ campaignId: string; moneyMode: 'live' | 'sandbox' } | undefined> {
  return first(
    await db.query<{ campaignId: string; moneyMode: 'live' | 'sandbox' }>(sql`
      select i.campaign_id, c.money_mode
      from invoices i
      join campaigns c on c.id = i.campaign_id
      where i.id = ${invoiceId}
    `),
  )
}

export async function addPaid(db: Db, invoiceId: string, amount: Cents): Promise<void> {
  await db.query(sql`
    update invoices
    set
      paid_cents = paid_cents + ${amount},
      state = case when paid_cents + ${amount} = amount_cents then 'paid' else state end
    where id = ${invoiceId}
  `)
}

/** The payment was reversed: reopens the invoice and its pledge (R36). */
export async function reopenInvoice(db: Db, invoiceId: string, amount: Cents): Promise<void> {
  await db.query(sql`
    update invoices
    set paid_cents = paid_cents - ${amount}, state = 'open'
    where id = ${invoiceId}
  `)
  await db.query(sql`
    update pledges p
    set status = 'active', version = p.version + 1
    from invoices i
    where i.id = ${invoiceId}
      and p.id = i.pledge_id
      and p.status = 'settled'
  `)
}

import type { Cents } from '#domain/money.ts'
import { bigints, uuids } from '#server/platform/db/arrays.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

export type NewInvoice = { id: string; pledgeId: string; amount: Cents }

/** Takes the next `count` numbers of the year; the row stays locked, so that a rollback leaves no gap (R36). */
export async function takeNumbers(db: Db, year: number, count: number): Promise<string[]> {
  const { last } = only(
    await db.query<{ last: number }>(sql`
      insert into invoice_numbers (year, last)
      values (${year}, ${count})
      on conflict (year)
      do update set last = invoice_numbers.last + excluded.last
      returning last
    `),
  )
  return Array.from(
    { length: count },
    (_, index) => `INV-${year}-${String(last - count + 1 + index).padStart(6, '0')}`,
  )
}

export async function insertInvoices(
  db: Db,
  key: { campaignId: string; settlementId: string; issuedAt: Date; dueOn: string },
  invoices: readonly (NewInvoice & { number: string })[],
): Promise<void> {
  await db.query(sql`
    insert into invoices (
      id, campaign_id, settlement_id, pledge_id, number, amount_cents, state, issued_at, due_on
    )
    select
      id, ${key.campaignId}::uuid, ${key.settlementId}::uuid, pledge_id, number, amount, 'open',
      ${key.issuedAt}::timestamptz, ${key.dueOn}::date
    from unnest(
      ${uuids(invoices.map(({ id }) => id))}::uuid[],
      ${uuids(invoices.map(({ pledgeId }) => pledgeId))}::uuid[],
      ${sql.param(invoices.map(({ number }) => number))}::text[],
      ${bigints(invoices.map(({ amount }) => amount))}::bigint[]
    ) as given (id, pledge_id, number, amount)
  `)
}

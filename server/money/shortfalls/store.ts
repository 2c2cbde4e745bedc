/** Shortfalls of checks that bounced after a refund, not yet written off (R5). */
import { cents, toDecimal } from '#domain/money.ts'
import type { Shortfall } from '#domain/schemas/shortfall.ts'
import { manuallyRefunded, missing, refundedThenBounced } from '#server/money/invoices/index.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

type Row = Omit<Shortfall, 'amount' | 'cannotWriteOffReason'> & {
  amountCents: number
  isOwn: boolean
  isPrepared: boolean
}
type FoundShortfall = Omit<Row, 'amountCents'> & { amount: string }

/** Across all campaigns, oldest first (R51). */
export async function shortfalls(
  db: Db,
  { userId, today, limit, page }: { userId: string; today: string; limit: number; page: number },
): Promise<FoundShortfall[]> {
  const rows = await db.query<Row>(sql`
    select
      i.id as invoice_id, i.number as invoice_number, i.campaign_id, c.name as campaign_name,
      i.pledge_id, c.money_mode, m.missing_cents as amount_cents, m.since,
      ${today}::date - m.since as age_days,
      p.pledger_id = ${userId} as is_own,
      exists (
        select from sign_offs s
        where s.subject_id = i.id
          and s.state = 'prepared'
      ) as is_prepared
    from invoices i
    join campaigns c on c.id = i.campaign_id
    join pledges p on p.id = i.pledge_id
    cross join lateral (
      select
        ${missing} as missing_cents,
        (
          select min(y.reversed_on)
          from payments y
          where y.invoice_id = i.id
            and y.state = 'reversed'
            and ${manuallyRefunded} > 0
        ) as since
    ) m
    where i.id in (${refundedThenBounced})
      and m.missing_cents > 0
    order by m.since, i.id
    limit ${limit}
    offset ${(page - 1) * limit}
  `)
  return rows.map(({ amountCents, ...row }) => ({ ...row, amount: toDecimal(cents(amountCents)) }))
}

/** What an organization's supporters got back, refund by refund and dispute by dispute, as their statements say it (R37). */
import { cents, toDecimal } from '#domain/money.ts'
import type { Giving } from '#domain/schemas/receipt.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { moved } from './store.giving.ts'
import { numberOf, type ReceiptsPage, SOMEBODY } from './store.ts'

export type Returned = {
  /** Of the journal's entry, or of the dispute. */
  id: string
  on: string
  kind: Exclude<Giving['organizations'][number]['entries'][number]['kind'], 'charge' | 'payment'>
  /** As on a statement: a refund is below zero. */
  amount: string
  /** Of the payment that it was taken from. */
  receiptNumber: string | null
  paidOn: string | null
  supporterName: string
  campaignName: string
  isTestMoney: boolean
  pledgeId: string
}
type Row = Omit<Returned, 'amount' | 'receiptNumber'> & { amountCents: number; receiptId: string | null }

/** In the order of the books; with `year`, what counts in that year, whenever it was paid. */
export async function returnedOf(
  db: Db,
  { organizationId, year, afterId, limit }: ReceiptsPage,
): Promise<Returned[]> {
  const rows = await db.query<Row>(sql`
    select
      m.id, m.kind, m.amount_cents, m.receipt_id, m.pledge_id,
      m.on_day::text as on,
      m.paid_on::text as paid_on,
      m.money_mode = 'sandbox' as is_test_money,
      c.name as campaign_name,
      case
        when u.deleted_at is null then trim(concat(u.first_name, ' ', u.last_name))
        else ''
      end as supporter_name
    from (${moved(sql`c.organization_id = ${organizationId}`)}) m
    join campaigns c on c.id = m.campaign_id
    join pledges p on p.id = m.pledge_id
    ${supporterOf()}
    where m.kind not in ('charge', 'payment')
      and m.id > ${afterId ?? BEFORE_ALL_IDS}::uuid
      and m.amount_cents <> 0
      and (
        ${year}::integer is null
        or extract(year from m.on_day) = ${year}::integer
      )
    order by m.id
    limit ${limit}
  `)
  return rows.map(({ amountCents, receiptId, ...row }) => ({
    ...row,
    amount: toDecimal(cents(amountCents)),
    receiptNumber: receiptId && row.paidOn ? numberOf({ id: receiptId, receivedOn: row.paidOn }) : null,
    supporterName: row.supporterName || SOMEBODY,
  }))
}

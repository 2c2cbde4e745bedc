import type { Payment } from '#domain/schemas/settlement.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

type Standing = {
  amountCents: number
  reference: string | null
  recordedBy: string
  postedBy: string
  createdAt: Date
}

/** What is posted on an invoice and was not reversed, newest first. */
export async function standingPayments(
  db: Db,
  { invoiceId, method }: { invoiceId: string; method: Payment['method'] },
): Promise<Standing[]> {
  return db.query<Standing>(sql`
    select
      y.amount_cents, y.reference, y.recorded_by, y.created_at,
      coalesce(
        nullif(trim(concat(u.first_name, ' ', u.last_name)), ''),
        'a representative'
      ) as posted_by
    from payments y
    join users u on u.id = y.recorded_by
    where y.invoice_id = ${invoiceId}
      and y.method = ${method}
      and y.state <> 'reversed'
      and y.reference is not null
    order by y.id desc
  `)
}

/** When something was done, as receipts and statements have it (R37). */
import { sql } from '#server/platform/db/database.ts'

/**
 * When refund `f` was made, or owed from. One that was split from another one, which was posted for both, has its day (R37).
 */
export const refundedAt = sql`
  coalesce(
    (
      select least(s.succeeded_at, x.occurred_at)
      from refunds s
      join journal_entries x on x.source_id = s.id and x.kind = 'refund'
      where s.pledge_id = f.pledge_id
        and s.created_at = f.created_at
        and s.charge_id is not distinct from f.charge_id
        and s.payment_id is not distinct from f.payment_id
      order by (s.id = f.id) desc, x.id
      limit 1
    ),
    f.created_at
  )
`

/** When a bank took what dispute `d` holds. */
export const takenAt = sql`coalesce(d.taken_at, d.opened_at)`

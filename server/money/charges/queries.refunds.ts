import { type SQL, sql } from '#server/platform/db/database.ts'

/**
 * What was refunded of a charge: made, or owed because no card takes it. Its `refunded_cents` also holds what is still to be
 * made, so that nothing is refunded twice; the books count what was made (R32, R40).
 */
export const refundsMade = (charge: SQL): SQL => sql`(
  select coalesce(sum(made.amount_cents), 0)::bigint
  from refunds made
  where made.pledge_id = ${charge}.pledge_id
    and made.charge_id = ${charge}.id
    and made.state in ('succeeded', 'owed')
)`

import { sql } from '#server/platform/db/database.ts'

/** Credited pledges, except cancelled ones. */
export const credited = (ambassador: ReturnType<typeof sql>) =>
  sql`p.ambassador_id = ${ambassador} and p.status <> 'cancelled'`

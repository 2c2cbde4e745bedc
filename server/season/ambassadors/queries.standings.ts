import { sql } from '#server/platform/db/database.ts'

/** Credited pledges, cancelled ones aside. */
export const credited = (ambassador: ReturnType<typeof sql>) =>
  sql`p.ambassador_id = ${ambassador} and p.status <> 'cancelled'`

import { sql } from '#server/platform/db/database.ts'

/** The people behind credited pledges: several addresses of one mailbox are one person (R42). */
export const supportersOf = (ambassador: ReturnType<typeof sql>) => sql`
  (
    select count(distinct mailbox_of(s.email))::integer
    from pledges p
    join users s on s.id = p.pledger_id
    where ${credited(ambassador)}
  )
`

/** Credited pledges, except cancelled ones. */
export const credited = (ambassador: ReturnType<typeof sql>) =>
  sql`p.ambassador_id = ${ambassador} and p.status <> 'cancelled'`

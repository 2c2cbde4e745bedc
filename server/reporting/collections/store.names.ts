import type { PledgeName } from '#domain/schemas/collection.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

/** Names of billed supporters: shown only because somebody has to post payments, and for nothing else (R26). */
export async function namesOf(
  db: Db,
  pledgeIds: readonly string[],
): Promise<(PledgeName & { campaignId: string })[]> {
  return db.query(sql`
    select
      p.id as pledge_id, p.campaign_id,
      case when u.deleted_at is null then u.email else '' end as email,
      case when u.deleted_at is null then u.phone end as phone,
      case
        when u.deleted_at is null
          then coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email)
        else 'Someone who has left'
      end as name
    from pledges p
    ${supporterOf()}
    where p.id = any(${sql.param([...new Set(pledgeIds)])}::uuid[])
      and (
        exists (select from charges c where c.pledge_id = p.id)
        or exists (select from invoices i where i.pledge_id = p.id)
      )
    order by p.id
  `)
}

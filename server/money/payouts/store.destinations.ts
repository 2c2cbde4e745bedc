/** Organizations that are owed something and have no payout destination (R38). */
import { hasNoDestination, isToAsk } from '#server/accounts/organizations/index.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'
import { OWED } from './queries.ts'

const isOwed = sql`
  exists (
    select from campaigns c
    join campaign_books b on b.campaign_id = c.id
    where c.organization_id = o.id
      and ${OWED} > 0
  )
`

/** `toAsk`: how many of them have owners to ask, because they were not asked since then. */
export async function countWithoutDestination(
  db: Db,
  since: Date,
): Promise<{ organizations: number; toAsk: number; lastAskedAt: Date | null }> {
  return only(
    await db.query(sql`
      select
        count(*)::integer as organizations,
        (count(*) filter (where ${isToAsk(since)}))::integer as to_ask,
        max(o.destination_asked_at) as last_asked_at
      from organizations o
      where ${hasNoDestination}
        and ${isOwed}
    `),
  )
}

/** Locked until the transaction ends, so that two people who press at once mail nobody twice. */
export async function holdToAsk(db: Db, { since, limit }: { since: Date; limit: number }): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select o.id
    from organizations o
    where ${isToAsk(since)}
      and ${isOwed}
    order by o.id
    limit ${limit}
    for update of o
  `)
  return rows.map(({ id }) => id)
}

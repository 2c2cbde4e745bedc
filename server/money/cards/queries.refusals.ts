import { waitsUntil } from '#domain/card-limits.ts'
import type { CardRefusal } from '#domain/schemas/card.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

export async function rememberSetup(
  db: Db,
  setup: { id: string; userId: string; address: string | null; at: Date },
): Promise<void> {
  await db.query(sql`
    insert into card_setups (id, user_id, address, opened_at)
    values (${setup.id}, ${setup.userId}, ${setup.address}, ${setup.at})
    on conflict (id) do nothing
  `)
}

type ListRow = Omit<CardRefusal, 'at' | 'waitsUntil'> & { at: Date }

/** Newest first, after the one that the cursor names. */
export async function newestRefusals(
  db: Db,
  { limit, after }: { limit: number; after: string | null },
): Promise<CardRefusal[]> {
  const rows = await db.query<ListRow>(sql`
    select
      r.id, r.at, r.code, r.address, r.user_id, coalesce(u.email, g.email, 'Guest pledge') as user_email,
      (
        select count(*)
        from card_refusals o
        where o.user_id = r.user_id
          and o.at > r.at - interval '1 hour'
          and o.at <= r.at
      ) as by_user,
      (
        select count(*)
        from card_refusals o
        where o.address = r.address
          and o.at > r.at - interval '1 hour'
          and o.at <= r.at
      ) as by_address,
      (
        select count(*)
        from card_refusals o
        where o.fingerprint = r.fingerprint
          and o.at > r.at - interval '1 hour'
          and o.at <= r.at
      ) as by_card,
      (
        select count(distinct user_id)
        from cards k
        where k.fingerprint = r.fingerprint
      ) as accounts_with_card
    from card_refusals r
    left join users u on u.id = r.user_id
    left join guest_pledges g on g.id = r.user_id
    where ${after}::text is null
      or (r.at, r.id) < (select at, id from card_refusals where id = ${after})
    order by r.at desc, r.id desc
    limit ${limit}
  `)
  return rows.map(({ at, ...row }) => {
    const until = waitsUntil({ user: row.byUser, address: row.byAddress, card: row.byCard }, at)
    return { ...row, at: at.toISOString(), waitsUntil: until?.toISOString() ?? null }
  })
}

export async function countRefusals(db: Db): Promise<number> {
  return only(await db.query<{ count: number }>(sql`select count(*) as count from card_refusals`)).count
}

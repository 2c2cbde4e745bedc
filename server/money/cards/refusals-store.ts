import {
  REFUSALS_WINDOW_MS,
  type RefusalScope,
  type Refusals,
  waitsUntil,
} from '#domain/pledges/card-testing.ts'
import type { CardRefusal } from '#domain/schemas/card.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'

export type Trier = { userId: string; address: string | null; fingerprint: string | null }

type Row = Record<`${RefusalScope}Count`, number> & Record<`${RefusalScope}At`, Date | null>

/** Declines in the last hour: of this person, of this card, and from this address. */
export async function recentRefusals(
  db: Db,
  { userId, address, fingerprint }: Trier,
  now: Date,
): Promise<Record<RefusalScope, Refusals>> {
  const since = new Date(now.getTime() - REFUSALS_WINDOW_MS)
  const row = only(
    await db.query<Row>(sql`
      select
        u.count as user_count, u.last as user_at, a.count as address_count, a.last as address_at,
        c.count as card_count, c.last as card_at
      from
        (
          select count(*), max(at) as last
          from card_refusals
          where user_id = ${userId}
            and at > ${since}
        ) u,
        (
          select count(*), max(at) as last
          from card_refusals
          where address = ${address}
            and at > ${since}
        ) a,
        (
          select count(*), max(at) as last
          from card_refusals
          where fingerprint = ${fingerprint}
            and at > ${since}
        ) c
    `),
  )
  return {
    user: { count: row.userCount, lastAt: row.userAt },
    address: { count: row.addressCount, lastAt: row.addressAt },
    card: { count: row.cardCount, lastAt: row.cardAt },
  }
}

/** Stores it once, no matter how often it is reported. */
export async function insertRefusal(
  db: Db,
  refusal: Trier & { id: string; code: string; at: Date },
): Promise<void> {
  await db.query(sql`
    insert into card_refusals (id, user_id, address, fingerprint, code, at)
    values (
      ${refusal.id}, ${refusal.userId}, ${refusal.address}, ${refusal.fingerprint}, ${refusal.code},
      ${refusal.at}
    )
    on conflict (id) do nothing
  `)
}

/** How many other people have saved this card. */
export async function otherAccounts(db: Db, fingerprint: string, userId: string): Promise<number> {
  const row = only(
    await db.query<{ accounts: number }>(sql`
      select count(distinct user_id) as accounts
      from cards
      where fingerprint = ${fingerprint}
        and user_id <> ${userId}
    `),
  )
  return row.accounts
}

export async function addressOfSetup(db: Db, id: string, userId: string): Promise<string | null> {
  const row = first(
    await db.query<{ address: string | null }>(
      sql`select address from card_setups where id = ${id} and user_id = ${userId}`,
    ),
  )
  return row?.address ?? null
}

export async function forgetRefusals(db: Db, before: Date): Promise<void> {
  await db.query(sql`delete from card_refusals where at < ${before}`)
  await db.query(sql`delete from card_setups where opened_at < ${before}`)
}

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

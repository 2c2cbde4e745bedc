import { REFUSALS_WINDOW_MS, type RefusalScope, type Refusals } from '#domain/card-limits.ts'
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

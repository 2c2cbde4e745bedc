/** Events that leave the schedule, and what people said about which matches are one (R19). */
import { type Db, sql } from '#server/platform/db/database.ts'

export type Pair = readonly [string, string]

export const inOrder = ([a, b]: Pair): Pair => (a < b ? [a, b] : [b, a])

export const pairKey = (pair: Pair): string => inOrder(pair).join(' ')

const MAX_PAIRS = 2_000

export async function differentPairs(db: Db, campaignId: string): Promise<[string, string][]> {
  const rows = await db.query<{ first: string; second: string }>(sql`
    select first_event_id as first, second_event_id as second
    from different_matches
    where campaign_id = ${campaignId}
    order by decided_at desc, first_event_id, second_event_id
    limit ${MAX_PAIRS}
  `)
  return rows.map(({ first, second }) => [first, second])
}

type KnownName = { eventId: string; name: string }

/** What files call the opponents of these matches, as people have answered. */
export async function knownNames(db: Db, campaignId: string): Promise<KnownName[]> {
  return db.query<KnownName>(sql`
    select id as event_id, unnest(known_as) as name
    from events
    where campaign_id = ${campaignId}
      and archived_at is null
      and known_as <> '{}'
  `)
}

const MAX_NAMES = 20

export async function keepName(db: Db, eventId: string, name: string): Promise<void> {
  await db.query(sql`
    update events
    set known_as = array_append(known_as, ${name.toLowerCase()}::text)
    where id = ${eventId}
      and not ${name.toLowerCase()}::text = any(known_as)
      and cardinality(known_as) < ${MAX_NAMES}
  `)
}

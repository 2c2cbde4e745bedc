import type { EventSubject, RelevantEvent } from '#server/money/providers/index.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'
import { type Account, fetchedName } from './fetching.ts'
import { MAX_ATTEMPTS } from './handle.ts'

export type WaitingEvent = {
  id: string
  type: string
  subject: EventSubject
  reference: string
  attempts: number
}

/** Stores each event once, delivered or fetched: a repeated one is the same row. Returns the types of those that are new. */
export async function insertEvents(
  db: Db,
  { provider, at, events }: { provider: string; at: Date; events: readonly RelevantEvent[] },
): Promise<string[]> {
  const rows = await db.query<{ type: string }>(sql`
    insert into card_events (provider, id, type, subject, reference, received_at, next_attempt_at)
    select ${provider}::text, e.id, e.type, e.subject, e.reference, ${at}::timestamptz, ${at}::timestamptz
    from unnest(
      ${sql.param(events.map(({ id }) => id))}::text[],
      ${sql.param(events.map(({ type }) => type))}::text[],
      ${sql.param(events.map(({ about }) => about.subject))}::text[],
      ${sql.param(events.map(({ about }) => about.reference))}::text[]
    ) as e (id, type, subject, reference)
    on conflict (provider, id) do nothing
    returning type
  `)
  return rows.map(({ type }) => type)
}

/** Claims due events until `leaseUntil`, so that no one else processes them in the meantime. */
export async function claimEvents(
  db: Db,
  given: { provider: string; now: Date; leaseUntil: Date; limit: number; maxAttempts: number },
): Promise<WaitingEvent[]> {
  return db.query<WaitingEvent>(sql`
    update card_events e
    set attempts = e.attempts + 1, next_attempt_at = ${given.leaseUntil}
    from (
      select provider, id
      from card_events
      where provider = ${given.provider}
        and handled_at is null
        and next_attempt_at <= ${given.now}
        and attempts < ${given.maxAttempts}
      order by next_attempt_at, id
      limit ${given.limit}
      for update skip locked
    ) due
    where e.provider = due.provider
      and e.id = due.id
    returning e.id, e.type, e.subject, e.reference, e.attempts
  `)
}

type Key = { provider: string; id: string }

export async function finishEvent(db: Db, { provider, id }: Key, at: Date): Promise<void> {
  await db.query(sql`update card_events set handled_at = ${at} where provider = ${provider} and id = ${id}`)
}

export async function postponeEvent(db: Db, { provider, id }: Key, until: Date): Promise<void> {
  await db.query(sql`
    update card_events
    set next_attempt_at = ${until}
    where provider = ${provider}
      and id = ${id}
      and handled_at is null
  `)
}

/** Uses up its attempts, so that it is listed. */
export async function giveUp(
  db: Db,
  { provider, id }: Key,
  { at, maxAttempts }: { at: Date; maxAttempts: number },
): Promise<void> {
  await db.query(sql`
    update card_events
    set attempts = ${maxAttempts}, next_attempt_at = ${at}
    where provider = ${provider}
      and id = ${id}
      and handled_at is null
  `)
}

type Unprocessed = {
  id: string
  type: string
  reference: string
  attempts: number
  receivedAt: Date
}

/** Events that used up their attempts, newest first. */
export const unprocessedEvents = (
  db: Db,
  given: { provider: string; maxAttempts: number; limit: number },
): Promise<Unprocessed[]> =>
  db.query<Unprocessed>(sql`
    select id, type, reference, attempts, received_at
    from card_events
    where provider = ${given.provider}
      and handled_at is null
      and attempts >= ${given.maxAttempts}
    order by received_at desc, id
    limit ${given.limit}
  `)

/** Starts over with all attempts, from now on. False if there is nothing to repeat. */
export async function startOver(
  db: Db,
  { provider, id }: Key,
  { at, maxAttempts }: { at: Date; maxAttempts: number },
): Promise<boolean> {
  const rows = await db.query(sql`
    update card_events
    set attempts = 0, next_attempt_at = ${at}
    where provider = ${provider}
      and id = ${id}
      and handled_at is null
      and attempts >= ${maxAttempts}
    returning id
  `)
  return rows.length === 1
}

/** Unprocessed events are kept until they are processed. */
export async function forgetEvents(db: Db, before: Date): Promise<void> {
  await db.query(sql`delete from card_events where received_at < ${before} and handled_at is not null`)
}

/** When an event of each type last had to be fetched, because no webhook had brought it. */
export const lastFetched = (db: Db, account: Account): Promise<{ type: string; at: Date }[]> =>
  db.query(sql`
    select f.type, f.at::timestamptz as at
    from settings s
    cross join lateral jsonb_each_text(s.value) as f (type, at)
    where s.name = ${fetchedName(account)}
    order by f.type
  `)

/** Events that no attempt could process: representatives see them listed. */
export async function countUnprocessed(db: Db, { provider }: Account): Promise<number> {
  return only(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from card_events
      where provider = ${provider}
        and handled_at is null
        and attempts >= ${MAX_ATTEMPTS}
    `),
  ).count
}

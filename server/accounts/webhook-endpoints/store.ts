import type { WebhookDelivery, WebhookEndpoint, WebhookType } from '#domain/schemas/webhook.ts'
import { mayManage } from '#server/accounts/access/index.ts'
import { AFTER_ALL_IDS, lockKey } from '#server/platform/base/ids.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'

/** An organization's endpoints or, with null, the provider's. */
export type Party = string | null

type EndpointRow = Omit<
  WebhookEndpoint,
  'createdAt' | 'disabledAt' | 'pausedUntil' | 'previousSecretUntil'
> & {
  createdAt: Date
  disabledAt: Date | null
  pausedUntil: Date | null
  previousSecretUntil: Date | null
}

async function readEndpoints(db: Db, now: Date, which: SQL): Promise<WebhookEndpoint[]> {
  const rows = await db.query<EndpointRow>(sql`
    select
      e.id, e.organization_id, e.url, e.created_at, e.disabled_at,
      case when e.disabled_at is null and e.next_attempt_at > ${now} then e.next_attempt_at end as paused_until,
      case when e.previous_until > ${now} then e.previous_until end as previous_secret_until,
      (
        select json_build_object(
          'waiting', count(*) filter (where d.state = 'waiting'),
          'delivered', count(*) filter (where d.state = 'delivered'),
          'failed', count(*) filter (where d.state = 'failed')
        )
        from webhook_deliveries d
        where d.endpoint_id = e.id
      ) as deliveries
    from webhook_endpoints e
    where ${which}
    order by e.id
  `)
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    disabledAt: row.disabledAt?.toISOString() ?? null,
    pausedUntil: row.pausedUntil?.toISOString() ?? null,
    previousSecretUntil: row.previousSecretUntil?.toISOString() ?? null,
  }))
}

export const endpointsOf = (db: Db, now: Date, party: Party): Promise<WebhookEndpoint[]> =>
  readEndpoints(db, now, sql`e.organization_id is not distinct from ${party}::uuid`)

/** Of an organization that the caller manages; the provider's, for a representative. */
const isManaged = (actor: Actor): SQL => mayManage(actor, sql`e.organization_id`)

export const managedEndpoint = async (
  db: Db,
  now: Date,
  actor: Actor,
  id: string,
): Promise<WebhookEndpoint | undefined> =>
  first(await readEndpoints(db, now, sql`e.id = ${id} and ${isManaged(actor)}`))

/** How many a party has, behind a lock: two that are added at once are counted one after the other. */
export async function countEndpoints(tx: Db, party: Party): Promise<number> {
  await tx.query(sql`
    select pg_advisory_xact_lock(${lockKey('webhook endpoints', party ?? 'provider')}::bigint)
  `)
  return only(
    await tx.query<{ count: number }>(sql`
      select count(*)::integer as count
      from webhook_endpoints
      where organization_id is not distinct from ${party}::uuid
    `),
  ).count
}

export async function insertEndpoint(
  tx: Db,
  { id, party, url, sealed, at }: { id: string; party: Party; url: string; sealed: string; at: Date },
): Promise<void> {
  await tx.query(sql`
    insert into webhook_endpoints (id, organization_id, url, sealed, created_at)
    values (${id}, ${party}::uuid, ${url}, ${sealed}, ${at})
  `)
}

/** The one from before stays in use until `until`; the one before that ends now. */
export async function replaceSecret(
  tx: Db,
  { id, sealed, until }: { id: string; sealed: string; until: Date },
): Promise<void> {
  await tx.query(sql`
    update webhook_endpoints
    set previous_sealed = sealed, previous_until = ${until}, sealed = ${sealed}
    where id = ${id}
  `)
}

export async function deleteEndpoint(tx: Db, id: string): Promise<void> {
  await tx.query(sql`delete from webhook_endpoints where id = ${id}`)
}

export async function deleteAllEndpoints(tx: Db): Promise<void> {
  await tx.query(sql`delete from webhook_endpoints`)
}

type SealedEndpoint = { id: string; sealed: string; previousSealed: string | null }

export const sealedEndpoints = (db: Db, after: string, limit: number): Promise<SealedEndpoint[]> =>
  db.query<SealedEndpoint>(sql`
    select id, sealed, previous_sealed
    from webhook_endpoints
    where id > ${after}::uuid
    order by id
    limit ${limit}
  `)

/** Unless it was rotated in the meantime, with the newest key. */
export async function reseal(db: Db, before: SealedEndpoint, anew: SealedEndpoint): Promise<void> {
  await db.query(sql`
    update webhook_endpoints
    set sealed = ${anew.sealed}, previous_sealed = ${anew.previousSealed}
    where id = ${before.id}
      and sealed = ${before.sealed}
  `)
}

type DeliveryRow = Omit<WebhookDelivery, 'happenedAt' | 'lastAttemptAt' | 'nextAttemptAt'> & {
  happenedAt: Date
  lastAttemptAt: Date | null
  nextAttemptAt: Date | null
}

const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  ...row,
  happenedAt: row.happenedAt.toISOString(),
  lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
})

const readDeliveries = async (db: Db, which: SQL): Promise<WebhookDelivery[]> => {
  const rows = await db.query<DeliveryRow>(sql`
    select
      d.event_id as id, d.type, d.happened_at, d.state, d.attempts, d.last_attempt_at,
      case when d.state = 'waiting' then greatest(d.next_attempt_at, e.next_attempt_at) end as next_attempt_at,
      d.status_code, d.problem
    from webhook_deliveries d
    join webhook_endpoints e on e.id = d.endpoint_id
    where ${which}
  `)
  return rows.map(toDelivery)
}

/** Newest first. */
export const deliveriesOf = (
  db: Db,
  endpointId: string,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<WebhookDelivery[]> =>
  readDeliveries(
    db,
    sql`
      d.endpoint_id = ${endpointId}
      and d.event_id < ${beforeId ?? AFTER_ALL_IDS}::uuid
      order by d.event_id desc
      limit ${limit}
    `,
  )

export const deliveryOf = async (
  db: Db,
  { endpointId, eventId }: Key,
): Promise<WebhookDelivery | undefined> =>
  first(await readDeliveries(db, sql`d.endpoint_id = ${endpointId} and d.event_id = ${eventId}`))

/** Sent once: no attempt follows the first. */
export async function insertTest(tx: Db, { endpointId, eventId }: Key, at: Date): Promise<void> {
  await tx.query(sql`
    insert into webhook_deliveries (
      endpoint_id, event_id, type, data, happened_at, next_attempt_at, retry_until
    )
    values (${endpointId}, ${eventId}, 'webhook.test', '{}', ${at}, ${at}, ${at})
  `)
}

/** It is tried anew until `until`; to a disabled endpoint, once. False: it is being sent, or there is none. */
export async function askAgain(
  tx: Db,
  { endpointId, eventId }: Key,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update webhook_deliveries d
    set
      state = 'waiting',
      attempts = 0,
      next_attempt_at = ${now},
      retry_until = case when e.disabled_at is null then ${until}::timestamptz else ${now} end
    from webhook_endpoints e
    where e.id = d.endpoint_id
      and d.endpoint_id = ${endpointId}
      and d.event_id = ${eventId}
      and ${isFree(now)}
    returning d.event_id
  `)
  return rows.length > 0
}

export type Key = { endpointId: string; eventId: string }
export type ClaimedDelivery = Key & {
  type: WebhookType
  data: Record<string, unknown>
  happenedAt: Date
  attempts: number
  url: string
  sealed: string
  /** Null once the secret from before the last rotation has ended. */
  previousSealed: string | null
}

const isFree = (now: Date): SQL => sql`(d.claimed_until is null or d.claimed_until <= ${now})`
const isDue = (now: Date): SQL => sql`
  (d.state = 'waiting' and d.next_attempt_at <= ${now} and ${isFree(now)})
`

/** In no order: where a run does not get to all, the next one begins with others. */
export async function endpointsToSendTo(db: Db, now: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select e.id
    from webhook_endpoints e
    where e.disabled_at is null
      and (e.next_attempt_at is null or e.next_attempt_at <= ${now})
      and exists (
        select from webhook_deliveries d
        where d.endpoint_id = e.id
          and ${isDue(now)}
      )
    order by random()
  `)
  return rows.map(({ id }) => id)
}

/**
 * The endpoint's delivery that is due longest, or this one, whether or not the endpoint is disabled. It is ours until
 * `until`, and other senders pass it by; undefined if nothing is due, or another sender has it.
 */
export const claim = async (
  db: Db,
  { now, until }: { now: Date; until: Date },
  { endpointId, eventId }: { endpointId: string; eventId?: string },
): Promise<ClaimedDelivery | undefined> =>
  first(
    await db.query<ClaimedDelivery>(sql`
      update webhook_deliveries d
      set claimed_until = ${until}, attempts = d.attempts + 1, last_attempt_at = ${now}
      from (
        select d.endpoint_id, d.event_id
        from webhook_deliveries d
        where d.endpoint_id = ${endpointId}
          and ${isDue(now)}
          ${eventId === undefined ? sql`` : sql`and d.event_id = ${eventId}`}
        order by d.next_attempt_at, d.event_id
        limit 1
        for update skip locked
      ) due
      join webhook_endpoints e on e.id = due.endpoint_id
      where d.endpoint_id = due.endpoint_id
        and d.event_id = due.event_id
      returning
        d.endpoint_id, d.event_id, d.type, d.data, d.happened_at, d.attempts, e.url, e.sealed,
        case when e.previous_until > ${now} then e.previous_sealed end as previous_sealed
    `),
  )

/** An endpoint that accepts something is there again. */
export async function markDelivered(db: Db, { endpointId, eventId }: Key, statusCode: number): Promise<void> {
  await db.query(sql`
    update webhook_deliveries
    set state = 'delivered', claimed_until = null, status_code = ${statusCode}, problem = null
    where endpoint_id = ${endpointId}
      and event_id = ${eventId}
  `)
  await db.query(sql`
    update webhook_endpoints
    set disabled_at = null, next_attempt_at = null
    where id = ${endpointId}
      and (disabled_at is not null or next_attempt_at is not null)
  `)
}

type Refusal = { nextAt: Date; statusCode: number | null; problem: WebhookDelivery['problem'] }

/** It waits for the next attempt or, where that would be too late or its endpoint was disabled, has failed. */
export async function markRefused(
  db: Db,
  { endpointId, eventId }: Key,
  { nextAt, statusCode, problem }: Refusal,
): Promise<void> {
  await db.query(sql`
    update webhook_deliveries
    set
      state = case when state = 'failed' or ${nextAt}::timestamptz > retry_until then 'failed' else 'waiting' end,
      claimed_until = null,
      next_attempt_at = ${nextAt},
      status_code = ${statusCode},
      problem = ${problem}
    where endpoint_id = ${endpointId}
      and event_id = ${eventId}
      and state <> 'delivered'
  `)
}

/**
 * It is sent nothing before then, or before a later time that it asked for. What can't wait that long has failed, but
 * not what is sent once, because somebody asked for it just now.
 */
export async function pause(db: Db, endpointId: string, until: Date): Promise<void> {
  await db.query(sql`
    update webhook_endpoints
    set next_attempt_at = greatest(next_attempt_at, ${until})
    where id = ${endpointId}
  `)
  await db.query(sql`
    update webhook_deliveries d
    set state = 'failed'
    from webhook_endpoints e
    where e.id = d.endpoint_id
      and d.endpoint_id = ${endpointId}
      and d.state = 'waiting'
      and d.claimed_until is null
      and d.retry_until < e.next_attempt_at
      and (d.attempts > 0 or d.retry_until > d.next_attempt_at)
  `)
}

/** Nothing more is sent to it, and what waits for it has failed. */
export async function disable(db: Db, endpointId: string, at: Date): Promise<void> {
  await db.query(sql`
    update webhook_endpoints
    set disabled_at = coalesce(disabled_at, ${at}::timestamptz)
    where id = ${endpointId}
  `)
  await db.query(sql`
    update webhook_deliveries
    set state = 'failed', claimed_until = null
    where endpoint_id = ${endpointId}
      and state = 'waiting'
  `)
}

export async function deleteDeliveriesBefore(db: Db, at: Date): Promise<void> {
  await db.query(sql`delete from webhook_deliveries where happened_at < ${at}`)
}

/** Deliveries that wait, and endpoints that are disabled. */
export async function countWebhooks(db: Db): Promise<{ waiting: number; disabled: number }> {
  return only(
    await db.query<{ waiting: number; disabled: number }>(sql`
      select
        (
          select count(*)::integer
          from webhook_deliveries
          where state = 'waiting'
        ) as waiting,
        (
          select count(*)::integer
          from webhook_endpoints
          where disabled_at is not null
        ) as disabled
    `),
  )
}

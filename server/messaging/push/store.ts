import type { QuietHours } from '#domain/season/result-alert.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

export type Owner = { campaignId: string; userId: string }
type NewDevice = Owner & {
  id: string
  endpointHash: Buffer
  sealed: string
  linkHash: Buffer | null
  at: Date
}

/** Subscribing again from the same browser updates its keys. Beyond `max`, the oldest are deleted. */
export async function insertDevice(tx: Db, device: NewDevice, max: number): Promise<void> {
  const { campaignId, userId } = device
  await tx.query(sql`
    insert into push_devices (id, campaign_id, user_id, endpoint_hash, sealed, link_hash, created_at)
    values (
      ${device.id}, ${campaignId}, ${userId}, ${device.endpointHash}, ${device.sealed},
      ${device.linkHash}, ${device.at}
    )
    on conflict on constraint push_devices_once do update
    set sealed = excluded.sealed, link_hash = excluded.link_hash, created_at = excluded.created_at
  `)
  await tx.query(sql`
    delete from push_devices
    where id in (
      select id
      from push_devices
      where campaign_id = ${campaignId}
        and user_id = ${userId}
      order by created_at desc, id desc
      offset ${max}
    )
  `)
}

/** One browser may be alerted about this many campaigns and pledges of its people at most; more are not looked at. */
const MAX_OF_BROWSER = 200

/** What one browser is alerted about, held until the transaction ends. */
export async function lockDevicesAt(tx: Db, endpointHash: Buffer): Promise<Sealed[]> {
  return tx.query<Sealed>(sql`
    select id, sealed
    from push_devices
    where endpoint_hash = ${endpointHash}
    order by id
    limit ${MAX_OF_BROWSER}
    for update
  `)
}

/** Where the new address was added before, that one is newer and stays; the old one goes, and what waits for it moves over. */
export async function moveDevice(
  tx: Db,
  { id, endpointHash, sealed }: { id: string; endpointHash: Buffer; sealed: string },
): Promise<void> {
  const rows = await tx.query(sql`
    update push_devices d
    set endpoint_hash = ${endpointHash}, sealed = ${sealed}
    where id = ${id}
      and not exists (
        select from push_devices o
        where o.campaign_id = d.campaign_id
          and o.user_id = d.user_id
          and o.endpoint_hash = ${endpointHash}
          and o.id <> d.id
      )
    returning id
  `)
  if (rows.length > 0) return
  await moveMessages(tx, id, endpointHash)
  await deleteDevice(tx, id)
}

/** Except messages that already wait for the new address: each match is announced once. */
async function moveMessages(tx: Db, id: string, endpointHash: Buffer): Promise<void> {
  await tx.query(sql`
    update push_messages m
    set device_id = o.id
    from push_devices d
    join push_devices o
      on o.campaign_id = d.campaign_id
        and o.user_id = d.user_id
        and o.endpoint_hash = ${endpointHash}
        and o.id <> d.id
    where m.device_id = ${id}
      and d.id = m.device_id
      and not exists (
        select from push_messages w
        where w.device_id = o.id
          and w.title = m.title
          and w.body = m.body
          and w.created_at = m.created_at
      )
  `)
}

/** Not revoked: a browser that a link added goes with the link. */
const MAY_SHOW = sql`
  (
    d.link_hash is null
    or not exists (
      select from mailed_links l
      where l.token_hash = d.link_hash
        and l.ended_at is not null
    )
  )
`

/** The hashes of the endpoints of one supporter's browsers. */
export async function devicesOf(db: Db, { campaignId, userId }: Owner): Promise<Buffer[]> {
  const rows = await db.query<{ endpointHash: Buffer }>(sql`
    select d.endpoint_hash
    from push_devices d
    where d.campaign_id = ${campaignId}
      and d.user_id = ${userId}
      and ${MAY_SHOW}
    order by d.created_at, d.id
  `)
  return rows.map(({ endpointHash }) => endpointHash)
}

export async function deleteDevices(tx: Db, { campaignId, userId }: Owner): Promise<void> {
  await tx.query(sql`delete from push_devices where campaign_id = ${campaignId} and user_id = ${userId}`)
}

export async function deleteDevice(db: Db, id: string): Promise<Owner | undefined> {
  return first(
    await db.query<Owner>(sql`delete from push_devices where id = ${id} returning campaign_id, user_id`),
  )
}

export type NewMessage = Owner & { title: string; body: string }
export type Waiting = { at: Date; expiresAt: Date }

/** One for each browser of each person. */
export async function insertMessages(
  tx: Db,
  { at, expiresAt }: Waiting,
  messages: readonly NewMessage[],
): Promise<void> {
  const list = (name: keyof NewMessage) => sql.param(messages.map((message) => message[name]))
  await tx.query(sql`
    insert into push_messages (id, device_id, title, body, created_at, expires_at, next_attempt_at)
    select
      gen_random_uuid(), d.id, given.title, given.body, ${at}::timestamptz, ${expiresAt}::timestamptz,
      ${at}::timestamptz
    from unnest(
      ${list('campaignId')}::uuid[], ${list('userId')}::uuid[], ${list('title')}::text[],
      ${list('body')}::text[]
    ) as given (campaign_id, user_id, title, body)
    join push_devices d on d.campaign_id = given.campaign_id and d.user_id = given.user_id
    where ${MAY_SHOW}
  `)
}

export type ClaimedMessage = {
  id: string
  deviceId: string
  sealed: string
  title: string
  body: string
  attempts: number
  expiresAt: Date
  /** Null once alerts were turned off. */
  quiet: QuietHours | null
}

/** What is to be sent now, ours until `until`; other senders pass it by. */
export async function claimMessages(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<ClaimedMessage[]> {
  return db.query<ClaimedMessage>(sql`
    update push_messages m
    set claimed_until = ${until}, attempts = m.attempts + 1
    from push_devices d
    where d.id = m.device_id
      and m.id in (
        select id
        from push_messages
        where next_attempt_at <= ${now}
          and (claimed_until is null or claimed_until <= ${now})
        order by next_attempt_at, id
        limit ${limit}
        for update skip locked
      )
    returning
      m.id, m.device_id, d.sealed, m.title, m.body, m.attempts, m.expires_at,
      (
        select json_build_object('from', a.quiet_from, 'to', a.quiet_to, 'timeZone', a.time_zone)
        from result_alerts a
        where a.campaign_id = d.campaign_id
          and a.user_id = d.user_id
      ) as quiet
  `)
}

export async function deleteMessage(db: Db, id: string): Promise<void> {
  await db.query(sql`delete from push_messages where id = ${id}`)
}

/** `isCounted`: it was attempted. */
export async function postponeMessage(
  db: Db,
  id: string,
  { until, isCounted }: { until: Date; isCounted: boolean },
): Promise<void> {
  await db.query(sql`
    update push_messages
    set
      claimed_until = null,
      next_attempt_at = ${until},
      -- Kept through a night that is longer than messages are kept for.
      expires_at = case when ${isCounted} then expires_at else greatest(expires_at, ${until}::timestamptz + interval '1 hour') end,
      attempts = attempts - ${isCounted ? 0 : 1}::integer
    where id = ${id}
  `)
}

/** Messages this old are no longer worth sending. */
export async function dropExpired(db: Db, now: Date): Promise<void> {
  await db.query(sql`delete from push_messages where expires_at <= ${now}`)
}

export async function deleteAllDevices(db: Db): Promise<void> {
  await db.query(sql`delete from push_devices`)
}

type Sealed = { id: string; sealed: string }

export async function sealedDevices(db: Db, after: string, limit: number): Promise<Sealed[]> {
  return db.query<Sealed>(
    sql`select id, sealed from push_devices where id > ${after}::uuid order by id limit ${limit}`,
  )
}

export async function reseal(db: Db, { id, sealed }: Sealed, anew: string): Promise<void> {
  await db.query(sql`update push_devices set sealed = ${anew} where id = ${id} and sealed = ${sealed}`)
}

import { MAX_MATCHES, type QueuedThankYou, type ThankYou, type ThankYous } from '#domain/schemas/thank-you.ts'
import { COUNTED_TYPES } from '#domain/season/statistic-types.ts'
import { mayManage } from '#server/accounts/access/index.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'

/**
 * Whether pledge `p` counts the match `m.event_id`, which began at `m.since_at`: one of its lines is counted match by match,
 * and this match is within what the line counts, whatever was scored in it (R58).
 */
const countsMatch = sql`
  exists (
    select from pledge_lines l
    where l.pledge_id = p.id
      and l.type = any(${sql.param([...COUNTED_TYPES])}::text[])
      and (l.event_id is null or l.event_id = m.event_id)
      and line_counts(l.from_at, l.until_at, l.from_known, l.until_known, m.event_id, m.since_at)
  )
`

/** The matches of a campaign with when each began: at its start or first entry. A merged one is the one it was merged into. */
const matches = sql`
  select
    e.id, e.campaign_id, e.name, e.start_time,
    e.archived_at is null and (e.event_type in ('game', 'tournament') or e.opponent <> '') as is_listed,
    coalesce(e.merged_into, e.id) as event_id,
    least(
      e.start_time,
      (
        select min(r.entered_at)
        from results r
        where r.event_id = e.id
          and r.voided_at is null
      )
    ) as since_at
  from events e
`

/**
 * Who is thanked: each mailbox once, of supporters whose pledge to this campaign is not cancelled and, where `m` is a match,
 * counts it. Verified addresses only, and nobody who turned such mail off. `campaign` is the id.
 */
const readers = (campaign: SQL, match: 'all' | 'of match'): SQL => sql`
  select
    mailbox_of(u.email) as mailbox,
    (array_agg(u.email order by u.id))[1] as email,
    (array_agg(u.id order by u.id))[1] as user_id
  from pledges p
  join campaigns c on c.id = p.campaign_id
  ${supporterOf()}
  left join mail_refusals f on f.user_id = u.id and f.kind = 'thank_you'
  where p.campaign_id = ${campaign}
    and p.status <> 'cancelled'
    and c.status <> 'cancelled'
    and u.email_verified_at is not null
    and u.deleted_at is null
    and ${match === 'all' ? sql`true` : countsMatch}
  group by mailbox_of(u.email)
  having count(f.user_id) = 0
`

type Stored = Omit<ThankYou, 'writtenAt' | 'decidedAt'> & { writtenAt: Date; decidedAt: Date | null }

const MAX_SHOWN = 100

/** A campaign's, newest first. */
export async function thankYousOf(db: Db, campaignId: string): Promise<ThankYou[]> {
  const rows = await db.query<Stored>(sql`
    select
      t.id, t.message, t.event_id, e.name as event_name, t.written_at, t.decided_at, t.mailed,
      t.decline_reason as reason,
      case
        when t.decided_at is null then 'waiting'
        when t.decline_reason is not null then 'declined'
        when t.sent_at is null then 'sending'
        else 'sent'
      end as state
    from thank_yous t
    left join events e on e.id = t.event_id
    where t.campaign_id = ${campaignId}
    order by t.id desc
    limit ${MAX_SHOWN}
  `)
  return rows.map(({ writtenAt, decidedAt, ...row }) => ({
    ...row,
    writtenAt: writtenAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }))
}

/** The newest matches that have begun, whose supporters can be thanked. */
export async function thankableMatches(db: Db, campaignId: string, now: Date): Promise<ThankYous['matches']> {
  type Row = Omit<ThankYous['matches'][number], 'startTime'> & { startTime: Date }
  const rows = await db.query<Row>(sql`
    select e.id as event_id, e.name, e.start_time
    from (${matches}) e
    where e.campaign_id = ${campaignId}
      and e.is_listed
      and e.since_at <= ${now}
    order by e.start_time desc, e.id
    limit ${MAX_MATCHES}
  `)
  return rows.map(({ startTime, ...row }) => ({ ...row, startTime: startTime.toISOString() }))
}

/** How many would be mailed: one pass over the campaign's pledges. Undefined if the campaign has no such match. */
export async function countReaders(
  db: Db,
  campaignId: string,
  eventId: string | null,
): Promise<number | undefined> {
  const campaign = sql`${campaignId}::uuid`
  const rows = await db.query<{ count: number }>(
    eventId === null
      ? sql`select count(*)::integer as count from (${readers(campaign, 'all')}) r`
      : sql`
          select (select count(*)::integer from (${readers(campaign, 'of match')}) s) as count
          from (${matches}) m
          where m.id = ${eventId}
            and m.campaign_id = ${campaignId}
        `,
  )
  return first(rows)?.count
}

/** Whether the author may still speak for the organization: an owner of it, or a representative. */
export async function stillManages(db: Db, userId: string, organizationId: string): Promise<boolean> {
  return only(
    await db.query<{ manages: boolean }>(
      sql`select ${mayManage({ userId }, sql`${organizationId}::uuid`)} as manages`,
    ),
  ).manages
}

/** Whether one waits, and when the newest was approved. */
export async function newestOf(
  db: Db,
  campaignId: string,
): Promise<{ isWaiting: boolean; approvedAt: Date | null }> {
  return only(
    await db.query<{ isWaiting: boolean; approvedAt: Date | null }>(sql`
      select
        coalesce(bool_or(decided_at is null), false) as is_waiting,
        max(decided_at) filter (where decline_reason is null) as approved_at
      from thank_yous
      where campaign_id = ${campaignId}
    `),
  )
}

type New = { id: string; campaignId: string; eventId: string | null; message: string; by: string; at: Date }

/** False if one is already waiting. */
export async function insertThankYou(tx: Db, given: New): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into thank_yous (id, campaign_id, event_id, message, written_by, written_at)
    values (
      ${given.id}, ${given.campaignId}, ${given.eventId}::uuid, ${given.message}, ${given.by}, ${given.at}
    )
    on conflict (campaign_id)
    where decided_at is null
    do nothing
    returning id
  `)
  return rows.length > 0
}

type Key = { campaignId: string; thankYouId: string }
export type Locked = {
  id: string
  message: string
  writtenBy: string
  isWaiting: boolean
  /** Of its author, where it was verified. */
  email: string | null
}

/** Locked until the transaction ends. */
export async function lockThankYou(tx: Db, { campaignId, thankYouId }: Key): Promise<Locked | undefined> {
  return first(
    await tx.query<Locked>(sql`
      select
        t.id, t.message, t.written_by, t.decided_at is null as is_waiting,
        case when u.email_verified_at is not null then u.email end as email
      from thank_yous t
      join users u on u.id = t.written_by
      where t.id = ${thankYouId}
        and t.campaign_id = ${campaignId}
      for update of t
    `),
  )
}

export async function deleteThankYou(tx: Db, id: string): Promise<void> {
  await tx.query(sql`delete from thank_yous where id = ${id}`)
}

export async function setDecided(
  tx: Db,
  id: string,
  { by, at, reason }: { by: string; at: Date; reason: string | null },
): Promise<void> {
  await tx.query(sql`
    update thank_yous
    set decided_by = ${by}, decided_at = ${at}, decline_reason = ${reason}
    where id = ${id}
  `)
}

/** Waiting in all campaigns, longest waiting first: at most one each, counted as above; `afterId` continues after it. */
export async function queuedThankYous(
  db: Db,
  { limit, afterId, own }: { limit: number; afterId: string | null; own: { userId: string; reason: string } },
): Promise<QueuedThankYou[]> {
  type Row = Omit<QueuedThankYou, 'writtenAt'> & { writtenAt: Date }
  const rows = await db.query<Row>(sql`
    select
      t.id, t.message, m.name as event_name, t.written_at, t.campaign_id, c.name as campaign_name,
      o.name as organization_name, c.time_zone,
      case
        when t.event_id is null
          then (select count(*)::integer from (${readers(sql`t.campaign_id`, 'all')}) r)
        else (select count(*)::integer from (${readers(sql`t.campaign_id`, 'of match')}) r)
      end as supporters,
      case when t.written_by = ${own.userId} then ${own.reason} end as cannot_approve_reason
    from thank_yous t
    join campaigns c on c.id = t.campaign_id
    join organizations o on o.id = c.organization_id
    left join lateral (select * from (${matches}) e where e.id = t.event_id) m on true
    where t.decided_at is null
      and t.id > ${afterId ?? BEFORE_ALL_IDS}::uuid
    order by t.id
    limit ${limit}
  `)
  return rows.map((row) => ({ ...row, writtenAt: row.writtenAt.toISOString() }))
}

export const countQueued = async (db: Db): Promise<number> =>
  only(
    await db.query<{ count: number }>(
      sql`select count(*)::integer as count from thank_yous where decided_at is null`,
    ),
  ).count

/** Approved ones that are not sent to everyone yet, in daytime there only. */
export async function dueThankYous(db: Db, now: Date, limit: number): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(sql`
    select t.id
    from thank_yous t
    join campaigns c on c.id = t.campaign_id
    where t.decided_at is not null
      and t.decline_reason is null
      and t.sent_at is null
      and not is_quiet(c.time_zone, ${now})
    order by t.id
    limit ${limit}
  `)
}

export type Turn = {
  id: string
  message: string
  writtenBy: string
  eventId: string | null
  eventName: string | null
  campaignId: string
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
  afterMailbox: string
}

/** A lock: a second worker waits, and then continues where the first one stopped. */
export async function takeTurn(tx: Db, id: string): Promise<Turn | undefined> {
  return first(
    await tx.query<Turn>(sql`
      select
        t.id, t.message, t.written_by, t.event_id, e.name as event_name, t.campaign_id,
        c.name as campaign_name, o.name as organization_name, c.time_zone,
        c.money_mode = 'sandbox' as is_test, t.after_mailbox
      from thank_yous t
      join campaigns c on c.id = t.campaign_id
      join organizations o on o.id = c.organization_id
      left join events e on e.id = t.event_id
      where t.id = ${id}
        and t.sent_at is null
      for update of t
    `),
  )
}

export type Reader = { mailbox: string; email: string; userId: string }

/** The next ones by their mailbox. */
export async function nextReaders(
  tx: Db,
  { campaignId, eventId, afterMailbox }: Turn,
  limit: number,
): Promise<Reader[]> {
  const campaign = sql`${campaignId}::uuid`
  const all = sql`(${readers(campaign, 'all')}) r`
  const ofMatch = sql`(${matches}) m cross join lateral (${readers(campaign, 'of match')}) r`
  return tx.query<Reader>(sql`
    select r.mailbox, r.email, r.user_id
    from ${eventId === null ? all : ofMatch}
    where ${eventId === null ? sql`true` : sql`m.id = ${eventId}`}
      and r.mailbox > ${afterMailbox}
    order by r.mailbox
    limit ${limit}
  `)
}

export async function moveOn(tx: Db, id: string, afterMailbox: string, mailed: number): Promise<void> {
  await tx.query(sql`
    update thank_yous
    set after_mailbox = ${afterMailbox}, mailed = mailed + ${mailed}
    where id = ${id}
  `)
}

export async function close(tx: Db, id: string, at: Date): Promise<void> {
  await tx.query(sql`update thank_yous set sent_at = ${at} where id = ${id}`)
}

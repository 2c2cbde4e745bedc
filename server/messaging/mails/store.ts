import type { QuietHours } from '#domain/season/result-alert.ts'
import type { Letter } from '#server/messaging/delivery/index.ts'
import { lockKey } from '#server/platform/base/ids.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'
import { awakeSince, HOUR_MS, INVITATIONS_A_DAY, isAwake } from './queue.ts'
import { isWhollySecret, withSecrets } from './secrets.ts'

/** What was queued with this key, if anything. */
export async function queuedMail(
  db: Db,
  idempotencyKey: string,
): Promise<{ text: string; createdAt: Date } | undefined> {
  return first(
    await db.query(
      sql`select text_body as text, created_at from mails where idempotency_key = ${idempotencyKey}`,
    ),
  )
}

type UndeliveredMail = {
  id: string
  kind: string
  to: string
  currentTo: string | null
  subject: string
  campaignId: string | null
  attempts: number
  failure: string
  queuedAt: Date
  failedAt: Date
}

/** An expired code cannot be sent again: a person who needs one requests another. */
const isUndelivered = sql`failed_at is not null and urgency > 0 and dismissed_at is null`

/** The address of a mail's recipient, if it was confirmed and is another one than the mail `m` went to. */
const currentAddress = sql`
  (
    select u.email
    from users u
    where u.id = m.user_id
      and u.deleted_at is null
      and u.email_verified_at is not null
      and u.email <> m.to_address
  )
`

/** Mail without any further attempt, newest first. */
export const undeliveredMails = (
  db: Db,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<UndeliveredMail[]> =>
  db.query(sql`
    select
      id, kind, to_address as to, ${currentAddress} as current_to, subject, campaign_id, attempts, failure,
      created_at as queued_at, failed_at
    from mails m
    where ${isUndelivered}
      and (${beforeId}::uuid is null or id < ${beforeId}::uuid)
    order by id desc
    limit ${limit}
  `)

export async function countUndelivered(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*)::integer as count from mails where ${isUndelivered}`,
  )
  return row?.count ?? 0
}

/**
 * It waits for the next run, with all its attempts left, and goes to where its recipient is reached today. False: there is no
 * such mail, or it is already waiting.
 */
export async function sendAgain(tx: Db, id: string, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    update mails m
    set
      to_address = coalesce(${currentAddress}, to_address),
      failed_at = null,
      failure = null,
      attempts = 0,
      next_attempt_at = ${now}
    where id = ${id}
      and ${isUndelivered}
    returning id
  `)
  return rows.length > 0
}

/** It is not sent again. False: there is no such mail, or it is waiting to be sent. */
export async function dismiss(tx: Db, id: string, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    update mails
    set dismissed_at = ${now}
    where id = ${id}
      and ${isUndelivered}
    returning id
  `)
  return rows.length > 0
}

/**
 * How many more invitations may be queued now, for this organization and on behalf of this account. Others who ask
 * for the same organization or account wait until the transaction ends, always in this order.
 */
export async function invitationsLeft(
  tx: Db,
  now: Date,
  { by, organizationId }: { by: string; organizationId: string },
): Promise<number> {
  await tx.query(sql`select id from organizations where id = ${organizationId} for no key update`)
  await tx.query(sql`select pg_advisory_xact_lock(${lockKey('invitations', by)}::bigint)`)
  const since = new Date(now.getTime() - 24 * HOUR_MS)
  const sent = only(
    await tx.query<{ byAccount: number; byOrganization: number }>(sql`
      select
        (
          select count(*)::integer
          from mails
          where invited_by = ${by}
            and created_at > ${since}
        ) as by_account,
        (
          select count(*)::integer
          from mails
          where inviting_organization_id = ${organizationId}
            and created_at > ${since}
        ) as by_organization
    `),
  )
  const left = Math.min(
    INVITATIONS_A_DAY.account - sent.byAccount,
    INVITATIONS_A_DAY.organization - sent.byOrganization,
  )
  return Math.max(0, left)
}

/** When the next invitation can be sent if the daily limit is reached; null if one can be sent now. */
export async function invitationsAgainAt(
  db: Db,
  now: Date,
  { by, organizationId }: { by: string; organizationId: string },
): Promise<Date | null> {
  const since = new Date(now.getTime() - 24 * HOUR_MS)
  // The newest one that reaches the limit together with those after it: once it is a day old there is room.
  const row = only(
    await db.query<{ at: Date | null }>(sql`
      select max(created_at) as at
      from (
        (
          select created_at
          from mails
          where invited_by = ${by}
            and created_at > ${since}
          order by created_at desc
          offset ${INVITATIONS_A_DAY.account - 1}
          limit 1
        )
        union all
        (
          select created_at
          from mails
          where inviting_organization_id = ${organizationId}
            and created_at > ${since}
          order by created_at desc
          offset ${INVITATIONS_A_DAY.organization - 1}
          limit 1
        )
      ) filling
    `),
  )
  return row.at && new Date(row.at.getTime() + 24 * HOUR_MS)
}

/** The backlog: what could be sent now and is not, since when it could be, and what was given up on. */
export async function countWaitingMails(
  db: Db,
  now: Date,
): Promise<{ waiting: number; oldestDueAt: Date | null; undelivered: number }> {
  const [row] = await db.query<{ waiting: number; oldestDueAt: Date | null }>(sql`
    select
      coalesce(sum(waiting), 0)::integer as waiting,
      min(greatest(oldest_due_at, ${awakeSince(now)})) as oldest_due_at
    from (${dueByZone(now)}) due
    where ${isAwake(now)}
  `)
  const undelivered = await countUndelivered(db)
  return { waiting: row?.waiting ?? 0, oldestDueAt: row?.oldestDueAt ?? null, undelivered }
}

/** Mail that could have been sent since then; what waits for its reader's morning is not late. */
export async function countLateMails(db: Db, now: Date, since: Date): Promise<number> {
  return only(
    await db.query<{ count: number }>(sql`
      select coalesce(sum(waiting), 0)::integer as count
      from (${dueByZone(since)}) due
      where ${isAwake(since)}
        and ${isAwake(now)}
    `),
  ).count
}

/** In groups, so that the time of day is worked out once for each zone. */
const dueByZone = (at: Date) => sql`
  select quiet_zone, count(*) as waiting, min(next_attempt_at) as oldest_due_at
  from mails
  where sent_at is null
    and failed_at is null
    and next_attempt_at <= ${at}
  group by quiet_zone
`

/** News about a campaign's results that no mail server has accepted yet: it is over, and nothing in it will be owed. */
export async function dropResultNews(tx: Db, campaignId: string): Promise<void> {
  await tx.query(sql`
    delete from mails
    where campaign_id = ${campaignId}
      and kind in ('results_digest', 'result_alert')
      and sent_at is null
      and failed_at is null
  `)
}

/** Mails for a guest pledge that was never confirmed: recipient and content are erased, sent or not. */
export async function forgetMails(tx: Db, idempotencyKeys: readonly string[], at: Date): Promise<void> {
  await tx.query(sql`
    update mails
    set
      to_address = '',
      subject = '',
      text_body = '',
      html_body = '',
      unsubscribe_url = null,
      sealed = null,
      sent_at = coalesce(sent_at, case when failed_at is null then ${at}::timestamptz end)
    where idempotency_key = any(${sql.param([...idempotencyKeys])}::text[])
  `)
}

/** Whatever waits, at whatever hour, counts as sent: the mail of a past that is filled in at once. */
export async function markAllSent(db: Db, at: Date): Promise<void> {
  await db.query(sql`update mails set ${asSent(at)} where sent_at is null and failed_at is null`)
}

type Wanted = { now: Date; until: Date; limit: number }
export type ClaimedMail = Letter & {
  id: string
  attempts: number
  sealed: string | null
  /** For an alert: the hours that its reader chose. Null for all other mail. */
  quiet: QuietHours | null
}

const CHOSEN_HOURS = sql`
  (
    select json_build_object('from', a.quiet_from, 'to', a.quiet_to, 'timeZone', a.time_zone)
    from result_alerts a
    where mails.kind = 'result_alert'
      and a.campaign_id = mails.campaign_id
      and a.user_id = mails.user_id
  )
`

/** Claims the mails to send now until `until`, the most urgent first; other senders skip them. */
export async function claimMails(db: Db, { now, until, limit }: Wanted): Promise<ClaimedMail[]> {
  return db.query<ClaimedMail>(sql`
    update mails
    set
      claimed_until = ${until},
      attempts = attempts + 1
    where id in (
      select id
      from mails
      where sent_at is null
        and failed_at is null
        and next_attempt_at <= ${now}
        and (claimed_until is null or claimed_until <= ${now})
        and ${isAwake(now)}
      order by urgency, next_attempt_at, id
      limit ${limit}
      for update skip locked
    )
    returning
      id, message_id, to_address as to, subject, text_body as text, html_body as html, reply_to,
      unsubscribe_url, sealed, attempts, ${CHOSEN_HOURS} as quiet
  `)
}

/** The last mail to a deleted account is all that still has its address. */
const ADDRESS_KEPT = sql`case when kind = 'account_deleted' then '' else to_address end`

/** What a code or link opens is for the mail's recipient: it goes with what was sealed. */
export async function markSent(db: Db, id: string, at: Date): Promise<void> {
  await db.query(sql`
    update mails
    set
      sent_at = ${at},
      sealed = null,
      unsubscribe_url = null,
      text_body = case when erase_once_sent then '' else text_body end,
      html_body = case when erase_once_sent then '' else html_body end,
      to_address = ${ADDRESS_KEPT}
    where id = ${id}
  `)
}

/** Not accepted: it waits for its next attempt. `isCounted`: the mail server refused it, and was not just out of reach. */
export async function postpone(
  db: Db,
  id: string,
  { until, isCounted }: { until: Date; isCounted: boolean },
): Promise<void> {
  await db.query(sql`
    update mails
    set
      claimed_until = null,
      next_attempt_at = ${until},
      attempts = attempts - ${isCounted ? 0 : 1}::integer
    where id = ${id}
      and sent_at is null
  `)
}

/** No attempt follows. A code is not kept any longer than it is valid, and nobody sends a mail to a deleted account again. */
export async function markFailed(db: Db, id: string, { at, failure }: Failure): Promise<void> {
  await db.query(sql`delete from mails where id = ${id} and kind = 'account_deleted' and sent_at is null`)
  await db.query(sql`
    update mails
    set
      claimed_until = null,
      failed_at = ${at},
      failure = ${failure},
      sealed = case when ${isWhollySecret} then null else sealed end,
      text_body = case when erase_once_sent then '' else text_body end,
      html_body = case when erase_once_sent then '' else html_body end
    where id = ${id}
      and sent_at is null
  `)
}
type Failure = { at: Date; failure: string }

/** The code has expired, and nobody waits for it. */
export async function dropExpiredCodes(db: Db, { since, at }: { since: Date; at: Date }): Promise<void> {
  await db.query(sql`
    update mails
    set failed_at = ${at}, failure = 'expired', sealed = null, text_body = '', html_body = ''
    where ${isWhollySecret}
      and sent_at is null
      and failed_at is null
      and created_at <= ${since}
      and (claimed_until is null or claimed_until <= ${at})
  `)
}

const asSent = (at: Date) => sql`
  sent_at = ${at},
  text_body = case when erase_once_sent then '' else text_body end,
  html_body = case when erase_once_sent then '' else html_body end,
  to_address = ${ADDRESS_KEPT}
`

/** Without a mail server the outbox is where mail is delivered. */
export async function markWaitingSent(db: Db, at: Date, most: number): Promise<number> {
  const rows = await db.query(sql`
    update mails
    set ${asSent(at)}
    where id in (
      select id
      from mails
      where sent_at is null
        and failed_at is null
        and ${isAwake(at)}
      order by id
      limit ${most}
      for update skip locked
    )
    returning id
  `)
  return rows.length
}

type OutboxRow = {
  id: string
  to: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  createdAt: Date
}

export async function newestMails(db: Db, most: number): Promise<OutboxRow[]> {
  const rows = await db.query<OutboxRow & { sealed: string | null; unsubscribeUrl: string | null }>(sql`
    select
      id, to_address as to, reply_to, subject, text_body as text, html_body as html, created_at,
      unsubscribe_url, sealed
    from mails
    order by id desc
    limit ${most}
  `)
  return rows.map((row) => {
    const { unsubscribeUrl: _, ...mail } = withSecrets(db, row)
    return mail
  })
}

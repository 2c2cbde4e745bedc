import type { Letter } from '#server/messaging/delivery/index.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

/** Mail about money and codes at any hour; mail that is only news waits while it is night where its reader lives. */
const isAwake = (now: Date) => sql`(quiet_zone is null or not is_quiet(quiet_zone, ${now}))`

type Wanted = { now: Date; until: Date; limit: number }
export type ClaimedMail = Letter & { id: string; attempts: number }

/** What is to be sent now, the most urgent first, ours until `until`; other senders pass it by. */
export async function claimMails(db: Db, { now, until, limit }: Wanted): Promise<ClaimedMail[]> {
  return db.query<ClaimedMail>(sql`
    update mails
    set claimed_until = ${until}, attempts = attempts + 1
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
      unsubscribe_url, attempts
  `)
}

const SECRET = sql`kind in ('verification_code', 'password_reset')`

/** A link to a pledge opens it for whoever has it: only a hash of it is kept (R44). What ends a mail is its reader's too. */
const LINK_SECRET = '(/p/|/g/|/unsubscribe/)[A-Za-z0-9_-]{43}'

const WITHOUT_SECRET = '\\1'

/** What a code or link opens is for whoever got the mail: of those nothing is kept but that they were sent. */
export async function markSent(db: Db, id: string, at: Date): Promise<void> {
  await db.query(sql`
    update mails
    set
      sent_at = ${at},
      unsubscribe_url = null,
      subject = case when ${SECRET} then kind else subject end,
      text_body = case
        when ${SECRET} then ''
        else regexp_replace(text_body, ${LINK_SECRET}, ${WITHOUT_SECRET}, 'g')
      end,
      html_body = case
        when ${SECRET} then ''
        else regexp_replace(html_body, ${LINK_SECRET}, ${WITHOUT_SECRET}, 'g')
      end,
      to_address = case when kind = 'account_deleted' then '' else to_address end
    where id = ${id}
  `)
}

/** Not taken: it waits for its next attempt. `isCounted`: the mail server refused it, and was not just out of reach. */
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

/** No attempt follows. What a code opens is not kept for longer than it opens it. */
export async function markFailed(db: Db, id: string, { at, failure }: Failure): Promise<void> {
  await db.query(sql`
    update mails
    set
      claimed_until = null,
      failed_at = ${at},
      failure = ${failure},
      text_body = case when ${SECRET} then '' else text_body end,
      html_body = case when ${SECRET} then '' else html_body end
    where id = ${id}
      and sent_at is null
  `)
}
type Failure = { at: Date; failure: string }

/** A code opens nothing any more, and nobody waits for it. */
export async function dropExpiredCodes(db: Db, { since, at }: { since: Date; at: Date }): Promise<void> {
  await db.query(sql`
    update mails
    set failed_at = ${at}, failure = 'expired', text_body = '', html_body = ''
    where ${SECRET}
      and sent_at is null
      and failed_at is null
      and created_at <= ${since}
      and (claimed_until is null or claimed_until <= ${at})
  `)
}

/** Without a mail server the outbox is where mail arrives. */
export async function markWaitingSent(db: Db, at: Date, most: number): Promise<number> {
  const rows = await db.query(sql`
    update mails
    set sent_at = ${at}
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

export type OutboxRow = {
  id: string
  to: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  createdAt: Date
}

export async function newestMails(db: Db, most: number): Promise<OutboxRow[]> {
  return db.query<OutboxRow>(sql`
    select id, to_address as to, reply_to, subject, text_body as text, html_body as html, created_at
    from mails
    order by id desc
    limit ${most}
  `)
}

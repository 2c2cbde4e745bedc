import type { QuietHours } from '#domain/result-alert.ts'
import type { Letter } from '#server/messaging/delivery/index.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { isAwake } from './quiet-hours.ts'
import { isWhollySecret, withSecrets } from './secrets.ts'

type Wanted = { now: Date; until: Date; limit: number }
export type ClaimedMail = Letter & {
  id: string
  attempts: number
  sealed: string | null
  /** For an alert: the hours that its reader chose (R64). Null for all other mail. */
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

/** The last mail to a deleted account is all that still has its address (R45). */
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

export const asSent = (at: Date) => sql`
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

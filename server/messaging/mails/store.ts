import type { Letter } from '#server/messaging/delivery/index.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

/** Mail about money and codes at any hour; what only tells sleeps at night where its reader lives. */
const isAwake = (now: Date) => sql`(quiet_zone is null or not is_quiet(quiet_zone, ${now}))`

type Wanted = { afterId: string; since: Date; now: Date; until: Date; canWait: boolean }

/** The next mail to send after `afterId`, ours until `until`; other senders pass it by. `canWait`: those that sleep at night. */
export async function claimNext(
  db: Db,
  { afterId, since, now, until, canWait }: Wanted,
): Promise<(Letter & { id: string }) | undefined> {
  return first(
    await db.query<Letter & { id: string }>(sql`
      update mails set claimed_until = ${until}
       where id = (select id from mails
                    where sent_at is null and id > ${afterId}::uuid
                      and (kind not in ('verification_code', 'password_reset') or created_at > ${since})
                      and (claimed_until is null or claimed_until <= ${now})
                      and (quiet_zone is not null) = ${canWait} and ${isAwake(now)}
                    order by id limit 1 for update skip locked)
      returning id, message_id, to_address as to, subject, text_body as text, html_body as html, reply_to, unsubscribe_url`),
  )
}

const SECRET = sql`kind in ('verification_code', 'password_reset')`

/** A link to a pledge opens it for whoever has it: only a hash of it is kept (R44). What ends a mail is its reader's too. */
const LINK_SECRET = '(/p/|/unsubscribe/)[A-Za-z0-9_-]{43}'

const WITHOUT_SECRET = '\\1'

/** What a code or link opens is for whoever got the mail: of those nothing is kept but that they were sent. */
export async function markSent(db: Db, id: string, at: Date): Promise<void> {
  await db.query(sql`
    update mails set sent_at = ${at}, unsubscribe_url = null,
           subject = case when ${SECRET} then kind else subject end,
           text_body = case when ${SECRET} then '' else regexp_replace(text_body, ${LINK_SECRET}, ${WITHOUT_SECRET}, 'g') end,
           html_body = case when ${SECRET} then '' else regexp_replace(html_body, ${LINK_SECRET}, ${WITHOUT_SECRET}, 'g') end,
           to_address = case when kind = 'account_deleted' then '' else to_address end
     where id = ${id}`)
}

/** Not taken: it waits for the next run. */
export async function release(db: Db, id: string): Promise<void> {
  await db.query(sql`update mails set claimed_until = null where id = ${id} and sent_at is null`)
}

/** Without a mail server the outbox is where mail arrives. */
export async function markWaitingSent(db: Db, at: Date, most: number): Promise<number> {
  const rows = await db.query(sql`
    update mails set sent_at = ${at}
     where id in (select id from mails where sent_at is null and ${isAwake(at)} order by id limit ${most} for update skip locked)
    returning id`)
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
      from mails order by id desc limit ${most}`)
}

import type { Letter } from '#server/adapters/mail.ts'
import { type Db, first, sql } from '#server/db/database.ts'

/** The next mail to send after `afterId`, ours until the transaction ends; other senders pass it by. */
export async function claimNext(
  tx: Db,
  { afterId, since }: { afterId: string; since: Date },
): Promise<(Letter & { id: string }) | undefined> {
  return first(
    await tx.query<Letter & { id: string }>(sql`
      select id, message_id, to_address as to, subject, text_body as text, html_body as html
        from mails where sent_at is null and id > ${afterId}::uuid and created_at > ${since}
       order by id limit 1 for update skip locked`),
  )
}

export async function markSent(tx: Db, id: string, at: Date): Promise<void> {
  await tx.query(sql`update mails set sent_at = ${at} where id = ${id}`)
}

/** Without a mail server the outbox is where mail arrives. */
export async function markWaitingSent(db: Db, at: Date, most: number): Promise<number> {
  const rows = await db.query(sql`
    update mails set sent_at = ${at}
     where id in (select id from mails where sent_at is null order by id limit ${most} for update skip locked)
    returning id`)
  return rows.length
}

export type OutboxRow = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  createdAt: Date
}

export async function newestMails(db: Db, most: number): Promise<OutboxRow[]> {
  return db.query<OutboxRow>(sql`
    select id, to_address as to, subject, text_body as text, html_body as html, created_at
      from mails order by id desc limit ${most}`)
}

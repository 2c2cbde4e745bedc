/** A mail's text as its recipient sees it: the table keeps it without its secrets. */
import { withSecrets } from '#server/messaging/mails/secrets.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { createSealing } from '#server/platform/db/sealing.ts'

export const TEST_SECRET_KEY = 'of-tests-and-protects-nothing-at-all'
export const testSealing = createSealing(() => [TEST_SECRET_KEY])

export type DeliveredMail = {
  id: string
  kind: string
  to: string
  subject: string
  text: string
  html: string
  unsubscribeUrl: string | null
  messageId: string
}

/** The mails of which `condition` is true, in the order in which they were queued, with the text that is delivered. */
export async function deliveredMails(db: Db, condition: SQL): Promise<DeliveredMail[]> {
  const rows = await db.query<DeliveredMail & { sealed: string | null }>(sql`
    select
      id, kind, to_address as to, subject, text_body as text, html_body as html, unsubscribe_url,
      message_id, sealed
    from mails
    where ${condition}
    order by created_at, id`)
  return rows.map((row) => withSecrets(db, row))
}

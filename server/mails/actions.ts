import type { Clock } from '#server/clock.ts'
import { type Db, sql } from '#server/db/database.ts'
import { newId } from '#server/ids.ts'

export { queuedMail } from './store.ts'

export type MailKind = 'verification_code' | 'settlement_statement' | 'receipt' | 'invoice' | (string & {})

export type OutgoingMail = {
  kind: MailKind
  /** What this mail is about, once: a job that runs again under the same text queues nothing. */
  once: string
  to: string
  /** Where an answer goes; left out: to us. */
  replyTo?: string
  subject: string
  text: string
  /** Left out: the text in a plain page. */
  html?: string
  userId?: string | null
  campaignId?: string | null
  pledgeId?: string | null
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] as string)

const plainPage = (text: string): string =>
  `<!doctype html><html lang="en"><body><pre style="font:16px/1.5 sans-serif;white-space:pre-wrap">${escapeHtml(text)}</pre></body></html>`

/** A header holds one line, whatever a campaign is called. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 250)

/**
 * A mail is a row in the transaction that causes it; a job sends it afterwards. Its Message-ID is fixed here, so
 * that a mail sent twice after a crash is one mail to whoever receives it.
 */
export async function queueMail(tx: Db, clock: Clock, mail: OutgoingMail): Promise<void> {
  const id = newId(clock)
  await tx.query(sql`
    insert into mails (id, kind, once, to_address, reply_to, subject, text_body, html_body, message_id,
                       user_id, campaign_id, pledge_id, created_at)
    values (${id}, ${mail.kind}, ${mail.once}, ${mail.to}, ${mail.replyTo ?? null}, ${oneLine(mail.subject)}, ${mail.text},
            ${mail.html ?? plainPage(mail.text)}, ${`<${id}@pledgeraiser>`},
            ${mail.userId ?? null}, ${mail.campaignId ?? null}, ${mail.pledgeId ?? null}, ${clock.now()})
    on conflict (once) do nothing`)
}

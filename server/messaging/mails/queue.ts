import type { Clock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { escapeHtml } from './layout.ts'
import { looksOf, withLetterhead } from './letterhead.ts'
import { withoutSecrets } from './secrets.ts'

type MailKind = 'verification_code' | 'settlement_statement' | 'receipt' | 'invoice' | (string & {})

export type OutgoingMail = {
  kind: MailKind
  /** Identifies this mail: a job that runs again with the same key queues nothing. */
  idempotencyKey: string
  to: string
  /** Where replies go; if omitted: to us. */
  replyTo?: string
  subject: string
  text: string
  /** If omitted: the text in a plain page. */
  html?: string
  /** Ends such mail without signing in; it is also put into the mail's headers (RFC 8058). */
  unsubscribeUrl?: string
  /** Not sent at night in this zone; if omitted: at any hour. */
  quietZone?: string
  userId?: string | null
  campaignId?: string | null
  pledgeId?: string | null
  /** Whom the text names besides its recipient, or who wrote it: erased with their accounts (R45). */
  aboutUserIds?: readonly string[]
  /** For an invitation: on whose behalf it goes to someone who did not ask for it. */
  invitation?: { by: string; organizationId: string }
}

const plainPage = (text: string): string =>
  `<!doctype html><html lang="en"><body><pre style="font:16px/1.5 sans-serif;white-space:pre-wrap">${escapeHtml(text)}</pre></body></html>`

/** A header is one line, whatever a campaign's name contains. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 250)

/**
 * A mail is a row in the transaction that causes it; a job sends it afterwards. Its Message-ID is fixed here, so that a
 * mail sent twice after a crash is one mail to its recipient.
 */
export const queueMail = (tx: Db, clock: Clock, mail: OutgoingMail): Promise<void> =>
  queueMails(tx, clock, [mail])

/** The same for many at once, in one statement. */
export async function queueMails(tx: Db, clock: Clock, mails: readonly OutgoingMail[]): Promise<void> {
  const about = new Set(mails.flatMap(({ campaignId }) => campaignId ?? []))
  const looks = await looksOf(tx, [...about])
  const rows = mails.map((mail) => {
    const { text, unsubscribeUrl = null } = mail
    const html = withLetterhead(mail.html ?? plainPage(text), looks.get(mail.campaignId ?? ''))
    const words = { subject: oneLine(mail.subject), text, html, unsubscribeUrl }
    return { ...mail, ...withoutSecrets(tx, mail.kind, words), id: newId(clock) }
  })
  const list = (value: (mail: (typeof rows)[number]) => string | null | undefined) =>
    sql.param(rows.map((mail) => value(mail) ?? null))
  await tx.query(sql`
    insert into mails (
      id, kind, idempotency_key, to_address, reply_to, subject, text_body, html_body, message_id,
      user_id, campaign_id, pledge_id, unsubscribe_url, sealed, quiet_zone, invited_by,
      inviting_organization_id, about_user_ids, created_at, next_attempt_at
    )
    select
      id, kind, idempotency_key, to_address, reply_to, subject, text_body, html_body,
      '<' || id || '@pledgeraiser>',
      user_id, campaign_id, pledge_id, unsubscribe_url, sealed, quiet_zone, invited_by,
      inviting_organization_id, about_user_ids::uuid[], ${clock.now()}::timestamptz, ${clock.now()}::timestamptz
    from unnest(
      ${list(({ id }) => id)}::uuid[],
      ${list(({ kind }) => kind)}::text[],
      ${list(({ idempotencyKey }) => idempotencyKey)}::text[],
      ${list(({ to }) => to)}::text[],
      ${list(({ replyTo }) => replyTo)}::text[],
      ${list(({ subject }) => subject)}::text[],
      ${list(({ text }) => text)}::text[],
      ${list(({ html }) => html)}::text[],
      ${list(({ userId }) => userId)}::uuid[],
      ${list(({ campaignId }) => campaignId)}::uuid[],
      ${list(({ pledgeId }) => pledgeId)}::uuid[],
      ${list(({ unsubscribeUrl }) => unsubscribeUrl)}::text[],
      ${list(({ sealed }) => sealed)}::text[],
      ${list(({ quietZone }) => quietZone)}::text[],
      ${list(({ invitation }) => invitation?.by)}::uuid[],
      ${list(({ invitation }) => invitation?.organizationId)}::uuid[],
      ${list(({ aboutUserIds = [] }) => `{${aboutUserIds.join()}}`)}::text[]
    ) as given (
      id, kind, idempotency_key, to_address, reply_to, subject, text_body, html_body, user_id,
      campaign_id, pledge_id, unsubscribe_url, sealed, quiet_zone, invited_by, inviting_organization_id,
      about_user_ids
    )
    on conflict (idempotency_key) do nothing
  `)
}

/** Mail about money and codes is sent at any hour; news waits while it is night in its reader's zone. */
export const isAwake = (now: Date) => sql`(quiet_zone is null or not is_quiet(quiet_zone, ${now}))`

/** The last eight in the morning in that zone, if its reader is awake; null for mail that is sent at any hour. */
export const awakeSince = (now: Date) =>
  sql`${now}::timestamptz - (wall_clock(quiet_zone, ${now})::time - time '08:00')`

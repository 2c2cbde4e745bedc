import { mailboxOf } from '#domain/people/email.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { escapeHtml } from './layout.ts'
import { looksOf, withLetterhead } from './letterhead.ts'
import { withoutSecrets } from './secrets.ts'

/** How often buttons may mail the same address, so that neither one nor many of them can flood a mailbox. */
const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
/** To one address in an hour, across all campaigns or organizations. */
const MAX_AN_HOUR = 3

const minutes = (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`)

/** Within the last hour: when the address was last mailed from here, and the third-last time from anywhere. */
type LatelyMailed = { hereAt: Date | null; thirdLastAt: Date | null }

/** A table of invitations with `email` and `last_mailed_at`, and which of its rows are from here. */
type Invitations = { table: SQL; isHere: SQL }

/** Which of these mailboxes were mailed within the hour, and when. */
export async function latelyMailed(
  db: Db,
  now: Date,
  emails: readonly string[],
  { table, isHere }: Invitations,
): Promise<Map<string, LatelyMailed>> {
  const rows = await db.query<LatelyMailed & { mailbox: string }>(sql`
    select
      mailbox_of(email) as mailbox,
      max(last_mailed_at) filter (where ${isHere}) as here_at,
      (array_agg(last_mailed_at order by last_mailed_at desc))[${MAX_AN_HOUR}] as third_last_at
    from ${table}
    where mailbox_of(email) = any(${sql.param(emails.map(mailboxOf))}::text[])
      and last_mailed_at > ${new Date(now.getTime() - HOUR_MS)}
    group by mailbox_of(email)
  `)
  return new Map(rows.map(({ mailbox, ...lately }) => [mailbox, lately]))
}

const hourAfter = (at: Date | null): Date | null => at && new Date(at.getTime() + HOUR_MS)

/** When another mail may go to the address; null if it may now. */
export function mailableAt(lately: LatelyMailed | undefined): Date | null {
  if (!lately) return null
  const here = hourAfter(lately.hereAt)
  const anywhere = hourAfter(lately.thirdLastAt)
  return here && anywhere && here < anywhere ? anywhere : (here ?? anywhere)
}

/** Null if another mail may be sent; otherwise why none may, and when one can. */
export function reasonNotToMail(now: Date, lately: LatelyMailed | undefined): string | null {
  const next = mailableAt(lately)
  if (!lately || !next) return null
  const rest = minutes(Math.max(1, Math.ceil((next.getTime() - now.getTime()) / MINUTE_MS)))
  if (!lately.hereAt)
    return `Several emails were sent to this address within the hour. The next one can be sent in ${rest}.`
  const ago = Math.max(1, Math.floor((now.getTime() - lately.hereAt.getTime()) / MINUTE_MS))
  return `An email was sent there ${minutes(ago)} ago. The next one can be sent in ${rest}.`
}

/** By the link in an earlier mail. The person who invites can still pass on a link themselves. */
export const NOT_INVITED =
  'No email was sent: this address asked for no more invitations. You can send them the campaign’s page yourself.'
/** Their link is in the mail only. */
export const NOT_INVITED_AS_MEMBER =
  'No email was sent: this address asked for no more invitations. Ask them to sign in with this address, or to sign up with it, and to turn on “Invitations” under “Email preferences” on their profile. Then resend this one.'
export const NOT_NUDGED = 'No email was sent: they turned off reminders for ambassadors.'

/** The sender was removed or lost the role since. */
export const SENDER_LEFT =
  'No email was sent: the person who sent this invitation can no longer invite people. Resend it to send it yourself.'

/** Invitations in any 24 hours, on behalf of one account and for one organization. */
export const INVITATIONS_A_DAY = { account: 200, organization: 400 }

/** Until someone has checked the first campaign, its owner could be anyone, and its name anything. */
export const NOT_ACTIVATED =
  'No email was sent yet: invitations go out automatically once a representative has activated the campaign'
export const LIMIT_REACHED =
  'No email was sent yet: today’s limit for invitations is reached. This one goes out automatically when there is room'

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
  /** Whose name and colors lead a mail that is about no single campaign; else those of its campaign or invitation. */
  organizationId?: string
  pledgeId?: string | null
  /** Whom the text names besides its recipient, or who wrote it: erased with their accounts. */
  aboutUserIds?: readonly string[]
  /** For an invitation: on whose behalf it goes to someone who did not ask for it. */
  invitation?: { by: string; organizationId: string }
}

const plainPage = (text: string): string =>
  `<!doctype html><html lang="en"><body><pre style="font:16px/1.5 sans-serif;white-space:pre-wrap">${escapeHtml(text)}</pre></body></html>`

/** A header is one line, whatever a campaign's name contains. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 250)

const aboutOf = ({ campaignId, organizationId, invitation }: OutgoingMail): string | undefined =>
  campaignId ?? organizationId ?? invitation?.organizationId

/**
 * A mail is a row in the transaction that causes it; a job sends it afterwards. Its Message-ID is fixed here, so that a
 * mail sent twice after a crash is one mail to its recipient.
 */
export const queueMail = (tx: Db, clock: Clock, mail: OutgoingMail): Promise<void> =>
  queueMails(tx, clock, [mail])

/** The same for many at once, in one statement. */
export async function queueMails(tx: Db, clock: Clock, mails: readonly OutgoingMail[]): Promise<void> {
  const looks = await looksOf(tx, [...new Set(mails.flatMap((mail) => aboutOf(mail) ?? []))])
  const rows = mails.map((mail) => {
    const { text, unsubscribeUrl = null } = mail
    const html = withLetterhead(mail.html ?? plainPage(text), looks.get(aboutOf(mail) ?? ''))
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

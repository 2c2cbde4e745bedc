import { DomainError } from '#domain/errors.ts'
import { mailboxOf } from '#domain/people/email.ts'
import type { Ambassador, AmbassadorFilter, MailedAmbassador, Nudged } from '#domain/schemas/ambassador.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { senderNamed } from '#server/accounts/users/index.ts'
import { makeLinks } from '#server/messaging/links/index.ts'
import {
  type AmbassadorLetter,
  firstSupporterMail,
  invitationMail,
  invitationsLeft,
  LIMIT_REACHED,
  latelyMailed,
  mailableAt,
  NOT_ACTIVATED,
  NOT_INVITED,
  NOT_NUDGED,
  type OutgoingMail,
  queueMails,
  reasonNotToMail,
} from '#server/messaging/mails/index.ts'
import {
  invitationStops,
  refusedInvitations,
  refusersOf,
  unsubscribeLinks,
} from '#server/messaging/preferences/index.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import { type Db, sql, type Transact, type Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import { referralPath } from './figures-store.ts'
import { existing, type Key, note, refuseOver } from './invite.ts'
import * as store from './store.ts'
import {
  ambassadorsLike,
  locked,
  MAX_EVER_INVITED,
  type MailedFor,
  type StoredAmbassador,
  setMailed,
} from './store.ts'

/** After the invitation, to someone who has not joined. */
const MAX_REMINDERS = 2
const REMINDED_TWICE =
  'No email was sent: they were invited and reminded twice. You can send them the campaign’s page yourself.'

const SAME_MAILBOX =
  'No email was sent: another address of the same mailbox gets it. You can remove one of the two.'

/** A nudge to someone who has not joined is another invitation. */
type Occasion = 'invitation' | 'nudge'

const mailedAt = ({ user, email }: Ambassador, occasion: Occasion): string =>
  occasion === 'nudge' && user !== null ? user.email : email

function addressed(
  deps: Deps,
  occasion: Occasion,
  { ambassador }: StoredAmbassador,
  letter: AmbassadorLetter,
  invitation: NonNullable<OutgoingMail['invitation']>,
): OutgoingMail {
  const { id, user } = ambassador
  const isNudge = occasion === 'nudge' && user !== null
  return {
    kind: isNudge ? 'ambassador_nudge' : 'ambassador_invitation',
    idempotencyKey: `ambassador ${id} ${deps.clock.now().toISOString()}`,
    to: mailedAt(ambassador, occasion),
    campaignId: letter.campaignId,
    userId: isNudge ? ambassador.userId : null,
    invitation,
    ...(isNudge ? firstSupporterMail(letter) : invitationMail(letter)),
    aboutUserIds: isNudge ? [] : [invitation.by],
  }
}

const latelyInvited = (db: Db, now: Date, campaignId: string, found: readonly StoredAmbassador[]) =>
  latelyMailed(
    db,
    now,
    found.map(({ ambassador }) => ambassador.email),
    { table: sql`ambassadors`, isHere: sql`campaign_id = ${campaignId}` },
  )

/** Each with the time from which it can be mailed again, for those who manage them. */
export async function withMailableAt(
  db: Db,
  now: Date,
  campaignId: string,
  found: readonly StoredAmbassador[],
): Promise<Ambassador[]> {
  const lately = await latelyInvited(db, now, campaignId, found)
  return found.map(({ ambassador }) => ({
    ...ambassador,
    mailableAt: mailableAt(lately.get(mailboxOf(ambassador.email)))?.toISOString() ?? null,
  }))
}

/** How many of them asked for no more of it; nothing where nobody did. */
export function refusedOf(reasons: ReadonlyMap<string, string>): { refused?: number } {
  const refused = [...reasons.values()].filter((one) => one === NOT_INVITED || one === NOT_NUDGED).length
  return refused > 0 ? { refused } : {}
}

/** Which of these addresses must wait, each with the reason in words. */
async function tooSoon(
  tx: Db,
  now: Date,
  { campaignId, status }: MailedFor,
  found: readonly StoredAmbassador[],
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>()
  const lately = await latelyInvited(tx, now, campaignId, found)
  for (const { ambassador, isWaiting } of found) {
    const reason = reasonNotToMail(now, lately.get(mailboxOf(ambassador.email)))
    const then = isWaiting && status === 'active' ? ' It is sent automatically then.' : ''
    if (reason) reasons.set(ambassador.email, `${reason}${then}`)
  }
  return reasons
}

/** Who asked for no more of it: whoever joined by their account, all others by the address that was invited. */
async function refusing(
  tx: Db,
  found: readonly StoredAmbassador[],
  occasion: Occasion,
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>()
  const joined = occasion === 'nudge' ? found.filter(({ ambassador }) => ambassador.user !== null) : []
  const strangers = found.filter((one) => !joined.includes(one)).map(({ ambassador }) => ambassador.email)
  for (const { ambassador, mailsCount } of found)
    if (ambassador.user === null && mailsCount > MAX_REMINDERS) reasons.set(ambassador.email, REMINDED_TWICE)
  for (const email of await refusedInvitations(tx, strangers)) reasons.set(email, NOT_INVITED)
  const userIds = joined.flatMap(({ ambassador: { userId } }) => userId ?? [])
  const refusers = await refusersOf(tx, 'ambassador_nudge', userIds)
  for (const { ambassador } of joined)
    if (refusers.has(ambassador.userId ?? '')) reasons.set(ambassador.email, NOT_NUDGED)
  return reasons
}

/** Why addresses get no mail now: the campaign is a draft, they had one within the hour, or the daily limit is reached. */
async function reasonsNotToMail(
  tx: Db,
  now: Date,
  about: MailedFor,
  found: readonly StoredAmbassador[],
  { by, occasion }: { by: string; occasion: Occasion },
): Promise<Map<string, string>> {
  const emails = found.map(({ ambassador }) => ambassador.email)
  const refusals = await refusing(tx, found, occasion)
  if (about.status === 'draft')
    return new Map([...emails.map((email) => [email, NOT_ACTIVATED] as const), ...refusals])
  const reasons = new Map([...(await tooSoon(tx, now, about, found)), ...refusals])
  const mailboxes = new Set<string>()
  for (const { ambassador } of found) {
    const mailbox = mailboxOf(mailedAt(ambassador, occasion))
    if (reasons.has(ambassador.email)) continue
    if (mailboxes.has(mailbox)) reasons.set(ambassador.email, SAME_MAILBOX)
    mailboxes.add(mailbox)
  }
  const left = await invitationsLeft(tx, now, { by, organizationId: about.organizationId })
  const tooMany = emails.filter((email) => !reasons.has(email)).slice(left)
  for (const email of tooMany) reasons.set(email, LIMIT_REACHED)
  return reasons
}

type Sender = { about: MailedFor; by: string; occasion?: Occasion }

/**
 * The invitation, or for those who have joined a mail about their first supporter; none to an address mailed within the
 * hour, so that no button can flood a mailbox. The rows are locked. @returns by address, why no mail was sent.
 */
export async function mailAmbassadors(
  deps: Deps,
  tx: Db,
  found: readonly StoredAmbassador[],
  { about, by, occasion = 'invitation' }: Sender,
): Promise<Map<string, string>> {
  const now = deps.clock.now()
  const reasons = await reasonsNotToMail(tx, now, about, found, { by, occasion })
  const due = found.filter(({ ambassador }) => !reasons.has(ambassador.email))
  if (due.length === 0) return reasons
  const ids = due.map(({ ambassador }) => ambassador.id)
  await setMailed(tx, ids, now)
  const joinTokens = await makeLinks(
    tx,
    deps.clock,
    'ambassador',
    ids.map((subjectId) => ({ subjectId })),
  )
  const { campaignId, campaignName, organizationName, organizationId } = about
  const sender = await senderNamed(tx, by)
  const letter = { campaignId, campaignName, organizationName, sender, appUrl: deps.config.appUrl }
  const stopInvitations = await invitationStops(deps, tx)
  const unsubscribeLink = await unsubscribeLinks(deps, tx)
  const mails = due.map((one, index) => {
    const { userId, email } = one.ambassador
    const isNudge = occasion === 'nudge' && userId !== null
    const referralCode = one.ambassador.ambassadorReferralCode
    const words = {
      ...letter,
      joinToken: joinTokens[index] as string,
      isAgain: one.lastMailedAt !== null,
      stopUrl: isNudge ? unsubscribeLink(userId, 'ambassador_nudge') : stopInvitations(email),
      referralUrl: `${deps.config.appUrl}${referralPath(campaignId, referralCode)}`,
    }
    return addressed(deps, occasion, one, words, { by, organizationId })
  })
  await queueMails(tx, deps.clock, mails)
  return reasons
}

/** The same for one ambassador, with its audit entry. */
export async function mailAmbassador(
  deps: Deps,
  tx: Db,
  found: StoredAmbassador,
  sender: Sender,
): Promise<MailedAmbassador> {
  const reasons = await mailAmbassadors(deps, tx, [found], sender)
  const notMailedReason = reasons.get(found.ambassador.email) ?? null
  return { ...found.ambassador, mailed: notMailedReason === null, notMailedReason }
}

/** Ambassadors are nudged only while the campaign accepts pledges. */
function refuseClosed(access: Access, kind: AmbassadorFilter): void {
  refuseOver(access)
  if (kind === 'no_pledge' && access.status !== 'active')
    throw new DomainError(
      'campaign_closed',
      'This campaign is not accepting pledges now, so there is no reason to nudge',
    )
}

const nudgeFrom = (about: Access, { userId }: Actor): Sender => ({ about, by: userId, occasion: 'nudge' })

/** To one who has joined but brought nobody yet: a mail about their link, at most once an hour. */
export function nudgeAmbassador(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  key: Key,
): Promise<MailedAmbassador> {
  return transact(async (tx) => {
    const access = await accessWith(tx, actor, key.campaignId, 'canManageAmbassadors')
    const found = await existing(tx, key)
    const { userId, supportersCount } = found.ambassador
    refuseClosed(access, userId ? 'no_pledge' : 'not_joined')
    if (userId && supportersCount > 0) throw new DomainError('conflict', 'They already have a supporter')
    const answer = await mailAmbassador(deps, tx, found, nudgeFrom(access, actor))
    if (answer.mailed) await note(deps, tx, actor, 'nudge', key)
    return answer
  })
}

/** All who have not joined, or all who have brought nobody yet; skips those who were mailed within the hour. */
export function nudgeAll(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  who: 'not_joined' | 'no_pledge',
): Promise<Nudged> {
  return transact(async (tx: Transaction) => {
    const access = await accessWith(tx, actor, campaignId, 'canManageAmbassadors')
    refuseClosed(access, who)
    const page = { filter: who, limit: MAX_EVER_INVITED, beforeId: null }
    const found = await ambassadorsLike(tx, campaignId, page, locked)
    const reasons = await mailAmbassadors(deps, tx, found, nudgeFrom(access, actor))
    const mailed = found.filter(({ ambassador }) => !reasons.has(ambassador.email))
    await auditAll(
      tx,
      deps.clock,
      mailed.map(({ ambassador: { id } }) => ({
        actorId: actor.userId,
        action: 'ambassador.nudge',
        subject: 'ambassador',
        subjectId: id,
        campaignId,
      })),
    )
    const refusals = refusedOf(reasons)
    const tooSoon = found.length - mailed.length - (refusals.refused ?? 0)
    return { mailed: mailed.length, tooSoon, ...refusals }
  })
}

/** Automatically sends invitations that had to wait for the campaign's activation or for the next day. */
export async function mailWaitingAmbassadors(deps: Deps): Promise<void> {
  for (const { invitedBy, ...about } of await store.campaignsWithWaiting(deps.db))
    await mailThose(deps, about, invitedBy)
}

const mailThose = (deps: Deps, about: store.MailedFor, by: string): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const found = await store.notMailed(tx, about.campaignId, by)
    if (found.length > 0) await mailAmbassadors(deps, tx, found, { about, by })
  })

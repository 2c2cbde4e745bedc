import { DomainError, notFound } from '#domain/errors.ts'
import { mailboxOf } from '#domain/mailbox.ts'
import type { Invitation, ManagedOrganization } from '#domain/schemas/organization.ts'
import {
  HOUR_MS,
  invitationsAgainAt,
  LIMIT_REACHED,
  mailableAt,
  NOT_ACTIVATED,
  NOT_INVITED_AS_MEMBER,
  SENDER_LEFT,
} from '#server/messaging/mails/index.ts'
import { refusedInvitations } from '#server/messaging/preferences/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { destinationsOf } from './actions.standing.ts'
import {
  mailedSince,
  mayMailStrangers,
  type StoredInvitation,
  toInvitation,
  waitingInvitations,
} from './store.invitations.ts'
import { type MemberSince, membersOf } from './store.members.ts'
import { type Found, findOrganization } from './store.ts'
import { hasOnlyDrafts } from './store.zone.ts'

const LAST_OWNER = 'An organization needs at least one owner: add another one first'

/** Used for the button; the guard counts under the organization's lock (R25). */
const reasonNotToRemove = (member: MemberSince, all: readonly MemberSince[]): string | null =>
  member.role === 'owner' && all.filter(({ role }) => role === 'owner').length === 1 ? LAST_OWNER : null

/** 404 if it does not exist, 403 for everyone but its owners and the representatives (R27). */
export async function managesOrganization(db: Db, actor: Actor, id: string): Promise<Found> {
  const found = await findOrganization(db, id, actor, { isHeld: false })
  if (!found) throw notFound('Organization')
  if (!found.manages) throw new DomainError('forbidden', 'Only its owners and representatives may do that')
  return found
}

/** Everything about one organization, for its owners and the representatives: 404 if it does not exist, 403 for others. */
export async function managedOrganization(
  db: Db,
  now: Date,
  actor: Actor,
  id: string,
): Promise<ManagedOrganization> {
  const found = await managesOrganization(db, actor, id)
  const [members, invitations, again, destinations, canChooseZone] = await Promise.all([
    membersOf(db, id),
    waitingInvitations(db, id),
    invitationsAgainAt(db, now, { by: actor.userId, organizationId: id }),
    destinationsOf(db, now, actor, id),
    hasOnlyDrafts(db, id),
  ])
  return {
    organization: found.organization,
    isRepresentative: found.isRepresentative,
    canChooseZone,
    members: members.map((member) => ({
      ...member,
      since: member.since.toISOString(),
      cannotRemoveReason: reasonNotToRemove(member, members),
    })),
    invitations: await withMailableAt(db, now, id, invitations),
    invitationsAgainAt: again?.toISOString() ?? null,
    destination: destinations.destination,
    // Only representatives, and who proposed it, see what is not approved yet.
    proposedDestination: isShownTo(destinations.proposedDestination, found, actor)
      ? destinations.proposedDestination
      : null,
  }
}

const isShownTo = (
  proposed: ManagedOrganization['proposedDestination'],
  { isRepresentative }: Found,
  { userId }: Actor,
): boolean => isRepresentative || proposed?.proposedBy.id === userId

/** Each with when it can be mailed again, after one mail from here or three from anywhere within the hour (R25). */
async function withMailableAt(
  db: Db,
  now: Date,
  organizationId: string,
  invitations: readonly StoredInvitation[],
): Promise<Invitation[]> {
  const mailboxes = invitations.map(({ email }) => mailboxOf(email))
  const rows = await mailedSince(db, organizationId, mailboxes, new Date(now.getTime() - HOUR_MS))
  const lately = new Map(rows.map((row) => [row.mailbox, row]))
  const reasons = await reasonsNotMailed(db, now, organizationId, invitations)
  return invitations.map((one) => ({
    ...toInvitation(one, now),
    mailableAt: mailableAt(lately.get(mailboxOf(one.email)))?.toISOString() ?? null,
    notMailedReason: reasons.get(one.id) ?? null,
  }))
}

/** By invitation, why those never mailed wait or stay unsent, as the job that sends them finds it (R44). */
async function reasonsNotMailed(
  db: Db,
  now: Date,
  organizationId: string,
  invitations: readonly StoredInvitation[],
): Promise<Map<string, string>> {
  const waiting = invitations.filter(({ lastMailedAt }) => lastMailedAt === null)
  const refused = await refusedInvitations(
    db,
    waiting.map(({ email }) => email),
  )
  const ofSender = new Map<string, string | null>()
  for (const by of new Set(waiting.map(({ invitedBy }) => invitedBy)))
    ofSender.set(by, await reasonOfSender(db, now, { by, organizationId }))
  const reasons = new Map<string, string>()
  for (const { id, email, isBacked, invitedBy } of waiting) {
    const own = isBacked ? null : SENDER_LEFT
    const reason = refused.has(email) ? NOT_INVITED_AS_MEMBER : (own ?? ofSender.get(invitedBy))
    if (reason) reasons.set(id, reason)
  }
  return reasons
}

async function reasonOfSender(
  db: Db,
  now: Date,
  sender: { by: string; organizationId: string },
): Promise<string | null> {
  if (!(await mayMailStrangers(db, sender.organizationId, sender.by))) return NOT_ACTIVATED
  return (await invitationsAgainAt(db, now, sender)) ? LIMIT_REACHED : null
}

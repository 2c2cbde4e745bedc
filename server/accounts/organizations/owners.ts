import { DomainError, notFound } from '#domain/errors.ts'
import { mailboxOf } from '#domain/people/email.ts'
import type { MemberRole } from '#domain/people/roles.ts'
import type { Invitation, ManagedOrganization } from '#domain/schemas/organization.ts'
import type { Deps } from '#server/accounts/deps.ts'
import {
  invitationsAgainAt,
  LIMIT_REACHED,
  mailableAt,
  NOT_ACTIVATED,
  NOT_INVITED_AS_MEMBER,
  type OwnerChange,
  organizationRenamedMail,
  ownerChangedMail,
  queueMail,
  SENDER_LEFT,
} from '#server/messaging/mails/index.ts'
import { refusedInvitations } from '#server/messaging/preferences/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { destinationsOf } from './payout-destination.ts'
import { ownersToTell } from './payout-destination-store.ts'
import {
  changeOfOwners,
  latelyInvited,
  type MemberSince,
  mayMailStrangers,
  membersOf,
  type StoredInvitation,
  toInvitation,
  waitingInvitations,
} from './people-store.ts'
import { type Found, findOrganization, hasOnlyDrafts } from './store.ts'

const LAST_OWNER = 'An organization needs at least one owner: add another one first'

/** Used for the button; the guard counts under the organization's lock. */
const reasonNotToRemove = (member: MemberSince, all: readonly MemberSince[]): string | null =>
  member.role === 'owner' && all.filter(({ role }) => role === 'owner').length === 1 ? LAST_OWNER : null

/** 404 if it does not exist, 403 for everyone but its owners and the representatives. */
export async function managesOrganization(db: Db, actor: Actor, id: string): Promise<Found> {
  const found = await findOrganization(db, id, actor, { isHeld: false })
  if (!found) throw notFound('Organization')
  if (!found.manages) throw new DomainError('forbidden', 'Only its owners and representatives may do that')
  return found
}

/** The same for those who read its money: its treasurers, too. */
export async function readsMoneyOf(db: Db, actor: Actor, id: string): Promise<Found> {
  const found = await findOrganization(db, id, actor, { isHeld: false })
  if (!found) throw notFound('Organization')
  if (!found.readsMoney)
    throw new DomainError('forbidden', 'Only its owners, treasurers and representatives may see that')
  return found
}

/** Everything about one organization for those who read its money, and its people for those who manage it; 404 or 403 for others. */
export async function managedOrganization(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  id: string,
): Promise<ManagedOrganization> {
  const { db, clock } = deps
  const now = clock.now()
  const found = await readsMoneyOf(db, actor, id)
  const [members, invitations, again, destinations, canChooseZone] = await Promise.all([
    found.manages ? membersOf(db, id) : [],
    found.manages ? waitingInvitations(db, id) : [],
    invitationsAgainAt(db, now, { by: actor.userId, organizationId: id }),
    destinationsOf(deps, actor, { id, isRepresentative: found.isRepresentative }),
    hasOnlyDrafts(db, id),
  ])
  return {
    organization: found.organization,
    isRepresentative: found.isRepresentative,
    mayManage: found.manages,
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

/** Each with when it can be mailed again, after one mail from here or three from anywhere within the hour. */
async function withMailableAt(
  db: Db,
  now: Date,
  organizationId: string,
  invitations: readonly StoredInvitation[],
): Promise<Invitation[]> {
  const emails = invitations.map(({ email }) => email)
  const lately = await latelyInvited(db, now, organizationId, emails)
  const reasons = await reasonsNotMailed(db, now, organizationId, invitations)
  return invitations.map((one) => ({
    ...toInvitation(one, now),
    mailableAt: mailableAt(lately.get(mailboxOf(one.email)))?.toISOString() ?? null,
    notMailedReason: reasons.get(one.id) ?? null,
  }))
}

/** By invitation, why those never mailed wait or stay unsent, as the job that sends them finds it. */
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

type Change = {
  kind: OwnerChange
  organizationId: string
  userId: string
  withdrawn: number
  /** The role that they have now or, if they left, had. */
  role: MemberRole
}

/** All owners, and the person: nobody becomes an owner, or stops being one, unnoticed. */
export async function notifyOwners(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { kind, organizationId, userId, withdrawn, role }: Change,
): Promise<void> {
  const { organizationName, person, by } = await changeOfOwners(tx, {
    organizationId,
    userId,
    actorId: actor.userId,
  })
  const url = `${deps.config.appUrl}/dashboard/organizations/${organizationId}`
  const words = ownerChangedMail({
    kind,
    role,
    organizationName,
    withdrawn,
    url,
    person: person.name ? `${person.name} (${person.email})` : person.email,
    by: by.name || by.email,
  })
  const owners = await ownersToTell(tx, organizationId)
  const former = kind === 'added' || !person.isVerified ? [] : [{ id: userId, email: person.email }]
  const key = `owner ${newId(deps.clock)}`
  for (const { id, email } of [...owners, ...former])
    await queueMail(tx, deps.clock, {
      kind: 'owner_change',
      idempotencyKey: `${key} ${id}`,
      to: email,
      userId: id,
      organizationId,
      ...words,
      aboutUserIds: [userId, actor.userId],
    })
}

/** The name is on every page and mail of theirs. */
export async function notifyOfNewName(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  organizationId: string,
  [before, after]: [string, string],
): Promise<void> {
  const { by } = await changeOfOwners(tx, { organizationId, userId: actor.userId, actorId: actor.userId })
  const url = `${deps.config.appUrl}/dashboard/organizations/${organizationId}`
  const words = organizationRenamedMail({ before, after, by: by.name || by.email, url })
  const key = `renamed ${newId(deps.clock)}`
  for (const { id, email } of await ownersToTell(tx, organizationId))
    await queueMail(tx, deps.clock, {
      kind: 'organization_renamed',
      idempotencyKey: `${key} ${id}`,
      to: email,
      userId: id,
      organizationId,
      ...words,
      aboutUserIds: [actor.userId],
    })
}

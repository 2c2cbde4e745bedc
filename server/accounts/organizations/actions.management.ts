import { DomainError, notFound } from '#domain/errors.ts'
import type { Invitation, ManagedOrganization } from '#domain/schemas/organization.ts'
import { HOUR_MS, invitationsAgainAt, mailableAt } from '#server/messaging/mails/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { destinationsOf } from './actions.standing.ts'
import { mailedSince, type StoredInvitation, toInvitation, waitingInvitations } from './store.invitations.ts'
import { type MemberSince, membersOf } from './store.members.ts'
import { type Found, findOrganization } from './store.ts'

const LAST_OWNER = 'An organization needs at least one owner: add another one first'

/** Used for the button; the guard counts under the organization's lock (R25). */
const reasonNotToRemove = (member: MemberSince, all: readonly MemberSince[]): string | null =>
  member.role === 'owner' && all.filter(({ role }) => role === 'owner').length === 1 ? LAST_OWNER : null

/** 404 if it does not exist, 403 for everyone but its owners and the representatives (R27). */
export async function managesOrganization(db: Db, actor: Actor, id: string): Promise<Found> {
  const found = await findOrganization(db, id, actor.userId, { isHeld: false })
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
  const [members, invitations, again, destinations] = await Promise.all([
    membersOf(db, id),
    waitingInvitations(db, id),
    invitationsAgainAt(db, now, { by: actor.userId, organizationId: id }),
    destinationsOf(db, now, actor, id),
  ])
  return {
    organization: found.organization,
    isRepresentative: found.isRepresentative,
    members: members.map((member) => ({
      ...member,
      since: member.since.toISOString(),
      cannotRemoveReason: reasonNotToRemove(member, members),
    })),
    invitations: await withMailableAt(db, now, id, invitations),
    invitationsAgainAt: again?.toISOString() ?? null,
    destination: destinations.destination,
    // Only representatives see a change that is not approved yet.
    proposedDestination: found.isRepresentative ? destinations.proposedDestination : null,
  }
}

/** Each with when it can be mailed again, after one mail from here or three from anywhere within the hour (R25). */
async function withMailableAt(
  db: Db,
  now: Date,
  organizationId: string,
  invitations: readonly StoredInvitation[],
): Promise<Invitation[]> {
  const emails = invitations.map(({ email }) => email)
  const rows = await mailedSince(db, organizationId, emails, new Date(now.getTime() - HOUR_MS))
  const lately = new Map(rows.map((row) => [row.email, row]))
  return invitations.map((one) => ({
    ...toInvitation(one, now),
    mailableAt: mailableAt(lately.get(one.email))?.toISOString() ?? null,
  }))
}

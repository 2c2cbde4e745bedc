import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { isOfferedZone, proposedZone } from '#domain/places/place-zones.ts'
import type { OrganizationForm, OwnOrganization } from '#domain/schemas/organization.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { demandAccount } from '#server/accounts/users/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { refuseStale } from '#server/platform/http/versions.ts'
import { notifyOwners } from './owners.ts'
import * as members from './people-store.ts'
import { revokeInvitationsFrom } from './people-store.ts'
import * as store from './store.ts'
import { hasOnlyDrafts, updateZone } from './store.ts'

type Change = { action: string; id: string; before?: unknown; after?: unknown }

export const note = (deps: Deps, tx: Transaction, actor: Actor, { id, ...change }: Change): Promise<void> =>
  audit(tx, deps.clock, { actorId: actor.userId, subject: 'organization', subjectId: id, ...change })

/** Found, authorized and locked: 404 if it does not exist, 403 if it belongs to someone else. */
export async function managed(tx: Transaction, actor: Actor, id: string): Promise<OwnOrganization> {
  const found = await store.findOrganization(tx, id, actor, { isHeld: true })
  if (!found) throw notFound('Organization')
  if (!found.manages) throw new DomainError('forbidden', 'Only its owners and representatives may do that')
  return found.organization
}

/** Found and locked, for representatives only. */
export async function forRepresentatives(
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<OwnOrganization> {
  await demandRepresentative(tx, actor)
  return managed(tx, actor, id)
}

/** The creator of an organization owns it. Its time zone is what they chose, or that of its town. */
export function createOrganization(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  form: OrganizationForm,
): Promise<OwnOrganization> {
  return transact(async (tx) => {
    await demandAccount(tx, actor)
    const id = newId(deps.clock)
    const createdAt = deps.clock.now()
    const timeZone = form.timeZone ?? proposedZone(form)
    refuseZone(timeZone)
    await store.insertOrganization(tx, { id, createdBy: actor.userId, createdAt, timeZone }, form)
    await members.putMember(tx, { organizationId: id, userId: actor.userId, role: 'owner', at: createdAt })
    const after = await managed(tx, actor, id)
    await note(deps, tx, actor, { action: 'organization.create', id, after })
    return after
  })
}

/** Changes the named fields. The pages of its campaigns show them at once. */
export function updateOrganization(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { id, ifMatch }: { id: string; ifMatch: number | null },
  { timeZone, ...changes }: Partial<store.Editable & Pick<OwnOrganization, 'timeZone'>>,
): Promise<OwnOrganization> {
  return transact(async (tx) => {
    const before = await managed(tx, actor, id)
    refuseStale(ifMatch, before, before)
    const wanted = { ...before, ...changes }
    await store.updateOrganization(tx, id, wanted, {
      // Those that follow from the name stay unwritten: a corrected name brings its own.
      choosesColors: changes.firstColor !== undefined || changes.secondColor !== undefined,
    })
    await moveZone(tx, before, { ...wanted, timeZone })
    const after = await managed(tx, actor, id)
    await note(deps, tx, actor, { action: 'organization.update', id, before, after })
    await pagesChanged(deps, tx, id)
    return after
  })
}

type Moved = Pick<OwnOrganization, 'city' | 'state' | 'zip'> & { timeZone: string | undefined }

/**
 * The zone that its owner chose, or, without a choice, that of another place, unless somebody had chosen one: as long as only
 * drafts rest on it.
 */
async function moveZone(tx: Transaction, before: OwnOrganization, after: Moved): Promise<void> {
  const { timeZone: from } = before
  const isProposed = from === proposedZone(before)
  const to = after.timeZone ?? (isProposed ? proposedZone(after) : from)
  if (to === from) return
  const isFree = await hasOnlyDrafts(tx, before.id)
  if (isFree) refuseZone(to)
  else if (after.timeZone === undefined) return
  else throw new DomainError('conflict', 'A campaign was activated: a representative changes the time zone')
  await updateZone(tx, before.id, { from, to })
}

function refuseZone(timeZone: string): void {
  if (!isOfferedZone(timeZone)) throw invalidField('timeZone', 'Choose one of the time zones of the US')
}

/** The pages of its campaigns are rebuilt, and lists find them by its new name and place. */
export async function pagesChanged(deps: Deps, tx: Transaction, id: string): Promise<void> {
  for (const campaignId of await store.campaignIdsOf(tx, id)) campaignChanged(tx, deps, campaignId)
}

type Role = members.Member['role']

async function refuseLastOwner(tx: Transaction, organizationId: string, userId: string): Promise<void> {
  if ((await members.countOtherOwners(tx, organizationId, userId)) > 0) return
  throw new DomainError('conflict', 'An organization needs at least one owner: add another one first')
}

export async function refuseFull(tx: Transaction, organizationId: string): Promise<void> {
  if ((await members.membersOf(tx, organizationId)).length < members.MAX_MEMBERS) return
  throw new DomainError('conflict', `An organization has at most ${members.MAX_MEMBERS} people`)
}

const INVITE = 'People join, and become owners, by invitation: they get that role once they accept it'

/**
 * Gives a member another role. Nobody joins, or becomes an owner, without accepting an invitation, and the response is the
 * same for every address that is not a member's, so it does not reveal who has an account.
 */
export function changeRole(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  id: string,
  { email, role }: { email: string; role: Role },
): Promise<members.Member> {
  return transact(async (tx) => {
    await managed(tx, actor, id)
    const before = (await members.membersOf(tx, id)).find((member) => member.email === email)
    if (!before || (role === 'owner' && before.role !== 'owner')) throw new DomainError('conflict', INVITE)
    if (before.role === role) return toMember(before)
    if (before.role === 'owner') await refuseLastOwner(tx, id, before.userId)
    await members.putMember(tx, { organizationId: id, userId: before.userId, role, at: deps.clock.now() })
    const after = { ...toMember(before), role }
    await note(deps, tx, actor, {
      action: 'organization.change_role',
      id,
      before: roleOf(before),
      after: roleOf(after),
    })
    if (before.role === 'owner')
      await ownerLeaves(deps, tx, actor, { kind: 'lowered', organizationId: id, userId: before.userId, role })
    return after
  })
}

const toMember = ({ since: _, ...member }: members.MemberSince): members.Member => member

export function removeMember(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  return transact(async (tx) => {
    await managed(tx, actor, id)
    const before = await members.findMember(tx, id, userId)
    if (!before) throw notFound('Member')
    if (before.role === 'owner') await refuseLastOwner(tx, id, userId)
    await members.deleteMember(tx, id, userId)
    await note(deps, tx, actor, { action: 'organization.remove_member', id, before: roleOf(before) })
    if (before.role === 'owner')
      await ownerLeaves(deps, tx, actor, { kind: 'removed', organizationId: id, userId, role: 'owner' })
  })
}

type Leaving = { kind: 'lowered' | 'removed'; organizationId: string; userId: string; role: Role }

/** The invitations that they sent end, so that they cannot come back by one; the owners are mailed. */
async function ownerLeaves(deps: Deps, tx: Transaction, actor: Actor, leaving: Leaving): Promise<void> {
  const { organizationId, userId } = leaving
  const revoked = { by: actor.userId, at: deps.clock.now() }
  const withdrawn = await revokeInvitationsFrom(tx, { organizationId, invitedBy: userId }, revoked)
  for (const { id: invitationId, role } of withdrawn)
    await note(deps, tx, actor, {
      action: 'organization.revoke_invitation',
      id: organizationId,
      before: { invitationId, role },
    })
  await notifyOwners(deps, tx, actor, { ...leaving, withdrawn: withdrawn.length })
}

/** The audit row names the user by id, since names and addresses may have to be erased later. */
export const roleOf = (member: members.Member | undefined) =>
  member && { userId: member.userId, role: member.role }

/** People are invited to a role by mail, and become members once they accept by its link (R25). */

import { DomainError, notFound } from '#domain/errors.ts'
import { mailboxOf } from '#domain/people/email.ts'
import type {
  Acceptance,
  MailedInvitation,
  MemberForm,
  OpenInvitation,
} from '#domain/schemas/organization.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { demandAccount, demandVerifiedEmail, isProven, senderNamed } from '#server/accounts/users/index.ts'
import { makeLink } from '#server/messaging/links/index.ts'
import {
  HOUR_MS,
  invitationsLeft,
  LIMIT_REACHED,
  memberInvitationMail,
  NOT_ACTIVATED,
  NOT_INVITED_AS_MEMBER,
  queueMail,
  reasonNotToMail,
} from '#server/messaging/mails/index.ts'
import { invitationStops, refusedInvitations } from '#server/messaging/preferences/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { managed, note, refuseFull, roleOf } from './edit.ts'
import { notifyOwners } from './owners.ts'
import * as store from './people-store.ts'

const VALID_DAYS = 14
const DAY_MS = 24 * HOUR_MS

type Key = { id: string; invitationId: string }

const expiryFrom = (now: Date): Date => new Date(now.getTime() + VALID_DAYS * DAY_MS)

/**
 * Why an invitation is not mailed now, or null. A representative's is sent at once; an owner's once a representative has
 * activated a campaign of the organization.
 */
async function reasonNotToInvite(
  tx: Transaction,
  now: Date,
  found: store.StoredInvitation,
  by: string,
): Promise<string | null> {
  if ((await refusedInvitations(tx, [found.email])).size > 0) return NOT_INVITED_AS_MEMBER
  if (!(await store.mayMailStrangers(tx, found.organizationId, by))) return NOT_ACTIVATED
  const lately = await store.latelyInvited(tx, now, found.organizationId, [found.email])
  const reason = reasonNotToMail(now, lately.get(mailboxOf(found.email)))
  if (reason) return reason
  return (await invitationsLeft(tx, now, { by, organizationId: found.organizationId })) > 0
    ? null
    : LIMIT_REACHED
}

/** The mail with the link, except to an address mailed within the hour; the response says which. */
async function mail(
  deps: Deps,
  tx: Transaction,
  found: store.StoredInvitation,
  by: string,
): Promise<MailedInvitation> {
  const now = deps.clock.now()
  const notMailedReason = await reasonNotToInvite(tx, now, found, by)
  const answer = { ...store.toInvitation(found, now), mailed: notMailedReason === null, notMailedReason }
  if (notMailedReason !== null) return answer
  await store.setMailed(tx, found.id, now)
  const secret = await makeLink(tx, deps.clock, 'invitation', { subjectId: found.id })
  const url = `${deps.config.appUrl}/organizations/join?token=${secret}`
  const stopUrl = (await invitationStops(deps, tx))(found.email)
  const sender = await senderNamed(tx, by)
  await queueMail(tx, deps.clock, {
    kind: 'member_invitation',
    idempotencyKey: `member ${found.id} ${now.toISOString()}`,
    to: found.email,
    invitation: { by, organizationId: found.organizationId },
    ...memberInvitationMail({ ...found, sender, url, validDays: VALID_DAYS, stopUrl }),
    aboutUserIds: [by],
  })
  return answer
}

/** Invites someone to a role by email; a member only to become an owner. They have it once they accept by the link. */
export function inviteMember(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  id: string,
  form: MemberForm,
): Promise<MailedInvitation> {
  return transact(async (tx) => {
    await managed(tx, actor, id)
    await refuseFull(tx, id)
    const member = (await store.membersOf(tx, id)).find(({ email }) => email === form.email)
    if (member?.role === form.role) throw new DomainError('conflict', 'They already have that role')
    if (member && form.role !== 'owner')
      throw new DomainError('conflict', 'They are a member already: change their role in the list of people')
    const open = await store.waitingInvitations(tx, id)
    // A mailbox is invited once, however its address is spelled.
    const alike = open.find(({ email }) => email !== form.email && mailboxOf(email) === mailboxOf(form.email))
    if (alike) throw new DomainError('conflict', `That mailbox is already invited, as ${alike.email}`)
    if (open.length >= store.MAX_WAITING)
      throw new DomainError(
        'conflict',
        `At most ${store.MAX_WAITING} invitations can be open: revoke some first`,
      )
    const invitation = {
      ...form,
      id: newId(deps.clock),
      organizationId: id,
      invitedBy: actor.userId,
      createdAt: deps.clock.now(),
      expiresAt: expiryFrom(deps.clock.now()),
    }
    if (!(await store.insertInvitation(tx, invitation)))
      throw new DomainError(
        'conflict',
        'That address is already invited: send the invitation again, or revoke it',
      )
    const after = { invitationId: invitation.id, role: form.role }
    await note(deps, tx, actor, { action: 'organization.invite_member', id, after })
    return mail(deps, tx, await waiting(tx, { id, invitationId: invitation.id }), actor.userId)
  })
}

async function waiting(tx: Db, { id, invitationId }: Key): Promise<store.StoredInvitation> {
  const found = await store.findWaiting(tx, id, invitationId)
  if (!found) throw notFound('Invitation')
  return found
}

/** The audit row names the invitation by id, since its address may have to be erased later. */
const said = ({ invitationId }: Key, role: MemberForm['role']) => ({ invitationId, role })

/** Extends it to two weeks from now, with a new link and the earlier ones; answers 200 even if no mail was sent, and says so. */
export function resendMemberInvitation(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  key: Key,
): Promise<MailedInvitation> {
  return transact(async (tx) => {
    await managed(tx, actor, key.id)
    const { role } = await waiting(tx, key)
    await store.setExpiry(tx, key.invitationId, expiryFrom(deps.clock.now()))
    await store.setInvitedBy(tx, key.invitationId, actor.userId)
    const change = { action: 'organization.resend_invitation', id: key.id, after: said(key, role) }
    await note(deps, tx, actor, change)
    return mail(deps, tx, await waiting(tx, key), actor.userId)
  })
}

/** Those that had to wait for an activation or for the next day, valid for two weeks from now. */
export async function mailWaitingInvitations(deps: Deps): Promise<void> {
  for (const key of await store.notMailed(deps.db))
    await deps.db.transaction(async (tx) => {
      const found = await store.findWaiting(tx, key.id, key.invitationId)
      if (!found?.isBacked || found.lastMailedAt) return
      const { mailed } = await mail(deps, tx, found, found.invitedBy)
      if (mailed) await store.setExpiry(tx, key.invitationId, expiryFrom(deps.clock.now()))
    })
}

/** The link stops working. */
export function revokeInvitation(deps: Deps, transact: Transact, actor: Actor, key: Key): Promise<void> {
  return transact(async (tx) => {
    await managed(tx, actor, key.id)
    const { role } = await waiting(tx, key)
    await store.setRevoked(tx, key.invitationId, actor.userId, deps.clock.now())
    const change = { action: 'organization.revoke_invitation', id: key.id, before: said(key, role) }
    await note(deps, tx, actor, change)
  })
}

function stateOf(found: store.StoredInvitation, now: Date): OpenInvitation['state'] {
  if (found.acceptedBy) return 'accepted'
  if (found.revokedAt || !found.isBacked) return 'revoked'
  return found.expiresAt <= now ? 'expired' : 'open'
}

const REFUSALS: Record<Exclude<OpenInvitation['state'], 'open'>, string> = {
  accepted: 'This invitation was accepted from another account',
  revoked: 'This invitation was withdrawn. Ask the person who sent it.',
  expired: 'This invitation has expired. Ask the person who sent it for a new one.',
}

const demand = (found: store.StoredInvitation | undefined): store.StoredInvitation => {
  if (!found) throw new DomainError('not_found', 'This invitation is no longer valid. Ask for a new one.')
  return found
}

/** What the link's page shows; changes nothing. */
export async function openInvitation(db: Db, now: Date, token: string): Promise<OpenInvitation> {
  const found = demand(await store.findByLink(db, token))
  const state = stateOf(found, now)
  const { organizationName, role } = found
  const isOpen = state === 'open'
  return {
    organizationName,
    role,
    state,
    email: isOpen ? found.email : null,
    hasAccount: isOpen && (await isProven(db, found.email)),
  }
}

/**
 * The address that the link was mailed to: the person who has the link has read that mail, as with a code.
 * @throws what the link's page says where it is not open.
 */
export async function addressProvenByInvitation(db: Db, now: Date, token: string): Promise<string> {
  const found = demand(await store.findByLink(db, token))
  const state = stateOf(found, now)
  if (state !== 'open') throw new DomainError('conflict', REFUSALS[state])
  return found.email
}

/**
 * The signed-in person with a proven address and the link is the one invited; once. A member only becomes an owner by it:
 * every other change of a role is an owner's. A link that gives a member nothing is not used up: it is for someone else.
 */
export function acceptInvitation(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  token: string,
): Promise<Acceptance> {
  return transact(async (tx) => {
    await demandAccount(tx, actor)
    await demandVerifiedEmail(tx, actor)
    const found = demand(await store.findByLink(tx, token, store.locked))
    const { organizationId, organizationName } = found
    const before = await store.findMember(tx, organizationId, actor.userId)
    const state = stateOf(found, deps.clock.now())
    const campaignId = await store.onlyRunningCampaign(tx, organizationId)
    const given = { organizationId, organizationName, campaignId }
    // Pressed again, or the link was opened again.
    if (found.acceptedBy === actor.userId && before) return { ...given, role: before.role }
    if (state !== 'open') throw new DomainError('conflict', REFUSALS[state])
    const role = before && found.role !== 'owner' ? before.role : found.role
    if (before && before.email !== found.email && before.role === role)
      return { ...given, role, isStillOpen: true }
    if (!before) await refuseFull(tx, organizationId)
    await store.putMember(tx, { organizationId, userId: actor.userId, role, at: deps.clock.now() })
    await store.setAccepted(tx, found.id, actor.userId, deps.clock.now())
    const after = { userId: actor.userId, role }
    const change = {
      action: 'organization.accept_invitation',
      id: organizationId,
      before: roleOf(before),
      after,
    }
    await note(deps, tx, actor, change)
    if (role === 'owner' && before?.role !== 'owner')
      await notifyOwners(deps, tx, actor, {
        kind: 'added',
        organizationId,
        userId: actor.userId,
        role,
        withdrawn: 0,
      })
    return { ...given, role }
  })
}

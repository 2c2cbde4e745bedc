import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { approvesFrom } from '#domain/people/representative.ts'
import type { Representative } from '#domain/schemas/representative.ts'
import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import { reasonNotToApproveYet } from '#server/accounts/access/index.ts'
import {
  type OutgoingMail,
  queueMail,
  type RoleChange,
  roleChangedMail,
} from '#server/messaging/mails/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import * as store from './roles-store.ts'
import { type RoleHolder, representatives } from './roles-store.ts'
import { lockUser } from './store.ts'

/** Used for the button, and again by the guard under the lock. */
function reasonNotToRemove(userId: string, actorId: string | null, holders: number): string | null {
  if (userId === actorId) return 'You cannot remove your own role: ask another representative'
  if (holders <= 1) return 'The last representative cannot be removed: add another one first'
  return null
}

/** For the guard and the button alike: it takes a second person, and nobody confirms their own role. */
function reasonNotToConfirm(proposal: store.RoleProposal, actor: Actor, holders: string[]): string | null {
  if (proposal.userId === actor.userId) return 'This is your own role: another representative must confirm it'
  if (proposal.proposedBy === actor.userId) return 'You proposed it: another representative must confirm it'
  if (!holders.includes(proposal.proposedBy))
    return 'The person who proposed it is no longer a representative: withdraw it, and propose it again'
  return null
}

const activeRow = (
  { grantedBy, ...row }: store.RoleHolder,
  actor: Actor,
  holders: number,
  now: Date,
): Representative => {
  const from = approvesFrom({ grantedBy, grantedAt: row.grantedAt })
  return {
    ...row,
    state: 'active',
    grantedAt: row.grantedAt.toISOString(),
    proposedBy: null,
    approvesFrom: from && from > now ? from.toISOString() : null,
    cannotConfirmReason: 'Already a representative',
    cannotRemoveReason: reasonNotToRemove(row.id, actor.userId, holders),
  }
}

const proposedRow = (proposal: store.RoleProposal, cannotConfirmReason: string | null): Representative => ({
  id: proposal.userId,
  firstName: proposal.firstName,
  lastName: proposal.lastName,
  email: proposal.email,
  state: 'proposed',
  grantedAt: proposal.proposedAt.toISOString(),
  proposedBy: proposal.proposerName,
  approvesFrom: null,
  cannotConfirmReason,
  cannotRemoveReason: null,
})

/** Those with the role, then those who wait for a second person. */
export async function listRepresentatives(db: Db, now: Date, actor: Actor): Promise<Representative[]> {
  const [rows, proposals, notYet] = await Promise.all([
    store.representatives(db),
    store.roleProposals(db),
    reasonNotToApproveYet(db, actor, now),
  ])
  const holders = rows.map(({ id }) => id)
  return [
    ...rows.map((row) => activeRow(row, actor, rows.length, now)),
    ...proposals.map((one) => proposedRow(one, reasonNotToConfirm(one, actor, holders) ?? notYet)),
  ]
}

type Change = { transact: Transact; clock: Clock; actor: Actor | null; appUrl: string }
type ByPerson = Change & { actor: Actor }

/** The current roles, locked until we commit; a caller who has lost theirs may do nothing. */
async function lockRoles(tx: Db, actor: Actor | null): Promise<string[]> {
  const holders = await store.lockHolders(tx)
  if (actor && !holders.includes(actor.userId)) {
    throw new DomainError('forbidden', 'Only a representative may do that')
  }
  return holders
}

const notSignedUp = () => invalidField('email', 'No one has signed up with that address yet')

async function verifiedPerson(tx: Db, email: string): Promise<store.Person> {
  const person = await store.findByEmail(tx, email)
  if (!person) throw notSignedUp()
  if (!person.isVerified) throw invalidField('email', 'That address has not been confirmed with its code yet')
  return person
}

/**
 * One representative proposes that someone with a proven address become another. It counts once a second one has
 * confirmed it, so that nobody acts as both people with a second address. All representatives are mailed.
 */
export async function proposeRepresentative(change: ByPerson, email: string): Promise<Representative> {
  const { transact, clock, actor } = change
  return transact(async (tx) => {
    const holders = await lockRoles(tx, actor)
    const person = await verifiedPerson(tx, email)
    if (person.id === actor.userId) throw new DomainError('forbidden', 'You cannot give yourself a role')
    const rowOf = async () =>
      (await listRepresentatives(tx, clock.now(), actor)).find(({ id }) => id === person.id) as Representative
    const isThere = holders.includes(person.id) || (await waiting(tx, person.id)) !== undefined
    if (isThere) return rowOf()
    if (holders.length < 2)
      throw new DomainError(
        'conflict',
        'A second representative must confirm this, and there is none. Ask the person who runs the server to add one: npm run role -- add <email> representative',
      )
    const id = newId(clock)
    await store.insertProposal(tx, { id, userId: person.id, proposedBy: actor.userId, at: clock.now() })
    await noted(tx, change, { kind: 'proposed', userId: person.id, key: id })
    return rowOf()
  })
}

const waiting = async (tx: Db, userId: string): Promise<store.RoleProposal | undefined> =>
  (await store.roleProposals(tx)).find((one) => one.userId === userId)

/** By a second representative: the person has the role from now on. */
export async function confirmRepresentative(change: ByPerson, userId: string): Promise<Representative> {
  const { transact, clock, actor } = change
  return transact(async (tx) => {
    const isThere = await lockUser(tx, userId)
    const holders = await lockRoles(tx, actor)
    const proposal = await waiting(tx, userId)
    if (!isThere || !proposal) throw notFound('Proposed representative')
    const reason =
      reasonNotToConfirm(proposal, actor, holders) ?? (await reasonNotToApproveYet(tx, actor, clock.now()))
    if (reason) throw new DomainError('not_a_second_person', reason)
    const at = clock.now()
    await store.confirmProposal(tx, proposal.id, actor.userId, at)
    await store.insertRole(tx, { userId, grantedBy: proposal.proposedBy, confirmedBy: actor.userId, at })
    await noted(tx, change, { kind: 'granted', userId, key: proposal.id })
    const rows = await store.representatives(tx)
    const row = rows.find(({ id }) => id === userId)
    if (!row) throw notFound('Representative')
    return activeRow(row, actor, rows.length, at)
  })
}

/** By the command on the server itself, which needs no second person. */
export async function addRepresentative(change: Change & { actor: null }, email: string): Promise<void> {
  const { transact, clock } = change
  await transact(async (tx) => {
    const { id: userId } = await verifiedPerson(tx, email)
    if (!(await lockUser(tx, userId))) throw notSignedUp()
    await lockRoles(tx, null)
    const isNew = await store.insertRole(tx, {
      userId,
      grantedBy: null,
      confirmedBy: null,
      at: clock.now(),
    })
    if (isNew) await noted(tx, change, { kind: 'granted', userId, key: newId(clock) })
  })
}

/** Revokes the role, or withdraws the proposal. */
export async function removeRepresentative(change: Change, userId: string): Promise<void> {
  const { transact, clock, actor } = change
  await transact(async (tx) => {
    const holders = await lockRoles(tx, actor)
    const proposal = await waiting(tx, userId)
    if (proposal && actor) {
      await store.withdrawProposal(tx, proposal.id, actor.userId, clock.now())
      await noted(tx, change, { kind: 'withdrawn', userId, key: proposal.id })
      return
    }
    if (!holders.includes(userId)) throw notFound('Representative')
    const reason = reasonNotToRemove(userId, actor?.userId ?? null, holders.length)
    if (reason) throw new DomainError(userId === actor?.userId ? 'forbidden' : 'conflict', reason)
    await store.deleteRole(tx, userId)
    await noted(tx, change, { kind: 'removed', userId, key: newId(clock) })
  })
}

const ACTIONS: Record<RoleChange, string> = {
  proposed: 'role.propose',
  granted: 'role.grant',
  withdrawn: 'role.withdraw',
  removed: 'role.remove',
}

/** Audited, and mailed to all representatives and the person, so that nobody gains power unnoticed. */
async function noted(
  tx: Transaction,
  { clock, actor, appUrl }: Change,
  { kind, userId, key }: { kind: RoleChange; userId: string; key: string },
): Promise<void> {
  await audit(tx, clock, {
    actorId: actor?.userId ?? null,
    action: ACTIONS[kind],
    subject: 'user',
    subjectId: userId,
    after: { role: REPRESENTATIVE },
  })
  const person = await store.nameAndEmail(tx, userId)
  const by = actor && (await store.nameAndEmail(tx, actor.userId))
  const mail = {
    kind: 'role_change',
    idempotencyKey: `role ${kind} ${key}`,
    aboutUserIds: [userId, ...(actor ? [actor.userId] : [])],
    ...roleChangedMail({
      kind,
      person: `${person.name} (${person.email})`,
      by: by ? by.name : null,
      url: `${appUrl}/dashboard/representatives`,
    }),
  }
  await mailRepresentatives(tx, clock, mail)
  if (kind === 'removed')
    await queueMail(tx, clock, {
      ...mail,
      idempotencyKey: `${mail.idempotencyKey}:${userId}`,
      to: person.email,
      userId,
    })
}

/** For the command: the same by address. */
export async function removeRepresentativeByEmail(change: Change, db: Db, email: string): Promise<void> {
  const person = await store.findByEmail(db, email)
  if (!person) throw notSignedUp()
  await removeRepresentative(change, person.id)
}

type Mail = Omit<OutgoingMail, 'to' | 'userId'>

/** One mail to each of the provider's people, who are few. */
export async function mailRepresentatives(tx: Transaction, clock: Clock, mail: Mail): Promise<void> {
  await mailEach(tx, clock, await representatives(tx), mail)
}

/** To all but the one who did it, with their name. */
export async function mailOtherRepresentatives(
  tx: Transaction,
  clock: Clock,
  actorId: string,
  mailOf: (by: string) => Mail,
): Promise<void> {
  const people = await representatives(tx)
  const actor = people.find(({ id }) => id === actorId)
  const by = [actor?.firstName, actor?.lastName].filter(Boolean).join(' ') || 'A representative'
  const others = people.filter(({ id }) => id !== actorId)
  await mailEach(tx, clock, others, { ...mailOf(by), aboutUserIds: [actorId] })
}

async function mailEach(
  tx: Transaction,
  clock: Clock,
  people: readonly Pick<RoleHolder, 'id' | 'email'>[],
  mail: Mail,
): Promise<void> {
  for (const { id, email } of people)
    await queueMail(tx, clock, {
      ...mail,
      idempotencyKey: `${mail.idempotencyKey}:${id}`,
      to: email,
      userId: id,
    })
}

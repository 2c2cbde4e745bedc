import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import type { Representative } from '#domain/schemas/representative.ts'
import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import {
  deleteRole,
  findByEmail,
  insertRole,
  lockHolders,
  type RoleHolder,
  representatives,
} from './store.roles.ts'

/** Asked for the button, and again under the lock by the guard. */
function reasonNotToRemove(userId: string, actorId: string | null, holders: number): string | null {
  if (userId === actorId) return 'You cannot remove your own role: ask another representative'
  if (holders <= 1) return 'The last representative cannot be removed: add another one first'
  return null
}

const toRepresentative = (row: RoleHolder, actor: Actor, holders: number): Representative => ({
  ...row,
  grantedAt: row.grantedAt.toISOString(),
  cannotRemoveReason: reasonNotToRemove(row.id, actor.userId, holders),
})

export async function listRepresentatives(db: Db, actor: Actor): Promise<Representative[]> {
  const rows = await representatives(db)
  return rows.map((row) => toRepresentative(row, actor, rows.length))
}

type Change = { transact: Transact; clock: Clock; actor: Actor | null }

/** The roles as they stand until we commit; a caller who lost theirs meanwhile may do nothing (R27). */
async function holdRoles(tx: Db, actor: Actor | null): Promise<string[]> {
  const holders = await lockHolders(tx)
  if (actor && !holders.includes(actor.userId)) {
    throw new DomainError('forbidden', 'Only a representative may do that')
  }
  return holders
}

/** Grants the role to somebody who has proven that address. Null actor: the command on the server itself (R29). */
export async function addRepresentative(
  { transact, clock, actor }: Change,
  email: string,
): Promise<Representative> {
  return transact(async (tx) => {
    await holdRoles(tx, actor)
    const person = await findByEmail(tx, email)
    if (!person) throw invalidField('email', 'Nobody has signed up with that address yet')
    if (!person.isVerified)
      throw invalidField('email', 'That address has not been confirmed with its code yet')
    if (person.id === actor?.userId) throw new DomainError('forbidden', 'You cannot give yourself a role')
    const isNew = await insertRole(tx, {
      userId: person.id,
      grantedBy: actor?.userId ?? null,
      at: clock.now(),
    })
    if (isNew) await auditRole(tx, clock, actor, 'role.grant', person.id)
    const rows = await representatives(tx)
    const row = rows.find(({ id }) => id === person.id) as RoleHolder
    return toRepresentative(row, actor ?? { userId: '' }, rows.length)
  })
}

export async function removeRepresentative(
  { transact, clock, actor }: Change,
  userId: string,
): Promise<void> {
  await transact(async (tx) => {
    const holders = await holdRoles(tx, actor)
    if (!holders.includes(userId)) throw notFound('Representative')
    const reason = reasonNotToRemove(userId, actor?.userId ?? null, holders.length)
    if (reason) throw new DomainError(userId === actor?.userId ? 'forbidden' : 'conflict', reason)
    await deleteRole(tx, userId)
    await auditRole(tx, clock, actor, 'role.remove', userId)
  })
}

const auditRole = (tx: Db, clock: Clock, actor: Actor | null, action: string, subjectId: string) =>
  audit(tx, clock, {
    actorId: actor?.userId ?? null,
    action,
    subject: 'user',
    subjectId,
    after: { role: REPRESENTATIVE },
  })

/** For the command: the same by address. */
export async function removeRepresentativeByEmail(change: Change, db: Db, email: string): Promise<void> {
  const person = await findByEmail(db, email)
  if (!person) throw invalidField('email', 'Nobody has signed up with that address yet')
  await removeRepresentative(change, person.id)
}

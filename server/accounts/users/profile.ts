import { DomainError, invalidField } from '#domain/errors.ts'
import { type ProfileForm, REPRESENTATIVE, type User } from '#domain/schemas/user.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { refuseStale } from '#server/platform/http/versions.ts'
import { copyToPledges } from './details.ts'
import { findUser, isEmailVerified, lockUser, type Profile, type UserRow, updateProfile } from './store.ts'

/** A token outlives its account by minutes; such a request gets a 401. */
const signedOut = () => new DomainError('unauthorized', '401: Unauthorized')

function toUser({ emailVerifiedAt, createdAt, ...row }: UserRow): User {
  const emailVerified = emailVerifiedAt !== null
  return { ...row, emailVerified, createdAt: createdAt.toISOString(), needsSecondStep: false }
}

export async function readUser(db: Db, actor: Actor): Promise<User> {
  const row = await findUser(db, actor.userId)
  if (!row) throw signedOut()
  if (!actor.lacksSecondStep) return toUser(row)
  const roles = row.roles.filter((role) => role !== REPRESENTATIVE)
  return { ...toUser({ ...row, roles }), needsSecondStep: roles.length < row.roles.length }
}

/** Confirming a pledge and saving a card require a verified address. */
export async function demandVerifiedEmail(db: Db, actor: Actor): Promise<void> {
  if (await isEmailVerified(db, actor.userId)) return
  throw new DomainError(
    'email_unverified',
    'Confirm your email address first: type the code that we emailed you.',
  )
}

/** The caller's account stays until the transaction ends: before any other lock, by whoever gives it a tie. */
export async function demandAccount(tx: Db, actor: Actor): Promise<void> {
  if (!(await lockUser(tx, actor.userId))) throw signedOut()
}

/** Fills in the caller's own profile only, and never the address itself (R48). */
export async function saveProfile(
  { deps, transact }: { deps: Pick<Deps, 'clock'>; transact: Transact },
  actor: Actor,
  { email, ...profile }: ProfileForm,
): Promise<User> {
  return transact(async (tx) => {
    const user = await readUser(tx, actor)
    if (user.email !== email) throw invalidField('email', 'Change your email address in your profile')
    const changed = (await updateProfile(tx, actor.userId, profile, { isWhole: true })) ?? []
    if (changed.length === 0) return user
    await auditProfile(tx, deps.clock, actor, changed)
    return readUser(tx, actor)
  })
}

/** Changes the named fields of the caller's own profile. */
export async function changeProfile(
  { deps, transact }: { deps: Pick<Deps, 'clock'>; transact: Transact },
  actor: Actor,
  ifMatch: number | null,
  { onPledges = false, ...changes }: Partial<Profile> & { onPledges?: boolean | undefined },
): Promise<User> {
  return transact(async (tx) => {
    const user = await readUser(tx, actor)
    refuseStale(ifMatch, user, user)
    const { firstName, lastName, phone, streetAddress1, streetAddress2, city, state, zip } = user
    const before = { firstName, lastName, phone, streetAddress1, streetAddress2, city, state, zip }
    const changed =
      (await updateProfile(tx, actor.userId, { ...before, ...changes }, { isWhole: false, onPledges })) ?? []
    if (onPledges) await copyToPledges(tx, actor.userId, { firstName, lastName })
    if (changed.length === 0) return user
    await auditProfile(tx, deps.clock, actor, changed)
    return readUser(tx, actor)
  })
}

/** Logs which fields changed, not their values: the audit log is kept forever, a profile can be erased. */
const auditProfile = (tx: Db, clock: Clock, { userId }: Actor, changed: string[]) =>
  audit(tx, clock, {
    actorId: userId,
    action: 'user.update',
    subject: 'user',
    subjectId: userId,
    after: { changed },
  })

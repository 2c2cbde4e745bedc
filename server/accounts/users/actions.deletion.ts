import { DomainError } from '#domain/errors.ts'
import type { Deps, OpenMoney } from '#server/accounts/deps.ts'
import { ownerChangedMail, queueMail } from '#server/messaging/mails/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { eraseUser, leftOwners, lockUser, type Ties, tiesOf } from './store.deletion.ts'

const some = (count: number, one: string, many: string): string =>
  count === 1 ? `One ${one}` : `${count} ${many}`

/** A sentence for each tie that says how to resolve it. */
export function reasonsOf(ties: Ties & OpenMoney): string[] {
  const { openPledges, openCharges, openDisputes, openInvoices, openRefunds } = ties
  const { onlyOwnerOf, isLastRepresentative } = ties
  return [
    openPledges > 0 &&
      `${some(openPledges, 'pledge of yours may', 'pledges of yours may')} still be billed: cancel if you can, or wait until the season is settled.`,
    openCharges > 0 &&
      `${some(openCharges, 'charge is', 'charges are')} not finished: wait until everything is paid, or pay what is due.`,
    openDisputes > 0 &&
      `A bank is looking into ${some(openDisputes, 'charge', 'charges').toLowerCase()} of yours: wait until it has decided.`,
    openInvoices > 0 && `${some(openInvoices, 'invoice is', 'invoices are')} open: pay what is due first.`,
    openRefunds > 0 &&
      `${some(openRefunds, 'refund is', 'refunds are')} on the way to you: wait until the money has arrived.`,
    ...onlyOwnerOf.map((name) => `You are the only owner of ${name}: add another owner first.`),
    isLastRepresentative && 'You are the last representative: add another one first.',
  ].filter((reason) => reason !== false)
}

/** Why this account cannot be deleted yet; empty if it can (R25, R29, R45). */
export async function reasonsNotToDelete(
  { db, openMoneyOf }: { db: Db } & Pick<Deps, 'openMoneyOf'>,
  userId: string,
): Promise<string[]> {
  const [ties, money] = [await tiesOf(db, userId), await openMoneyOf(db, userId)]
  return reasonsOf({ ...ties, ...money })
}

type Deletion = Pick<Deps, 'clock' | 'openMoneyOf'> & { config: Pick<Deps['config'], 'appUrl'> }

/** Erases the profile and every way to sign in; rows about money stay (R45). @throws 409 with the reasons. */
export const deleteUser = ({ db, ...parts }: Deletion & Pick<Deps, 'db'>, userId: string): Promise<void> =>
  db.transaction((tx) => deleteUserIn(tx, parts, userId))

/** The same as a part of a larger transaction. */
export async function deleteUserIn(
  tx: Db,
  { clock, config, openMoneyOf }: Deletion,
  userId: string,
): Promise<void> {
  const user = await lockUser(tx, userId)
  if (!user) throw new DomainError('unauthorized', '401: Unauthorized')
  const reasons = await reasonsNotToDelete({ db: tx, openMoneyOf }, userId)
  if (reasons.length > 0) {
    const message = `Your account cannot be deleted yet. ${reasons.join(' ')}`
    throw new DomainError('conflict', message, { details: { reasons } })
  }
  await audit(tx, clock, { actorId: userId, action: 'user.delete', subject: 'user', subjectId: userId })
  await tellOtherOwners(tx, { clock, config }, userId, user.email)
  await eraseUser(tx, userId, user.email, clock.now())
}

/** Before the erasure, which then keeps the words of these mails only until they are sent (R25, R45). */
async function tellOtherOwners(
  tx: Db,
  { clock, config }: Pick<Deletion, 'clock' | 'config'>,
  userId: string,
  address: string,
): Promise<void> {
  const key = `owner ${newId(clock)}`
  for (const { organizationId, organizationName, ownerId, email, person, withdrawn } of await leftOwners(
    tx,
    userId,
  )) {
    const name = person ? `${person} (${address})` : address
    const words = ownerChangedMail({
      kind: 'deleted',
      organizationName,
      withdrawn,
      person: name,
      by: name,
      url: `${config.appUrl}/dashboard/organizations/${organizationId}`,
    })
    await queueMail(tx, clock, {
      kind: 'owner_change',
      idempotencyKey: `${key} ${organizationId} ${ownerId}`,
      to: email,
      userId: ownerId,
      ...words,
      aboutUserIds: [userId],
    })
  }
}

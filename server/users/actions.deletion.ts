import { DomainError } from '#domain/errors.ts'
import { audit } from '#server/audit.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Db } from '#server/db/database.ts'
import { eraseUser, lockUser, type Ties, tiesOf } from './store.deletion.ts'

const some = (count: number, one: string, many: string): string =>
  count === 1 ? `One ${one}` : `${count} ${many}`

/** Each tie in a sentence that says what would undo it. */
function reasonsOf(ties: Ties): string[] {
  const { openPledges, openCharges, openInvoices, openRefunds, onlyOwnerOf, isLastRepresentative } = ties
  return [
    openPledges > 0 &&
      `${some(openPledges, 'pledge of yours may', 'pledges of yours may')} still be billed: cancel where that is possible, or wait until the season is settled.`,
    openCharges > 0 &&
      `${some(openCharges, 'charge is', 'charges are')} not finished: wait until it is paid, or pay what is due.`,
    openInvoices > 0 && `${some(openInvoices, 'invoice is', 'invoices are')} open: pay what is due first.`,
    openRefunds > 0 &&
      `${some(openRefunds, 'refund is', 'refunds are')} on the way to you: wait until it has arrived.`,
    ...onlyOwnerOf.map((name) => `You are the only owner of ${name}: add another owner first.`),
    isLastRepresentative && 'You are the last representative: add another one first.',
  ].filter((reason) => reason !== false)
}

/** Why this account cannot be deleted yet; empty when it can (R25, R29, R45). */
export async function reasonsNotToDelete(db: Db, userId: string): Promise<string[]> {
  return reasonsOf(await tiesOf(db, userId))
}

/** Erases the profile and every way to sign in; the rows of money stay (R45). @throws 409 with the reasons. */
export const deleteUser = ({ db, clock }: { db: Database; clock: Clock }, userId: string): Promise<void> =>
  db.transaction((tx) => deleteUserIn(tx, clock, userId))

/** The same as a part of something larger. */
export async function deleteUserIn(tx: Db, clock: Clock, userId: string): Promise<void> {
  const user = await lockUser(tx, userId)
  if (!user) throw new DomainError('unauthorized', '401: Unauthorized')
  const reasons = await reasonsNotToDelete(tx, userId)
  if (reasons.length > 0) {
    const message = `Your account cannot be deleted yet. ${reasons.join(' ')}`
    throw new DomainError('conflict', message, { details: { reasons } })
  }
  await audit(tx, clock, { actorId: userId, action: 'user.delete', subject: 'user', subjectId: userId })
  await eraseUser(tx, userId, user.email, clock.now())
}

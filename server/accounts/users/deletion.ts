import { DomainError, notFound } from '#domain/errors.ts'
import type { Deps, OpenMoney } from '#server/accounts/deps.ts'
import { ownerChangedMail, queueMail } from '#server/messaging/mails/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import { type Db, first, sql, type Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { eraseUser, leftOwners, lockUser, type Ties, tiesOf } from './deletion-store.ts'

const some = (count: number, one: string, many: string): string =>
  count === 1 ? `One ${one}` : `${count} ${many}`

/** A sentence for each tie that says how to resolve it. */
function reasonsOf(ties: Ties & OpenMoney): string[] {
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

/** Why this account cannot be deleted yet; empty if it can (R45). */
export async function reasonsNotToDelete(
  { db, openMoneyOf }: { db: Db } & Pick<Deps, 'openMoneyOf'>,
  userId: string,
): Promise<string[]> {
  const ties = await tiesOf(db, userId)
  const money = await openMoneyOf(db, userId)
  return reasonsOf({ ...ties, ...money })
}

type Deletion = Pick<Deps, 'clock' | 'openMoneyOf'> & { config: Pick<Deps['config'], 'appUrl'> }

/** Erases the profile and every way to sign in; rows about money stay. @throws 409 with the reasons. */
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
  await notifyOtherOwners(tx, { clock, config }, userId, user.email)
  await eraseUser(tx, userId, user.email, clock.now())
}

/** Before the erasure, which then keeps the words of these mails only until they are sent. */
async function notifyOtherOwners(
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
      role: 'owner',
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

/** One's own, locked until the transaction ends. */
const lockPledgeOf = async (
  tx: Db,
  userId: string,
  pledgeId: string,
): Promise<{ campaignId: string; isOpen: boolean } | undefined> =>
  first(
    await tx.query<{ campaignId: string; isOpen: boolean }>(sql`
      select campaign_id, status in ('active', 'past_due') as is_open
      from pledges
      where id = ${pledgeId}
        and pledger_id = ${userId}
      for update
    `),
  )

/** Its money stays; its links open nothing, and its mails lose their words once they were sent. */
async function eraseDetails(
  tx: Db,
  { pledgeId, userId, at }: { pledgeId: string; userId: string; at: Date },
): Promise<void> {
  await tx.query(sql`
    insert into pledge_details (pledge_id, user_id, erased_at)
    values (${pledgeId}, ${userId}, ${at})
    on conflict (pledge_id)
    do update set
      first_name = null, last_name = null, phone = null, street_address1 = null,
      street_address2 = null, city = null, state = null, zip = null, name_by_link = false,
      contact_by_link = false, network = null, erased_at = coalesce(pledge_details.erased_at, excluded.erased_at)
  `)
  await tx.query(sql`
    update pledges
    set note = null, thanks = null, thanked_as = null
    where id = ${pledgeId}
      and (note is not null or thanks is not null)
  `)
  await tx.query(sql`update held_pledges set note = null, message = null where id = ${pledgeId}`)
  await tx.query(sql`update guest_pledges set address = null where pledge_id = ${pledgeId}`)
  await tx.query(sql`
    update mailed_links
    set ended_at = ${at}
    where pledge_id = ${pledgeId}
      and ended_at is null
  `)
  const isOver = sql`(sent_at is not null or failed_at is not null)`
  await tx.query(sql`
    update mails
    set
      erase_once_sent = true,
      text_body = case when ${isOver} then '' else text_body end,
      html_body = case when ${isOver} then '' else html_body end
    where pledge_id = ${pledgeId}
  `)
}

/** Under the same conditions as deleting an account, asked of this pledge alone. @throws 409 with the reasons. */
export async function erasePledge(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  pledgeId: string,
): Promise<void> {
  await transact(async (tx) => {
    const pledge = await lockPledgeOf(tx, actor.userId, pledgeId)
    if (!pledge) throw notFound('Pledge')
    const ties = { openPledges: pledge.isOpen ? 1 : 0, onlyOwnerOf: [], isLastRepresentative: false }
    const reasons = reasonsOf({ ...ties, ...(await deps.openMoneyOf(tx, actor.userId, pledgeId)) })
    if (reasons.length > 0) {
      const message = `This pledge’s name and address cannot be removed yet. ${reasons.join(' ')}`
      throw new DomainError('conflict', message, { details: { reasons } })
    }
    const at = deps.clock.now()
    await eraseDetails(tx, { pledgeId, userId: actor.userId, at })
    await audit(tx, deps.clock, {
      actorId: actor.userId,
      action: 'pledge.erase',
      subject: 'pledge',
      subjectId: pledgeId,
      campaignId: pledge.campaignId,
    })
    campaignChanged(tx, deps, pledge.campaignId)
  })
}

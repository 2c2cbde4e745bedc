/** Nothing is paid out to an organization without a payout destination: one press asks all their owners for one (R25, R38). */
import { DomainError } from '#domain/errors.ts'
import type { DestinationRequest, PayoutsPage } from '#domain/schemas/payout.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { markAsked, ownersOf } from '#server/accounts/organizations/index.ts'
import { destinationWantedMail, queueMails } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { countWithoutDestination, holdToAsk } from './store.destinations.ts'

const DAY_MS = 86_400_000
/** Owners are not asked again for this long. */
const ASKED_DAYS = 7
const MOST_AT_ONCE = 500

const askedSince = (now: Date): Date => new Date(now.getTime() - ASKED_DAYS * DAY_MS)

export async function withoutDestination(db: Db, now: Date): Promise<PayoutsPage['withoutDestination']> {
  const { lastAskedAt, ...counts } = await countWithoutDestination(db, askedSince(now))
  return { ...counts, lastAskedAt: lastAskedAt?.toISOString() ?? null }
}

/** Each owner is mailed once, about all their organizations. @throws a 409 if there is no one to ask. */
export function askForDestinations(
  deps: Deps,
  transact: Transact,
  actor: Actor,
): Promise<DestinationRequest> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const now = deps.clock.now()
    const ids = await holdToAsk(tx, { since: askedSince(now), limit: MOST_AT_ONCE })
    if (ids.length === 0)
      throw new DomainError(
        'conflict',
        `There is no one to ask: each organization has a payout destination, proposed one, or was asked within the last ${ASKED_DAYS} days`,
      )
    await markAsked(tx, ids, now)
    const byOwner = Map.groupBy(await ownersOf(tx, ids), ({ id }) => id)
    await queueMails(
      tx,
      deps.clock,
      [...byOwner].map(([userId, of]) => ({
        ...destinationWantedMail(
          of.map(({ organizationId, organizationName }) => ({
            organizationName,
            url: `${deps.config.appUrl}/dashboard/organizations/${organizationId}#payout-destination`,
          })),
        ),
        kind: 'payout_destination',
        idempotencyKey: `destination-wanted:${now.getTime()}:${userId}`,
        to: of[0]?.email ?? '',
        userId,
      })),
    )
    for (const id of ids)
      await audit(tx, deps.clock, {
        actorId: actor.userId,
        action: 'organization.ask_destination',
        subject: 'organization',
        subjectId: id,
      })
    return { organizations: ids.length, owners: byOwner.size }
  })
}

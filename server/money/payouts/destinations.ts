/** Organizations that are owed something and have no payout destination. */

import { DomainError } from '#domain/errors.ts'
import type { DestinationRequest, PayoutsPage } from '#domain/schemas/payout.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { hasNoDestination, isToAsk, markAsked, ownersOf } from '#server/accounts/organizations/index.ts'
import { destinationWantedMail, queueMails } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { type Db, only, type SQL, sql, type Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { OWED } from './owed-store.ts'

/** Nothing is paid out to an organization without a payout destination: one press asks all their owners for one. */
const DAY_MS = 86_400_000
/** Owners are not asked again for this long. */
const ASKED_DAYS = 7
const MOST_AT_ONCE = 500

const askedSince = (now: Date): Date => new Date(now.getTime() - ASKED_DAYS * DAY_MS)

export async function withoutDestination(db: Db, now: Date): Promise<PayoutsPage['withoutDestination']> {
  const { lastAskedAt, ...counts } = await countWithoutDestination(db, askedSince(now))
  return { ...counts, lastAskedAt: lastAskedAt?.toISOString() ?? null }
}

/**
 * Each owner is mailed once, about all their organizations; of all organizations, or of one.
 * @throws a 409 if there is no one to ask.
 */
export function askForDestinations(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  organizationId: string | null,
): Promise<DestinationRequest> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const now = deps.clock.now()
    const ids = await lockToAsk(tx, { since: askedSince(now), limit: MOST_AT_ONCE, organizationId })
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

const isOwed = sql`
  exists (
    select from campaigns c
    join campaign_books b on b.campaign_id = c.id
    where c.organization_id = o.id
      and ${OWED} > 0
  )
`

/** Those whose owners can be asked now, with what each is owed. */
export const organizationsToAsk = (now: Date): SQL => sql`
  select o.id as organization_id, sum(${OWED})::bigint as owed_cents
  from organizations o
  join campaigns c on c.organization_id = o.id
  join campaign_books b on b.campaign_id = c.id
  where ${isToAsk(askedSince(now))}
    and ${OWED} > 0
  group by o.id
`

/** `toAsk`: how many of them have owners to ask, because they were not asked since then. */
async function countWithoutDestination(
  db: Db,
  since: Date,
): Promise<{ organizations: number; toAsk: number; lastAskedAt: Date | null }> {
  return only(
    await db.query(sql`
      select
        count(*)::integer as organizations,
        (count(*) filter (where ${isToAsk(since)}))::integer as to_ask,
        max(o.destination_asked_at) as last_asked_at
      from organizations o
      where ${hasNoDestination}
        and ${isOwed}
    `),
  )
}

/** Locked until the transaction ends, so that two people who press at once mail nobody twice. */
async function lockToAsk(
  db: Db,
  { since, limit, organizationId }: { since: Date; limit: number; organizationId: string | null },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select o.id
    from organizations o
    where ${isToAsk(since)}
      and ${isOwed}
      and (${organizationId}::uuid is null or o.id = ${organizationId}::uuid)
    order by o.id
    limit ${limit}
    for update of o
  `)
  return rows.map(({ id }) => id)
}

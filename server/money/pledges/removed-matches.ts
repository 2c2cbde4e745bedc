/** Supporters who pledged on one match are notified when it leaves the schedule: nothing is owed for it. */
import { unlinked } from '#domain/links.ts'
import { matchRemovedMail, queueMails } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { pledgeLinks } from '#server/season/pledges/links/index.ts'

/** The mails of one run; the rest follow a minute later. */
const BATCH = 200

type Removed = {
  pledgeId: string
  campaignId: string
  pledgerId: string
  email: string
  match: string
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
  idempotencyKey: string
}

/** To verified addresses only. A match that was merged into another one counts there. */
const unmailed = (db: Db): Promise<Removed[]> =>
  db.query<Removed>(sql`
    select distinct on (p.id, e.id)
      p.id as pledge_id, p.campaign_id, p.pledger_id, u.email, e.name as match,
      c.name as campaign_name, o.name as organization_name, c.time_zone,
      c.money_mode = 'sandbox' as is_test,
      k.idempotency_key
    from events e
    join pledge_lines l on l.event_id = e.id
    join pledges p on p.id = l.pledge_id
    join users u on u.id = p.pledger_id
    join campaigns c on c.id = p.campaign_id
    join organizations o on o.id = c.organization_id
    cross join lateral (select 'match_removed:' || p.id || ':' || e.id as idempotency_key) k
    where l.event_id is not null
      and e.archived_at is not null
      and e.merged_into is null
      and p.status <> 'cancelled'
      and c.status <> 'cancelled'
      and u.email_verified_at is not null
      and u.deleted_at is null
      and not exists (select from mails m where m.idempotency_key = k.idempotency_key)
    order by p.id, e.id
    limit ${BATCH}
  `)

export async function notifyRemovedMatches(deps: Deps): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const removed = await unmailed(tx)
    if (removed.length === 0) return
    const urls = await pledgeLinks(deps, tx, removed)
    await queueMails(
      tx,
      deps.clock,
      removed.map((one, index) => ({
        kind: 'match_removed',
        idempotencyKey: one.idempotencyKey,
        to: one.email,
        ...matchRemovedMail({ ...one, match: unlinked(one.match), pledgeUrl: urls[index] as string }),
        userId: one.pledgerId,
        campaignId: one.campaignId,
        pledgeId: one.pledgeId,
      })),
    )
  })
}

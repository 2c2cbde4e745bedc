/** Who pledged on one match alone. */

import { unlinked } from '#domain/links.ts'
import type { Event } from '#domain/schemas/event.ts'
import { matchChanges } from '#domain/season/match-changes.ts'
import { matchChangedMail, queueMails } from '#server/messaging/mails/index.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import type { Deps } from '#server/season/deps.ts'
import { pledgeLinks } from '#server/season/pledges/links/index.ts'

/** Supporters who pledged on one match are mailed when it becomes another one, as when it leaves the schedule. */
const BATCH = 200

/**
 * In the transaction of the change, after its record in the history. Compared with what each supporter was last told: several small
 * steps add up. A match that had begun and stays so was what it was: only its record is corrected.
 */
export async function notifyChangedMatch(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Db,
  before: Event,
  after: Event,
): Promise<void> {
  const now = deps.clock.now()
  if ([before, after].every(({ startTime }) => new Date(startTime) <= now)) return
  const endsAt = await endOf(tx, after.campaignId)
  await mailEach(deps, tx, {
    next: (page) => supportersOf(tx, after.id, page),
    mailOf: (one) => {
      const changes = matchChanges(one.was, after, { endsAt, timeZone: one.timeZone })
      const idempotencyKey = keyOfChange(one.pledgeId, after)
      return changes.length === 0 ? null : { idempotencyKey, is: after, changes }
    },
  })
}

/** Before the pledges move along: those on either match alone are told that the two are one now. */
export async function notifyMergedMatch(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Db,
  { from, into }: { from: Event; into: Event },
): Promise<void> {
  for (const event of [from, into])
    await mailEach(deps, tx, {
      next: (page) => everyoneOn(tx, event, page),
      mailOf: ({ pledgeId }) => ({
        idempotencyKey: `match_merged:${pledgeId}:${from.id}`,
        is: into,
        changes: [],
        merged: named(from),
      }),
    })
}

type Told = Pick<Parameters<typeof matchChangedMail>[0], 'changes' | 'merged'> & {
  idempotencyKey: string
  is: Event
}

async function mailEach(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Db,
  {
    next,
    mailOf,
  }: {
    next: (page: { after: string | null; limit: number }) => Promise<Supporter[]>
    mailOf: (one: Supporter) => Told | null
  },
): Promise<void> {
  let last: string | null = null
  for (;;) {
    const supporters: Supporter[] = await next({ after: last, limit: BATCH })
    const told = supporters.flatMap((one) => {
      const mail = mailOf(one)
      return mail ? [{ one, mail }] : []
    })
    const urls = await pledgeLinks(
      deps,
      tx,
      told.map(({ one }) => one),
    )
    await queueMails(
      tx,
      deps.clock,
      told.map(({ one: { was, ...one }, mail: { idempotencyKey, is, ...mail } }, index) => ({
        kind: 'match_changed',
        idempotencyKey,
        to: one.email,
        quietZone: one.timeZone,
        ...matchChangedMail({
          ...one,
          ...mail,
          was: named(was),
          is: named(is),
          pledgeUrl: urls[index] as string,
        }),
        userId: one.pledgerId,
        campaignId: one.campaignId,
        pledgeId: one.pledgeId,
      })),
    )
    last = supporters.at(-1)?.pledgeId ?? null
    if (supporters.length < BATCH) return
  }
}

const named = (event: Event): Event => ({ ...event, name: unlinked(event.name) })

type Supporter = {
  pledgeId: string
  campaignId: string
  pledgerId: string
  email: string
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
  /** The match as they pledged on it or were last told. */
  was: Event
}

/** A mail is recorded by the version of the match that it tells of. */
const keyOfChange = (pledgeId: string, { id, version }: Pick<Event, 'id' | 'version'>): string =>
  `match_changed:${pledgeId}:${id}:${version}`

const columns = sql`
  p.id as pledge_id, p.campaign_id, p.pledger_id, u.email,
  c.name as campaign_name, o.name as organization_name, c.time_zone,
  c.money_mode = 'sandbox' as is_test
`
const lines = sql`
  pledge_lines l
  join pledges p on p.id = l.pledge_id
  join users u on u.id = p.pledger_id
  join campaigns c on c.id = p.campaign_id
  join organizations o on o.id = c.organization_id
`
/** A line still counts this match, and the address is verified. */
const isReached = (eventId: string, after: string | null) => sql`
  l.event_id = ${eventId}
  and l.until_at is null
  and p.status <> 'cancelled'
  and c.status <> 'cancelled'
  and u.email_verified_at is not null
  and u.deleted_at is null
  and (${after}::uuid is null or p.id > ${after}::uuid)
`

/**
 * With a line that still counts this match. What they know is the state before the first change
 * after they pledged, after the last one that a mail told them of, and after another match was merged into this one: who pledged
 * on that one knows nothing of what this one was before.
 */
const supportersOf = (
  db: Db,
  eventId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<Supporter[]> =>
  db.query<Supporter>(sql`
    with changes as materialized (
      select a.id, a.at, a.before, (a.after ->> 'version')::integer as version
      from audit_log a
      where a.subject_id = ${eventId}
        and a.action = 'event.update'
        and a.id > coalesce(
          (
            select g.id
            from events e
            join audit_log g on g.subject_id = e.id and g.action = 'event.merge'
            where e.merged_into = ${eventId}
            order by g.id desc
            limit 1
          ),
          ${BEFORE_ALL_IDS}::uuid
        )
    )
    select distinct on (p.id) ${columns}, known.before as was
    from ${lines}
    cross join lateral (
      select v.before
      from changes v
      where v.at >= p.created_at
        and v.version > coalesce(
          (
            select max(told.version)
            from changes told
            join mails m
              on m.idempotency_key = 'match_changed:' || p.id || ':' || ${eventId}::uuid || ':' || told.version
          ),
          0
        )
      order by v.version
      limit 1
    ) known
    where ${isReached(eventId, after)}
    order by p.id
    limit ${limit}
  `)

/** All of them, whatever they know of the match. */
const everyoneOn = (
  db: Db,
  event: Event,
  { after, limit }: { after: string | null; limit: number },
): Promise<Supporter[]> =>
  db.query<Supporter>(sql`
    select distinct on (p.id) ${columns}, ${JSON.stringify(event)}::jsonb as was
    from ${lines}
    where ${isReached(event.id, after)}
    order by p.id
    limit ${limit}
  `)

/** Whether a pledge counts one of these matches alone, also one that is still to be confirmed or released. */
export async function isPledgedOnAlone(db: Db, campaignId: string, ids: readonly string[]): Promise<boolean> {
  const rows = await db.query(sql`
    with ids as (select unnest(${sql.param([...ids])}::uuid[]) as id)
    (
      select
      from pledge_lines l
      join pledges p on p.id = l.pledge_id
      where l.event_id in (select id from ids)
        and p.status <> 'cancelled'
      limit 1
    )
    union all
    (
      select
      from guest_pledges
      where campaign_id = ${campaignId}
        and state = 'held'
        and event_id in (select id from ids)
      limit 1
    )
    union all
    (
      select
      from held_pledges h
      join ids on h.lines @> jsonb_build_array(jsonb_build_object('eventId', ids.id))
      where h.campaign_id = ${campaignId}
        and h.state = 'held'
      limit 1
    )
  `)
  return rows.length > 0
}

const endOf = async (db: Db, campaignId: string): Promise<Date> => {
  const [row] = await db.query<{ endsAt: Date }>(sql`select ends_at from campaigns where id = ${campaignId}`)
  if (!row) throw new Error('an event without its campaign')
  return row.endsAt
}

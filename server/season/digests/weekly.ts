import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { unlinked } from '#domain/links.ts'
import { type Cents, cents, formatUsd } from '#domain/money.ts'
import { addDays, startOfDay } from '#domain/places/zone.ts'
import { queueMails, weeklyDigestMail } from '#server/messaging/mails/index.ts'
import { unsubscribeLinks } from '#server/messaging/preferences/index.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import type { Deps } from '#server/season/deps.ts'

/** On Mondays, mails each owner of an organization how its campaigns are doing and what to do next. */
const BATCH = 200
const MAX_BATCHES = 5_000

/** Each owner once a week, however often this runs or is interrupted. @returns how many were notified. */
export async function notifyWeeks(deps: Deps): Promise<number> {
  let after: After | null = null
  let notified = 0
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const batch: Recipient[] = await recipients(deps.db, deps.clock.now(), { after, limit: BATCH })
    const last = batch.at(-1)
    if (!last) break
    await notifyBatch(deps, batch)
    await deps.checkpoint('week.queued')
    notified += batch.length
    after = last
  }
  return notified
}

async function notifyBatch(deps: Deps, batch: readonly Recipient[]): Promise<void> {
  const now = deps.clock.now()
  const organizations = new Map(batch.map((one) => [one.organizationId, one]))
  const weeks = Map.groupBy(
    await campaignWeeks(deps.db, [...organizations.values()].map(reportedWeek), now),
    ({ organizationId }) => organizationId,
  )
  await deps.db.transaction(async (tx) => {
    const linkFor = await unsubscribeLinks(deps, tx)
    await queueMails(
      tx,
      deps.clock,
      batch.map((recipient) => ({
        kind: 'weekly_digest',
        idempotencyKey: weekOf(recipient),
        to: recipient.email,
        userId: recipient.userId,
        organizationId: recipient.organizationId,
        ...mailOf(
          deps,
          recipient,
          weeks.get(recipient.organizationId) ?? [],
          linkFor(recipient.userId, 'weekly_digest'),
        ),
        quietZone: recipient.timeZone,
      })),
    )
  })
}

/** The week before, from Monday to Monday on the organization's clock, on whichever day the mail leaves. */
const reportedWeek = ({ organizationId, timeZone, weekOn }: Recipient) => ({
  organizationId,
  since: startOfDay(timeZone, addDays(weekOn, -7)),
  until: startOfDay(timeZone, weekOn),
})

function mailOf(
  { config }: Deps,
  { organizationName, weekOn }: Recipient,
  campaigns: readonly CampaignWeek[],
  unsubscribeUrl: string,
) {
  return weeklyDigestMail({
    organizationName,
    weekOn,
    unsubscribeUrl,
    campaigns: campaigns.map(({ pledged, earned, unplayed, ...campaign }) => ({
      ...campaign,
      pledged: formatUsd(pledged),
      earned: formatUsd(earned),
      unplayed: unplayed.map(({ name, at }) => ({ name: unlinked(name), at: new Date(at) })),
      manageUrl: `${config.appUrl}/dashboard/campaigns/${campaign.id}`,
      pageUrl: `${config.appUrl}/campaigns/${campaign.id}`,
    })),
  })
}

/** An owner who has not received this week’s summary yet, and the organization. */
type Recipient = {
  organizationId: string
  organizationName: string
  timeZone: string
  userId: string
  email: string
  /** The Monday that the mail is for, `YYYY-MM-DD`. */
  weekOn: string
}
type After = Pick<Recipient, 'organizationId' | 'userId'>

/** Identifies one owner's mail for one week. */
const weekOf = ({ organizationId, userId, weekOn }: Recipient): string =>
  `weekly:${organizationId}:${weekOn}:${userId}`

/**
 * From Monday at eight in the morning, in the organization's zone, until Wednesday evening: after an outage on Monday the
 * summary is still sent, but nobody gets it on a Friday. Verified addresses, without those who opted out.
 */
async function recipients(
  db: Db,
  now: Date,
  { after, limit }: { after: After | null; limit: number },
): Promise<Recipient[]> {
  return db.query<Recipient>(sql`
    select
      o.id as organization_id, o.name as organization_name, o.time_zone, u.id as user_id, u.email,
      w.week_on::text as week_on
    from organization_members m
    join organizations o on o.id = m.organization_id
    join users u on u.id = m.user_id
    cross join lateral (select wall_clock(o.time_zone, ${now}) as here) h
    cross join lateral (select date_trunc('week', h.here)::date as week_on) w
    where m.role = 'owner'
      and o.archived_at is null
      and (
        ${after?.organizationId ?? null}::uuid is null
        or (o.id, u.id) > (${after?.organizationId ?? null}::uuid, ${after?.userId ?? null}::uuid)
      )
      and h.here >= w.week_on + interval '8 hours'
      and h.here < w.week_on + interval '3 days'
      and not is_quiet(o.time_zone, ${now})
      and u.email_verified_at is not null
      and u.deleted_at is null
      and not exists (
        select from mail_refusals f
        where f.user_id = u.id
          and f.kind = 'weekly_digest'
      )
      and not exists (
        select from mails q
        where q.idempotency_key = 'weekly:' || o.id || ':' || w.week_on || ':' || u.id
      )
      and exists (
        select from campaigns c
        where c.organization_id = o.id
          and ${IS_RUNNING}
      )
    order by o.id, u.id
    limit ${limit}
  `)
}

/** Accepts pledges or results, and is not settled. */
const IS_RUNNING = sql`c.status in ('active', 'paused', 'completed') and c.final_locked_at is null`
/** The most that one mail shows. */
const MAX_CAMPAIGNS = 10
const MAX_NAMED = 5

type CampaignWeek = {
  organizationId: string
  id: string
  name: string
  status: 'active' | 'paused' | 'completed'
  vocabulary: Vocabulary
  timeZone: string
  isTest: boolean
  pledged: Cents
  earned: Cents
  supporters: number
  newSupporters: number
  /** Results that a second person has to confirm. */
  waitingResults: number
  /** Of them, those that are confirmed and count: somebody asked to void them. */
  waitingVoids: number
  /** Matches of the week that were played and have no result, newest first. */
  unplayed: { name: string; at: string }[]
  notJoined: number
  /** The first few of them. */
  notJoinedEmails: string[]
}
type Row = Omit<CampaignWeek, 'pledged' | 'earned'> & { pledgedCents: number; earnedCents: number }

/** How the campaigns of these organizations are doing, and what happened from `since` to `until`. */
async function campaignWeeks(
  db: Db,
  weeks: readonly { organizationId: string; since: Date; until: Date }[],
  now: Date,
): Promise<CampaignWeek[]> {
  const rows = await db.query<Row>(sql`
    select
      c.organization_id, c.id, c.name, c.status, c.vocabulary, c.time_zone,
      c.money_mode = 'sandbox' as is_test,
      t.pledged_cents, t.earned_cents, t.supporters_count as supporters,
      (
        select count(*)
        from pledges p
        where p.campaign_id = c.id
          and p.status <> 'cancelled'
          and p.created_at >= o.since
          and p.created_at < o.until
      ) as new_supporters,
      (
        select count(*)
        from results r
        where r.campaign_id = c.id
          and r.voided_at is null
          and ((r.confirmed_at is null and r.is_final) or r.void_requested_at is not null)
      ) as waiting_results,
      (
        select count(*)
        from results r
        where r.campaign_id = c.id
          and r.voided_at is null
          and r.confirmed_at is not null
          and r.void_requested_at is not null
      ) as waiting_voids,
      coalesce((
        select json_agg(
          json_build_object('name', e.name, 'at', e.start_time)
          order by e.start_time desc
        )
        from (
          select e.name, e.start_time
          from events e
          where e.campaign_id = c.id
            and e.archived_at is null
            and e.event_type in ('game', 'tournament')
            and not e.is_completed
            and e.start_time >= o.since
            and coalesce(e.end_time, e.start_time + interval '3 hours') < ${now}
            and not exists (
              select from results r
              where r.event_id = e.id
                and r.voided_at is null
            )
          order by e.start_time desc
          limit ${MAX_NAMED}
        ) e
      ), '[]') as unplayed,
      (
        select count(*)
        from ambassadors a
        where a.campaign_id = c.id
          and a.joined_at is null
          and a.removed_at is null
      ) as not_joined,
      array(
        select a.email
        from ambassadors a
        where a.campaign_id = c.id
          and a.joined_at is null
          and a.removed_at is null
        order by a.created_at, a.id
        limit ${MAX_NAMED}
      ) as not_joined_emails
    from unnest(
      ${sql.param(weeks.map(({ organizationId }) => organizationId))}::uuid[],
      ${sql.param(weeks.map(({ since }) => since))}::timestamptz[],
      ${sql.param(weeks.map(({ until }) => until))}::timestamptz[]
    ) as o (id, since, until)
    cross join lateral (
      select *
      from campaigns c
      where c.organization_id = o.id
        and ${IS_RUNNING}
      order by c.status <> 'active', c.id desc
      limit ${MAX_CAMPAIGNS}
    ) c
    join campaign_totals t on t.campaign_id = c.id
    order by c.status <> 'active', c.id desc
  `)
  return rows.map(({ pledgedCents, earnedCents, ...row }) => ({
    ...row,
    pledged: cents(pledgedCents),
    earned: cents(earnedCents),
  }))
}

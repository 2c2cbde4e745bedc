import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { unlinked } from '#domain/links.ts'
import { add, type Cents, cents, ZERO } from '#domain/money.ts'
import type { ConfirmedResult } from '#domain/pledges/accrual.ts'
import type { AlertChannel, QuietHours } from '#domain/season/result-alert.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { type LineRow, linesOf, nameColumn } from '#server/season/pledges/lines/index.ts'
import { occursAt, type ResultRow, toCounted } from '#server/season/results/counted/index.ts'

/** What one campaign's alerts are computed from: its results, entered or confirmed, and its supporters' pledges. */
export type AlertCampaign = {
  campaignId: string
  campaignName: string
  organizationName: string
  vocabulary: Vocabulary
  timeZone: string
  isTest: boolean
}

/** Undefined for a campaign that is cancelled or settled. */
export async function runningCampaign(db: Db, campaignId: string): Promise<AlertCampaign | undefined> {
  return first(
    await db.query<AlertCampaign>(sql`
      select
        c.id as campaign_id, c.name as campaign_name, o.name as organization_name, c.vocabulary,
        c.time_zone, c.money_mode = 'sandbox' as is_test
      from campaigns c
      join organizations o on o.id = c.organization_id
      where c.id = ${campaignId}
        and c.status <> 'cancelled'
        and c.final_locked_at is null
    `),
  )
}

export type AlertResult = ConfirmedResult & {
  /** The match; for a result without one, the result; for an achievement, its statistic. */
  slot: string
  /** When anything was first entered for it, voided or not. */
  firstEnteredAt: Date
  isConfirmed: boolean
  name: string
}

/** The season as everyone sees it: confirmed results, then those that wait for a second person. */
export async function currentResults(db: Db, campaignId: string): Promise<AlertResult[]> {
  type Row = Omit<AlertResult, keyof ResultRow> & ResultRow
  const rows = await db.query<Row>(sql`
    with entered as (
      select coalesce(event_id, slot) as slot, min(entered_at) as first_entered_at
      from results
      where campaign_id = ${campaignId}
      group by 1
    )
    select
      r.id, r.statistic_id, r.event_id, ${occursAt} as at,
      case
        when r.kind = 'count' then least(e.start_time, r.entered_at)
        else coalesce(r.confirmed_at, r.entered_at)
      end as since,
      r.difference as quantity, f.slot, f.first_entered_at, r.confirmed_at is not null as is_confirmed,
      coalesce(e.name, s.name) as name
    from effective_results r
    join entered f on f.slot = coalesce(r.event_id, r.slot)
    join statistics s on s.id = r.statistic_id
    left join events e on e.id = r.event_id
    where r.campaign_id = ${campaignId}
      and r.difference <> 0
  `)
  return rows.map((row) => ({ ...toCounted(row), name: unlinked(row.name) }))
}

/** What each supporter was alerted about; a merged match counts as the one it was merged into. */
export async function alertedSlots(
  db: Db,
  campaignId: string,
  userIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const rows = await db.query<{ userId: string; slots: string[] }>(sql`
    select s.user_id, array_agg(coalesce(e.merged_into, s.slot)) as slots
    from sent_alerts s
    left join events e on e.id = s.slot
    where s.campaign_id = ${campaignId}
      and s.user_id = any(${sql.param([...userIds])}::uuid[])
    group by s.user_id
  `)
  return new Map(rows.map(({ userId, slots }) => [userId, new Set(slots)]))
}

export type AlertPledge = { id: string; userId: string; agreedMaximumCents: number; lines: LineRow[] }

/** Bounds the size of one alert: more pledges than anyone makes to one campaign. */
const MAX_PLEDGES = 20

/** Pledges that count: neither held nor cancelled. */
export async function pledgesOfSupporters(
  db: Db,
  campaignId: string,
  userIds: readonly string[],
): Promise<AlertPledge[]> {
  return db.query<AlertPledge>(sql`
    select p.id, p.pledger_id as user_id, p.agreed_maximum_cents, l.lines
    from unnest(${sql.param([...userIds])}::uuid[]) as given (user_id)
    cross join lateral (
      select id, pledger_id, agreed_maximum_cents
      from pledges
      where pledger_id = given.user_id
        and campaign_id = ${campaignId}
        and status in ('active', 'past_due')
      order by id
      limit ${MAX_PLEDGES}
    ) p
    cross join lateral (select ${linesOf(sql`p.id`, { name: nameColumn })} as lines) l
    where l.lines is not null
    order by p.id
  `)
}

type MailedAmount = { userId: string; moment: string; addedCents: number }

/** What alerts by mail said that each match adds, unless a digest has covered the match since. */
async function mailedAmounts(
  db: Db,
  campaignId: string,
  userIds: readonly string[],
): Promise<MailedAmount[]> {
  return db.query<MailedAmount>(sql`
    select user_id, moment, added_cents
    from sent_alerts
    where campaign_id = ${campaignId}
      and user_id = any(${sql.param([...userIds])}::uuid[])
      and channel = 'mail'
      and added_cents <> 0
  `)
}

/** A digest covers these matches: what the alerts said stands for none after it. An alert never says 0. */
async function markCovered(
  db: Db,
  campaignId: string,
  covered: readonly Pick<MailedAmount, 'userId' | 'moment'>[],
): Promise<void> {
  if (covered.length === 0) return
  const list = (name: 'userId' | 'moment') => sql.param(covered.map((one) => one[name]))
  await db.query(sql`
    update sent_alerts s
    set added_cents = 0
    from unnest(${list('userId')}::uuid[], ${list('moment')}::uuid[]) as given (user_id, moment)
    where s.campaign_id = ${campaignId}
      and s.user_id = given.user_id
      and s.moment = given.moment
      and s.channel = 'mail'
  `)
}

export type Owner = { campaignId: string; userId: string }

/** What the screen needs to know of a pledge, which may still be held. */
export type Subject = Owner & {
  timeZone: string
  vocabulary: Vocabulary
  /** Null if there is no verified address. */
  email: string | null
  /** The unit of its line with the smallest rate, which happens most often; null if no line has one. */
  unit: string | null
  /** Nothing more can be added by a result: to a cancelled pledge, to a gift, or because the campaign is over. */
  isOver: boolean
}

/** Only the supporter's own pledge. */
export async function subjectOf(
  db: Db,
  { pledgeId, userId }: { pledgeId: string; userId: string },
): Promise<Subject | undefined> {
  return first(
    await db.query<Subject>(sql`
      with own as (
        select
          id, campaign_id, pledger_id,
          status in ('active', 'past_due')
          and exists (
            select from pledge_lines l
            where l.pledge_id = pledges.id
              and l.type <> 'one_time'
          ) as gets_results
        from pledges
        where id = ${pledgeId}
        union all
        select id, campaign_id, pledger_id, lines @? '$[*] ? (@.type != "one_time")' as gets_results
        from held_pledges
        where id = ${pledgeId}
          and state = 'held'
      )
      select
        c.id as campaign_id, u.id as user_id, c.time_zone, c.vocabulary,
        case when u.email_verified_at is not null then u.email end as email,
        (
          select s.unit_name
          from pledge_lines l
          join statistics s on s.id = l.statistic_id
          where l.pledge_id = own.id
            and l.type = 'per_increment'
          order by l.rate_cents, l.statistic_id
          limit 1
        ) as unit,
        c.final_locked_at is not null or c.status = 'cancelled' or not own.gets_results as is_over
      from own
      join campaigns c on c.id = own.campaign_id
      join users u on u.id = own.pledger_id
      where u.id = ${userId}
        and u.deleted_at is null
    `),
  )
}

export type Choice = { channel: AlertChannel; quietFrom: number; quietTo: number; timeZone: string }

/** `isStopped`: by the link in the mail or on the profile, which stop alerts by email of all campaigns. */
export type KnownChoice = Choice & { isStopped: boolean }

export async function choiceOf(db: Db, { campaignId, userId }: Owner): Promise<KnownChoice | undefined> {
  return first(
    await db.query<KnownChoice>(sql`
      select
        channel, quiet_from, quiet_to, time_zone,
        channel = 'mail' and exists (
          select from mail_refusals f
          where f.user_id = result_alerts.user_id
            and f.kind = 'result_alert'
        ) as is_stopped
      from result_alerts
      where campaign_id = ${campaignId}
        and user_id = ${userId}
    `),
  )
}

/** Turned on anew, it covers what is entered from now on; changed, it continues where it was. */
export async function saveChoice(tx: Db, owner: Owner, choice: Choice, at: Date): Promise<void> {
  await tx.query(sql`
    insert into result_alerts (campaign_id, user_id, channel, quiet_from, quiet_to, time_zone, since)
    values (
      ${owner.campaignId}, ${owner.userId}, ${choice.channel}, ${choice.quietFrom}, ${choice.quietTo},
      ${choice.timeZone}, ${at}
    )
    on conflict (campaign_id, user_id) do update
    set
      channel = excluded.channel,
      quiet_from = excluded.quiet_from,
      quiet_to = excluded.quiet_to,
      time_zone = excluded.time_zone
  `)
}

/** Of every campaign: what was stopped for all does not start again with one. */
export async function deleteMailChoices(tx: Db, userId: string): Promise<void> {
  await tx.query(sql`delete from result_alerts where user_id = ${userId} and channel = 'mail'`)
}

export async function deleteChoice(tx: Db, { campaignId, userId }: Owner): Promise<void> {
  await tx.query(sql`delete from result_alerts where campaign_id = ${campaignId} and user_id = ${userId}`)
}

type Round = { campaignId: string; at: Date; dueAt: Date; latestAt: Date }

/** Joins the open round, or opens one; does nothing if nobody asked to be alerted. */
export async function gather(tx: Db, { campaignId, at, dueAt, latestAt }: Round): Promise<void> {
  await tx.query(sql`
    insert into alert_rounds (campaign_id, opened_at, due_at)
    select ${campaignId}::uuid, ${at}::timestamptz, ${dueAt}::timestamptz
    where exists (select from result_alerts where campaign_id = ${campaignId})
    on conflict (campaign_id) do update
    set due_at = least(
      excluded.due_at,
      alert_rounds.opened_at + (${latestAt}::timestamptz - ${at}::timestamptz)
    )
  `)
}

/** Makes each supporter's alert due for the rounds that are complete. */
export async function handOn(tx: Db, now: Date, limit: number): Promise<number> {
  const rows = await tx.query(sql`
    with due as (
      delete from alert_rounds
      where campaign_id in (
        select campaign_id
        from alert_rounds
        where due_at <= ${now}
        order by due_at
        limit ${limit}
        for update skip locked
      )
      returning campaign_id
    ),
    handed as (
      update result_alerts a
      set due_at = ${now}
      from due
      where a.campaign_id = due.campaign_id
        and a.due_at is null
    )
    select campaign_id from due
  `)
  return rows.length
}

export type DueAlert = Owner & {
  channel: AlertChannel
  quiet: QuietHours
  since: Date
  email: string
  /** False if the mail is turned off or has no verified address, or no browser is left. */
  isReachable: boolean
  getsDigest: boolean
  /** When they were alerted within the last day, newest first, across all campaigns. */
  sent: Date[]
}

/** Some alerts that are due, locked until the transaction ends; other workers skip them. */
export async function takeDue(tx: Db, now: Date, dayAgo: Date, limit: number): Promise<DueAlert[]> {
  type Row = Omit<DueAlert, 'quiet' | 'sent'> & Choice & { sent: string[] }
  const refused = (kind: string) => sql`
    exists (
      select from mail_refusals f
      where f.user_id = a.user_id
        and f.kind = ${kind}
    )
  `
  const rows = await tx.query<Row>(sql`
    select
      a.campaign_id, a.user_id, a.channel, a.quiet_from, a.quiet_to, a.time_zone, a.since,
      u.email,
      case
        when a.channel = 'mail' then u.email_verified_at is not null and not ${refused('result_alert')}
        else exists (
          select from push_devices d
          where d.campaign_id = a.campaign_id
            and d.user_id = a.user_id
        )
      end as is_reachable,
      not ${refused('results_digest')} as gets_digest,
      array(
        select max(s.sent_at)
        from sent_alerts s
        where s.user_id = a.user_id
          and s.sent_at > ${dayAgo}
        group by s.alert_id
        order by 1 desc
      ) as sent
    from result_alerts a
    join users u on u.id = a.user_id
    where a.due_at <= ${now}
    order by a.campaign_id, a.user_id
    limit ${limit}
    for update of a skip locked
  `)
  return rows.map(({ quietFrom, quietTo, timeZone, sent, ...row }) => ({
    ...row,
    quiet: { from: quietFrom, to: quietTo, timeZone },
    sent: sent.map((at) => new Date(at)),
  }))
}

type NextLook = Owner & { dueAt: Date | null }

/** When each is due again; null: not before something new is entered. */
export async function settle(tx: Db, looks: readonly NextLook[]): Promise<void> {
  const list = (name: keyof NextLook) => sql.param(looks.map((look) => look[name]))
  await tx.query(sql`
    update result_alerts a
    set due_at = given.due_at
    from unnest(
      ${list('campaignId')}::uuid[], ${list('userId')}::uuid[], ${list('dueAt')}::timestamptz[]
    ) as given (campaign_id, user_id, due_at)
    where a.campaign_id = given.campaign_id
      and a.user_id = given.user_id
  `)
}

/** They cannot be reached now; once they can, alerts cover only what is entered from then on. */
export async function passOver(tx: Db, now: Date, owners: readonly Owner[]): Promise<void> {
  const list = (name: keyof Owner) => sql.param(owners.map((owner) => owner[name]))
  await tx.query(sql`
    update result_alerts a
    set due_at = null, since = ${now}
    from unnest(${list('campaignId')}::uuid[], ${list('userId')}::uuid[]) as given (campaign_id, user_id)
    where a.campaign_id = given.campaign_id
      and a.user_id = given.user_id
  `)
}

type SentMatch = Owner & {
  slot: string
  moment: string
  alertId: string
  channel: AlertChannel
  addedCents: number
}

export async function insertSent(tx: Db, at: Date, matches: readonly SentMatch[]): Promise<void> {
  const list = (name: keyof SentMatch) => sql.param(matches.map((match) => match[name]))
  await tx.query(sql`
    insert into sent_alerts (campaign_id, user_id, slot, moment, alert_id, channel, added_cents, sent_at)
    select given.*, ${at}::timestamptz
    from unnest(
      ${list('campaignId')}::uuid[], ${list('userId')}::uuid[], ${list('slot')}::uuid[],
      ${list('moment')}::uuid[], ${list('alertId')}::uuid[], ${list('channel')}::text[],
      ${list('addedCents')}::bigint[]
    ) as given
    on conflict (campaign_id, user_id, slot) do nothing
  `)
}

type Reader = {
  userId: string
  news: readonly { amounts: readonly (readonly [moment: string, cents: number])[] }[]
}

/**
 * Leaves out those whom an alert by mail already told exactly this about each of these matches. An alert stands for the
 * first digest of its match only: a later correction by the same amount is news.
 */
export async function withoutMailed<R extends Reader>(
  db: Db,
  campaignId: string,
  readers: readonly R[],
): Promise<R[]> {
  if (readers.length === 0) return []
  const rows = await mailedAmounts(
    db,
    campaignId,
    readers.map(({ userId }) => userId),
  )
  const mailed = new Map(rows.map(({ userId, moment, addedCents }) => [`${userId}|${moment}`, addedCents]))
  const reported = readers.map((reader) => ({ reader, sums: sumsOf(reader) }))
  await markCovered(
    db,
    campaignId,
    reported.flatMap(({ reader: { userId }, sums }) =>
      [...sums.keys()]
        .filter((moment) => mailed.has(`${userId}|${moment}`))
        .map((moment) => ({ userId, moment })),
    ),
  )
  return reported.flatMap(({ reader, sums }) =>
    [...sums].some(([moment, sum]) => mailed.get(`${reader.userId}|${moment}`) !== sum) ? [reader] : [],
  )
}

/** What each match adds over all of a supporter's pledges. */
function sumsOf({ news }: Reader): Map<string, Cents> {
  const sums = new Map<string, Cents>()
  for (const [moment, amount] of news.flatMap(({ amounts }) => amounts))
    sums.set(moment, add(sums.get(moment) ?? ZERO, cents(amount)))
  return sums
}

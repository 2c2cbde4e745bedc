/** Owners are mailed that results wait for them: once for each campaign and day, after what was entered together. */
import { unlinked } from '#domain/links.ts'
import { MATCH_HOURS } from '#domain/people/work-queue.ts'
import { formatQuantity, fromNumeric } from '#domain/quantity.ts'
import { roleWho } from '#server/accounts/access/index.ts'
import { queueMails, resultsToConfirmMail } from '#server/messaging/mails/index.ts'
import { unsubscribeLinks } from '#server/messaging/preferences/index.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { settleEach } from '#server/platform/jobs/runs.ts'
import type { Deps } from '#server/season/deps.ts'

const MINUTE_MS = 60_000
/** Results are often entered one by one: a mail waits until none was for this long, and until the match is over. */
const QUIET_MINUTES = 20
/** What was entered longer ago is no news. */
const NEWS_DAYS = 3
const MAX_MAILS = 500
/** Bounds the size of one mail, which says how many more there are. */
const MAX_RESULTS = 300
const MAX_MATCHES = 10
const MAX_NAMED = 3

/** @returns how many owners were mailed. */
export async function notifyResultsToConfirm(deps: Deps): Promise<number> {
  const due = await dueOwners(deps.db, deps.clock.now())
  await settleEach(due, (owner) => notify(deps, owner))
  return due.length
}

type Owner = {
  key: string
  campaignId: string
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
  userId: string
  email: string
}

async function notify(deps: Deps, { key, userId, email, ...campaign }: Owner): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const waiting = await waitingFor(tx, campaign.campaignId, userId)
    if (waiting.length === 0) return
    const linkFor = await unsubscribeLinks(deps, tx)
    const matches = Map.groupBy(waiting, ({ eventId }) => eventId ?? 'none')
    const [only] = matches.keys()
    const place = matches.size === 1 ? `confirm-${only}` : 'confirm'
    const day = new Intl.DateTimeFormat('en-US', {
      month: 'short',
      day: 'numeric',
      timeZone: campaign.timeZone,
    })
    await queueMails(tx, deps.clock, [
      {
        kind: 'results_to_confirm',
        idempotencyKey: key,
        to: email,
        userId,
        campaignId: campaign.campaignId,
        aboutUserIds: [...new Set(waiting.map(({ byId }) => byId))],
        ...resultsToConfirmMail({
          ...campaign,
          count: waiting.length,
          by: namesIn(waiting),
          matches: [...matches.values()].slice(0, MAX_MATCHES).map((results) => ({
            title: titleOf(results[0] as Waiting, day),
            figures: newestOf(results).map(figureOf).join(', '),
          })),
          others: Math.max(0, matches.size - MAX_MATCHES),
          confirmUrl: `${deps.config.appUrl}/dashboard/campaigns/${campaign.campaignId}?tab=results#${place}`,
          unsubscribeUrl: linkFor(userId, 'results_to_confirm'),
        }),
      },
    ])
  })
}

/** `Olive Whitfield and Sam Porter`; null if they have no names. */
function namesIn(waiting: readonly Waiting[]): string | null {
  const names = [...new Set(waiting.map(({ byName }) => byName))].filter((name) => name !== '')
  const shown = names.length > MAX_NAMED ? [...names.slice(0, MAX_NAMED), 'others'] : names
  return shown.length === 0 ? null : new Intl.ListFormat('en-US').format(shown)
}

/** Counted up during a match, each statistic is shown as it was entered last. */
const newestOf = (results: readonly Waiting[]): Waiting[] => [
  ...new Map(results.map((one) => [one.statisticId, one])).values(),
]

const titleOf = ({ matchName, startTime }: Waiting, day: Intl.DateTimeFormat): string =>
  matchName && startTime ? `${day.format(startTime)}, ${unlinked(matchName)}` : 'All season'

const OUTCOMES = { achieved: 'achieved', not_achieved: 'not achieved', withdrawn: 'open again' } as const

function figureOf({ statisticName, kind, total, isVoid }: Waiting): string {
  const figure = kind === 'count' ? formatQuantity(fromNumeric(total)) : OUTCOMES[kind]
  return `${unlinked(statisticName)} ${figure}${isVoid ? ', to void' : ''}`
}

/** Result `r` of campaign `c` is final and waits for a second person, who may be this one. */
const waitsFor = (userId: string | SQL): SQL => sql`
  (
    (
      (r.confirmed_at is null and r.voided_at is null and r.is_final)
      or (r.void_requested_at is not null and r.voided_at is null)
    )
    and coalesce(r.void_requested_by, r.entered_by) <> ${userId}
  )
`
/**
 * Owners and confirmers with a verified address who did not turn it off, for each day on which something was entered that they may
 * confirm; not at night, so that what is confirmed by the morning is not mailed.
 */
function dueOwners(db: Db, now: Date): Promise<Owner[]> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return db.query<Owner>(sql`
    with due as (
      select
        c.id as campaign_id, m.user_id,
        (w.at at time zone c.time_zone)::date as day
      from results r
      cross join lateral (select coalesce(r.void_requested_at, r.entered_at) as at) w
      join campaigns c on c.id = r.campaign_id
      join organization_members m
        on m.organization_id = c.organization_id and ${roleWho('confirmResults', 'm')}
      left join events e on e.id = r.event_id
      where ${waitsFor(sql`m.user_id`)}
        and w.at > ${before(NEWS_DAYS * 1440 * MINUTE_MS)}
        and c.status <> 'cancelled'
        and not is_quiet(c.time_zone, ${now})
      group by c.id, m.user_id, day
      having
        max(w.at) <= ${before(QUIET_MINUTES * MINUTE_MS)}
        -- Not while one of these matches is being played.
        and bool_and(
          e.id is null
          or e.start_time > ${now}
          or e.start_time + make_interval(hours => ${MATCH_HOURS}) <= ${now}
        )
    )
    select
      k.key, c.id as campaign_id, c.name as campaign_name, o.name as organization_name, c.time_zone,
      c.money_mode = 'sandbox' as is_test,
      u.id as user_id, u.email
    from due
    join campaigns c on c.id = due.campaign_id
    join organizations o on o.id = c.organization_id
    join users u on u.id = due.user_id
    cross join lateral (select concat_ws(':', 'to_confirm', c.id, due.day, u.id) as key) k
    where u.email_verified_at is not null
      and u.deleted_at is null
      and not exists (select from mails where idempotency_key = k.key)
      and not exists (
        select from mail_refusals f
        where f.user_id = u.id
          and f.kind = 'results_to_confirm'
      )
    order by k.key
    limit ${MAX_MAILS}
  `)
}

type Waiting = {
  eventId: string | null
  matchName: string | null
  startTime: Date | null
  statisticId: string
  statisticName: string
  kind: 'count' | keyof typeof OUTCOMES
  total: string
  isVoid: boolean
  byId: string
  byName: string
}

/** All that waits for this person in the campaign, match by match. */
const waitingFor = (db: Db, campaignId: string, userId: string): Promise<Waiting[]> =>
  db.query<Waiting>(sql`
    select
      r.event_id, e.name as match_name, e.start_time, s.id as statistic_id, s.name as statistic_name, r.kind, r.total,
      r.void_requested_at is not null as is_void,
      u.id as by_id,
      trim(concat(u.first_name, ' ', u.last_name)) as by_name
    from results r
    join statistics s on s.id = r.statistic_id
    join users u on u.id = coalesce(r.void_requested_by, r.entered_by)
    left join events e on e.id = r.event_id
    where r.campaign_id = ${campaignId}
      and ${waitsFor(userId)}
    order by e.start_time nulls last, r.event_id, s.sort_order, s.id, r.id
    limit ${MAX_RESULTS}
  `)

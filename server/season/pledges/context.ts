/** Everything a new pledge depends on, read in one statement under the campaign's shared lock. */
import type { CampaignStatus } from '#domain/campaigns/campaign-state.ts'
import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { LikelyTerms } from '#domain/pledges/pledge.ts'
import { fromNumeric, type Quantity } from '#domain/quantity.ts'
import type { StatisticType } from '#domain/season/statistic-types.ts'
import type { Db, Prepared } from '#server/platform/db/database.ts'

const CONTEXT: Prepared = {
  name: 'pledge_context',
  text: `
    select
      c.status, c.money_mode, c.starts_at, c.ends_at, c.time_zone, c.name as campaign_name, c.vocabulary,
      o.name as organization_name,
      -- Locked until the pledge is committed, as its foreign key would lock it: no deletion of the account misses the pledge (R45).
      (
        select u.email_verified_at is not null
        from users u
        where u.id = $2
          and u.deleted_at is null
        for key share
      ) as is_verified,
      -- An ambassador who was removed is known, and credited with nothing (R42).
      $3::uuid is null
        or exists (
          select from ambassadors a
          where a.campaign_id = c.id
            and a.id = $3
        ) as is_ambassador_known,
      (
        select a.id
        from ambassadors a
        where a.campaign_id = c.id
          and a.id = $3
          and a.removed_at is null
          -- Nobody is credited with their own mailbox (R42).
          and not exists (
            select from users own
            where own.id = $2
              and (
                mailbox_of(own.email) = mailbox_of(a.email)
                or exists (
                  select from users joined
                  where joined.id = a.user_id
                    and mailbox_of(joined.email) = mailbox_of(own.email)
                )
              )
          )
      ) as credited_id,
      coalesce((
        select json_agg(
          json_build_array(
            s.id, s.name, s.type, s.unit_name, s.expected_min::text, s.expected_max::text,
            s.expected_target::text, s.last_year_result::text, t.confirmed::text,
            s.pledge_amount_options, s.allow_custom_amounts, s.is_active, t.entered::text, t.achievement,
            s.last_year_matches, greatest(t.likely, t.confirmed)::text
          )
        )
        from statistics s
        join statistic_totals t on t.statistic_id = s.id
        where s.campaign_id = c.id
          and s.id = any($4::uuid[])
      ), '[]') as statistics,
      -- Matches on the schedule, and which of them have not started: only where a part of the season counts (R58).
      case when $5::timestamptz is not null then (
        select json_build_array(count(*), count(*) filter (where not match_has_begun(e.id, e.start_time, $5)))
        from events e
        where e.campaign_id = c.id
          and e.archived_at is null
          and e.event_type in ('game', 'tournament')
      ) end as matches,
      -- What had begun although it starts later, which the instant of a line cannot tell (R58).
      case when $5::timestamptz is not null then (
        select json_agg(e.id)
        from events e
        where e.campaign_id = c.id
          and e.archived_at is null
          and e.start_time > $5
          and match_has_begun(e.id, e.start_time, $5)
      ) end as known,
      -- Matches still to come, by which such a line expects its part of what is likely (R9, R58).
      case when $5::timestamptz is not null then (
        select json_agg(json_build_array(o.event_id, (extract(epoch from o.start_time) * 1000)::bigint))
        from open_matches o
        where o.campaign_id = c.id
      ) end as open,
      (
        select json_build_array(
          e.name, e.start_time, match_has_begun(e.id, e.start_time, $5)
        )
        from events e
        where e.campaign_id = c.id
          and e.id = $6
          and e.archived_at is null
          and e.event_type in ('game', 'tournament')
      ) as match
    from campaigns c
    join organizations o on o.id = c.organization_id
    where c.id = $1
  `,
}

type Row = {
  status: CampaignStatus
  moneyMode: 'live' | 'sandbox'
  startsAt: Date
  endsAt: Date
  timeZone: string
  campaignName: string
  vocabulary: Vocabulary
  organizationName: string
  isVerified: boolean | null
  isAmbassadorKnown: boolean
  creditedId: string | null
  matches: [all: number, left: number] | null
  known: string[] | null
  open: [id: string, at: number][] | null
  match: [name: string, startTime: string, hasBegun: boolean] | null
  statistics: [
    id: string,
    name: string,
    type: StatisticType,
    unitName: string | null,
    min: string | null,
    max: string | null,
    target: string | null,
    lastYear: string | null,
    confirmed: string,
    options: number[],
    allowCustom: boolean,
    isActive: boolean,
    entered: string,
    achievement: 'open' | 'achieved' | 'not_achieved' | null,
    lastYearMatches: number | null,
    likely: string,
  ][]
}

export type PledgeStatistic = {
  id: string
  name: string
  unitName: string | null
  terms: LikelyTerms
  presets: Cents[]
  allowCustomAmounts: boolean
  isActive: boolean
  /** Results that wait for a second person. */
  entered: Quantity
  achievement: 'open' | 'achieved' | 'not_achieved' | null
  /** In how many matches last year's result was reached, if someone entered it. */
  lastYearMatches: number | null
}
export type PledgeContext = Omit<Row, 'statistics' | 'matches' | 'known' | 'open' | 'match'> & {
  statistics: Map<string, PledgeStatistic>
  /** How many matches are on the schedule, and how many of them have not started; null unless requested. */
  matches: { all: number; left: number } | null
  /** Matches that had begun by then, although they start later. */
  known: readonly string[]
  /** Matches on the schedule that are still to come; empty unless requested. */
  open: readonly { id: string; at: number }[]
  /** The requested match, if it is on the schedule, and whether it had begun by then. */
  match: { name: string; startTime: Date; hasBegun: boolean } | null
}

const optional = (text: string | null): Quantity | null => (text === null ? null : fromNumeric(text))

export async function readContext(
  db: Db,
  key: {
    campaignId: string
    userId: string | null
    ambassadorId: string | null
    statisticIds: readonly string[]
    /** If a part of the season counts: the time at which matches are checked for whether they have started. */
    partialAt?: Date | null
    eventId?: string | null
  },
): Promise<PledgeContext | null> {
  const [row] = await db.prepared<Row>(CONTEXT, [
    key.campaignId,
    key.userId,
    key.ambassadorId,
    [...key.statisticIds],
    key.partialAt ?? null,
    key.eventId ?? null,
  ])
  if (!row) return null
  const statistics = new Map(
    row.statistics.map(
      ([
        id,
        name,
        type,
        unitName,
        min,
        max,
        target,
        lastYear,
        confirmed,
        options,
        custom,
        isActive,
        ...more
      ]) => [
        id,
        {
          id,
          name,
          unitName,
          presets: options.map(cents),
          allowCustomAmounts: custom,
          isActive,
          entered: fromNumeric(more[0]),
          achievement: more[1],
          lastYearMatches: more[2],
          terms: {
            type,
            expectedMin: optional(min),
            expectedMax: optional(max),
            expectedTarget: optional(target),
            lastYearResult: optional(lastYear),
            confirmed: fromNumeric(confirmed),
            likely: fromNumeric(more[3]),
          },
        },
      ],
    ),
  )
  const [all, left] = row.matches ?? []
  const [name, startTime, hasBegun] = row.match ?? []
  return {
    ...row,
    statistics,
    matches: all === undefined || left === undefined ? null : { all, left },
    known: row.known ?? [],
    open: (row.open ?? []).map(([id, at]) => ({ id, at })),
    match: name && startTime ? { name, startTime: new Date(startTime), hasBegun: hasBegun === true } : null,
  }
}

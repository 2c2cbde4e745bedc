import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { unlinked } from '#domain/links.ts'
import { ZERO } from '#domain/money.ts'
import { type OpenLine, reasonAgainstLine } from '#domain/pledges/line-changes.ts'
import { NONE, ONE } from '#domain/quantity.ts'
import { areWordsSettled, type StatisticWords } from '#domain/season/statistic-changes.ts'
import { isGift } from '#domain/season/statistic-types.ts'
import { queueMails, type Reworded, statisticsChangedMail } from '#server/messaging/mails/index.ts'
import { type Db, sql, type Transaction } from '#server/platform/db/database.ts'
import { settleEach } from '#server/platform/jobs/runs.ts'
import type { Deps } from '#server/season/deps.ts'
import { isMatchOver } from '#server/season/pledges/lines/index.ts'
import { pledgeLinks } from '#server/season/pledges/links/index.ts'

/** Supporters per transaction: bounds memory for a campaign of any size. */
const BATCH = 200
const MAX_BATCHES = 100
/** A change of longer ago is not news. */
const NEWS_MS = 3 * 86_400_000
/** Bounds the size of one mail, which says how many more there are. */
const MAX_PLEDGES = 20

/** Supporters are mailed once when the wording of a statistic that they pledged on changes. */
export async function notifyChangedStatistics(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const since = new Date(now.getTime() - NEWS_MS)
  const changed = await changedCampaigns(deps.db, since, now)
  const settled = changed.filter(({ changes }) =>
    areWordsSettled(
      changes.map((at) => at.getTime()),
      now.getTime(),
    ),
  )
  await settleEach(settled, ({ campaignId }) => notify(deps, campaignId, since))
}

async function notify(deps: Deps, campaignId: string, since: Date): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    // Read without the campaign's lock first: for three days there is usually nobody left.
    const now = deps.clock.now()
    const waiting = await unnotifiedSupporters(deps.db, campaignId, { since, now, limit: 1 })
    if (waiting.length === 0) return
    const told = await deps.db.transaction((tx) => notifyBatch(deps, tx, campaignId, since), {
      campaignId,
      mode: 'exclusive' as const,
    })
    if (told < BATCH) return
  }
}

async function notifyBatch(deps: Deps, tx: Transaction, campaignId: string, since: Date): Promise<number> {
  const now = deps.clock.now()
  const supporters = await unnotifiedSupporters(tx, campaignId, { since, now, limit: BATCH })
  const linked = supporters.flatMap(({ pledges }) =>
    pledges.slice(0, MAX_PLEDGES).map(({ pledgeId }) => ({ pledgeId, campaignId })),
  )
  const urls = await pledgeLinks(deps, tx, linked)
  const urlOf = new Map(linked.map(({ pledgeId }, index) => [pledgeId, urls[index] as string]))
  await queueMails(
    tx,
    deps.clock,
    supporters.map((one) => ({
      kind: 'statistics_changed',
      idempotencyKey: one.idempotencyKey,
      to: one.email,
      ...statisticsChangedMail({
        ...one,
        pledges: one.pledges.map(({ pledgeId, changed }) => ({
          changed: changed.map((line) => reworded(line, one)),
          pledgeUrl: urlOf.get(pledgeId) ?? null,
        })),
        allUrl: `${deps.config.appUrl}/pledges`,
      }),
      userId: one.pledgerId,
      campaignId,
      pledgeId: one.pledges[0]?.pledgeId ?? null,
      quietZone: one.timeZone,
    })),
  )
  return supporters.length
}

/** With why the line cannot be stopped, so that the mail does not say that it can. */
function reworded(
  { before, after, type, achievement, isEntered, isMatchOver }: ChangedWords,
  { isActive, vocabulary }: Pick<Untold, 'isActive' | 'vocabulary'>,
): Reworded {
  const words = { before: readable(before), after: readable(after) }
  const line = { name: words.after.name, type, achievement, isMatchOver, rate: ZERO }
  const reason = reasonAgainstLine('stop', { ...line, entered: isEntered ? ONE : NONE }, vocabulary)
  return { ...words, isGift: isGift(type), canStop: isActive && reason === null, reason }
}

/** In a mail to others nothing that an owner wrote becomes a link. */
const readable = ({ name, unitName, description }: ChangedWords['before']) => ({
  name: unlinked(name),
  unitName: unitName && unlinked(unitName),
  description: description && unlinked(description.replace(/\s+/g, ' ')),
})

/** Pledges that have an open line on it. */
export async function countPledges(db: Db, statisticId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count
    from pledge_lines l
    join pledges p on p.id = l.pledge_id
    where l.statistic_id = ${statisticId}
      and l.until_at is null
      and p.status <> 'cancelled'
  `)
  return row?.count ?? 0
}

const NEWS = sql`
  (a.before ->> 'name', a.before ->> 'unitName', a.before ->> 'description')
    is distinct from (a.after ->> 'name', a.after ->> 'unitName', a.after ->> 'description')
`

type ChangedCampaign = { campaignId: string; changes: Date[] }

/** Campaigns in which the words of a statistic were changed since then, where it is daytime and they still matter. */
async function changedCampaigns(db: Db, since: Date, now: Date): Promise<ChangedCampaign[]> {
  return db.query<ChangedCampaign>(sql`
    select c.id as campaign_id, array_agg(a.at) as changes
    from statistics s
    join campaigns c on c.id = s.campaign_id
    join audit_log a on a.subject_id = s.id
    where s.changed_at > ${since}
      and a.action = 'statistic.update'
      and a.at > ${since}
      and ${NEWS}
      and c.status <> 'cancelled'
      and c.final_locked_at is null
      and not is_quiet(c.time_zone, ${now})
    group by c.id
    order by c.id
  `)
}

/** One statistic that a supporter pledged on, in the words of then and of now. */
type ChangedWords = { before: StatisticWords; after: StatisticWords } & Pick<
  OpenLine,
  'type' | 'achievement' | 'isMatchOver'
> & {
    /** Something was entered that waits for a second person. */
    isEntered: boolean
  }
type Untold = {
  pledgerId: string
  email: string
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
  vocabulary: Vocabulary
  /** Lines can be stopped only while it is. */
  isActive: boolean
  idempotencyKey: string
  pledges: { pledgeId: string; changed: ChangedWords[] }[]
}

const words = (row: 'a.before' | 'a.after') =>
  sql.raw(`json_build_object(
    'name', ${row} ->> 'name', 'unitName', ${row} ->> 'unitName', 'description', ${row} ->> 'description'
  )`)

/**
 * Supporters with an open line whose words are not those they agreed to, or were last told, to verified addresses.
 * A mail is recorded by the campaign's newest change that it knows of, so that a name which is changed back before it is told
 * is no news.
 */
async function unnotifiedSupporters(
  db: Db,
  campaignId: string,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<Untold[]> {
  return db.query<Untold>(sql`
    with changes as materialized (
      select a.id, a.at, a.subject_id as statistic_id, ${words('a.before')} as before
      from statistics s
      join audit_log a on a.subject_id = s.id
      where s.campaign_id = ${campaignId}
        and a.action = 'statistic.update'
        and a.at > ${since}
        and ${NEWS}
    ),
    changed_lines as materialized (
      select p.id as pledge_id, p.pledger_id, f.before, s.id as statistic_id,
        json_build_object('name', s.name, 'unitName', s.unit_name, 'description', s.description) as after,
        l.type, t.achievement, t.entered > 0 as is_entered, ${isMatchOver(now)} as is_match_over
      from statistics s
      join statistic_totals t on t.statistic_id = s.id
      join pledge_lines l on l.statistic_id = s.id and l.until_at is null
      left join events e on e.id = l.event_id
      join pledges p on p.id = l.pledge_id
      left join lateral (
        select x.id
        from changes x
        join mails m on m.idempotency_key = 'statistics_changed:' || p.pledger_id || ':' || x.id
        order by x.id desc
        limit 1
      ) told on true
      cross join lateral (
        select x.before
        from changes x
        where x.statistic_id = s.id
          and x.at > greatest(l.from_at, p.created_at)
          and (told.id is null or x.id > told.id)
        order by x.id
        limit 1
      ) f
      where s.campaign_id = ${campaignId}
        and s.id in (select statistic_id from changes)
        and p.status in ('active', 'past_due')
        and (f.before ->> 'name', f.before ->> 'unitName', f.before ->> 'description')
          is distinct from (s.name, s.unit_name, s.description)
    )
    select
      u.id as pledger_id, u.email, c.name as campaign_name, o.name as organization_name, c.time_zone,
      c.money_mode = 'sandbox' as is_test, c.status = 'active' as is_active, c.vocabulary,
      'statistics_changed:' || u.id || ':' || (select id from changes order by id desc limit 1)
        as idempotency_key,
      own.pledges
    from (
      select q.pledger_id, json_agg(
        json_build_object('pledgeId', q.pledge_id, 'changed', q.changed)
        order by q.pledge_id
      ) as pledges
      from (
        select d.pledger_id, d.pledge_id, json_agg(
          json_build_object(
            'before', d.before, 'after', d.after, 'type', d.type, 'achievement', d.achievement,
            'isEntered', d.is_entered, 'isMatchOver', d.is_match_over
          )
          order by d.statistic_id
        ) as changed
        from changed_lines d
        group by d.pledger_id, d.pledge_id
      ) q
      group by q.pledger_id
    ) own
    join users u on u.id = own.pledger_id
    join campaigns c on c.id = ${campaignId}
    join organizations o on o.id = c.organization_id
    where u.email_verified_at is not null
      and u.deleted_at is null
    order by u.id
    limit ${limit}
  `)
}

import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { type LineRow, linesOf, nameColumn } from '#server/season/pledges/lines/index.ts'
import { frozenResults, type NamedResults, occursAt, sinceAt } from '#server/season/results/counted/index.ts'

/** A result as it is while its digest is frozen, of `effective_results r` with its event `e`. */
const keptResult = sql`r.id, ${occursAt}, ${sinceAt}, r.difference`

/** Closes all open digests as if they had been sent, for a past that is filled in at once. */
export async function closeGathering(db: Db, at: Date): Promise<void> {
  await db.query(sql`
    with gathering as (
      update result_digests
      set frozen_at = ${at}, closed_at = ${at}
      where frozen_at is null
      returning id, campaign_id
    )
    insert into result_digest_results (digest_id, result_id, occurs_at, since_at, quantity)
    select u.id, ${keptResult}
    from gathering u
    join effective_results r on r.campaign_id = u.campaign_id
    left join events e on e.id = r.event_id
    where r.confirmed_at is not null
      and r.difference <> 0
  `)
}

type Gathered = { id: string; campaignId: string; at: Date; dueAt: Date; longestWaitMs: number }

/** Joins the open digest, or opens one. */
export async function gather(db: Db, { id, campaignId, at, dueAt, longestWaitMs }: Gathered): Promise<void> {
  await db.query(sql`
    insert into result_digests (id, campaign_id, opened_at, changed_at, due_at)
    values (${id}, ${campaignId}, ${at}, ${at}, ${dueAt})
    on conflict (campaign_id)
    where frozen_at is null
    do update set
      changed_at = greatest(result_digests.changed_at, excluded.changed_at),
      due_at = least(
        excluded.due_at,
        result_digests.opened_at + ${longestWaitMs} * interval '1 millisecond'
      )
  `)
}

export type OpenDigest = { id: string; campaignId: string; frozenAt: Date | null }

/** The oldest digest of each campaign that is due, in daytime there only; longest waiting first. */
export async function dueDigests(db: Db, now: Date, limit: number): Promise<OpenDigest[]> {
  return db.query<OpenDigest>(sql`
    select d.id, d.campaign_id, d.frozen_at
    from result_digests d
    join campaigns c on c.id = d.campaign_id
    where d.closed_at is null
      and d.due_at <= ${now}
      and not is_quiet(c.time_zone, ${now})
      and not exists (
        select from result_digests e
        where e.campaign_id = d.campaign_id
          and e.closed_at is null
          and e.opened_at < d.opened_at
      )
    order by d.due_at
    limit ${limit}
  `)
}

/**
 * Whatever is confirmed from here on belongs to the next digest. Keeps the current results, and deletes those that no later
 * digest is compared with. False if another instance was first.
 */
export async function freeze(db: Db, { id, campaignId }: OpenDigest, at: Date): Promise<boolean> {
  const frozen = await db.query(sql`
    update result_digests
    set frozen_at = greatest(${at}, changed_at)
    where id = ${id}
      and frozen_at is null
    returning id
  `)
  if (frozen.length === 0) return false
  await db.query(sql`
    insert into result_digest_results (digest_id, result_id, occurs_at, since_at, quantity)
    select ${id}, ${keptResult}
    from effective_results r
    left join events e on e.id = r.event_id
    where r.campaign_id = ${campaignId}
      and r.confirmed_at is not null
      and r.difference <> 0
  `)
  await db.query(sql`
    delete from result_digest_results
    where digest_id in (
      select id
      from result_digests
      where campaign_id = ${campaignId}
        and frozen_at is not null
        and id <> ${id}
      order by frozen_at desc
      offset 1
    )
  `)
  return true
}

/** A lock on the digest: a second worker waits, and then continues where the first one stopped. */
export type Turn = {
  campaignId: string
  changedAt: Date
  afterPledgeId: string | null
  campaignName: string
  organizationName: string
  vocabulary: Vocabulary
  timeZone: string
  isTest: boolean
  /** Settled and cancelled campaigns get no digests: statements cover them. */
  isOver: boolean
}

export async function takeTurn(db: Db, id: string): Promise<Turn | undefined> {
  return first(
    await db.query<Turn>(sql`
      select
        d.campaign_id, d.changed_at, d.after_pledge_id, c.name as campaign_name,
        o.name as organization_name, c.vocabulary, c.time_zone,
        c.money_mode = 'sandbox' as is_test,
        c.final_locked_at is not null or c.status = 'cancelled' as is_over
      from result_digests d
      join campaigns c on c.id = d.campaign_id
      join organizations o on o.id = c.organization_id
      where d.id = ${id}
        and d.frozen_at is not null
        and d.closed_at is null
      for update of d
    `),
  )
}

export async function moveOn(db: Db, id: string, afterPledgeId: string): Promise<void> {
  await db.query(sql`update result_digests set after_pledge_id = ${afterPledgeId} where id = ${id}`)
}

export async function close(db: Db, id: string, at: Date): Promise<void> {
  await db.query(sql`update result_digests set closed_at = ${at} where id = ${id} and closed_at is null`)
}

/** The results that a digest reports (`newest`), or those that earlier ones did. */
export function keptResults(
  db: Db,
  { id, campaignId }: Pick<OpenDigest, 'id' | 'campaignId'>,
  which: 'newest' | 'before',
): Promise<NamedResults> {
  const before = sql`
    (
      select e.id
      from result_digests e, result_digests d
      where d.id = ${id}
        and e.campaign_id = ${campaignId}
        and e.frozen_at < d.frozen_at
        and e.id <> d.id
      order by e.frozen_at desc
      limit 1
    )
  `
  return frozenResults(
    db,
    sql`select * from result_digest_results where digest_id = ${which === 'newest' ? sql`${id}::uuid` : before}`,
  )
}

type PledgeRow = [id: string, agreedMaximumCents: number, lines: LineRow[]]

/** A supporter by their first pledge, with all their pledges to the campaign. */
export type Supporter = { firstPledgeId: string; userId: string; email: string; pledges: PledgeRow[] }

/** Bounds the size of one mail: more pledges than anyone makes to one campaign. */
const MAX_PLEDGES = 20

/**
 * The next supporters in order of their first pledge: verified addresses only, without those who opted out. A pledge
 * made after the last of these results was confirmed is not notified of them.
 */
export async function nextSupporters(
  db: Db,
  { campaignId, changedAt, afterPledgeId }: Pick<Turn, 'campaignId' | 'changedAt' | 'afterPledgeId'>,
  limit: number,
): Promise<Supporter[]> {
  const runs = (p: 'p' | 'q') => sql`
    ${sql.raw(`${p}.status`)} in ('active', 'past_due')
    and ${sql.raw(`${p}.created_at`)} <= ${changedAt}::timestamptz
  `
  return db.query<Supporter>(sql`
    -- Whose turn it is first, and only then what they pledged.
    with page as materialized (
      select p.id, p.campaign_id, u.id as user_id, u.email
      from pledges p
      join users u on u.id = p.pledger_id
      where p.campaign_id = ${campaignId}
        and p.id > ${afterPledgeId ?? BEFORE_ALL_IDS}::uuid
        and ${runs('p')}
        and not exists (
          select from pledges q
          where q.pledger_id = p.pledger_id
            and q.campaign_id = p.campaign_id
            and q.id < p.id
            and ${runs('q')}
        )
        and u.email_verified_at is not null
        and u.deleted_at is null
        and not exists (
          select from mail_refusals f
          where f.user_id = u.id
            and f.kind = 'results_digest'
        )
      order by p.id
      limit ${limit}
    )
    select page.id as first_pledge_id, page.user_id, page.email, own.pledges
    from page
    cross join lateral (
      select json_agg(
        json_build_array(q.id, q.agreed_maximum_cents, ${linesOf(sql`q.id`, { name: nameColumn })})
        order by q.id
      ) as pledges
      from (
        select q.id, q.agreed_maximum_cents
        from pledges q
        where q.pledger_id = page.user_id
          and q.campaign_id = page.campaign_id
          and ${runs('q')}
        order by q.id
        limit ${MAX_PLEDGES}
      ) q
    ) own
    order by page.id
  `)
}

import { type Db, sql } from '#server/platform/db/database.ts'
import type { Violation } from './invariants.ts'

const list = <T>(found: readonly Violation[], value: (one: Violation) => T) => sql.param(found.map(value))

/** Stores each violation once while it is open, and closes those of the checked campaigns that are no longer found. */
export async function keepFound(
  db: Db,
  checkedIds: readonly string[],
  found: readonly (Violation & { id: string })[],
  at: Date,
): Promise<void> {
  const ids = sql.param(found.map(({ id }) => id))
  const given = sql`
    unnest(
      ${ids}::uuid[],
      ${list(found, ({ campaignId }) => campaignId)}::uuid[],
      ${list(found, ({ invariant }) => invariant)}::text[],
      ${list(found, ({ subjectId }) => subjectId)}::uuid[],
      ${list(found, ({ problem }) => problem)}::text[]
    ) as given (id, campaign_id, invariant, subject_id, problem)
  `
  await db.query(sql`
    update book_violations v
    set resolved_at = ${at}
    where v.resolved_at is null
      and v.campaign_id = any(${sql.param([...checkedIds])}::uuid[])
      and not exists (
        select from ${given}
        where given.invariant = v.invariant
          and given.subject_id = v.subject_id
      )
  `)
  await db.query(sql`
    insert into book_violations (id, campaign_id, invariant, subject_id, problem, found_at)
    select distinct on (invariant, subject_id)
      id, campaign_id, invariant, subject_id, problem, ${at}::timestamptz
    from ${given}
    on conflict (invariant, subject_id)
    where resolved_at is null
    do update set problem = excluded.problem
  `)
}

/**
 * Records that all books balance, if no violation is open. Used for monitoring: a check that stopped is as bad as one that
 * finds something.
 */
export async function rememberBalanced(db: Db, at: Date): Promise<void> {
  await db.query(sql`
    insert into settings (name, value)
    select 'books_balanced_at', to_jsonb(${at.toISOString()}::text)
    where not exists (
      select from book_violations
      where resolved_at is null
    )
    on conflict (name) do update set value = excluded.value
  `)
}

export type Changed = { campaignId: string; campaignName: string; organizationName: string; isHeld: boolean }

/** Puts billing on hold for each campaign with an open violation, and releases the others. Returns those that changed. */
export function moveHolds(db: Db, at: Date): Promise<Changed[]> {
  return db.query(sql`
    with moved as (
      select c.id, c.billing_held_at is null as is_held
      from campaigns c
      where
        (c.billing_held_at is null) = exists (
          select from book_violations v
          where v.campaign_id = c.id
            and v.resolved_at is null
        )
        and (
          c.billing_held_at is not null
          or c.id in (
            select campaign_id
            from book_violations
            where resolved_at is null
          )
        )
      order by c.id
      for update
    )
    update campaigns c
    set billing_held_at = case when moved.is_held then ${at}::timestamptz end
    from moved, organizations o
    where c.id = moved.id
      and o.id = c.organization_id
    returning
      c.id as campaign_id, c.name as campaign_name, o.name as organization_name, moved.is_held
  `)
}

/** Which invariants a campaign breaks now. */
export async function openInvariants(db: Db, campaignId: string): Promise<string[]> {
  const rows = await db.query<{ invariant: string }>(sql`
    select distinct invariant
    from book_violations
    where campaign_id = ${campaignId}
      and resolved_at is null
    order by invariant
  `)
  return rows.map(({ invariant }) => invariant)
}

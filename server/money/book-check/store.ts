import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bookProblem } from '#domain/billing/account-names.ts'
import { DomainError } from '#domain/errors.ts'
import { type Database, type Db, only, type SQL, sql } from '#server/platform/db/database.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'platform', 'db', 'invariants')
/** At most this many violations of one invariant; the rest are found once these are fixed. */
const MAX_FOUND = 10_000

/** `subjectId`: the pledge, charge, invoice, entry or campaign whose figures do not agree. Null: of no campaign. */
export type Violation = {
  invariant: string
  campaignId: string | null
  subjectId: string | null
  problem: string
}

/**
 * Runs every invariant on all campaigns, or on those of `campaignIds`; each is a query that finds violations. Empty:
 * the books balance.
 */
export const checkInvariants = (db: Db, campaignIds?: readonly string[]): Promise<Violation[]> =>
  runEach(db, (invariant) =>
    campaignIds
      ? ofCampaigns(invariant, campaignIds)
      : sql`select * from (${invariant}) broken limit ${MAX_FOUND}`,
  )

/** The same of what belongs to no campaign, such as the card provider's movements. */
export const checkOfNoCampaign = (db: Db): Promise<Violation[]> =>
  runEach(
    db,
    (invariant) => sql`select * from (${invariant}) broken where campaign_id is null limit ${MAX_FOUND}`,
  )

async function runEach(db: Db, query: (invariant: SQL) => SQL): Promise<Violation[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const found: Violation[] = []
  for (const name of names) {
    const text = sql.raw(await readFile(join(FOLDER, name), 'utf8'))
    const rows = await db.query<Omit<Violation, 'invariant'>>(query(text))
    found.push(...rows.map((row) => ({ invariant: name.replace(/\.sql$/, ''), ...row })))
  }
  return found
}

/** One campaign at a time, each through its indexes: OFFSET 0 keeps the planner from reading all of them at once. */
const ofCampaigns = (invariant: SQL, campaignIds: readonly string[]): SQL => sql`
  select found.*
  from unnest(${sql.param([...campaignIds])}::uuid[]) as one (id)
  cross join lateral (
    select * from (${invariant}) broken where broken.campaign_id = one.id offset 0
  ) found
  limit ${MAX_FOUND}
`

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

/**
 * The campaigns whose books may differ from their last check: figures changed, or a violation was found that may be gone
 * by now.
 */
export async function changedCampaigns(db: Db): Promise<string[]> {
  return idsOf(
    await db.query<{ id: string }>(sql`
      select campaign_id as id
      from book_changes
      union
      select campaign_id
      from book_violations
      where resolved_at is null
    `),
  )
}

/** The campaigns that have waited longest for a full check: the next one of `parts` equal parts of all campaigns. */
export async function longestUnchecked(db: Db, parts: number): Promise<string[]> {
  return idsOf(
    await db.query<{ id: string }>(sql`
      select c.id
      from campaigns c
      left join book_checks b on b.campaign_id = c.id
      order by b.checked_at nulls first, c.id
      limit (select ceil(count(*) / ${parts}::numeric) from campaigns)
    `),
  )
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** Every later statement of the transaction sees what was marked; a mark added in the meantime stays. */
export async function takeMarks(db: Db, campaignIds: readonly string[]): Promise<void> {
  await db.query(sql`
    delete from book_changes
    where campaign_id = any(${sql.param([...campaignIds])}::uuid[])
  `)
}

export async function rememberChecked(db: Db, campaignIds: readonly string[], at: Date): Promise<void> {
  await db.query(sql`
    insert into book_checks (campaign_id, checked_at)
    select id, ${at}
    from campaigns
    where id = any(${sql.param([...campaignIds])}::uuid[])
    order by id
    on conflict (campaign_id)
    do update set checked_at = greatest(book_checks.checked_at, excluded.checked_at)
  `)
}

/** For rows written without triggers: the next check covers all campaigns. */
async function markAll(db: Db): Promise<void> {
  await db.query(sql`delete from book_changes`)
  await db.query(sql`insert into book_changes select id, pg_current_xact_id() from campaigns`)
}

/** Why a campaign's billing is on hold, in words; empty if it is not. */
export async function problemsOf(db: Db, campaignId: string): Promise<string[]> {
  return (await openInvariants(db, campaignId)).map(bookProblem)
}

/** @throws a 409: nothing is billed or paid out while the books of a campaign do not balance. */
export function refuseOnHold({ billingHeldAt }: { billingHeldAt: Date | null }): void {
  if (billingHeldAt === null) return
  throw new DomainError(
    'conflict',
    'Billing for this campaign is on hold: its books do not balance. Representatives were notified of the difference; billing resumes automatically once they balance.',
  )
}

/** For rows written without triggers, as by a restore: the next check covers every campaign. */
export const markAllBooks = (db: Database): Promise<void> => db.transaction((tx) => markAll(tx))

export async function countHeld(db: Db): Promise<number> {
  return only(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from campaigns
      where billing_held_at is not null
    `),
  ).count
}

/** When all books were last found to balance; null if never. */
export async function lastBalancedAt(db: Db): Promise<Date | null> {
  const [row] = await db.query<{ at: string }>(sql`
    select value #>> '{}' as at
    from settings
    where name = 'books_balanced_at'
  `)
  return row ? new Date(row.at) : null
}

/** When the campaign that has waited longest was last checked in full; null if none was yet. */
export async function longestUncheckedAt(db: Db): Promise<Date | null> {
  return only(
    await db.query<{ at: Date | null }>(sql`
      select min(checked_at) as at
      from book_checks
    `),
  ).at
}

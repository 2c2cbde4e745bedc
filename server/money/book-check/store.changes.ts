import { type Db, sql } from '#server/platform/db/database.ts'

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
export async function markAll(db: Db): Promise<void> {
  await db.query(sql`delete from book_changes`)
  await db.query(sql`insert into book_changes select id, pg_current_xact_id() from campaigns`)
}

import { type Db, sql } from '#server/platform/db/database.ts'

/** What a calendar says of an event, as text. */
export type Said = Record<string, string | null>
export type Followed = {
  campaignId: string
  address: string
  answers: Record<string, string>
  /** Its own ids of what a person does not want. */
  leftOut: string[]
  etag: string | null
  addedBy: string
  readAt: Date
  problem: string | null
  waiting: number
}

const columns = sql`campaign_id, address, answers, left_out, etag, added_by, read_at, problem, waiting`

export async function followedOf(db: Db, campaignId: string, lock = sql``): Promise<Followed | undefined> {
  const [row] = await db.query<Followed>(sql`
    select ${columns}
    from followed_calendars
    where campaign_id = ${campaignId}
    ${lock}
  `)
  return row
}

/** So that an hourly reading writes nothing of a calendar that is no longer followed. */
export const lockFollowed = (db: Db, campaignId: string): Promise<Followed | undefined> =>
  followedOf(db, campaignId, sql`for update`)

const BATCH = 100

/** Those that were not tried since, of campaigns whose schedule still matters. Each is marked as tried now. */
export async function takeDue(db: Db, triedBefore: Date, now: Date): Promise<Followed[]> {
  return db.query<Followed>(sql`
    update followed_calendars
    set tried_at = ${now}
    where campaign_id in (
      select f.campaign_id
      from followed_calendars f
      join campaigns c on c.id = f.campaign_id
      where f.tried_at <= ${triedBefore}
        and c.status in ('draft', 'active', 'paused')
      order by f.tried_at
      limit ${BATCH}
      for update of f skip locked
    )
    returning ${columns}
  `)
}

type Kept = Omit<Followed, 'problem' | 'waiting'>

export async function keepFollowed(db: Db, { readAt: at, ...kept }: Kept): Promise<void> {
  const { campaignId, address, answers, leftOut, etag, addedBy } = kept
  await db.query(sql`
    insert into followed_calendars (campaign_id, address, answers, left_out, etag, added_by, added_at, tried_at, read_at)
    values (${campaignId}, ${address}, ${JSON.stringify(answers)}::jsonb, ${sql.param(leftOut)}::text[], ${etag}, ${addedBy}, ${at}, ${at}, ${at})
    on conflict (campaign_id) do update
    set
      address = excluded.address,
      answers = excluded.answers,
      left_out = excluded.left_out,
      etag = excluded.etag,
      added_by = excluded.added_by,
      tried_at = excluded.tried_at,
      read_at = excluded.read_at,
      problem = null,
      waiting = 0
  `)
}

export async function noteRead(
  db: Db,
  campaignId: string,
  { etag, waiting, at }: { etag: string | null; waiting: number; at: Date },
): Promise<void> {
  await db.query(sql`
    update followed_calendars
    set etag = ${etag}, waiting = ${waiting}, read_at = ${at}, problem = null
    where campaign_id = ${campaignId}
  `)
}

export async function noteProblem(db: Db, campaignId: string, problem: string): Promise<void> {
  await db.query(sql`update followed_calendars set problem = ${problem} where campaign_id = ${campaignId}`)
}

/** What is on the schedule stays, and is no longer compared with it. */
export async function stopFollowing(db: Db, campaignId: string): Promise<boolean> {
  const rows = await db.query<{ campaignId: string }>(sql`
    delete from followed_calendars
    where campaign_id = ${campaignId}
    returning campaign_id
  `)
  await db.query(sql`
    update events
    set calendar_said = null
    where campaign_id = ${campaignId}
      and calendar_said is not null
  `)
  return rows.length > 0
}

/** By event, of those that came from the followed calendar. */
export async function saidOf(db: Db, campaignId: string): Promise<Map<string, Said>> {
  const rows = await db.query<{ id: string; calendarSaid: Said }>(sql`
    select id, calendar_said
    from events
    where campaign_id = ${campaignId}
      and calendar_said is not null
      and archived_at is null
  `)
  return new Map(rows.map(({ id, calendarSaid }) => [id, calendarSaid]))
}

export async function keepSaid(db: Db, byEvent: ReadonlyMap<string, Said>): Promise<void> {
  const said = [...byEvent.values()].map((one) => JSON.stringify(one))
  await db.query(sql`
    update events e
    set calendar_said = given.said::jsonb
    from unnest(${sql.param([...byEvent.keys()])}::uuid[], ${sql.param(said)}::text[]) as given (id, said)
    where e.id = given.id
  `)
}

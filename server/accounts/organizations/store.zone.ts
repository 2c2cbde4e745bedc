/** The time zone of an organization that has not activated a campaign yet, and of its drafts (R22). */
import { type Db, only, sql } from '#server/platform/db/database.ts'

export async function hasOnlyDrafts(db: Db, organizationId: string): Promise<boolean> {
  const row = only(
    await db.query<{ is: boolean }>(sql`
      select not exists (
        select from campaigns
        where organization_id = ${organizationId}
          and status <> 'draft'
      ) as is
    `),
  )
  return row.is
}

type Zones = { from: string; to: string }

export async function updateZone(db: Db, organizationId: string, { from, to }: Zones): Promise<void> {
  await db.query(sql`update organizations set time_zone = ${to} where id = ${organizationId}`)
  // First the campaigns: one that is activated at this moment is waited for, and keeps what its representative looked at.
  const drafts = await db.query<{ id: string }>(sql`
    update campaigns
    set
      time_zone = ${to},
      starts_at = start_on::timestamp at time zone ${to},
      ends_at = ((end_on + 1)::timestamp at time zone ${to}) - interval '1 millisecond',
      version = version + 1
    where organization_id = ${organizationId}
      and time_zone = ${from}
      and status = 'draft'
    returning id
  `)
  // A kickoff was typed as a time of day; a calendar file names instants.
  await db.query(sql`
    update events
    set
      start_time = (start_time at time zone ${from}) at time zone ${to},
      end_time = (end_time at time zone ${from}) at time zone ${to},
      version = version + 1
    where campaign_id = any(${sql.param(drafts.map(({ id }) => id))}::uuid[])
      and source_uid is null
  `)
}

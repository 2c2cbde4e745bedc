import { type Db, first, sql } from '#server/platform/db/database.ts'

/** When the newest link of pledge `p` was mailed. */
const lastMailed = sql`(select max(n.mailed_at) from mailed_links n where n.pledge_id = p.id)`

/** A new link does not bring back those whose time is over. */
export async function endPastLinks(db: Db, pledgeIds: readonly string[], at: Date): Promise<void> {
  await db.query(sql`
    update mailed_links l
    set ended_at = ${at}
    from pledges p
    where l.pledge_id = p.id
      and p.id = any(${sql.param([...pledgeIds])}::uuid[])
      and p.status in ('settled', 'cancelled')
      and l.ended_at is null
      and ${lastMailed} + interval '60 days' <= ${at}
  `)
}

/** One that was held has the same id once it is released. */
export async function openGuestLinks(
  db: Db,
  { pledgeId, campaignId }: { pledgeId: string; campaignId: string },
  at: Date,
): Promise<void> {
  await db.query(sql`
    update mailed_links
    set campaign_id = ${campaignId}, pledge_id = ${pledgeId}, mailed_at = ${at}
    where kind = 'pledge'
      and subject_id in (
        select id
        from guest_pledges
        where pledge_id = ${pledgeId}
          or held_pledge_id = ${pledgeId}
      )
  `)
}

/**
 * As long as the pledge is open, and 60 days after the last mail about it: that one says that it is settled, paid or cancelled,
 * and each mail has a link (R44). The link of a change opens it once it confirmed the change.
 */
export async function findLink(db: Db, tokenHash: Buffer, now: Date): Promise<Link | null> {
  const rows = await db.query<Link>(sql`
    select
      l.pledge_id, p.pledger_id, l.campaign_id, e.expires_at,
      coalesce(e.expires_at > ${now}, true) and l.ended_at is null and u.deleted_at is null as is_open
    from mailed_links l
    join pledges p on p.id = l.pledge_id
    join users u on u.id = p.pledger_id
    left join lateral (select ${lastMailed} + interval '60 days' as expires_at) e on p.status in ('settled', 'cancelled')
    where l.token_hash = ${tokenHash}
      and not exists (
        select from requested_changes r
        where r.id = l.subject_id
          and r.confirmed_at is null
      )
  `)
  return first(rows) ?? null
}

/** Revokes all links of one's own pledge, those that would confirm something too; null if it is not one's own. */
export async function revokeLinks(
  db: Db,
  { pledgeId, userId, at }: { pledgeId: string; userId: string; at: Date },
): Promise<{ campaignId: string; revoked: number } | null> {
  const rows = await db.query<{ campaignId: string; revoked: number }>(sql`
    with own as (
      select id, campaign_id
      from pledges
      where id = ${pledgeId}
        and pledger_id = ${userId}
    ),
    revoked as (
      update mailed_links l
      set ended_at = ${at}
      from own
      where l.pledge_id = own.id
        and l.ended_at is null
      returning 1
    )
    select campaign_id, (select count(*) from revoked)::integer as revoked
    from own
  `)
  return first(rows) ?? null
}

export type Addressee = {
  userId: string
  email: string
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
}

/** Who gets a new link: only the verified address on file. */
export async function addresseeOf(db: Db, pledgeId: string): Promise<Addressee | null> {
  const rows = await db.query<Addressee>(sql`
    select
      u.id as user_id, u.email, c.name as campaign_name, o.name as organization_name, c.time_zone,
      c.money_mode = 'sandbox' as is_test
    from pledges p
    join users u on u.id = p.pledger_id
    join campaigns c on c.id = p.campaign_id
    join organizations o on o.id = c.organization_id
    where p.id = ${pledgeId}
      and u.email_verified_at is not null
      and u.deleted_at is null
  `)
  return first(rows) ?? null
}

export type Link = {
  pledgeId: string
  pledgerId: string
  campaignId: string
  /** Null while the pledge is open. */
  expiresAt: Date | null
  isOpen: boolean
}

import type { CampaignStatus } from '#domain/campaigns/campaign-state.ts'
import { isKeptPrivate } from '#server/accounts/access/index.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

type Named = {
  id: string
  organizationId: string
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
}
export type OpeningCampaign = Named & {
  status: CampaignStatus
  startsAt: Date
  endsAt: Date
  hasStatistics: boolean
}

const named = sql`
  c.id, c.organization_id, c.name as campaign_name, o.name as organization_name, c.time_zone,
  c.money_mode = 'sandbox' as is_test
`
const hasStatistics = sql`
  exists (
    select
    from statistics s
    where s.campaign_id = c.id
      and s.is_active
  )
`

/** Undefined for a draft, which nobody may see. */
export async function campaignOf(db: Db, campaignId: string): Promise<OpeningCampaign | undefined> {
  return first(
    await db.query<OpeningCampaign>(sql`
      select ${named}, c.status, c.starts_at, c.ends_at, ${hasStatistics} as has_statistics
      from campaigns c
      join organizations o on o.id = c.organization_id
      where c.id = ${campaignId}
        and not ${isKeptPrivate}
    `),
  )
}

export async function isAsked(db: Db, campaignId: string, email: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 as one
    from opening_requests
    where campaign_id = ${campaignId}
      and mailbox = mailbox_of(${email})
  `)
  return rows.length > 0
}

/** False if this mailbox had asked before, however its address was spelled. */
export async function insertRequest(
  tx: Db,
  { campaignId, email, at }: { campaignId: string; email: string; at: Date },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into opening_requests (campaign_id, email, asked_at)
    values (${campaignId}, ${email}, ${at})
    on conflict (campaign_id, mailbox) do nothing
    returning campaign_id
  `)
  return rows.length > 0
}

export async function deleteRequest(tx: Db, campaignId: string, email: string): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from opening_requests
    where campaign_id = ${campaignId}
      and mailbox = mailbox_of(${email})
    returning campaign_id
  `)
  return rows.length > 0
}

export type Opened = Named & { email: string }

/** Takes up to `limit` requests of campaigns that accept pledges now, where it is not night: they are not asked about again. */
export async function takeOpened(tx: Db, now: Date, limit: number): Promise<Opened[]> {
  return tx.query<Opened>(sql`
    with opened as (
      delete from opening_requests
      where (campaign_id, mailbox) in (
        select r.campaign_id, r.mailbox
        from opening_requests r
        join campaigns c on c.id = r.campaign_id
        where c.status = 'active'
          and ${now} between c.starts_at and c.ends_at
          and ${hasStatistics}
          and not is_quiet(c.time_zone, ${now})
        limit ${limit}
        for update of r skip locked
      )
      returning campaign_id, email
    )
    select ${named}, r.email
    from opened r
    join campaigns c on c.id = r.campaign_id
    join organizations o on o.id = c.organization_id
  `)
}

/** It will never open: nobody is mailed, and nothing is kept. */
export async function forgetOver(db: Db, now: Date): Promise<void> {
  await db.query(sql`
    delete from opening_requests r
    using campaigns c
    where c.id = r.campaign_id
      and (c.status in ('completed', 'cancelled') or c.ends_at < ${now})
  `)
}

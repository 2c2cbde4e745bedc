import { type Cents, cents } from '#domain/money.ts'
import { endOfDay, startOfDay } from '#domain/places/zone.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Organization } from '#domain/schemas/organization.ts'
import { hasRole, mayManage } from '#server/accounts/access/index.ts'
import { type OrganizationRow, toOrganization } from '#server/accounts/organizations/index.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { type CampaignRow, campaignColumns, campaignTables, toCampaign } from './list-item.ts'

export async function findCampaign(
  db: Db,
  campaignId: string,
  now: Date,
): Promise<{ campaign: Campaign; organization: Organization } | null> {
  const row = first(
    await db.query<CampaignRow & OrganizationRow>(sql`
      select ${campaignColumns}
      from ${campaignTables}
      where c.id = ${campaignId}
    `),
  )
  return row ? { campaign: toCampaign(row, now), organization: toOrganization(row) } : null
}

/** Of what is settled, what is not asked for on purpose: increases after the final lock. */
export async function waivedIn(db: Db, campaignId: string): Promise<Cents> {
  const rows = await db.query<{ waived: number }>(sql`
    select coalesce(sum(a.amount_cents), 0)::bigint as waived
    from adjustments a
    join pledges p on p.id = a.pledge_id
    where a.campaign_id = ${campaignId}
      and a.kind = 'waiver'
      -- What a cancelled pledge no longer pays is not part of what is settled (R11).
      and p.status <> 'cancelled'
  `)
  return cents(only(rows).waived)
}

/** The organization, if the caller may run campaigns for it: its owners, and every representative. */
export async function organizationFor(
  db: Db,
  actor: Actor,
  organizationId: string,
): Promise<{ timeZone: string } | null> {
  const [row] = await db.query<{ timeZone: string }>(sql`
    select o.time_zone
    from organizations o
    where o.id = ${organizationId}
      and o.archived_at is null
      and ${mayManage(actor, sql`o.id`)}
  `)
  return row ?? null
}

export type CampaignFields = {
  name: string
  aboutThisCampaign: string
  howThisCampaignHelps: string | null
  goalCents: number
  startOn: string
  endOn: string
  timeZone: string
  status: Campaign['status']
  campaignType: Campaign['campaignType']
  template: Campaign['template']
  cause: Campaign['cause']
  vocabulary: Campaign['vocabulary']
  imageUrl: string | null
  settleAutomatically: boolean
}

export async function insertCampaign(
  db: Db,
  key: {
    id: string
    organizationId: string
    createdBy: string
    createdAt: Date
    commissionBasisPoints: number
    moneyMode: string
  },
  row: CampaignFields,
): Promise<void> {
  await db.query(sql`
    with campaign as (
      insert into campaigns (
        id, organization_id, name, about_this_campaign, how_this_campaign_helps, goal_cents,
        start_on, end_on, starts_at, ends_at, time_zone, status, campaign_type, template, cause,
        vocabulary, image_url, commission_basis_points, money_mode, settle_automatically, created_by, created_at
      )
      values (
        ${key.id}, ${key.organizationId}, ${row.name}, ${row.aboutThisCampaign},
        ${row.howThisCampaignHelps}, ${row.goalCents}, ${row.startOn}, ${row.endOn},
        ${startOfDay(row.timeZone, row.startOn)}, ${endOfDay(row.timeZone, row.endOn)},
        ${row.timeZone}, ${row.status}, ${row.campaignType}, ${row.template}, ${row.cause},
        ${JSON.stringify(row.vocabulary)}::jsonb, ${row.imageUrl},
        ${key.commissionBasisPoints}, ${key.moneyMode}, ${row.settleAutomatically},
        ${key.createdBy}, ${key.createdAt}
      )
    ),
    books as (insert into campaign_books (campaign_id) values (${key.id}))
    insert into campaign_totals (campaign_id) values (${key.id})
  `)
}

export async function readFields(
  db: Db,
  campaignId: string,
): Promise<(CampaignFields & { version: number }) | null> {
  const [row] = await db.query<CampaignFields & { version: number }>(sql`
    select
      name, about_this_campaign, how_this_campaign_helps, goal_cents, start_on, end_on, time_zone,
      status, campaign_type, template, cause, vocabulary, image_url,
      settle_automatically, version
    from campaigns
    where id = ${campaignId}
  `)
  return row ?? null
}

/** Returns whom it was assigned to; undefined, and nothing is changed, if the person is no representative. */
export async function assign(
  db: Db,
  campaignId: string,
  representativeId: string | null,
): Promise<{ representativeId: string | null } | undefined> {
  return first(
    await db.query<{ representativeId: string | null }>(sql`
      update campaigns c
      set representative_id = ${representativeId}::uuid
      from (
        select representative_id
        from campaigns
        where id = ${campaignId}
        for update
      ) b
      where c.id = ${campaignId}
        and (${representativeId}::uuid is null or ${hasRole(representativeId)})
      returning b.representative_id
    `),
  )
}

/** The representative who makes a draft public looks after it, unless somebody does. */
export async function assignIfNobody(db: Db, campaignId: string, representativeId: string): Promise<void> {
  await db.query(sql`
    update campaigns c
    set representative_id = ${representativeId}
    where id = ${campaignId}
      and not ${hasRole(sql`c.representative_id`)}
  `)
}

export async function showCode(db: Db, campaignId: string, until: Date | null): Promise<void> {
  await db.query(sql`update campaigns set code_shown_until = ${until} where id = ${campaignId}`)
}

export async function updateCampaign(db: Db, campaignId: string, row: CampaignFields): Promise<void> {
  await db.query(sql`
    update campaigns
    set
      name = ${row.name},
      about_this_campaign = ${row.aboutThisCampaign},
      how_this_campaign_helps = ${row.howThisCampaignHelps},
      goal_cents = ${row.goalCents},
      start_on = ${row.startOn},
      end_on = ${row.endOn},
      starts_at = ${startOfDay(row.timeZone, row.startOn)},
      ends_at = ${endOfDay(row.timeZone, row.endOn)},
      status = ${row.status},
      campaign_type = ${row.campaignType},
      template = ${row.template},
      cause = ${row.cause},
      vocabulary = ${JSON.stringify(row.vocabulary)}::jsonb,
      image_url = ${row.imageUrl},
      settle_automatically = ${row.settleAutomatically},
      version = version + 1
    where id = ${campaignId}
  `)
}

/** The facts that the state machine needs before a status changes. */
export async function statusFacts(
  db: Db,
  campaignId: string,
): Promise<{ hasPledges: boolean; isFinalLocked: boolean; isCharging: boolean }> {
  const [row] = await db.query<{ hasPledges: boolean; isFinalLocked: boolean; isCharging: boolean }>(sql`
    select
      exists (select from pledges where campaign_id = c.id) as has_pledges,
      c.final_locked_at is not null as is_final_locked,
      exists (
        select from charges
        where campaign_id = c.id
          and state = 'processing'
      ) as is_charging
    from campaigns c
    where c.id = ${campaignId}
  `)
  if (!row) throw new Error('a campaign that was just found')
  return row
}

import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { isKeptPrivate } from '#server/accounts/access/index.ts'
import { subjectOfLink } from '#server/messaging/links/index.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'

export type GuestCampaign = {
  organizationId: string
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
  isPaused: boolean
  vocabulary: Vocabulary
}

/** What the mails and the page say about the campaign; undefined for a draft, which nobody may see. */
export async function campaignOf(db: Db, campaignId: string): Promise<GuestCampaign | undefined> {
  return first(
    await db.query<GuestCampaign>(sql`
      select
        c.organization_id, c.name as campaign_name, o.name as organization_name, c.time_zone, c.vocabulary,
        c.money_mode = 'sandbox' as is_test,
        c.status = 'paused' as is_paused
      from campaigns c
      join organizations o on o.id = c.organization_id
      where c.id = ${campaignId}
        and not ${isKeptPrivate}
    `),
  )
}

/** The credited ambassador, unless removed; their public code is passed on to friends. */
export async function creditedOf(
  db: Db,
  ambassadorId: string | null,
): Promise<{ id: string; referralCode: string } | undefined> {
  if (ambassadorId === null) return undefined
  return first(
    await db.query<{ id: string; referralCode: string }>(sql`
      select id, referral_code
      from ambassadors
      where id = ${ambassadorId}
        and removed_at is null
    `),
  )
}

/** Whether the pledge that it became, or its campaign, was cancelled or finally settled; a held pledge has only its campaign. */
export async function endOf(
  db: Db,
  { campaignId, pledgeId }: { campaignId: string; pledgeId: string | null },
): Promise<'cancelled' | 'settled' | null> {
  const { ended } = only(
    await db.query<{ ended: 'cancelled' | 'settled' | null }>(sql`
      select
        case
          when c.status = 'cancelled' or p.status = 'cancelled' then 'cancelled'
          when c.final_locked_at is not null then 'settled'
        end as ended
      from campaigns c
      left join pledges p on p.campaign_id = c.id and p.id = ${pledgeId}
      where c.id = ${campaignId}
    `),
  )
  return ended
}

type MadeByLink = {
  guestPledgeId: string
  pledgeId: string
  userId: string
  confirmedAt: Date
  /** It waits for a representative. */
  isHeld: boolean
}

/** What the guest pledge of a mailed link became, once it was confirmed: a pledge, or one that is checked first. */
export async function madeByLink(db: Db, token: string): Promise<MadeByLink | undefined> {
  const id = await subjectOfLink(db, 'guest', token)
  return first(
    await db.query<MadeByLink>(sql`
      select
        g.id as guest_pledge_id, g.confirmed_at, coalesce(h.state = 'held', false) as is_held,
        coalesce(p.id, h.id) as pledge_id,
        coalesce(p.pledger_id, h.pledger_id) as user_id
      from guest_pledges g
      left join pledges p on p.id = g.pledge_id
      left join held_pledges h on h.id = g.held_pledge_id
      where g.id = ${id}
        and g.state = 'confirmed'
        and (p.id is not null or h.id is not null)
    `),
  )
}

/** Whether this is the id of a guest pledge and not of a user: a user created by confirming one has the same id. */
export async function isGuestPledge(db: Db, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    select
    from guest_pledges
    where id = ${id}
      and not exists (
        select from users
        where users.id = ${id}
      )
  `)
  return rows.length > 0
}

/** Guest pledges that were never confirmed and may still have a card at the card provider. */
export async function withoutUseForCard(db: Db, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from guest_pledges
    where state = 'expired'
      and card_removed_at is null
    order by expired_at
    limit ${limit}
  `)
  return rows.map(({ id }) => id)
}

export async function noteCardRemoved(db: Db, id: string, at: Date): Promise<void> {
  await db.query(sql`update guest_pledges set card_removed_at = ${at} where id = ${id}`)
}

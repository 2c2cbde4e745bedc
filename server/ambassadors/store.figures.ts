import { z } from 'zod'
import { CAMPAIGN_STATUSES } from '#domain/campaign-state.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { Amount, Instant } from '#domain/schemas/fields.ts'
import { type Db, sql } from '#server/db/database.ts'
import { pledgeFigures } from '#server/pledges/actions.ts'

/** An ambassador's own link and figures (rules section 5, R27, R42). `link` is a path of this site. */
export const Ambassadorship = z.object({
  id: z.uuid(),
  campaignId: z.uuid(),
  campaignName: z.string(),
  campaignStatus: z.enum(CAMPAIGN_STATUSES),
  ambassadorReferralCode: z.string(),
  link: z.string(),
  joinedAt: Instant,
  supportersCount: z.number(),
  totalPledged: Amount,
})
export type Ambassadorship = z.infer<typeof Ambassadorship>

export const referralPath = (campaignId: string, code: string): string =>
  `/campaigns/${campaignId}?ref=${code}`

type Row = Omit<Ambassadorship, 'joinedAt' | 'totalPledged' | 'link'> & {
  joinedAt: Date
  pledgedCents: number
}
type Page = { limit: number; beforeId?: string | null; campaignId?: string | null }

/**
 * Newest first. Pledged is the sum of what the credited pledges are expected to pay, cancelled ones aside: the larger
 * of estimate and accrued up to the agreed maximum, and after the final lock exactly what is settled (R9, R11).
 */
export async function ambassadorshipsOf(
  db: Db,
  userId: string,
  { limit, beforeId = null, campaignId = null }: Page,
): Promise<Ambassadorship[]> {
  const rows = await db.query<Row>(sql`
    select a.id, a.campaign_id, c.name as campaign_name, c.status as campaign_status,
           a.referral_code as ambassador_referral_code, a.joined_at, f.supporters_count, f.pledged_cents
      from ambassadors a join campaigns c on c.id = a.campaign_id
      cross join lateral (
        select count(*)::integer as supporters_count, coalesce(sum(expected_cents), 0)::bigint as pledged_cents
          from (${pledgeFigures(sql`p.ambassador_id = a.id and p.status <> 'cancelled'`)}) credited) f
     where a.user_id = ${userId} and a.removed_at is null and (${beforeId}::uuid is null or a.id < ${beforeId}::uuid)
       and (${campaignId}::uuid is null or a.campaign_id = ${campaignId}::uuid)
     order by a.id desc limit ${limit}`)
  return rows.map(({ joinedAt, pledgedCents, ...row }) => ({
    ...row,
    link: referralPath(row.campaignId, row.ambassadorReferralCode),
    joinedAt: joinedAt.toISOString(),
    totalPledged: toDecimal(cents(pledgedCents)),
  }))
}

export async function countAmbassadorships(db: Db, userId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from ambassadors where user_id = ${userId} and removed_at is null`)
  return row?.count ?? 0
}

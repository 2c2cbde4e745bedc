/** One row of a campaign with its organization and figures, as the list and the campaign page both show it. */
import { type CampaignStatus, reasonNotToPledge } from '#domain/campaigns/campaign-state.ts'
import { CAUSES } from '#domain/campaigns/causes.ts'
import { average, cents, toDecimal } from '#domain/money.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import { organizationColumns } from '#server/accounts/organizations/index.ts'
import { sql } from '#server/platform/db/database.ts'

export type CampaignRow = {
  id: string
  name: string
  status: CampaignStatus
  goalCents: number
  pledgedCents: number
  earnedCents: number
  collectedCents: number
  supportersCount: number
  aboutThisCampaign: string
  howThisCampaignHelps: string | null
  startOn: string
  endOn: string
  startsAt: Date
  endsAt: Date
  timeZone: string
  imageUrl: string | null
  template: Campaign['template']
  cause: Campaign['cause']
  vocabulary: Campaign['vocabulary']
  campaignType: Campaign['campaignType']
  organizationId: string
  moneyMode: Campaign['moneyMode']
  codeShownUntil: Date | null
  version: number
}
/** Columns of a campaign and its organization, to be read from `campaignTables`. */
export const campaignColumns = sql`
  c.id, c.name, c.status, c.goal_cents, c.about_this_campaign, c.how_this_campaign_helps,
  c.start_on, c.end_on, c.starts_at, c.ends_at, c.time_zone, c.image_url, c.template,
  c.cause, c.vocabulary, c.campaign_type, c.money_mode, c.code_shown_until, c.version, t.pledged_cents, t.earned_cents,
  t.collected_cents, t.supporters_count, ${organizationColumns}
`

/** The tables for `campaignColumns`. The figures are always the campaign's own totals. */
export const campaignTables = sql`
  campaigns c
  join organizations o on o.id = c.organization_id
  join campaign_totals t on t.campaign_id = c.id
`

/** `now` decides whether pledges are accepted. */
export function toCampaign(row: CampaignRow, now: Date): Campaign {
  const totalPledged = cents(row.pledgedCents)
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    goal: toDecimal(cents(row.goalCents)),
    totalPledged: toDecimal(totalPledged),
    totalEarned: toDecimal(cents(row.earnedCents)),
    totalCollected: toDecimal(cents(row.collectedCents)),
    supportersCount: row.supportersCount,
    averagePledge: toDecimal(average(totalPledged, row.supportersCount)),
    aboutThisCampaign: row.aboutThisCampaign,
    howThisCampaignHelps:
      row.howThisCampaignHelps === null ? null : { description: row.howThisCampaignHelps },
    startDate: row.startOn,
    endDate: row.endOn,
    endsAt: row.endsAt.toISOString(),
    timeZone: row.timeZone,
    imageUrl: row.imageUrl,
    template: row.template,
    cause: row.cause,
    causeLabel: CAUSES[row.cause].label,
    vocabulary: row.vocabulary,
    campaignType: row.campaignType,
    organizationId: row.organizationId,
    pledgesClosedReason: reasonNotToPledge(row, now),
    moneyMode: row.moneyMode,
    codeShownUntil: row.codeShownUntil?.toISOString() ?? null,
    version: row.version,
  }
}

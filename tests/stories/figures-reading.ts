/** How the places of a figure are read at one moment: each address is asked for once. */
import { type Cents, dollars, formatUsd, subtract, sum, toDecimal } from '#domain/money.ts'
import type { Bookkeeping } from '#domain/schemas/bookkeeping.ts'
import type { CampaignDetail, CampaignListItem, Management } from '#domain/schemas/campaign.ts'
import type { CollectionCampaigns, Collections } from '#domain/schemas/collection.ts'
import type { OrganizationPayouts, PayoutsPage } from '#domain/schemas/payout.ts'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import type { Receipt } from '#domain/schemas/receipt.ts'
import type { ProviderMonth } from '#domain/schemas/report.ts'
import type { Balance, SettlementPreview } from '#domain/schemas/settlement.ts'
import type { WorkQueuePage } from '#domain/schemas/work-queue.ts'
import type { PaperFacts } from '#server/documents/renderer/document-facts.ts'
import type { SeasonReport } from '#server/documents/renderer/season.ts'

export type Supporter = { userId: string; pledgeId: string }
/** What can be read at one moment; each address is asked for once. */
export type Moment = {
  campaignId: string
  organizationId: string
  /** The months of the season, `2015-08` and on. */
  months: readonly string[]
  /** By a representative; `by`: by that user. */
  get<T>(path: string, by?: string): Promise<T>
  /** All pages of a list that names its next one. */
  all<T>(path: string): Promise<T[]>
  csv(path: string, by?: string): Promise<Record<string, string>[]>
  /** Texts of the mails of this kind about the pledge, oldest first. */
  mails(kind: string, pledgeId: string): Promise<string[]>
  report(): Promise<SeasonReport>
  /** The figures in the invoice document. */
  paper(pledgeId: string, number: string): Promise<PaperFacts>
  link(pledgeId: string): Promise<string>
}

/** Null: this place does not show the figure at this moment. */
export type Shown = string | number | null
export type Place<Of> = {
  /** For docs/figures.md: the route, mail or document. */
  at: string
  read(moment: Moment, of: Of): Promise<Shown>
  /** Shown in whole dollars, `$1,234`. */
  isRounded?: true
}
export type Figure<Of> = {
  name: string
  /** Where it is computed. */
  from: string
  places: readonly Place<Of>[]
}

export const total = (amounts: readonly (string | undefined)[]): string =>
  toDecimal(sum(amounts.map((amount) => dollars(amount || '0.00'))))
export const less = (amount: string, ...taken: string[]): Cents =>
  subtract(dollars(amount), sum(taken.map(dollars)))
/** `Amount: $20.00` in a mail's text. */
export function amountIn(text: string | undefined, label: string): string | null {
  const found = new RegExp(`^\\s*${label}: (\u2212?)\\$([\\d,.]+)$`, 'm').exec(text ?? '')
  return found ? `${found[1] ? '-' : ''}${found[2]?.replaceAll(',', '')}` : null
}

export const page = ({ campaignId, get }: Moment) => get<CampaignDetail>(`/api/campaigns/${campaignId}`)
export const managed = ({ campaignId, get }: Moment) =>
  get<Management>(`/api/dashboard/campaigns/${campaignId}`)
export const card = async ({ campaignId, get }: Moment) =>
  (await get<CampaignListItem[]>('/api/campaigns')).find(({ campaigns }) => campaigns.id === campaignId)
    ?.campaigns
export const summary = ({ get }: Moment) =>
  get<{ totalPledged: string; supporters: number }>('/api/campaigns/summary')
export const workQueue = async ({ get }: Moment) =>
  (await get<WorkQueuePage>('/api/desk/campaigns?stage=all')).campaigns[0]
export const collections = async ({ get }: Moment) => (await get<Collections>('/api/collections')).totals
export const collected = async ({ get }: Moment) =>
  (await get<CollectionCampaigns>('/api/collections/campaigns')).campaigns[0]?.figures
export const collectedRow = async ({ csv }: Moment) => (await csv('/api/collections/campaigns.csv'))[0]
export const supporters = ({ campaignId, csv }: Moment) =>
  csv(`/api/dashboard/campaigns/${campaignId}/supporters.csv`)
export const balance = ({ campaignId, get }: Moment) => get<Balance>(`/api/campaigns/${campaignId}/balance`)
export const payable = async ({ get }: Moment) =>
  (await get<PayoutsPage>('/api/payouts?show=all')).organizations[0]
export const payableRow = async ({ csv }: Moment) => (await csv('/api/payouts.csv?show=all'))[0]
export const ownPayouts = ({ organizationId, get }: Moment) =>
  get<OrganizationPayouts>(`/api/organizations/${organizationId}/payouts`)
export const months = ({ months: all, get }: Moment) =>
  Promise.all(all.map((month) => get<ProviderMonth>(`/api/reports/month?month=${month}`)))
/** The same months as they are imported into the provider's own books. */
export const imported = ({ months: all, get }: Moment) =>
  Promise.all(all.map((month) => get<Bookkeeping>(`/api/bookkeeping?month=${month}`)))
/** Null once the final settlement is locked: from then on a preview contains only differences (R33). */
export async function preview({ campaignId, get }: Moment): Promise<SettlementPreview | null> {
  const path = `/api/campaigns/${campaignId}/settlements/preview?kind=final&limit=200`
  const first = await get<SettlementPreview>(path)
  if (first.isCorrection) return null
  const second = first.pledgesCount > 200 ? await get<SettlementPreview>(`${path}&page=2`) : null
  return { ...first, pledges: [...first.pledges, ...(second?.pledges ?? [])] }
}
export const own = (m: Moment, { pledgeId, userId }: Supporter) =>
  m.get<PledgeDetail>(`/api/pledges/${pledgeId}`, userId)
export const linked = async (m: Moment, { pledgeId }: Supporter) =>
  m.get<PledgeDetail>(await m.link(pledgeId))
export const previewed = async (m: Moment, { pledgeId }: Supporter) =>
  (await preview(m))?.pledges.find((one) => one.pledgeId === pledgeId) ?? null
export const billsOf = async <T extends { pledgeId: string }>(
  m: Moment,
  what: string,
  { pledgeId }: Supporter,
) =>
  (await m.all<T>(`/api/campaigns/${m.campaignId}/${what}?limit=200`)).filter(
    (one) => one.pledgeId === pledgeId,
  )
export const receiptsOf = async (m: Moment, of: Supporter) => {
  const { charges, payments } = await own(m, of)
  const ids = [
    ...charges.filter(({ state }) => state === 'succeeded'),
    ...payments.filter(({ state, amount, overpaid }) => state !== 'bounced' && amount !== overpaid),
  ]
  return Promise.all(ids.map(({ id }) => m.get<Receipt>(`/api/receipts/${id}`, of.userId)))
}

/** What a place shows, in the same form as the others: a decimal amount, a number, or whole dollars. */
export const asShown = (value: Exclude<Shown, null>, isRounded: boolean): Exclude<Shown, null> =>
  isRounded ? formatUsd(dollars(String(value)), 'none') : value

/** The figures of a database as its people read them, campaign by campaign. */
import type { CampaignDetail, CampaignListItem } from '#domain/schemas/campaign.ts'
import type { Payout } from '#domain/schemas/payout.ts'
import type { Balance, Charge, Invoice, Payment, Settlement } from '#domain/schemas/settlement.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { accounts } from '#tests/fixtures.ts'

export type Figures = {
  campaigns: Record<string, CampaignFigures>
  /** What each account of the journal comes to, in cents. */
  accounts: Record<string, number>
}
type CampaignFigures = {
  status: string
  /** For everyone; null for a draft, which no one else sees. */
  shown: { pledged: string; earned: string; collected: string; supporters: number } | null
  balance: Balance
  settlements: string[]
  charges: string[]
  invoices: string[]
  payments: string[]
  payouts: string[]
}

export async function readFigures(app: TestApp): Promise<Figures> {
  const { db } = app.deps
  const campaigns = await db.query<{ id: string; organization: string }>(sql`
    select c.id, o.name as organization from campaigns c join organizations o on o.id = c.organization_id order by 2`)
  const reader = await app.representative()
  const read: Figures['campaigns'] = {}
  for (const { id, organization } of campaigns) read[organization] = await readCampaign(app, reader.get, id)
  return { campaigns: read, accounts: await accounts(db) }
}

async function readCampaign(
  { visitor }: TestApp,
  get: TestApp['visitor']['get'],
  id: string,
): Promise<CampaignFigures> {
  const path = `/api/campaigns/${id}`
  const read = async <T>(what: string) => expectStatus(await get<T>(`${path}${what}`), 200)
  /** In words that do not depend on the order of a list. */
  const each = async <T>(what: string, words: (one: T) => string) => (await read<T[]>(what)).map(words).sort()
  const { campaigns: own } = await read<CampaignDetail>('')
  return {
    status: own.status,
    shown: own.status === 'draft' ? null : shown(expectStatus(await visitor.get<CampaignDetail>(path), 200)),
    balance: balance(await read<Balance>('/balance')),
    settlements: await each<Settlement>(
      '/settlements',
      (one) => `${one.version} ${one.kind} ${one.stage}: ${one.taken} of ${one.charged} by card`,
    ),
    charges: await each<Charge>('/charges', (one) => `${one.state} ${one.amount}, refunded ${one.refunded}`),
    invoices: await each<Invoice>(
      '/invoices',
      (one) => `${one.number} ${one.state}: ${one.paid} of ${one.amount}`,
    ),
    payments: await each<Payment>(
      '/payments',
      (one) => `${one.method} ${one.state}: ${one.amount}, ${one.overpaid} above the invoice`,
    ),
    payouts: await each<Payout>('/payouts', (one) => `${one.state} ${one.amount}, arrived ${one.arrivedOn}`),
  }
}

const shown = ({ campaigns }: { campaigns: CampaignListItem['campaigns'] }): CampaignFigures['shown'] => ({
  pledged: campaigns.totalPledged,
  earned: campaigns.totalEarned,
  collected: campaigns.totalCollected,
  supporters: campaigns.supportersCount,
})

/** By name: the API may return more by then. */
const balance = ({ collected, commission, organizationShare, paidOut, owed }: Balance): Balance => ({
  collected,
  commission,
  organizationShare,
  paidOut,
  owed,
})

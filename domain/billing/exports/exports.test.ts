/** Months of any names and amounts are taken by both programs, and rebuild the same balances there (R79). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quickbooksMovements, quickbooksProblems } from '#tests/bookkeeping/quickbooks.ts'
import { rowsOf } from '#tests/bookkeeping/rows.ts'
import { xeroMovements, xeroProblems } from '#tests/bookkeeping/xero.ts'
import { type Cents, cents, sum } from '../../money.ts'
import { type AccountMap, defaultMap, ORGANIZATION_ACCOUNTS, PROVIDER_ACCOUNTS } from './accounts.ts'
import {
  type CampaignMonth,
  type Month,
  organizationEntries,
  type PayoutMonth,
  providerEntries,
  type SummaryEntry,
} from './entries.ts'
import { labelsFor, labelsOf } from './labels.ts'
import { quickbooksFiles } from './quickbooks.ts'
import { xeroFiles } from './xero.ts'

const NAMES = [
  'Football 2026',
  'Fall: Ball',
  'Fall - Ball',
  'The "Rockets" *2026*',
  'Harbor Boosters, Inc.',
  'Two\r\nlines',
  'a'.repeat(70),
  'b'.repeat(200),
  `${'b'.repeat(200)}c`,
  '=SUM(A1)',
  '+1 Club',
  '-Dash',
  'Dash',
  '@home',
  'x;=1+1',
  'Ann\u202Eevol',
  'Ann evol',
  'Annevol',
  'Ann\u200B Love',
  'Zoë 🦅 Team',
  'Zoe\u0308 Team',
  '🦅🦅',
  '"',
  ':',
  'حملة',
  '王小明',
  'Null',
  '76',
  'FOOTBALL 2026',
]
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ minLength: 1, maxLength: 120, unit: 'binary' }))
const amount = fc.integer({ min: -5_000_00, max: 90_000_00 }).map(cents)
const small = fc.integer({ min: -500_00, max: 900_00 }).map(cents)

const campaign: fc.Arbitrary<CampaignMonth> = fc
  .record({
    campaignId: fc.uuid(),
    campaignName: name,
    organizationId: fc.uuid(),
    organizationName: name,
    collected: amount,
    refunds: small,
    disputes: small,
    bounced: small,
    commission: small,
    undeposited: small,
    fees: small,
  })
  .map(({ undeposited, fees, ...one }) => ({
    ...one,
    accounts: {
      undeposited,
      processing_fees: fees,
      cash: cents(one.collected - one.refunds - one.disputes - one.bounced - undeposited - fees),
      organization_payable: cents(0),
    },
  }))

const month: fc.Arbitrary<Month> = fc
  .record({
    campaigns: fc.uniqueArray(campaign, { maxLength: 60, selector: ({ campaignId }) => campaignId }),
    payouts: fc.array(
      fc.record({
        id: fc.uuid(),
        on: fc.constantFrom('2026-11-01', '2026-11-17'),
        isReturned: fc.boolean(),
        paidFrom: fc.constantFrom('cash' as const, 'undeposited' as const),
        method: fc.constantFrom('check' as const, 'stripe' as const, null),
        reference: fc.option(fc.string({ minLength: 1, maxLength: 100, unit: 'binary' })),
        amounts: fc.array(small, { minLength: 1, maxLength: 4 }),
      }),
      { maxLength: 5 },
    ),
    isTest: fc.boolean(),
  })
  .map(({ campaigns, payouts, isTest }) => ({
    month: '2026-11',
    on: '2026-11-30',
    isTest,
    campaigns,
    payouts:
      campaigns.length === 0 ? [] : payouts.map(({ amounts, ...one }) => payoutOf(campaigns, one, amounts)),
  }))

function payoutOf(
  campaigns: readonly CampaignMonth[],
  facts: Pick<PayoutMonth, 'id' | 'on' | 'isReturned' | 'paidFrom' | 'method' | 'reference'>,
  amounts: readonly Cents[],
): PayoutMonth {
  const { organizationId = '', organizationName = '' } = campaigns[0] ?? {}
  return {
    ...facts,
    organizationId,
    organizationName,
    lines: amounts.map((paid, at) => ({
      campaignId: campaigns[at % campaigns.length]?.campaignId ?? '',
      amount: paid,
    })),
  }
}

/** As a bookkeeper may name them: what is owed is in an account that asks for a name. */
const provider: AccountMap = defaultMap(PROVIDER_ACCOUNTS)
provider.quickbooks.organization_payable = 'Accounts Payable (A/P)'
const organization: AccountMap = defaultMap(ORGANIZATION_ACCOUNTS)

const PARTIES = [
  ['the provider', providerEntries, provider],
  ['an organization', organizationEntries, organization],
] as const

const movedIn = (entries: readonly SummaryEntry[], names: Record<string, string>): Map<string, number> => {
  const moved = new Map<string, number>()
  for (const { account, amount: cents } of entries.flatMap(({ lines }) => lines)) {
    const of = names[account] ?? ''
    moved.set(of, (moved.get(of) ?? 0) + cents)
  }
  return moved
}

describe.each(PARTIES)('a month of %s', (_, entriesOf, accounts) => {
  it('is taken by both programs, whatever its names and amounts, and rebuilds its balances there', () => {
    fc.assert(
      fc.property(month, (one) => {
        const entries = entriesOf(one)
        const quickbooks = quickbooksFiles(entries, accounts, labelsFor(one.campaigns))
        const xero = xeroFiles(entries, accounts, labelsFor(one.campaigns))
        expect(quickbooksProblems(quickbooks)).toEqual([])
        expect(xeroProblems(xero)).toEqual([])
        expect(quickbooksMovements(quickbooks)).toEqual(movedIn(entries, accounts.quickbooks))
        expect(xeroMovements(xero)).toEqual(movedIn(entries, accounts.xero))
      }),
      { numRuns: 100 },
    )
  })
})

it('no two campaigns become one class, whatever they are called', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.uuid(), { maxLength: 60 }),
      fc.array(name, { minLength: 60, maxLength: 60 }),
      (ids, names) => {
        const labels = labelsOf(ids.map((id, at) => ({ id, name: names[at] ?? '' })))
        const folded = [...labels.values()].map((label) => label.normalize('NFKC').toLowerCase())
        expect(new Set(folded).size).toBe(ids.length)
      },
    ),
  )
})

it('a name is kept where the programs take it, and loses only what they do not', () => {
  const label = (text: string) => [...labelsOf([{ id: ID(1), name: text }]).values()][0]
  expect(['Football 2026', 'حملة', "D'Angelo O'Neil-Smith", '4-H', 'X Æ A-12'].map(label)).toEqual([
    'Football 2026',
    'حملة',
    "D'Angelo O'Neil-Smith",
    '4-H',
    'X Æ A-12',
  ])
  expect(['Fall: "Ball"', '=SUM(A1)', 'Ann\u202Eevol', 'Zoë 🦅 Team', 'Two\r\nlines'].map(label)).toEqual([
    "Fall - 'Ball'",
    'SUM(A1)',
    'Annevol',
    'Zoë Team',
    'Two lines',
  ])
})

const ID = (at: number) => `0199a4c2-0000-7000-8000-${at.toString(16).padStart(12, '0')}`
const campaignOf = (at: number): CampaignMonth => ({
  campaignId: ID(at),
  campaignName: `Team ${at}`,
  organizationId: ID(9_999),
  organizationName: 'Harbor Boosters',
  collected: cents(1842_19),
  refunds: cents(0),
  disputes: cents(0),
  bounced: cents(0),
  commission: cents(460_55),
  accounts: { cash: cents(1842_19) },
})
const payoutTo = (count: number): PayoutMonth => ({
  id: ID(12_345),
  on: '2026-11-20',
  organizationId: ID(9_999),
  organizationName: 'Harbor Boosters',
  isReturned: false,
  paidFrom: 'cash',
  method: 'check',
  reference: '1041',
  lines: Array.from({ length: count }, (_, at) => ({ campaignId: ID(at), amount: cents(1381_64) })),
})

it('an organization reads its gross, the commission as an expense, and what it is paid', () => {
  const one: Month = {
    month: '2026-11',
    on: '2026-11-30',
    isTest: false,
    campaigns: [campaignOf(1)],
    payouts: [{ ...payoutTo(1), lines: [{ campaignId: ID(1), amount: cents(1381_64) }] }],
  }
  const [file = ''] = quickbooksFiles(organizationEntries(one), organization, labelsFor(one.campaigns))
  expect(rowsOf(file).rows.map((row) => Object.values(row).slice(1).join(' | '))).toMatchInlineSnapshot(`
    [
      "11/20/2026 | Checking | 1381.64 |  | Payout (Check 1041) |  | Team 1",
      "11/20/2026 | Due from Fundraising Provider |  | 1381.64 | Payout (Check 1041) |  | Team 1",
      "11/30/2026 | Fundraising Expense:Provider commission | 460.55 |  | Commission on what was collected |  | Team 1",
      "11/30/2026 | Due from Fundraising Provider | 1381.64 |  | Net, owed by the provider |  | Team 1",
      "11/30/2026 | Contributions:Performance pledges |  | 1842.19 | Collected in November 2026 |  | Team 1",
    ]
  `)
  const [xero = ''] = xeroFiles(organizationEntries(one), organization, labelsFor(one.campaigns))
  expect(rowsOf(xero).rows.map((row) => Object.values(row).slice(0, 8).join(' | '))).toMatchInlineSnapshot(`
    [
      "Payout (Check 1041), Harbor Boosters 2026-11-AAAAAAANB3 | 20/11/2026 | Payout (Check 1041) | 091 | Tax Exempt | 1381.64 | Campaign | Team 1",
      "Payout (Check 1041), Harbor Boosters 2026-11-AAAAAAANB3 | 20/11/2026 | Payout (Check 1041) | 615 | Tax Exempt | -1381.64 | Campaign | Team 1",
      "Harbor Boosters November 2026, Team 1 2026-11-AAAAAAAAAB | 30/11/2026 | Commission on what was collected | 404 | Tax Exempt | 460.55 | Campaign | Team 1",
      "Harbor Boosters November 2026, Team 1 2026-11-AAAAAAAAAB | 30/11/2026 | Net, owed by the provider | 615 | Tax Exempt | 1381.64 | Campaign | Team 1",
      "Harbor Boosters November 2026, Team 1 2026-11-AAAAAAAAAB | 30/11/2026 | Collected in November 2026 | 200 | Tax Exempt | -1842.19 | Campaign | Team 1",
    ]
  `)
})

it('what belongs to no campaign, such as fees and the bank’s line of a card provider’s payout, is an entry of the provider', () => {
  const none = { ...campaignOf(1), campaignId: null, campaignName: '', organizationName: '' }
  const fees = {
    ...none,
    collected: cents(0),
    commission: cents(0),
    accounts: { processing_fees: cents(53_72), cash: cents(-53_72) },
  }
  const one: Month = {
    month: '2026-11',
    on: '2026-11-30',
    isTest: false,
    campaigns: [campaignOf(1), fees],
    payouts: [],
  }
  const files = quickbooksFiles(providerEntries(one), provider, labelsFor(one.campaigns))
  expect(quickbooksProblems(files)).toEqual([])
  expect(quickbooksMovements(files).get('Card Processing Fees')).toBe(53_72)
  expect(quickbooksMovements(files).get('Checking')).toBe(1842_19 - 53_72)
})

it('a month of more lines than Xero takes is several files; a payout of hundreds of campaigns is one entry', () => {
  const campaigns = Array.from({ length: 301 }, (_, at) => campaignOf(at))
  const one: Month = { month: '2026-11', on: '2026-11-30', isTest: true, campaigns, payouts: [payoutTo(301)] }
  const entries = organizationEntries(one)
  const files = xeroFiles(entries, organization, labelsFor(one.campaigns))
  expect(xeroProblems(files)).toEqual([])
  expect(files.length).toBe(4)
  expect(sum(entries.flatMap(({ lines }) => lines.map(({ amount: of }) => of)))).toBe(0)
})

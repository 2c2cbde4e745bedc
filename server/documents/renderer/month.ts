/** The provider's month as a document: in total, by campaign, and the books that it agrees with. */
import { accountName, BOOKS_ON_HOLD } from '#domain/billing/account-names.ts'
import { periodKey, periodText } from '#domain/billing/period.ts'
import { formatUsd, parseCents, ZERO } from '#domain/money.ts'
import { addedBack, deductionParts } from '#domain/pledges/deductions.ts'
import type { MonthFigures, ProviderMonth } from '#domain/schemas/report.ts'
import { closePaper, INSIDE, LEFT, openPaper, type Paper, QUIET } from './page.ts'
import { type Column, callout, heading, paragraph, table } from './page-blocks.ts'
import { dayWords, put } from './page-text.ts'

export type MonthFacts = { month: ProviderMonth; drawnOn: string }

const usd = (amount: string): string => formatUsd(parseCents(amount) ?? ZERO)

const TILES = [
  ['Collected, net', 'net'],
  ['Commission', 'commission'],
  ['Paid out', 'paidOut'],
  ['Owed', 'owedTo'],
] as const

/** A month that is not over yet has no end to be owed something at. */
const closingOf = ({ isRunning }: ProviderMonth): string => (isRunning ? 'Balance so far' : 'Closing balance')
const endOf = ({ isRunning }: ProviderMonth): string => (isRunning ? 'so far' : 'at the end')

function tiles(paper: Paper, month: ProviderMonth): void {
  const { totals } = month
  const width = INSIDE / TILES.length
  const longest = Math.max(...TILES.map(([, name]) => usd(totals[name]).length))
  const size = Math.min(28, Math.floor((width - 12) / (longest * 0.42)))
  TILES.forEach(([label, name], index) => {
    const x = LEFT + index * width
    const text = usd(totals[name])
    const head = name === 'owedTo' ? `${label} ${endOf(month)}` : label
    put(paper.doc, head, { x, y: paper.y + 10, width }, { size: 10, weight: 700, color: QUIET })
    put(paper.doc, text, { x, y: paper.y + 40, width }, { size, family: 'display', weight: 800 })
  })
  paper.y += 58
}

const amounts = (heads: readonly string[], share: number): Column[] =>
  heads.map((head) => ({ head, share, align: 'right' }))

function figures(paper: Paper, month: ProviderMonth): void {
  const { totals, receivedEarlier } = month
  heading(paper, 'Money in and out')
  const rows: [string, string][] = [
    [
      receivedEarlier
        ? `Collected (${usd(receivedEarlier)} of it was received in earlier months)`
        : 'Collected',
      usd(totals.collected),
    ],
    ['Refunds', usd(negated(totals.refunds))],
    ['Disputes, less those won', usd(negated(totals.disputes))],
    ['Bounced checks', usd(negated(totals.bounced))],
  ]
  table(
    paper,
    [{ head: '', share: 0.7 }, ...amounts(['Amount'], 0.3)],
    [
      ...rows.map((cells) => ({ cells })),
      { cells: ['Collected, net', usd(totals.net)], isTotal: true },
      { cells: ['Commission', usd(negated(totals.commission))] },
      { cells: ['Owed to organizations at the start', usd(totals.owedBefore)] },
      { cells: ['Paid out', usd(negated(totals.paidOut))] },
      ...(totals.owedBy === '0.00'
        ? []
        : [
            { cells: ['Owed to organizations', usd(totals.owedTo)] },
            { cells: ['Owed by organizations', usd(negated(totals.owedBy))] },
          ]),
      {
        cells: [
          totals.owedBy === '0.00' ? `Owed to organizations ${endOf(month)}` : `Owed ${endOf(month)}, net`,
          usd(totals.owed),
        ],
        isTotal: true,
      },
    ],
  )
}

const negated = (amount: string): string =>
  amount.startsWith('-') ? amount.slice(1) : amount === '0.00' ? amount : `-${amount}`

/** As many as fit beside a name, also in the millions. */
const balances = (head: string, month: ProviderMonth): Column[] => [
  { head, share: 0.24 },
  ...amounts(['Opening balance'], 0.165),
  ...amounts(['Net', 'Commission', 'Paid out'], 0.14),
  // At the edge of the shaded row with the totals it has less room.
  ...amounts([closingOf(month)], 0.175),
]
const lineOf = (one: MonthFigures): string[] =>
  [one.owedBefore, one.net, one.commission, one.paidOut, one.owed].map(usd)

/** What its net amount is made of, where it is not all that was collected. */
const noteOf = (one: MonthFigures): string => {
  const parts = deductionParts(one)
  return parts.length === 0 ? '' : [`${usd(one.collected)} received`, ...parts].join(', ')
}

/** As on the screen. */
const holdOf = ({ billingHeldAt }: ProviderMonth['campaigns'][number]): string =>
  billingHeldAt ? BOOKS_ON_HOLD : ''

function byCampaign(paper: Paper, month: ProviderMonth): void {
  heading(paper, 'By campaign')
  table(paper, balances('Campaign', month), [
    ...month.campaigns.map((one) => ({
      cells: [one.campaignName, ...lineOf(one)],
      note: [one.organizationName, noteOf(one), holdOf(one)].filter(Boolean).join(' · '),
    })),
    {
      cells: ['All campaigns', ...lineOf(month.totals)],
      note: noteOf(month.totals),
      isTotal: true,
    },
  ])
  for (const sentence of addedBack([month.totals, ...month.campaigns]))
    paragraph(paper, sentence, { size: 9, color: QUIET })
  const more = month.campaignsCount - month.campaigns.length
  if (more > 0)
    paragraph(paper, `${more} more campaigns are included in the totals; the CSV file lists them all.`)
}

/** Ours to bear, so it is no part of what organizations are owed. */
const feesOf = ({ totals }: ProviderMonth): string =>
  `Processing fees, which the commission pays for: ${usd(totals.fees)}.`

function byOrganization(paper: Paper, month: ProviderMonth): void {
  const { organizations, organizationsCount: count } = month
  if (organizations.length === 0) return
  heading(paper, 'By organization', 190)
  table(
    paper,
    balances('Organization', month),
    organizations.map((one) => ({ cells: [one.organizationName, ...lineOf(one)], note: noteOf(one) })),
  )
  const more = count - organizations.length
  if (more > 0) paragraph(paper, `${more} more organizations are in the CSV file, which lists them all.`)
}

function books(paper: Paper, month: ProviderMonth): void {
  heading(paper, 'The books', 190)
  const signs = 'Debits are positive, credits negative; the accounts always add up to zero.'
  paragraph(paper, signs, { size: 9, color: QUIET })
  table(
    paper,
    [
      { head: 'Account', share: 0.32 },
      ...amounts(['Opening balance', 'Debit', 'Credit', closingOf(month)], 0.17),
    ],
    month.accounts.map((one) => ({
      cells: [accountName(one.account), ...[one.opening, one.debit, one.credit, one.closing].map(usd)],
    })),
  )
}

export function drawMonth({ month, drawnOn }: MonthFacts): Promise<Buffer> {
  const words = periodText(month)
  const paper = openPaper({
    title: `Month ${periodKey(month)}`,
    kind: 'Month',
    note: month.isRunning ? `${words} so far` : words,
    drawnOn,
  })
  put(paper.doc, words, { x: LEFT, y: paper.y + 30 }, { size: 40, family: 'display', weight: 800 })
  paper.y += 52
  if (month.moneyMode === 'sandbox') callout(paper, 'Test money: none of it is real.')
  tiles(paper, month)
  figures(paper, month)
  paragraph(paper, feesOf(month), { size: 9, color: QUIET })
  byCampaign(paper, month)
  byOrganization(paper, month)
  books(paper, month)
  return closePaper(
    paper,
    `As of ${dayWords(drawnOn)}. An amount counts on the day it was recorded, in its campaign’s time zone.`,
  )
}

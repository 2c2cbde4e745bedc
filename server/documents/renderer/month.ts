/** The provider's month as a document: in total, by campaign, and the books that it agrees with (R5). */
import { accountName } from '#domain/account-words.ts'
import { formatUsd, parseCents, ZERO } from '#domain/money.ts'
import type { ProviderMonth } from '#domain/schemas/report.ts'
import { closePaper, INSIDE, LEFT, openPaper, type Paper, QUIET } from './page.ts'
import { type Column, heading, notice, paragraph, table } from './page-blocks.ts'
import { put } from './page-text.ts'

export type MonthFacts = { month: ProviderMonth; drawnOn: string }

const usd = (amount: string): string => formatUsd(parseCents(amount) ?? ZERO)
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthWords = (month: string): string => monthFormat.format(new Date(`${month}-15T12:00:00Z`))

const TILES = [
  ['Collected, net', 'net'],
  ['Commission', 'commission'],
  ['Paid out', 'paidOut'],
  ['Owed at month end', 'owed'],
] as const

function tiles(paper: Paper, { totals }: ProviderMonth): void {
  const width = INSIDE / TILES.length
  const longest = Math.max(...TILES.map(([, name]) => usd(totals[name]).length))
  const size = Math.min(28, Math.floor((width - 12) / (longest * 0.42)))
  TILES.forEach(([label, name], index) => {
    const x = LEFT + index * width
    put(paper.doc, label, { x, y: paper.y + 10, width }, { size: 10, weight: 700, color: QUIET })
    const text = usd(totals[name])
    put(paper.doc, text, { x, y: paper.y + 40, width }, { size, family: 'display', weight: 800 })
  })
  paper.y += 58
}

const amounts = (heads: readonly string[], share: number): Column[] =>
  heads.map((head) => ({ head, share, align: 'right' }))

function figures(paper: Paper, { totals }: ProviderMonth): void {
  heading(paper, 'What moved')
  const rows: [string, string][] = [
    ['Collected', usd(totals.collected)],
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
      { cells: ['Owed to organizations at month start', usd(totals.owedBefore)] },
      { cells: ['Paid out', usd(negated(totals.paidOut))] },
      { cells: ['Owed to organizations at month end', usd(totals.owed)], isTotal: true },
    ],
  )
}

const negated = (amount: string): string =>
  amount.startsWith('-') ? amount.slice(1) : amount === '0.00' ? amount : `-${amount}`

function byCampaign(paper: Paper, month: ProviderMonth): void {
  heading(paper, 'By campaign')
  table(
    paper,
    [{ head: 'Campaign', share: 0.36 }, ...amounts(['Net', 'Commission', 'Paid out', 'Owed'], 0.16)],
    [
      ...month.campaigns.map((one) => ({
        cells: [
          `${one.campaignName} · ${one.organizationName}`,
          ...[one.net, one.commission, one.paidOut, one.owed].map(usd),
        ],
      })),
      {
        cells: [
          'All campaigns',
          ...[month.totals.net, month.totals.commission, month.totals.paidOut, month.totals.owed].map(usd),
        ],
        isTotal: true,
      },
    ],
  )
  const more = month.campaignsCount - month.campaigns.length
  if (more > 0)
    paragraph(paper, `${more} more campaigns are included in the totals; the CSV file lists them all.`)
}

function books(paper: Paper, { accounts }: ProviderMonth): void {
  heading(paper, 'The books', 190)
  paragraph(paper, 'Debits are positive, credits negative; the accounts always add up to zero.', {
    ...{ size: 9, color: QUIET },
  })
  table(
    paper,
    [
      { head: 'Account', share: 0.32 },
      ...amounts(['Opening balance', 'Debit', 'Credit', 'Closing balance'], 0.17),
    ],
    accounts.map((one) => ({
      cells: [accountName(one.account), ...[one.opening, one.debit, one.credit, one.closing].map(usd)],
    })),
  )
}

export function drawMonth({ month, drawnOn }: MonthFacts): Promise<Buffer> {
  const words = monthWords(month.month)
  const paper = openPaper({ title: `Month ${month.month}`, kind: 'Month', note: words, drawnOn })
  put(paper.doc, words, { x: LEFT, y: paper.y + 30 }, { size: 40, family: 'display', weight: 800 })
  paper.y += 52
  if (month.moneyMode === 'sandbox') notice(paper, 'Test money: none of it is real.')
  tiles(paper, month)
  figures(paper, month)
  byCampaign(paper, month)
  books(paper, month)
  return closePaper(paper, `As of ${drawnOn}. Days are those of each campaign’s time zone.`)
}

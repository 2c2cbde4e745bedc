/** An organization's year as a document for its board: in total and by campaign. */

import { yearWords } from '#domain/billing/fiscal-year.ts'
import { formatUsd, negate, parseCents, ZERO } from '#domain/money.ts'
import { addedBack } from '#domain/pledges/deductions.ts'
import type { OrganizationYear } from '#domain/schemas/year.ts'
import { brand } from '#web/content/brand.ts'
import { closePaper, INSIDE, LEFT, openPaper, type Paper, QUIET } from './page.ts'
import { type Column, callout, facts, heading, paragraph, table } from './page-blocks.ts'
import { dayWords, put, putLines } from './page-text.ts'

export type YearFacts = { year: OrganizationYear; drawnOn: string }

const usd = (amount: string): string => formatUsd(parseCents(amount) ?? ZERO)
const less = (amount: string): string => formatUsd(negate(parseCents(amount) ?? ZERO))
const count = (value: number): string => value.toLocaleString('en-US')
const owedWords = ({ progress }: OrganizationYear): string =>
  progress === 'over' ? 'Owed at year end' : 'Owed so far'

function title(paper: Paper, year: OrganizationYear): void {
  const words = `${yearWords(year)}${year.progress === 'running' ? ' so far' : ''}`
  put(
    paper.doc,
    words,
    { x: LEFT, y: paper.y + 30, width: INSIDE },
    { size: words.length > 12 ? 30 : 40, family: 'display', weight: 800 },
  )
  paper.y += 50
  const name = { size: 13, weight: 700 } as const
  paper.y += putLines(paper.doc, year.organizationName, { x: LEFT, y: paper.y, width: INSIDE }, name, 2) * 17
}

function tiles(paper: Paper, year: OrganizationYear): void {
  const { totals } = year
  const all = [
    ['Collected, net', totals.net],
    ['Commission', totals.commission],
    ['Paid out', totals.paidOut],
    [owedWords(year), totals.owed],
  ] as const
  const width = INSIDE / all.length
  const longest = Math.max(...all.map(([, amount]) => usd(amount).length))
  const size = Math.min(28, Math.floor((width - 12) / (longest * 0.42)))
  all.forEach(([label, amount], index) => {
    const x = LEFT + index * width
    put(paper.doc, label, { x, y: paper.y + 10, width }, { size: 10, weight: 700, color: QUIET })
    put(paper.doc, usd(amount), { x, y: paper.y + 40, width }, { size, family: 'display', weight: 800 })
  })
  paper.y += 58
}

const amounts = (heads: readonly string[], share: number): Column[] =>
  heads.map((head) => ({ head, share, align: 'right' }))

function figures(paper: Paper, year: OrganizationYear): void {
  const { totals } = year
  heading(paper, 'What moved')
  table(
    paper,
    [{ head: '', share: 0.7 }, ...amounts(['Amount'], 0.3)],
    [
      { cells: ['Collected from supporters', usd(totals.collected)] },
      { cells: ['Refunds', less(totals.refunds)] },
      { cells: ['Disputes, less those won', less(totals.disputes)] },
      { cells: ['Bounced checks', less(totals.bounced)] },
      { cells: ['Collected, net', usd(totals.net)], isTotal: true },
      { cells: [`Commission of ${brand.name}`, less(totals.commission)] },
      { cells: ['Owed at year start', usd(totals.owedBefore)] },
      { cells: ['Paid out', less(totals.paidOut)] },
      { cells: [owedWords(year), usd(totals.owed)], isTotal: true },
    ],
  )
}

function supporters(paper: Paper, { totals }: OrganizationYear): void {
  heading(paper, 'Supporters')
  facts(paper, [
    ['Supporters', count(totals.supporters)],
    ['Gifts', count(totals.gifts)],
    ['Gifts of $250 or more', count(totals.largeGifts)],
    ['Gave $250 or more', `${count(totals.largeSupporters)} of the supporters, in one gift or in several`],
  ])
}

function byCampaign(paper: Paper, { campaigns, campaignsCount, totals, ...year }: OrganizationYear): void {
  heading(paper, 'By campaign')
  const cellsOf = (one: typeof totals) =>
    [one.collected, one.net, one.commission, one.paidOut, one.owed].map(usd)
  table(
    paper,
    [
      { head: 'Campaign', share: 0.3 },
      ...amounts(['Collected', 'Net', 'Commission', 'Paid out', 'Owed'], 0.14),
    ],
    [
      ...campaigns.map((one) => ({ cells: [one.campaignName, ...cellsOf(one)] })),
      { cells: ['All campaigns', ...cellsOf(totals)], isTotal: true },
    ],
  )
  for (const sentence of addedBack([totals, ...campaigns]))
    paragraph(paper, sentence, { size: 9, color: QUIET })
  const more = campaignsCount - campaigns.length
  if (more > 0)
    paragraph(paper, `${more} more campaigns are included in the totals; the CSV file lists them all.`)
  paragraph(
    paper,
    `From ${dayWords(year.firstDay)} to ${dayWords(year.lastDay)}. An amount counts on the day on which it was recorded, in its campaign’s time zone. A gift is one payment, before later refunds; payments that bounced in the same year are not counted.`,
    { size: 9, color: QUIET },
  )
}

export function drawYear({ year, drawnOn }: YearFacts): Promise<Buffer> {
  const words = yearWords(year)
  const paper = openPaper({ title: `${year.organizationName}: ${words}`, kind: 'Year', note: words, drawnOn })
  title(paper, year)
  if (year.moneyMode === 'sandbox') callout(paper, 'Test money: none of it is real.')
  tiles(paper, year)
  figures(paper, year)
  supporters(paper, year)
  byCampaign(paper, year)
  return closePaper(
    paper,
    `As of ${dayWords(drawnOn)}. Questions? ${brand.contactEmail}, ${brand.contactPhone}`,
  )
}

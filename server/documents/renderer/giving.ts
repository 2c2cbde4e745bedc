/** A supporter's calendar year as a document: by organization, and how much of it is tax-deductible. */
import {
  entryWords,
  givenWords,
  onePledgeSentence,
  shareSentence,
  usd,
  yearTaxSentence,
} from '#domain/billing/receipt-sentences.ts'
import type { Giving, LinkedGiving } from '#domain/schemas/receipt.ts'
import { brand } from '#web/content/brand.ts'
import { inPrint } from './names.ts'
import { closePaper, INSIDE, LEFT, openPaper, type Paper, QUIET } from './page.ts'
import { callout, heading, paragraph, table } from './page-blocks.ts'
import { dayWords, put } from './page-text.ts'
import { TEST_MODE_NOTE } from './receipt.ts'

export type GivingFacts = { giving: Giving | LinkedGiving; drawnOn: string }
type Shown = GivingFacts['giving']

function summary(paper: Paper, giving: Shown): void {
  const { doc, y } = paper
  const { total, supporterName } = giving
  put(doc, givenWords(giving), { x: LEFT, y: y + 12 }, { size: 11, weight: 700, color: QUIET })
  put(doc, usd(total), { x: LEFT, y: y + 62 }, { size: 58, family: 'display', weight: 800 })
  const right = { x: LEFT + 230, width: INSIDE - 230, align: 'right' } as const
  put(doc, 'Received from', { ...right, y: y + 42 }, { size: 11, color: QUIET })
  put(doc, supporterName, { ...right, y: y + 61 }, { size: 13, weight: 700 })
  paper.y += 84
}

function organization(paper: Paper, one: Shown['organizations'][number], giving: Shown): void {
  heading(paper, one.organizationName, 110)
  const about = [
    one.organizationPlace,
    one.ein ? `EIN ${one.ein}` : '',
    one.isTestMoney ? TEST_MODE_NOTE : '',
  ]
  paragraph(paper, about.filter(Boolean).join(' · '), { size: 9.5, color: QUIET })
  table(
    paper,
    [
      { head: 'Date', share: 0.2 },
      { head: 'Campaign', share: 0.36 },
      { head: 'What', share: 0.26 },
      { head: 'Amount', share: 0.18, align: 'right' },
    ],
    [
      ...one.entries.map((entry) => ({
        cells: [dayWords(entry.on), entry.campaignName, entryWords(entry), usd(entry.amount)],
      })),
      { cells: ['Total', '', '', usd(one.total)], isTotal: true },
    ],
  )
  const name = inPrint(one.organizationName, 'The organization')
  paragraph(
    paper,
    shareSentence(
      { ...one, organizationName: inPrint(one.organizationName, 'the organization') },
      brand.name,
    ),
    { size: 9.5 },
  )
  const tax = yearTaxSentence({ ...one, organizationName: name }, giving.organizations)
  if (tax) paragraph(paper, tax, { size: 9.5, weight: 700 })
  paper.y += 8
}

export function drawGiving({ giving, drawnOn }: GivingFacts): Promise<Buffer> {
  const title = `Year-end statement ${giving.year}`
  const paper = openPaper({
    title,
    kind: 'Year-end statement',
    note: `${giving.year}${giving.isRunning ? ' so far' : ''}`,
    drawnOn,
  })
  if (giving.isTestMoney) callout(paper, TEST_MODE_NOTE)
  summary(paper, giving)
  if ('campaignName' in giving) paragraph(paper, onePledgeSentence(giving))
  if (giving.organizations.length === 0) paragraph(paper, `No payments received in ${giving.year}.`)
  for (const one of giving.organizations) organization(paper, one, giving)
  if (giving.moreEntries > 0)
    paragraph(paper, `${giving.moreEntries} more entries are included in the totals but not listed here.`)
  return closePaper(
    paper,
    `As of ${dayWords(drawnOn)}. Questions? ${brand.contactEmail}, ${brand.contactPhone}`,
  )
}

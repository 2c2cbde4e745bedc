/** A receipt on one Letter page: who paid what, when and for which results, and what happened to it. */
import { pledgeReference } from '#domain/billing/lookup.ts'
import {
  billedBeforeSentence,
  earnedRows,
  einRow,
  isZero,
  overpaidSentence,
  returnWords,
  shareSentence,
  statementRows,
  taxSentence,
  usd,
} from '#domain/billing/receipt-sentences.ts'
import type { Receipt } from '#domain/schemas/receipt.ts'
import { brand } from '#web/content/brand.ts'
import type { PrintedLook } from './letterhead.ts'
import { inPrint } from './names.ts'
import { closePaper, INSIDE, LEFT, openPaper, type Paper, QUIET } from './page.ts'
import { callout, facts, heading, paragraph, table } from './page-blocks.ts'
import { dayWords, put } from './page-text.ts'

export type ReceiptFacts = { receipt: Receipt; drawnOn: string; look?: PrintedLook | undefined }

export const TEST_MODE_NOTE = 'Test mode: no real money was involved.'

function amount(paper: Paper, { amount: received, receivedOn, method }: Receipt): void {
  const { doc, y } = paper
  put(doc, 'Received', { x: LEFT, y: y + 12, width: INSIDE }, { size: 11, weight: 700, color: QUIET })
  put(doc, usd(received), { x: LEFT, y: y + 62 }, { size: 58, family: 'display', weight: 800 })
  const right = { x: LEFT, width: INSIDE, align: 'right' } as const
  put(doc, dayWords(receivedOn), { ...right, y: y + 42 }, { size: 13, weight: 700 })
  put(doc, method, { ...right, y: y + 61 }, { size: 11, color: QUIET })
  paper.y += 84
}

function billed(paper: Paper, receipt: Receipt): void {
  if (receipt.lines.length === 0) return
  heading(paper, 'What your pledge had earned')
  table(
    paper,
    [
      { head: 'Statistic', share: 0.5 },
      { head: 'How', share: 0.28 },
      { head: 'Earned', share: 0.22, align: 'right' },
    ],
    [
      ...earnedRows(receipt).map(({ name, how, amount }) => ({ cells: [name, how, usd(amount)] })),
      {
        cells: [
          receipt.billedOn ? `By ${dayWords(receipt.billedOn)}` : 'Total',
          receipt.isCapped ? 'Your maximum is reached' : '',
          usd(receipt.earned),
        ],
        isTotal: true,
      },
    ],
  )
}

function returned(paper: Paper, receipt: Receipt): void {
  if (receipt.returns.length === 0) return
  heading(paper, 'Refund')
  table(
    paper,
    [
      { head: 'What', share: 0.5 },
      { head: 'Date', share: 0.28 },
      { head: 'Amount', share: 0.22, align: 'right' },
    ],
    [
      ...receipt.returns.map((one) => ({
        cells: [returnWords(one), one.on ? dayWords(one.on) : '–', usd(one.amount)],
      })),
      { cells: ['What remains of this payment', '', usd(receipt.kept)], isTotal: true },
    ],
  )
}

export function drawReceipt({ receipt, drawnOn, look }: ReceiptFacts): Promise<Buffer> {
  const title = `Receipt ${receipt.number}`
  const paper = openPaper({ title, kind: 'Receipt', note: receipt.number, drawnOn, look })
  if (receipt.isTestMoney) callout(paper, TEST_MODE_NOTE)
  amount(paper, receipt)
  facts(paper, [
    ['Received from', receipt.supporterName],
    ['Campaign', receipt.campaignName],
    ['Organization', receipt.organizationName],
    ['Place', receipt.organizationPlace],
    einRow(receipt.ein),
    ...statementRows(receipt.statementText),
    ['Pledge', pledgeReference(receipt.pledgeId)],
  ])
  billed(paper, receipt)
  if (receipt.billedBefore) paragraph(paper, billedBeforeSentence(usd(receipt.billedBefore)))
  if (!isZero(receipt.overpaid)) paragraph(paper, overpaidSentence(usd(receipt.overpaid)))
  returned(paper, receipt)
  heading(paper, 'Where the money goes', 90)
  const organizationName = inPrint(receipt.organizationName, 'the organization')
  paragraph(paper, shareSentence({ ...receipt, organizationName }, brand.name))
  paragraph(paper, taxSentence({ ...receipt, organizationName }))
  return closePaper(
    paper,
    `Questions? ${brand.contactEmail}, ${brand.contactPhone}. Quote ${receipt.number}.`,
  )
}

/**
 * A document for filing: an invoice, a deposit slip, a payout's statement. Its sender and recipient, its main figure, and
 * the rows behind it. The same facts give the same bytes.
 */
import { brand } from '#web/content/brand.ts'
import type { PaperFacts, PaperRow } from './document-facts.ts'
import {
  closePaper,
  demandRoom,
  INK,
  INSIDE,
  LEFT,
  openPaper,
  type Paper,
  QUIET,
  RIGHT,
  rule,
} from './page.ts'
import { callout, frame, heading, paragraph } from './page-blocks.ts'
import { countLines, type Ink, LEADING, measure, put, putLines } from './page-text.ts'

const GAP = 24
const TITLE_HEIGHT = 30
const MAX_LINES = 3

function title(paper: Paper, { title: text, number }: PaperFacts): void {
  const ink: Ink = { size: 30, family: 'display', weight: 800 }
  put(paper.doc, [text, number].filter(Boolean).join(' '), { x: LEFT, y: paper.y + 18, width: INSIDE }, ink)
  paper.y += TITLE_HEIGHT + 8
}

/** Its sender, its recipient, and its subject, side by side. */
function parties(paper: Paper, given: PaperFacts['parties']): void {
  const width = (INSIDE - GAP * (given.length - 1)) / given.length
  const ends = given.map(({ label, lines }, index) => {
    const x = LEFT + index * (width + GAP)
    put(paper.doc, label, { x, y: paper.y + 8, width }, { size: 9, weight: 700, color: QUIET })
    return lines.reduce((y, line, order) => {
      const ink: Ink = { size: 10.5, ...(order === 0 ? { weight: 700 } : {}) }
      const count = putLines(paper.doc, line, { x, y, width }, ink, 2)
      return y + count * ink.size * LEADING
    }, paper.y + 23)
  })
  paper.y = Math.max(...ends, paper.y) + 10
}

const AMOUNT = 130

/** What it is for, and its amount, underlined if it is a link. */
function row(paper: Paper, { label, detail, amount, url, isTotal }: PaperRow): void {
  const { doc } = paper
  const width = INSIDE - AMOUNT
  const ink: Ink = { size: 10.5, ...(isTotal ? { weight: 700 } : {}) }
  const below: Ink = { size: 9.5, color: QUIET }
  const main = countLines(doc, label, width, ink, MAX_LINES) * ink.size * LEADING
  const more = detail ? countLines(doc, detail, width, below, MAX_LINES) * below.size * LEADING : 0
  const height = main + more + 9
  demandRoom(paper, height)
  if (isTotal) rule(paper, INK, 1)
  putLines(doc, label, { x: LEFT, y: paper.y + 14, width }, ink, MAX_LINES)
  if (detail) putLines(doc, detail, { x: LEFT, y: paper.y + 13 + main, width }, below, MAX_LINES)
  const figure: Ink = { size: isTotal ? 12 : 11, weight: 700 }
  put(doc, amount, { x: RIGHT - AMOUNT, y: paper.y + 14, width: AMOUNT, align: 'right' }, figure)
  if (url) opens(paper, url, measure(doc, amount, figure))
  paper.y += height
  rule(paper)
}

function opens({ doc, y }: Paper, url: string, width: number): void {
  doc.link(RIGHT - width, y + 3, width, 15, url)
  doc
    .lineWidth(0.5)
    .strokeColor(INK)
    .moveTo(RIGHT - width, y + 17)
    .lineTo(RIGHT, y + 17)
    .stroke()
}

function tables(paper: Paper, given: PaperFacts['tables']): void {
  for (const { caption, rows } of given) {
    heading(paper, caption, 40)
    rule(paper, INK, 1)
    for (const one of rows) row(paper, one)
    paper.y += GAP / 2
  }
}

export function drawPaper(facts: PaperFacts): Promise<Buffer> {
  const name = [facts.title, facts.number].filter(Boolean).join(' ')
  const { title: kind, number: note, drawnOn, look } = facts
  const paper = openPaper({ title: name, kind, note, drawnOn, look })
  title(paper, facts)
  if (facts.isTest) callout(paper, 'Test mode: no real money is involved.')
  parties(paper, facts.parties)
  frame(paper, facts.figure)
  tables(paper, facts.tables)
  for (const { text, url } of facts.notes) paragraph(paper, text, { size: 10.5, ...(url ? { url } : {}) })
  return closePaper(paper, `${brand.name} · ${brand.contactEmail} · ${brand.contactPhone}`)
}

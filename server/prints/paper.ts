/**
 * A paper that somebody files: an invoice, a statement. Letter pages in black ink, as many as its rows need, each with
 * the paper's name and its number of all pages. The same facts give the same bytes.
 */
import PDFDocument from 'pdfkit'
import { brand } from '#web/content/brand.ts'
import { bytesOf, tally } from './marks.ts'
import { ours } from './names.ts'
import type { PaperFacts, PaperRow } from './paper-facts.ts'
import { facesFor } from './typefaces.ts'
import { fitted, linesOf, setLine, setLines, widthOf } from './typesetting.ts'

type Doc = PDFKit.PDFDocument
type At = { doc: Doc; facts: PaperFacts; y: number }

/** Points, 72 to the inch. */
const PAGE = { width: 612, height: 792, edge: 54 }
const RIGHT = PAGE.width - PAGE.edge
const INSIDE = RIGHT - PAGE.edge
const BOTTOM = 712
const GAP = 24
const QUIET = '#4a5853'
const INK = '#0b1f1d'
const HAIRLINE = '#cdd7cf'

const TITLE = facesFor('display', 800)
const STRONG = facesFor('text', 700)
const BODY = facesFor('text', 500)
const LABEL = { faces: STRONG, size: 9 }
const TEXT = { faces: BODY, size: 10.5 }

const said = (text: string): string => ours(text, '—')

function rule(doc: Doc, y: number, { weight = 0.6, color = HAIRLINE } = {}): void {
  doc.save().lineWidth(weight).strokeColor(color).moveTo(PAGE.edge, y).lineTo(RIGHT, y).stroke().restore()
}

function right(doc: Doc, text: string, y: number, setting: { faces: typeof BODY; size: number }): number {
  const x = RIGHT - widthOf(doc, text, setting)
  setLine(doc, text, { x, y }, setting)
  return x
}

function head(doc: Doc, { title, number, isTest }: PaperFacts): number {
  tally(doc, PAGE.edge - 1, 46)
  setLine(doc, brand.name, { x: PAGE.edge + 34, y: 62 }, { faces: TITLE, size: 22 })
  right(doc, title, 64, { faces: TITLE, size: 30 })
  if (number) right(doc, number, 82, { faces: STRONG, size: 11 })
  rule(doc, 94, { weight: 1.2, color: INK })
  if (!isTest) return 118
  setLine(doc, 'Test mode: no real money is involved.', { x: PAGE.edge, y: 112 }, { faces: STRONG, size: 11 })
  return 136
}

/** Whom it is from, whom it is to, and what it is about, side by side. */
function parties({ doc, facts, y }: At): number {
  const width = (INSIDE - GAP * (facts.parties.length - 1)) / facts.parties.length
  const ends = facts.parties.map(({ label, lines }, index) => {
    const x = PAGE.edge + index * (width + GAP)
    doc.fillColor(QUIET)
    setLine(doc, label, { x, y: y + 8 }, LABEL)
    doc.fillColor(INK)
    let below = y + 16
    lines.forEach((line, order) => {
      const faces = order === 0 ? STRONG : BODY
      const set = fitted(doc, said(line), faces, { width, most: 2, sizes: [11, 10, 9] })
      below = setLines(doc, set, { x, y: below }, faces, 'text')
    })
    return below
  })
  return Math.max(...ends, y) + GAP
}

/** The one figure that the paper is about, in a frame. */
function figure({ doc, facts, y }: At): number {
  const { label, amount, detail } = facts.figure
  doc.save().lineWidth(1.4).strokeColor(INK).roundedRect(PAGE.edge, y, INSIDE, 62, 6).stroke().restore()
  setLine(doc, label, { x: PAGE.edge + 16, y: y + (detail ? 27 : 36) }, { faces: STRONG, size: 13 })
  if (detail) {
    const set = fitted(doc, said(detail), BODY, { width: INSIDE - 210, most: 1, sizes: [10.5, 9.5] })
    setLines(doc, set, { x: PAGE.edge + 16, y: y + 35 }, BODY, 'text')
  }
  const setting = { faces: TITLE, size: 40 }
  setLine(doc, amount, { x: RIGHT - 16 - widthOf(doc, amount, setting), y: y + 45 }, setting)
  return y + 62 + GAP
}

/** Where this much more does not fit, it goes on on another page. */
function room(at: At, height: number): void {
  if (at.y + height <= BOTTOM) return
  at.doc.addPage()
  at.y = PAGE.edge
}

const ROW_EDGE = 5

function row(at: At, { label, detail, amount, url, isTotal }: PaperRow): void {
  const { doc } = at
  const faces = isTotal ? STRONG : BODY
  const setting = { faces, size: 10.5 }
  const width = INSIDE - 130
  const lines = linesOf(doc, said(label), width, setting).slice(0, 3)
  const below = detail ? linesOf(doc, said(detail), width, { faces: BODY, size: 9.5 }).slice(0, 3) : []
  const height = lines.length * 14 + below.length * 12.5 + 2 * ROW_EDGE
  room(at, height)
  if (isTotal) rule(doc, at.y, { weight: 1, color: INK })
  const top = at.y + ROW_EDGE
  setLines(doc, { lines, size: 10.5 }, { x: PAGE.edge, y: top + 1 }, faces, 'text')
  doc.fillColor(QUIET)
  setLines(doc, { lines: below, size: 9.5 }, { x: PAGE.edge, y: top + lines.length * 14 }, BODY, 'text')
  doc.fillColor(INK)
  const amountAt = right(doc, amount, top + 10.5, { faces: STRONG, size: isTotal ? 12 : 11 })
  if (url) {
    doc.link(amountAt, top, RIGHT - amountAt, 14, url)
    doc
      .save()
      .lineWidth(0.5)
      .strokeColor(INK)
      .moveTo(amountAt, top + 13)
      .lineTo(RIGHT, top + 13)
      .stroke()
      .restore()
  }
  at.y += height
  rule(doc, at.y)
}

function tables(at: At): void {
  for (const { caption, rows } of at.facts.tables) {
    room(at, 64)
    setLine(at.doc, caption, { x: PAGE.edge, y: at.y + 12 }, { faces: TITLE, size: 18 })
    at.y += 20
    rule(at.doc, at.y, { weight: 1, color: INK })
    for (const one of rows) row(at, one)
    at.y += GAP
  }
}

function notes(at: At): void {
  for (const { text, url } of at.facts.notes) {
    const lines = linesOf(at.doc, said(text), INSIDE, TEXT)
    const height = lines.length * TEXT.size * 1.32
    room(at, height)
    setLines(at.doc, { lines, size: TEXT.size }, { x: PAGE.edge, y: at.y }, BODY, 'text')
    if (url) at.doc.link(PAGE.edge, at.y, INSIDE, height, url)
    at.y += height + 8
  }
}

/** Written when it is known how many pages there are. */
function feet(doc: Doc, { title, number }: PaperFacts): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(start + page)
    rule(doc, 738)
    doc.fillColor(QUIET)
    const { contactEmail, contactPhone, name } = brand
    const setting = { faces: BODY, size: 9 }
    setLine(doc, `${name} · ${contactEmail} · ${contactPhone}`, { x: PAGE.edge, y: 752 }, setting)
    right(doc, `${number || title} · page ${page + 1} of ${count}`, 752, setting)
    doc.fillColor(INK)
  }
}

export async function drawPaper(facts: PaperFacts): Promise<Buffer> {
  const doc = new PDFDocument({
    ...{ size: 'LETTER', margin: 0, pdfVersion: '1.7', lang: 'en-US', displayTitle: true, bufferPages: true },
    // Named with the first words: until then none, or it would name one that every reader has, and embed none.
    font: null as unknown as string,
    info: {
      Title: [facts.title, facts.number].filter(Boolean).join(' '),
      Author: brand.name,
      CreationDate: new Date(facts.drawnOn),
    },
  })
  doc.fillColor(INK)
  const at: At = { doc, facts, y: head(doc, facts) }
  at.y = parties(at)
  at.y = figure(at)
  tables(at)
  notes(at)
  feet(doc, facts)
  return bytesOf(doc)
}

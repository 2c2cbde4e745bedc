/** What a page consists of: headings, paragraphs, labeled facts, and tables that continue across pages. */
import { demandRoom, INK, INSIDE, LEFT, LINE, type Paper, QUIET, rule, SUNKEN } from './page.ts'
import { countLines, type Ink, LEADING, measure, put, putLines, wrapped } from './page-text.ts'
import { artifact, group, tag } from './tags.ts'

const BODY: Ink = { size: 10.5 }
const CELL: Ink = { size: 9.5 }
const NOTE: Ink = { size: 8.5, color: QUIET }
const HEAD: Ink = { size: 8.5, weight: 700, color: QUIET }
const MAX_LINES = 40
const NAME_WIDTH = 132

export function heading(paper: Paper, text: string, below = 60): void {
  demandRoom(paper, 34 + below)
  tag(paper.doc, 'H2', () =>
    put(
      paper.doc,
      text,
      { x: LEFT, y: paper.y + 20, width: INSIDE },
      { size: 21, family: 'display', weight: 800 },
    ),
  )
  paper.y += 32
}

/** `url`: the link of the whole paragraph. */
export function paragraph(paper: Paper, text: string, ink: Ink & { url?: string } = BODY): void {
  const lines = countLines(paper.doc, text, INSIDE, ink, MAX_LINES)
  const height = lines * ink.size * LEADING
  demandRoom(paper, height)
  putLines(paper.doc, text, { x: LEFT, y: paper.y + ink.size, width: INSIDE }, ink, MAX_LINES)
  if (ink.url) paper.doc.link(LEFT, paper.y, INSIDE, height, ink.url)
  paper.y += height + 7
}

/** A record of any length next to its label, continued across pages line by line; without a label: full width. */
export function record(paper: Paper, [label, value]: readonly [label: string, value: string]): void {
  const inset = label === '' ? 0 : NAME_WIDTH
  const place = { x: LEFT + inset, width: INSIDE - inset }
  const step = BODY.size * LEADING
  const named = label === '' ? [] : wrapped(paper.doc, label, inset - 10, BODY)
  const lines = value.split('\n').flatMap((line) => wrapped(paper.doc, line, place.width, BODY))
  for (let index = 0; index < Math.max(named.length, lines.length); index += 1) {
    demandRoom(paper, step)
    const y = paper.y + BODY.size
    tag(paper.doc, 'P', () => {
      put(paper.doc, named[index] ?? '', { x: LEFT, y, width: inset }, { ...BODY, color: QUIET })
      put(paper.doc, lines[index] ?? '', { ...place, y }, BODY)
    })
    paper.y += step
  }
  paper.y += 4
}

const FRAME = 62
const INSET = 16

/** The main figure of a document, in a frame. */
export function frame(paper: Paper, given: { label: string; amount: string; detail?: string }): void {
  const { doc } = paper
  const { label, amount, detail } = given
  demandRoom(paper, FRAME + 12)
  const { y } = paper
  doc.lineWidth(1.4).strokeColor(INK).roundedRect(LEFT, y, INSIDE, FRAME, 6).stroke()
  const figure: Ink = { size: 40, family: 'display', weight: 800 }
  const left = { x: LEFT + INSET, width: INSIDE - 3 * INSET - measure(doc, amount, figure) }
  put(doc, label, { ...left, y: y + (detail ? 27 : 36) }, { size: 13, weight: 700 })
  if (detail) put(doc, detail, { ...left, y: y + 44 }, BODY)
  put(doc, amount, { x: LEFT + INSET, y: y + 45, width: INSIDE - 2 * INSET, align: 'right' }, figure)
  paper.y += FRAME + 12
}

/** A sentence in a frame, impossible to miss. */
export function callout(paper: Paper, text: string): void {
  const ink: Ink = { size: 10.5, weight: 700 }
  const lines = countLines(paper.doc, text, INSIDE - 28, ink, 6)
  const height = lines * ink.size * LEADING + 18
  demandRoom(paper, height + 14)
  paper.doc
    .lineWidth(1.25)
    .strokeColor(INK)
    .dash(4, { space: 3 })
    .roundedRect(LEFT, paper.y, INSIDE, height, 6)
    .stroke()
    .undash()
  putLines(paper.doc, text, { x: LEFT + 14, y: paper.y + 20, width: INSIDE - 28 }, ink, 6)
  paper.y += height + 14
}

/** Labels on the left, their values next to them. */
export function facts(paper: Paper, rows: readonly (readonly [string, string])[]): void {
  const name = NAME_WIDTH
  for (const [label, value] of rows) {
    const lines = countLines(paper.doc, value, INSIDE - name, { ...BODY, weight: 700 }, 3)
    const height = lines * BODY.size * LEADING + 6
    demandRoom(paper, height)
    tag(paper.doc, 'P', () => {
      put(paper.doc, label, { x: LEFT, y: paper.y + 11, width: name - 10 }, { ...BODY, color: QUIET })
      const place = { x: LEFT + name, y: paper.y + 11, width: INSIDE - name }
      putLines(paper.doc, value, place, { ...BODY, weight: 700 }, 3)
    })
    paper.y += height
  }
  paper.y += 6
}

/** `share` of the page's width, between 0 and 1. Figures are right-aligned. */
export type Column = { head: string; share: number; align?: 'left' | 'right' }
type Row = {
  cells: readonly string[]
  isTotal?: boolean
  /** Below the first cell, across the page. */
  note?: string | undefined
}

const GAP = 10
type Placed = Column & { x: number; width: number }

function placed(columns: readonly Column[]): Placed[] {
  let x = LEFT
  return columns.map((column) => {
    const at = { ...column, x, width: column.share * INSIDE - GAP }
    if (column.align === 'right') at.x += GAP
    x += column.share * INSIDE
    return at
  })
}

function tableHead(paper: Paper, columns: readonly Placed[]): void {
  for (const { head, align = 'left', ...place } of columns)
    tag(paper.doc, 'TH', () => put(paper.doc, head, { ...place, y: paper.y + 10, align }, HEAD))
  paper.y += 16
  rule(paper, INK, 1)
}

function tableRow(paper: Paper, columns: readonly Placed[], { cells, isTotal = false, note }: Row): void {
  const ink: Ink = isTotal ? { ...CELL, weight: 700 } : CELL
  const linesIn = (column: Placed, index: number) =>
    countLines(paper.doc, cells[index] ?? '', column.width, ink, column.align === 'right' ? 1 : 2)
  const named = Math.max(...columns.map(linesIn)) * CELL.size * LEADING
  const noted = note ? countLines(paper.doc, note, INSIDE - 12, NOTE, 3) * NOTE.size * LEADING : 0
  const height = named + noted + 7
  if (demandRoom(paper, height)) artifact(paper.doc, () => tableHead(paper, columns))
  if (isTotal) artifact(paper.doc, () => paper.doc.rect(LEFT, paper.y, INSIDE, height).fill(SUNKEN))
  const cell = ({ align = 'left', x, width }: Placed, index: number): void => {
    const place = {
      x: isTotal && index === 0 ? x + 6 : x,
      y: paper.y + 13,
      width: isTotal && index === columns.length - 1 ? width - 6 : width,
      align,
    }
    tag(paper.doc, index === 0 ? 'TH' : 'TD', () => {
      putLines(paper.doc, cells[index] ?? '', place, ink, align === 'right' ? 1 : 2)
      if (index > 0 || !note) return
      putLines(paper.doc, note, { x: place.x, y: place.y + named, width: INSIDE - 12 }, NOTE, 3)
    })
  }
  group(paper.doc, 'TR', () => columns.forEach(cell))
  paper.y += height
  rule(paper, LINE, 0.5)
}

const MAX_TOGETHER = 5

/** Its heading is repeated on each page. */
export function table(paper: Paper, columns: readonly Column[], rows: readonly Row[]): void {
  const at = placed(columns)
  // A row or two alone at the bottom of a page should move to the next.
  demandRoom(paper, 24 + Math.min(rows.length, MAX_TOGETHER) * 20)
  group(paper.doc, 'Table', () => {
    group(paper.doc, 'TR', () => tableHead(paper, at))
    for (const row of rows) tableRow(paper, at, row)
  })
  paper.y += 12
}

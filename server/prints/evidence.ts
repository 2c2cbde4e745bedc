/**
 * What a bank is sent when it disputes a charge (R35): who agreed to what and when, what was earned match by match, what
 * they were told and what was taken. As many Letter pages as it takes; black ink, our own typefaces; the same facts give
 * the same bytes.
 */
import PDFDocument from 'pdfkit'
import { brand } from '#web/content/brand.ts'
import { ours } from './names.ts'
import { facesFor } from './typefaces.ts'
import { linesOf, type Setting, setLine, setLines } from './typesetting.ts'

type Doc = PDFKit.PDFDocument
export type EvidencePart = {
  title: string
  /** Label and value; a label of nothing is a paragraph. */
  rows: (readonly [label: string, value: string])[]
}
export type EvidenceFacts = { title: string; subtitle: string; parts: EvidencePart[]; madeOn: string }

/** Points, 72 to the inch. */
const PAGE = { width: 612, height: 792, edge: 54 }
const INSIDE = PAGE.width - 2 * PAGE.edge
const FOOT = PAGE.height - PAGE.edge
const LABEL = 150
const STEP = 14

const TITLE = facesFor('display', 800)
const STRONG = facesFor('text', 700)
const BODY: Setting = { faces: facesFor('text', 500), size: 10 }

/** Letters that our typefaces lack stay out; the rest of the line is there. */
const written = (text: string): string =>
  text
    .split(' ')
    .map((word) => ours(word, word === '' ? '' : '?'))
    .join(' ')

/** Where the next line goes: on this page, or at the top of another. */
const placed = (doc: Doc, y: number, height: number): number => {
  if (y + height <= FOOT) return y
  doc.addPage()
  return PAGE.edge
}

function row(doc: Doc, [label, value]: EvidencePart['rows'][number], top: number): number {
  const x = label === '' ? PAGE.edge : PAGE.edge + LABEL
  const width = label === '' ? INSIDE : INSIDE - LABEL
  let y = top
  const lines = value.split('\n').flatMap((line) => linesOf(doc, written(line), width, BODY))
  lines.forEach((line, index) => {
    y = placed(doc, y, STEP)
    if (index === 0 && label !== '')
      setLine(doc, written(label), { x: PAGE.edge, y: y + 10 }, { faces: STRONG, size: 10 })
    setLine(doc, line, { x, y: y + 10 }, BODY)
    y += STEP
  })
  return y + 4
}

function part(doc: Doc, { title, rows }: EvidencePart, top: number): number {
  let y = placed(doc, top, 60)
  doc
    .lineWidth(1)
    .moveTo(PAGE.edge, y)
    .lineTo(PAGE.width - PAGE.edge, y)
    .stroke()
  setLine(doc, title, { x: PAGE.edge, y: y + 24 }, { faces: TITLE, size: 18 })
  y += 36
  for (const one of rows) y = row(doc, one, y)
  return y + 10
}

function numberPages(doc: Doc, madeOn: string): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    const text = `${brand.name}, ${madeOn}. Page ${page + 1} of ${count}`
    setLine(doc, text, { x: PAGE.edge, y: PAGE.height - 30 }, { faces: BODY.faces, size: 9 })
  }
}

export async function drawEvidence(facts: EvidenceFacts): Promise<Buffer> {
  const doc = new PDFDocument({
    ...{ size: 'LETTER', margin: 0, pdfVersion: '1.7', lang: 'en-US', displayTitle: true, bufferPages: true },
    // Without a first typeface it would name one that every reader has, and embed none.
    font: BODY.faces[0]?.data as unknown as string,
    info: { Title: facts.title, Author: brand.name, CreationDate: new Date(facts.madeOn) },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const bytes: Buffer[] = []
  doc.on('data', (some: Buffer) => bytes.push(some))
  doc.on('end', () => resolve(Buffer.concat(bytes)))
  doc.on('error', reject)
  const lines = linesOf(doc, written(facts.title), INSIDE, { faces: TITLE, size: 30 })
  let y = setLines(doc, { lines, size: 30 }, { x: PAGE.edge, y: PAGE.edge }, TITLE, 'display')
  y = row(doc, ['', facts.subtitle], y + 6) + 10
  for (const one of facts.parts) y = part(doc, one, y)
  numberPages(doc, facts.madeOn)
  doc.end()
  return promise
}

/** Letter pages for filing: the same header and footer on each, in ink on white, in the site's own typefaces. */
import PDFDocument from 'pdfkit'
import { brand } from '#web/content/brand.ts'
import { letterhead, type PrintedLook } from './letterhead.ts'
import { isIncomplete, put, UNWRITTEN_NOTE } from './page-text.ts'
import { artifact, closeTags, openTags, tag } from './tags.ts'

type Doc = PDFKit.PDFDocument

/** Points, 72 per inch. */
const SHEET = { width: 612, height: 792, edge: 54, top: 96, bottom: 728 }
export const LEFT = SHEET.edge
export const RIGHT = SHEET.width - SHEET.edge
export const INSIDE = RIGHT - LEFT

export const INK = '#0B1F1D'
export const QUIET = '#455852'
export const LINE = '#CDD7CF'
export const SUNKEN = '#E3EAE3'
export const TURF = '#12704A'

/** `y` is where the next element may start. */
export type Paper = { doc: Doc; y: number; kind: string; note: string; look?: PrintedLook | undefined }

const CREST = 40

/** The organization's crest and name, and ours below it. */
function headOf(doc: Doc, look: PrintedLook): void {
  letterhead(doc, look, { x: LEFT, y: 25, side: CREST })
  const place = { x: LEFT + CREST + 10, width: INSIDE - 180 }
  put(doc, look.name, { ...place, y: 47 }, { size: 17, family: 'display', weight: 800 })
  put(doc, `through ${brand.name}`, { ...place, y: 61, width: 110 }, { size: 9, color: QUIET })
}

function head({ doc, kind, note, look }: Paper): void {
  if (look) headOf(doc, look)
  else {
    artifact(doc, () => {
      doc.strokeColor(INK).fillColor(INK)
      tally(doc, LEFT, 36)
    })
    put(doc, brand.name, { x: LEFT + 36, y: 53 }, { size: 21, family: 'display', weight: 800 })
  }
  tag(doc, 'H1', () =>
    put(doc, kind, { x: LEFT, y: 47, width: INSIDE, align: 'right' }, { size: 11, weight: 700 }),
  )
  put(doc, note, { x: LEFT + 170, y: 61, width: INSIDE - 170, align: 'right' }, { size: 9, color: QUIET })
  rule({ doc, y: 72 })
}

/** `kind` says what it is, `note` whose or which, at the top of each page. `drawnOn` is a day: same day, same bytes. */
export function openPaper(given: {
  title: string
  kind: string
  note: string
  drawnOn: string
  look?: PrintedLook | undefined
}): Paper {
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    tagged: true,
    // Set with the first words: null until then, since a default name would refer to a reader's font and embed none.
    font: null as unknown as string,
    info: { Title: given.title, Author: brand.name, CreationDate: new Date(`${given.drawnOn}T00:00:00Z`) },
  })
  openTags(doc)
  const paper = { doc, y: SHEET.top, kind: given.kind, note: given.note, look: given.look }
  head(paper)
  return paper
}

/** Starts a new page if this one has no room for `height`. @returns whether it did. */
export function demandRoom(paper: Paper, height: number): boolean {
  if (paper.y + height <= SHEET.bottom) return false
  paper.doc.addPage()
  artifact(paper.doc, () => head(paper))
  paper.y = SHEET.top
  return true
}

export function rule({ doc, y }: Pick<Paper, 'doc' | 'y'>, color = LINE, width = 0.75): void {
  artifact(doc, () => doc.lineWidth(width).strokeColor(color).moveTo(LEFT, y).lineTo(RIGHT, y).stroke())
}

/** The footer of every page, with the number of pages. */
export function closePaper({ doc }: Paper, foot: string): Promise<Buffer> {
  const { count } = doc.bufferedPageRange()
  const note = isIncomplete(doc) ? UNWRITTEN_NOTE : ''
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    const y = SHEET.height - 36
    const number = `Page ${page + 1} of ${count}`
    if (note) put(doc, note, { x: LEFT, y: y - 19, width: INSIDE }, { size: 8.5, color: QUIET })
    rule({ doc, y: y - 13 })
    artifact(doc, () => {
      put(doc, foot, { x: LEFT, y, width: INSIDE - 80 }, { size: 8.5, color: QUIET })
      put(doc, number, { x: LEFT, y, width: INSIDE, align: 'right' }, { size: 8.5, color: QUIET })
    })
  }
  closeTags(doc)
  return bytesOf(doc)
}

/** The start and the end of every document: the mark, and the document's bytes. */

/** Four strokes and a slash. */
export function tally(doc: Doc, x: number, y: number): void {
  doc.save().translate(x, y).lineWidth(3).lineCap('round')
  for (const stroke of [5, 11, 17, 23]) doc.moveTo(stroke, 3).lineTo(stroke, 18)
  doc.moveTo(1, 15).lineTo(27, 6).stroke().restore()
}

export function bytesOf(doc: Doc): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  doc.on('end', () => resolve(Buffer.concat(parts)))
  doc.on('error', reject)
  doc.end()
  return promise
}

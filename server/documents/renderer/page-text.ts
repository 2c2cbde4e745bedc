/** Words on a page, in any script: in our own typefaces, or as a picture in the system's, or else their replacement. */
import { Resvg } from '@resvg/resvg-js'
import { printable, withoutPictographs } from './names.ts'
import { canSystemWrite, SYSTEM_FONTS, systemLines, systemText } from './system-type.ts'
import { tag } from './tags.ts'
import { type Family, facesFor, printedRuns, type Weight } from './typefaces.ts'
import { fitted, linesOf, setLine, widthOf } from './typesetting.ts'

const formatter = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** `October 13, 2026`, for `2026-10-13`. */
export const dayWords = (day: string): string => formatter.format(new Date(`${day}T12:00:00Z`))

type Doc = PDFKit.PDFDocument
export type Ink = { size: number; weight?: Weight; family?: Family; color?: string }
type Place = { x: number; y: number; width?: number; align?: 'left' | 'right' }

const BLACK = '#0B1F1D'
const DOTS_PER_POINT = 300 / 72
/** Replaces text with letters that no typeface here has. Part of a name would be another name. */
const UNWRITTEN = '(see note)'
export const UNWRITTEN_NOTE =
  '(see note): some letters cannot be printed here. They are as typed in the email and on the page.'

const incomplete = new WeakSet<Doc>()
/** Whether something was replaced, which a note must explain. */
export const isIncomplete = (doc: Doc): boolean => incomplete.has(doc)

const WIDEST = 504
export const LEADING = 1.36
const DISPLAY_LEADING = 1.06

/** Text in a script of the system's typefaces, as a picture of one line. */
function picture(
  doc: Doc,
  text: string,
  { x, y }: Place,
  { size, color }: Required<Pick<Ink, 'size' | 'color'>>,
  width: number,
): void {
  const top = size * 1.15
  const height = size * 1.6
  const drawn = systemText(text, { x: 0, y: top, size, fill: color })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn}</svg>`
  const zoomed = { ...SYSTEM_FONTS, fitTo: { mode: 'zoom', value: DOTS_PER_POINT } } as const
  doc.markContent('Span', { actual: text })
  doc.image(new Resvg(svg, zoomed).render().asPng(), x, y - top, { width })
  doc.endMarkedContent()
}

/** A paragraph of its own, if it is not a piece of a part. */
export const putLines = (doc: Doc, given: string, place: Place, ink: Ink, most: number): number =>
  tag(doc, 'P', () => drawLines(doc, given, place, ink, most))

/** Writes a text in at most `most` lines, cut off if longer, with the first baseline at `y`. @returns the number of lines. */
function drawLines(doc: Doc, given: string, place: Place, ink: Ink, most: number): number {
  const { size, weight = 500, family = 'text', color = BLACK } = ink
  const { x, y, width = WIDEST, align = 'left' } = place
  const text = printable(given)
  const step = size * (family === 'display' ? DISPLAY_LEADING : LEADING)
  const faces = facesFor(family, weight)
  const isSet = printedRuns(text, faces) !== null
  const shaped = isSet ? '' : withoutPictographs(text)
  if (shaped && canSystemWrite(shaped)) {
    const { lines, size: small } = systemLines(shaped, { width, most: size, least: Math.max(5, size - 3) })
    const kept = lines.slice(0, most)
    kept.forEach((line, index) => {
      picture(doc, line, { x, y: y + index * step }, { size: small, color }, width)
    })
    return kept.length
  }
  if (!isSet) incomplete.add(doc)
  const { lines } = fitted(doc, isSet ? text : UNWRITTEN, faces, { width, most, sizes: [size] })
  lines.forEach((line, index) => {
    const left = align === 'right' ? x + width - widthOf(doc, line, { faces, size }) : x
    doc.fillColor(color)
    setLine(doc, line, { x: left, y: y + index * step }, { faces, size })
  })
  return lines.length
}

export const put = (doc: Doc, text: string, place: Place, ink: Ink): number =>
  putLines(doc, text, place, ink, 1)

/** The text in lines of this width; at least one. */
export function wrapped(doc: Doc, given: string, width: number, ink: Ink): string[] {
  const faces = facesFor(ink.family ?? 'text', ink.weight ?? 500)
  const text = printable(given)
  const lines =
    printedRuns(text, faces) === null
      ? systemLines(withoutPictographs(text), { width, most: ink.size, least: Math.max(5, ink.size - 3) })
          .lines
      : linesOf(doc, text, width, { faces, size: ink.size })
  return lines.length === 0 ? [''] : lines
}

/** How many lines it will need, to make room first. */
export const countLines = (doc: Doc, text: string, width: number, ink: Ink, most: number): number =>
  Math.min(most, wrapped(doc, text, width, ink).length)

/** The width of a figure in our typefaces; text in other scripts is measured by its lines. */
export const measure = (doc: Doc, text: string, { size, weight = 500, family = 'text' }: Ink): number =>
  widthOf(doc, text, { faces: facesFor(family, weight), size })

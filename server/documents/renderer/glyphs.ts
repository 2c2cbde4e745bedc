/**
 * A typeface is parsed once for all documents, and its parser keeps each glyph with the letters of whoever asked first:
 * the "u" drawn as a part of a "ú" keeps none. Here each glyph has the letters that it stands for this time, so that the
 * text of any document, in any order, can be copied, searched and read aloud as it was typed.
 */
import { create, type Font, type Glyph } from 'fontkit'

type Point = { x: number; y: number; onCurve: boolean; endContour: boolean; copy(): Point }
/** What the parser has that its types leave out: only for packed typefaces with variable weights. */
type Packed = {
  _transformedGlyphs?: { points?: Point[] }[]
  _variationProcessor: { transformPoints(id: number, points: Point[]): void } | null
  variationCoords: number[] | null
}
type Parsed = Font & Packed

const isSame = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((code, index) => code === others[index])

/** Gives a packed glyph its weight: the parser does so only for typefaces that are not packed. */
function weigh(font: Parsed, id: number): void {
  const points = font._transformedGlyphs?.[id]?.points
  const [first] = points ?? []
  if (!points || !first) return
  const margins = Array.from({ length: 4 }, () => Object.assign(first.copy(), { endContour: true }))
  font._variationProcessor?.transformPoints(id, [...points, ...margins])
}

/** Chosen after the file is unpacked: the parser cannot unpack composed glyphs of a weight. */
function vary(font: Parsed, weight: number): void {
  Object.defineProperty(font, '_variationProcessor', { value: null, configurable: true })
  font.getGlyph(0)
  Reflect.deleteProperty(font, '_variationProcessor')
  font.variationCoords = [weight]
}

/** @param weight only for a packed typeface with variable weights. */
export function parseFace(data: Buffer, weight?: number): Font {
  const font = create(data) as Parsed
  if (weight) vary(font, weight)
  const first = font.getGlyph.bind(font)
  const weighed = new Set<number>()
  font.getGlyph = (id: number, codePoints: number[] = []): Glyph => {
    const glyph = first(id, codePoints)
    if (weight && !weighed.has(id)) {
      weighed.add(id)
      weigh(font, id)
    }
    return isSame(glyph.codePoints, codePoints)
      ? glyph
      : Object.create(glyph, { codePoints: { value: codePoints } })
  }
  return font
}

/** What a document has of a typeface, and how it writes it. pdfkit's types leave it out. */
type Embedded = {
  font: Font
  scale: number
  widths: number[]
  unicode: number[][]
  subset: Subset
  layout(text: string, features?: unknown): { glyphs: Glyph[]; positions: unknown[] }
  encode(text: string, features?: unknown): [string[], unknown[]]
}
type Subset = {
  glyphs: number[]
  glyf: unknown[]
  loca: { offsets: number[] }
  hmtx: { metrics: { advance: number; bearing: number }[] }
  offset: number
  _addGlyph(id: number): number
}

const ready = new WeakSet<Embedded>()

/** The outline as a file of a typeface has it: its box, where each contour ends, and each point from the one before. */
function outlineOf(contours: readonly Point[][]): Buffer {
  const points = contours.flat()
  if (points.length === 0) return Buffer.alloc(0)
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const steps = (values: number[]) => values.map((value, index) => value - (values[index - 1] ?? 0))
  let last = -1
  const ends = contours.map(({ length }) => {
    last += length
    return last
  })
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  const words = (values: readonly number[]) => Buffer.from(Int16Array.from(values).buffer).swap16()
  const flags = Buffer.from(points.map(({ onCurve }) => (onCurve ? 1 : 0)))
  const bytes = [words([contours.length, ...box, ...ends, 0]), flags, words(steps(xs)), words(steps(ys))]
  const { length } = Buffer.concat(bytes)
  return Buffer.concat(bytes, length + ((4 - (length % 4)) % 4))
}

/** pdfkit copies a glyph's bytes out of the file, which a packed typeface does not have: its outline is written instead. */
function unpack({ font, subset }: Embedded): void {
  subset._addGlyph = (id) => {
    const glyph = font.getGlyph(id) as Glyph & { _getContours(): Point[][] }
    const bytes = outlineOf(glyph._getContours())
    subset.glyf.push(bytes)
    subset.loca.offsets.push(subset.offset)
    subset.hmtx.metrics.push({ advance: glyph.advanceWidth, bearing: Math.trunc(glyph.bbox.minX) })
    subset.offset += bytes.length
    return subset.glyf.length - 1
  }
}

/** A glyph that stands for two letters, as for a Latin and a Cyrillic A, is embedded once for each. */
export function keepLetters(doc: PDFKit.PDFDocument): void {
  const embedded = (doc as unknown as { _font: Embedded })._font
  if (ready.has(embedded)) return
  ready.add(embedded)
  const { font, scale, subset, widths, unicode } = embedded
  if ((font as Font & { type: string }).type === 'WOFF2') unpack(embedded)
  const places = new Map<string, number>()
  embedded.encode = (text, features) => {
    const { glyphs, positions } = embedded.layout(text, features)
    const codes = glyphs.map(({ id, codePoints, advanceWidth }) => {
      const key = `${id} ${codePoints}`
      const place = places.get(key) ?? subset.glyphs.push(id) - 1
      places.set(key, place)
      widths[place] = advanceWidth * scale
      unicode[place] = codePoints
      return place.toString(16).padStart(4, '0')
    })
    return [codes, positions]
  }
}

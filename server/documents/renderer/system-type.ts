/** Letters in scripts that need shaping: in typefaces that we bring, or else any that this machine has. */
import { Resvg } from '@resvg/resvg-js'
import { asMarkup } from '#server/platform/pages/markup.ts'
import { OWN_FILE, SHAPED_FILES } from './typefaces.ts'

const FAMILIES = 'Hanken Grotesk, Noto Sans, DejaVu Sans, Liberation Sans, Arial, Helvetica, sans-serif'
const CELL = 48
/** Permanently unassigned: it is drawn like any missing character. */
const NOWHERE = '\u{10ffff}'
const SIZE = 100

export const SYSTEM_FONTS = {
  font: { loadSystemFonts: true, fontFiles: [OWN_FILE, ...SHAPED_FILES] },
  logLevel: 'off' as const,
}

export const systemText = (
  text: string,
  { x, y, size, fill }: Record<'x' | 'y' | 'size', number> & { fill: string },
) =>
  `<text x="${x}" y="${y}" font-family="${FAMILIES}" font-size="${size}" font-weight="700" fill="${fill}">${asMarkup(text)}</text>`

const canvas = (width: number, height: number, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`

/** Scripts that put some vowels before their consonant, which the program that draws pictures sets on top of it. */
const REORDERED =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Whether this machine can write every letter. Draws all side by side, along with an unassigned character to compare. */
export function canSystemWrite(text: string): boolean {
  if (REORDERED.test(text)) return false
  const letters = [...new Set(text.replace(/[\s\p{M}\p{Cf}]/gu, ''))]
  const cells = [...letters, NOWHERE].map((letter, index) =>
    systemText(letter, { x: 4 + index * CELL, y: 36, size: 30, fill: '#000' }),
  )
  const width = cells.length * CELL
  const { pixels } = new Resvg(canvas(width, CELL, cells.join('')), SYSTEM_FONTS).render()
  const inked = (index: number): string => {
    const rows = Array.from({ length: CELL }, (_, row) => {
      const start = (row * width + index * CELL) * 4
      return pixels.subarray(start, start + CELL * 4).toString('latin1')
    })
    return rows.join('')
  }
  const missing = inked(letters.length)
  return letters.every((_, index) => inked(index) !== missing)
}

const widthOf = (text: string): number => {
  const svg = canvas(SIZE, SIZE, systemText(text, { x: 0, y: SIZE, size: SIZE, fill: '#000' }))
  return new Resvg(svg, SYSTEM_FONTS).getBBox()?.width ?? 0
}

/** Half of the words, or of the letters if there are no words. */
function halves(text: string): [string, string] {
  const middle = text.length / 2
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  const [nearest] = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  if (nearest !== undefined) return [text.slice(0, nearest), text.slice(nearest + 1)]
  const letters = [...text]
  const half = Math.ceil(letters.length / 2)
  return [letters.slice(0, half).join(''), letters.slice(half).join('')]
}

const shortened = (text: string): string =>
  `${[...text]
    .slice(0, Math.floor([...text].length * 0.8))
    .join('')
    .trim()}…`

/** One line or two, as large as fits between `most` and `least`; what fits at no size is shortened. */
export function systemLines(
  text: string,
  { width, most, least }: { width: number; most: number; least: number },
): { lines: string[]; size: number } {
  const sizeOf = (lines: readonly string[]) =>
    Math.min(most, Math.floor((width * SIZE) / Math.max(1, ...lines.map(widthOf))))
  for (let left = text, attempts = 0; attempts < 12; attempts += 1, left = shortened(left)) {
    const single = sizeOf([left])
    if (single >= (most + least) / 2) return { lines: [left], size: single }
    const pair = halves(left)
    const double = sizeOf(pair)
    if (double >= least) return { lines: pair, size: Math.max(double, least) }
  }
  return { lines: [], size: least }
}

/**
 * Typefaces for the scripts that the site's own families lack. Chinese, Japanese, Korean and emoji are set letter by letter
 * like Latin text; Arabic, Hebrew and Thai need shaping, and are drawn as a picture from whole files.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseFace } from './glyphs.ts'
import type { Face, Weight } from './typefaces.ts'

const { resolve } = createRequire(import.meta.url)

const SET = ['noto-sans-sc', 'noto-sans-kr', 'noto-emoji'] as const

/** For the program that draws pictures of text. */
export const SHAPED_FILES = [
  join(resolve('@embedpdf/fonts-arabic'), '../../fonts/NotoNaskhArabic-Bold.ttf'),
  join(resolve('@embedpdf/fonts-hebrew'), '../../fonts/NotoSansHebrew-Bold.ttf'),
  resolve('@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf'),
]

/** A family comes in a hundred files of some letters each: only those that a document needs are read. */
type Slice = { file: string; ranges: (readonly [first: number, last: number])[] }

function slicesOf(family: string): Slice[] {
  const listed: Record<string, string> = JSON.parse(
    readFileSync(resolve(`@fontsource-variable/${family}/unicode.json`), 'utf8'),
  )
  return Object.entries(listed).map(([name, ranges]) => ({
    file: `@fontsource-variable/${family}/files/${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`,
    ranges: ranges.split(',').map((range) => {
      const [first = '', last = first] = range.replace('U+', '').split('-')
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
    }),
  }))
}

let slices: Slice[] | null = null
const opened = new Map<string, Face>()

function open(file: string, weight: Weight): Face {
  const name = `${file} ${weight}`
  const known = opened.get(name)
  if (known) return known
  const data = readFileSync(resolve(file))
  const face = { name, weight, data, font: parseFace(data, weight) }
  opened.set(name, face)
  return face
}

/** A typeface with all of these code points, in this weight. */
export function otherFace(codes: readonly number[], weight: Weight): Face | undefined {
  slices ??= SET.flatMap(slicesOf)
  for (const { file, ranges } of slices) {
    if (!codes.every((code) => ranges.some(([first, last]) => code >= first && code <= last))) continue
    const face = open(file, weight)
    if (codes.every((code) => face.font.hasGlyphForCodePoint(code))) return face
  }
  return undefined
}

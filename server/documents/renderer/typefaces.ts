/** The site's two type families as files that documents and pictures can embed: one file for each weight. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Font } from 'fontkit'
import { parseFace } from './glyphs.ts'

/**
 * Typefaces for the scripts that the site's own families lack. Chinese, Japanese, Korean and emoji are set letter by letter
 * like Latin text; Arabic, Hebrew and Thai need shaping, and are drawn as a picture from whole files.
 */
const require = createRequire(import.meta.url)

const SET = ['noto-sans-sc', 'noto-sans-kr', 'noto-emoji'] as const

/** For the program that draws pictures of text. */
export const SHAPED_FILES = [
  join(require.resolve('@embedpdf/fonts-arabic'), '../../fonts/NotoNaskhArabic-Bold.ttf'),
  join(require.resolve('@embedpdf/fonts-hebrew'), '../../fonts/NotoSansHebrew-Bold.ttf'),
  require.resolve('@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf'),
]

/** A family comes in a hundred files of some letters each: only those that a document needs are read. */
type Slice = { file: string; ranges: (readonly [first: number, last: number])[] }

function slicesOf(family: string): Slice[] {
  const listed: Record<string, string> = JSON.parse(
    readFileSync(require.resolve(`@fontsource-variable/${family}/unicode.json`), 'utf8'),
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
const openedOthers = new Map<string, Face>()

function open(file: string, weight: Weight): Face {
  const name = `${file} ${weight}`
  const known = openedOthers.get(name)
  if (known) return known
  const data = readFileSync(require.resolve(file))
  const face = { name, weight, data, font: parseFace(data, weight) }
  openedOthers.set(name, face)
  return face
}

/** A typeface with all of these code points, in this weight. */
function otherFace(codes: readonly number[], weight: Weight): Face | undefined {
  slices ??= SET.flatMap(slicesOf)
  for (const { file, ranges } of slices) {
    if (!codes.every((code) => ranges.some(([first, last]) => code >= first && code <= last))) continue
    const face = open(file, weight)
    if (codes.every((code) => face.font.hasGlyphForCodePoint(code))) return face
  }
  return undefined
}

const FILES = {
  display: {
    700: 'sofia-sans-extra-condensed/700Bold/SofiaSansExtraCondensed_700Bold.ttf',
    800: 'sofia-sans-extra-condensed/800ExtraBold/SofiaSansExtraCondensed_800ExtraBold.ttf',
  },
  text: {
    500: 'hanken-grotesk/500Medium/HankenGrotesk_500Medium.ttf',
    700: 'hanken-grotesk/700Bold/HankenGrotesk_700Bold.ttf',
    800: 'hanken-grotesk/800ExtraBold/HankenGrotesk_800ExtraBold.ttf',
  },
} as const
export type Family = keyof typeof FILES
export type Weight = 500 | 700 | 800

/** `font` is parsed once for all documents: parsing a typeface takes ten times as long as setting a page in it. */
export type Face = { name: string; weight: Weight; data: Buffer; font: Font }
type Run = { face: Face; text: string }

const opened = new Map<string, Face>()

/** For the program that draws pictures of text. */
export const OWN_FILE = require.resolve(`@expo-google-fonts/${FILES.text[700]}`)

/** If a family lacks the weight, the next bolder one is used. */
const fileOf = (family: Family, weight: Weight): string => {
  const files: Partial<Record<Weight, string>> = FILES[family]
  return files[weight] ?? FILES[family][700]
}

function faceOf(family: Family, weight: Weight): Face {
  const name = `${family} ${weight}`
  const known = opened.get(name)
  if (known) return known
  const data = readFileSync(require.resolve(`@expo-google-fonts/${fileOf(family, weight)}`))
  const face = { name, weight, data, font: parseFace(data) }
  opened.set(name, face)
  return face
}

/** The family, then the other one, which may contain what the first lacks. */
export const facesFor = (family: Family, weight: Weight): readonly Face[] => [
  faceOf(family, weight),
  faceOf(family === 'display' ? 'text' : 'display', weight),
]

const codesOf = (letter: string): number[] =>
  [...letter].map((character) => character.codePointAt(0) as number)

const writes = (faces: readonly Face[], letter: string): Face | undefined =>
  faces.find(({ font }) => codesOf(letter).every((code) => font.hasGlyphForCodePoint(code)))

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The characters of nearly every text, which both families contain. */
const BASIC = /^[ -~]+$/

type Finds = (letter: string) => Face | undefined

function runsBy(text: string, faces: readonly Face[], find: Finds): Run[] | null {
  const [first] = faces
  if (first && BASIC.test(text)) return [{ face: first, text }]
  const runs: Run[] = []
  for (const { segment } of letters.segment(text)) {
    const last = runs.at(-1)
    const face = writes(faces, segment) ?? find(segment)
    if (!face) return null
    const isIn = (one: Face): boolean => faces.includes(one) && writes([one], segment) !== undefined
    if (last && (last.face === face || isIn(last.face))) last.text += segment
    else runs.push({ face, text: segment })
  }
  return runs
}

/** The text in runs of one typeface each; null if no typeface of ours contains some letter of it. */
export const runsOf = (text: string, faces: readonly Face[]): Run[] | null =>
  runsBy(text, faces, () => undefined)

/** The same for a document, which also embeds typefaces of other scripts that are set letter by letter. */
export const printedRuns = (text: string, faces: readonly Face[]): Run[] | null =>
  runsBy(text, faces, (letter) => otherFace(codesOf(letter), faces[0]?.weight ?? 500))

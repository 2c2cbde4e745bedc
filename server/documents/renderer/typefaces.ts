/**
 * The site's two type families as static files that print and pictures can embed. A family is several files, one for each
 * part of the alphabet, so that a text is written in runs: Łukasz begins in another file than it ends.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { glyphsOf, unpacked } from './glyphs.ts'

const PACKAGES = { display: 'sofia-sans-extra-condensed', text: 'hanken-grotesk' } as const
export type Family = keyof typeof PACKAGES
export type Weight = 500 | 700 | 800

export type Face = { name: string; weight: Weight; data: Buffer; glyphs: ReadonlySet<number> }
export type Run = { face: Face; text: string }

const { resolve } = createRequire(import.meta.url)
const opened = new Map<string, readonly Face[]>()

function open(family: Family, weight: Weight): readonly Face[] {
  const font = PACKAGES[family]
  const folder = join(dirname(resolve(`@fontsource/${font}/package.json`)), 'files')
  const ending = `-${weight}-normal.woff`
  const files = readdirSync(folder).filter((file) => file.startsWith(font) && file.endsWith(ending))
  return files
    .map((file) => {
      const woff = readFileSync(join(folder, file))
      const name = `${family} ${file.slice(font.length + 1, -ending.length)} ${weight}`
      return { name, weight, data: unpacked(woff), glyphs: glyphsOf(woff) }
    })
    .sort((a, b) => Number(b.name.includes('latin ')) - Number(a.name.includes('latin ')))
}

/** The files of a family, the basic alphabet first. Opened once. */
export function facesOf(family: Family, weight: Weight): readonly Face[] {
  const key = `${family} ${weight}`
  const known = opened.get(key)
  if (known) return known
  const faces = open(family, weight)
  opened.set(key, faces)
  return faces
}

/** The family's own files, then the other one's: what one lacks the other may have. */
export const facesFor = (family: Family, weight: Weight): readonly Face[] => [
  ...facesOf(family, weight),
  ...facesOf(family === 'display' ? 'text' : 'display', weight),
]

const writes = (faces: readonly Face[], letter: string): Face | undefined =>
  faces.find(({ glyphs }) => [...letter].every((character) => glyphs.has(character.codePointAt(0) as number)))

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What nearly every text is made of, and the first file of each family writes. */
const BASIC = /^[ -~]+$/

/** The text in runs of one file each; null where some letter of it is in none. */
export function runsOf(text: string, faces: readonly Face[]): Run[] | null {
  const [first] = faces
  if (first && BASIC.test(text)) return [{ face: first, text }]
  const runs: Run[] = []
  for (const { segment } of letters.segment(text)) {
    const last = runs.at(-1)
    if (last && writes([last.face], segment)) last.text += segment
    else {
      const face = writes(faces, segment)
      if (!face) return null
      runs.push({ face, text: segment })
    }
  }
  return runs
}

/**
 * Names can be in any script. What our own typefaces contain is written in them; otherwise a system typeface is tried; what
 * neither can write is replaced by something writable, never by a row of empty boxes.
 */
import { facesFor, printedRuns, runsOf } from './typefaces.ts'

/** What joins and colors pictographs, and invisible characters. */
const UNWRITTEN = /\p{Emoji_Modifier}|[\ufe0e\ufe0f]|\u20e3|[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu
const PICTOGRAPHS = /(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}/gu
/** Joiners shape the letters of some scripts: they are removed only if there is no such script. */
const JOINERS = /[\u200c\u200d]/

/** The name without unprintable characters, in composed letters and single spaces. */
export const printable = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(UNWRITTEN, (letter) => (JOINERS.test(letter) ? letter : ''))
    .replace(/(?<![\p{L}\p{M}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{M}])/gu, '')
    .replace(/ +/g, ' ')
    .trim()

/** For a picture, which has no typeface for pictographs. */
export const withoutPictographs = (name: string): string => printable(name.replace(PICTOGRAPHS, ''))

const FACES = facesFor('display', 800)
const isOurs = (text: string): boolean => runsOf(text, FACES) !== null

/** The name in our typefaces, or its replacement. */
export const ours = (name: string, otherwise: string): string => {
  const text = withoutPictographs(name)
  return text !== '' && isOurs(text) ? text : otherwise
}

/** The name as a document sets it within a sentence, or its replacement. */
export const inPrint = (name: string, otherwise: string): string => {
  const text = printable(name)
  return text !== '' && printedRuns(text, FACES) !== null ? text : otherwise
}

export type Lettering = { text: string; by: 'us' | 'system' }

/** The first of these names that can be written, and in which typeface; the last one always can. */
export function writable(names: readonly string[], canSystemWrite: (text: string) => boolean): Lettering {
  for (const name of names.map(withoutPictographs)) {
    if (name === '') continue
    if (isOurs(name)) return { text: name, by: 'us' }
    if (canSystemWrite(name)) return { text: name, by: 'system' }
  }
  return { text: names.at(-1) ?? '', by: 'us' }
}

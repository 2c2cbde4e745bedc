/**
 * Names can be in any script. What our own typefaces contain is written in them; otherwise a system typeface is tried; what
 * neither can write is replaced by something writable, never by a row of empty boxes.
 */
import { facesFor, runsOf } from './typefaces.ts'

/** Pictographs, what joins and colors them, and invisible characters. */
const UNWRITTEN =
  /(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\ufe0e\ufe0f]|\u20e3|[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu
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

const isOurs = (text: string): boolean => runsOf(text, facesFor('display', 800)) !== null

/** The name in our typefaces, or its replacement. */
export const ours = (name: string, otherwise: string): string => {
  const text = printable(name)
  return text !== '' && isOurs(text) ? text : otherwise
}

export type Lettering = { text: string; by: 'us' | 'system' }

/** The first of these names that can be written, and in which typeface; the last one always can. */
export function writable(names: readonly string[], canSystemWrite: (text: string) => boolean): Lettering {
  for (const name of names.map(printable)) {
    if (name === '') continue
    if (isOurs(name)) return { text: name, by: 'us' }
    if (canSystemWrite(name)) return { text: name, by: 'system' }
  }
  return { text: names.at(-1) ?? '', by: 'us' }
}

/** The bytes of an uploaded file as text, whatever program wrote them. Pure. */
import { FileProblem } from './file.ts'

export const MAX_FILE_BYTES = 800_000

export const ENCODINGS = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows',
  macintosh: 'Mac',
} as const
export type Encoding = keyof typeof ENCODINGS

export type Decoded = {
  text: string
  encoding: Encoding
  /** Old encodings do not say which one they are: words with letters that tell, for a person to look at. */
  letters: string[]
  /** The other encoding that reads as well, with the same words; null where only one does. */
  instead: { encoding: Encoding; letters: string[] } | null
}

const SAVE = 'In your spreadsheet, save it as CSV (UTF-8).'

/** What other programs' files begin with, and what to do with them. */
const NOT_TEXT: readonly (readonly [signature: string, reason: string])[] = [
  ['PK\u0003\u0004', `This is a workbook or a zip archive, not a text file. ${SAVE}`],
  ['\u00d0\u00cf\u0011\u00e0', `This is an old Excel workbook. ${SAVE}`],
  ['%PDF', 'This is a PDF. Look for "Export" or "Download CSV" where it came from.'],
  ['\u0089PNG', 'This is a picture. Look for "Export" or "Download CSV" where it came from.'],
  ['\u00ff\u00d8\u00ff', 'This is a picture. Look for "Export" or "Download CSV" where it came from.'],
]

const startsWith = (bytes: Uint8Array, signature: string): boolean =>
  [...signature].every((letter, index) => bytes[index] === letter.charCodeAt(0))

const LOOKED_AT = 2_000

/** UTF-16 without a byte order mark: every other byte of English text is 0. */
function utf16Of(bytes: Uint8Array): Encoding | null {
  if (startsWith(bytes, '\u00ff\u00fe')) return 'utf-16le'
  if (startsWith(bytes, '\u00fe\u00ff')) return 'utf-16be'
  const head = bytes.subarray(0, LOOKED_AT)
  const zeros = (rest: number): number =>
    head.reduce((count, byte, at) => count + (byte === 0 && at % 2 === rest ? 1 : 0), 0)
  const even = zeros(0)
  const odd = zeros(1)
  if (Math.max(even, odd) < head.length / 4) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/**
 * Bytes that are letters in a Mac's encoding, and signs or rare letters in that of Windows: á, é, ñ, ó and others inside a
 * word. An apostrophe or a dash of Windows between letters is not among them.
 */
const MAC_LETTERS = new Set([0x87, 0x88, 0x89, 0x8a, 0x8d, 0x8e, 0x8f, 0x90, 0x96, 0x97, 0x9a, 0x9c, 0x9f])
const isLetter = (byte = 0): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
const mayBeMac = (bytes: Uint8Array): boolean =>
  bytes.some((byte, at) => MAC_LETTERS.has(byte) && isLetter(bytes[at - 1]))

const SHOWN = 5
const lettersOf = (text: string): string[] =>
  [
    ...new Set([...text.matchAll(/[^\s,;|"]*\P{ASCII}[^\s,;|"]*/gu)].slice(0, 200).map(([word]) => word)),
  ].slice(0, SHOWN)

const decodeAs = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes)

function isUtf8(bytes: Uint8Array): boolean {
  try {
    decodeAs(bytes, 'utf-8')
    return true
  } catch {
    return false
  }
}

/** Throws a FileProblem for an empty or large file, and for one that is no text. `chosen` overrides what it looks like. */
export function decodeFile(bytes: Uint8Array, chosen?: Encoding): Decoded {
  if (bytes.length === 0) throw new FileProblem('The file is empty')
  if (bytes.length > MAX_FILE_BYTES)
    throw new FileProblem(`The file is larger than ${MAX_FILE_BYTES / 1000} KB: export one season only`)
  const other = NOT_TEXT.find(([signature]) => startsWith(bytes, signature))
  if (other) throw new FileProblem(other[1])
  const sure = utf16Of(bytes) ?? (isUtf8(bytes) ? 'utf-8' : null)
  if (sure) return { text: textOf(bytes, sure), encoding: sure, letters: [], instead: null }
  const isMac = mayBeMac(bytes)
  const encoding = chosen === 'macintosh' && isMac ? chosen : 'windows-1252'
  const text = textOf(bytes, encoding)
  const rest = encoding === 'macintosh' ? 'windows-1252' : 'macintosh'
  const instead = isMac ? ({ encoding: rest, letters: lettersOf(textOf(bytes, rest)) } as const) : null
  return { text, encoding, letters: lettersOf(text), instead }
}

function textOf(bytes: Uint8Array, encoding: Encoding): string {
  const text = decodeAs(bytes, encoding)
  if (text.includes('\u0000')) throw new FileProblem(`The file contains bytes that are no text. ${SAVE}`)
  return text
}

/** A file's bytes as text, or a message why they are not. A wrong letter in a name would make another opponent. */
const MAX_BYTES = 1_000_000
const SAVE = 'In your spreadsheet, save it as CSV (UTF-8).'

const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte)

export function decodeCsv(bytes: Uint8Array): { text: string } | { problem: string } {
  if (bytes.length === 0) return { problem: 'The file is empty' }
  if (bytes.length > MAX_BYTES) return { problem: 'The file is larger than 1 MB' }
  if (startsWith(bytes, 0x50, 0x4b) || startsWith(bytes, 0xd0, 0xcf))
    return { problem: `This is a spreadsheet file, not a CSV file. ${SAVE}` }
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff))
    return { problem: `The file is in UTF-16. ${SAVE}` }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { problem: `The file is not in UTF-8, so some characters would be garbled. ${SAVE}` }
  }
}

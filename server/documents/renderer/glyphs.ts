/** Which characters a WOFF file can write, read from its own character map: a font is asked, not believed. */
import { inflateSync } from 'node:zlib'

const SIGNATURE = 0x774f4646
const HEADER_BYTES = 44
const ENTRY_BYTES = 20

/** One table of a WOFF file, unpacked. Throws on a file that is none, or lacks the table. */
function tableOf(woff: Buffer, tag: string): Buffer {
  if (woff.readUInt32BE(0) !== SIGNATURE) throw new Error('not a WOFF file')
  const count = woff.readUInt16BE(12)
  for (let index = 0; index < count; index += 1) {
    const entry = HEADER_BYTES + index * ENTRY_BYTES
    if (woff.toString('latin1', entry, entry + 4) !== tag) continue
    const [offset, packed, size] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(offset, offset + packed)
    return packed < size ? inflateSync(bytes, { maxOutputLength: size }) : bytes
  }
  throw new Error(`no ${tag} table`)
}

const SFNT_HEADER_BYTES = 12
const SFNT_ENTRY_BYTES = 16
const padded = (length: number): number => Math.ceil(length / 4) * 4

/**
 * The same font unpacked, as TrueType has it: whoever draws with it would otherwise unpack it for every document, in
 * script, which takes a hundred times as long as the drawing.
 */
export function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const entries = Array.from({ length: count }, (_, index) => HEADER_BYTES + index * ENTRY_BYTES).map(
    (entry) => {
      const tag = woff.toString('latin1', entry, entry + 4)
      return { tag, bytes: tableOf(woff, tag), checksum: woff.readUInt32BE(entry + 16) }
    },
  )
  const head = SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES
  const font = Buffer.alloc(head + entries.reduce((sum, { bytes }) => sum + padded(bytes.length), 0))
  woff.copy(font, 0, 4, 8)
  const power = Math.floor(Math.log2(count))
  font.writeUInt16BE(count, 4)
  font.writeUInt16BE(2 ** power * SFNT_ENTRY_BYTES, 6)
  font.writeUInt16BE(power, 8)
  font.writeUInt16BE((count - 2 ** power) * SFNT_ENTRY_BYTES, 10)
  let offset = head
  entries.forEach(({ tag, bytes, checksum }, index) => {
    const entry = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES
    font.write(tag, entry, 'latin1')
    font.writeUInt32BE(checksum, entry + 4)
    font.writeUInt32BE(offset, entry + 8)
    font.writeUInt32BE(bytes.length, entry + 12)
    bytes.copy(font, offset)
    offset += padded(bytes.length)
  })
  return font
}

/** Format 4: segments of the basic plane, each mapped by a shift or by a list. */
function addSegments(map: Buffer, glyphs: Set<number>): void {
  const segments = map.readUInt16BE(6) / 2
  const [ends, starts] = [14, 16 + segments * 2]
  const [deltas, offsets] = [starts + segments * 2, starts + segments * 4]
  for (let segment = 0; segment < segments; segment += 1) {
    const at = segment * 2
    const [start, end] = [map.readUInt16BE(starts + at), map.readUInt16BE(ends + at)]
    const [delta, offset] = [map.readUInt16BE(deltas + at), map.readUInt16BE(offsets + at)]
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const listed = offset === 0 ? code : map.readUInt16BE(offsets + at + offset + (code - start) * 2)
      if (offset !== 0 && listed === 0) continue
      if (((listed + delta) & 0xffff) !== 0) glyphs.add(code)
    }
  }
}

/** Format 12: groups of all planes. */
function addGroups(map: Buffer, glyphs: Set<number>): void {
  const groups = map.readUInt32BE(12)
  for (let group = 0; group < groups; group += 1) {
    const at = 16 + group * 12
    for (let code = map.readUInt32BE(at); code <= map.readUInt32BE(at + 4); code += 1) glyphs.add(code)
  }
}

/** Every code point that the font has a glyph for. */
export function glyphsOf(woff: Buffer): ReadonlySet<number> {
  const table = tableOf(woff, 'cmap')
  const glyphs = new Set<number>()
  for (let index = 0; index < table.readUInt16BE(2); index += 1) {
    const map = table.subarray(table.readUInt32BE(8 + index * 8))
    const format = map.readUInt16BE(0)
    if (format === 4) addSegments(map, glyphs)
    if (format === 12) addGroups(map, glyphs)
  }
  return glyphs
}

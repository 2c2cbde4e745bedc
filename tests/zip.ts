import { inflateRawSync } from 'node:zlib'

/** Reads the central directory, as every unzip program does. */
export function filesInZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, packed, name, extra, comment, local] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ] as [number, number, number, number, number, number]
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + packed)
    files.set(zip.toString('utf8', at + 46, at + 46 + name), method === 0 ? bytes : inflateRawSync(bytes))
    at += 46 + name + extra + comment
  }
  return files
}

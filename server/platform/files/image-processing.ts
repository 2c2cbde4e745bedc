/**
 * An upload becomes pictures that are safe to pass on: decoded to be believed, turned as it was held, without anything
 * that a camera wrote beside it (place, owner, serial number), in the sizes and formats that pages use.
 */
import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { DomainError } from '#domain/errors.ts'
import { IMAGE_FORMATS, type ImageFormat, type ImageSize, imageWidths } from '#domain/image.ts'
import { IMAGE_LIMITS, IMAGE_WORDS, reasonAgainstSize } from '#domain/image-limits.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'

export type PreparedImage = ImageSize & {
  hash: string
  /** By their name in the picture's folder. */
  files: { name: string; type: string; bytes: Buffer }[]
}

const LONGEST_SECONDS = 30
const MAX_WAITING = 8
const BUSY_SECONDS = 10

const refused = (message: string): DomainError =>
  new DomainError('invalid', message, { fields: { image: message } })

type Source = 'jpeg' | 'png' | 'webp' | 'avif'
const starts = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))

/** By its first bytes, whatever it is called. Nothing else is given to a decoder: no SVG, no PDF, no GIF. */
function kindOf(bytes: Buffer): Source {
  if (starts(bytes, 0, '\xff\xd8\xff')) return 'jpeg'
  if (starts(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png'
  if (starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP')) return 'webp'
  if (starts(bytes, 4, 'ftypavif') || starts(bytes, 4, 'ftypmif1')) return 'avif'
  if (/^ftyp(hei[cmsx]|hev[cmsx]|avis|msf1)/.test(bytes.toString('latin1', 4, 12)))
    throw refused(IMAGE_WORDS.heic)
  throw refused(IMAGE_WORDS.notAPicture)
}

const isAnimatedPng = (bytes: Buffer): boolean => {
  const at = bytes.indexOf('acTL')
  return at > 0 && at < bytes.indexOf('IDAT')
}

const open = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: IMAGE_LIMITS.mostPixels, failOn: 'error', sequentialRead: true }).timeout({
    seconds: LONGEST_SECONDS,
  })

/** What a decoder throws is about the picture, never about us. */
const decoding = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: Error) => {
    if (/pixel limit/i.test(error.message)) throw refused(IMAGE_WORDS.tooManyPixels)
    throw refused(IMAGE_WORDS.unreadable)
  })
async function demandUsable(bytes: Buffer, kind: Source): Promise<void> {
  const { format, pages = 1, width, height, autoOrient } = await decoding(open(bytes).metadata())
  if ((format === 'heif' ? 'avif' : format) !== kind) throw refused(IMAGE_WORDS.notAPicture)
  if (width * height > IMAGE_LIMITS.mostPixels) throw refused(IMAGE_WORDS.tooManyPixels)
  if (pages > 1 || isAnimatedPng(bytes))
    throw refused('Animated pictures cannot be used here: upload a still picture')
  const reason = reasonAgainstSize(autoOrient)
  if (reason) throw refused(reason)
}

const encode: Record<Source | ImageFormat, (image: Sharp) => Sharp> = {
  jpeg: (image) => image.jpeg({ quality: 92 }),
  png: (image) => image.png(),
  webp: (image) => image.webp({ quality: 78 }),
  avif: (image) => image.avif({ quality: 52, effort: 3 }),
}

async function prepare(bytes: Buffer): Promise<PreparedImage> {
  const kind = kindOf(bytes)
  await demandUsable(bytes, kind)
  // Turned for good and without metadata, which is left out unless one asks for it; colours become sRGB.
  const turned = open(bytes).autoOrient()
  const original = await decoding(encode[kind](turned).toBuffer({ resolveWithObject: true }))
  const size = { width: original.info.width, height: original.info.height }
  const files = [{ name: `original.${kind}`, type: `image/${kind}`, bytes: original.data }]
  for (const width of imageWidths(size)) {
    const smaller = await decoding(
      open(original.data).resize({ width }).png({ compressionLevel: 1 }).toBuffer(),
    )
    for (const format of IMAGE_FORMATS)
      files.push({
        name: `${width}.${format}`,
        type: `image/${format}`,
        bytes: await decoding(encode[format](open(smaller)).toBuffer()),
      })
  }
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return { ...size, hash, files }
}

/** One upload at a time is taken apart, on sharp's own threads; a few wait. */
export function createImagePreparer(): (bytes: Buffer) => Promise<PreparedImage> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (bytes) => {
    if (waiting >= MAX_WAITING) throw new RateLimited(BUSY_SECONDS)
    waiting += 1
    const made = last.then(() => prepare(bytes))
    last = made.catch(() => undefined)
    try {
      return await made
    } finally {
      waiting -= 1
    }
  }
}

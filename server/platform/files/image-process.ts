/** Prepares the pictures that its parent sends it, one at a time, at low priority. */
import { createHash } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { IMAGE_FORMATS, type ImageFormat, type ImageSize, imageWidths } from '#domain/campaigns/image.ts'
import { LOGO_LIMITS } from '#domain/campaigns/image-limits.ts'
import { DomainError } from '#domain/errors.ts'
import { decoding, type ImageUse, openImage, type Source } from './image-checks.ts'

/**
 * Turns an upload into pictures that are safe to serve: decoded for verification, rotated upright, without a camera's
 * metadata (place, owner, serial number), in the sizes and formats that pages use. It takes seconds of processor time.
 */
export type PreparedImage = ImageSize & {
  hash: string
  /** Each with its name in the picture's folder. */
  files: { name: string; type: string; bytes: Buffer }[]
}

/** The original is kept for copies, at no more than twice the largest width that pages show. */
const LONGEST_SIDE = 3_200

const encode: Record<Source | ImageFormat, (image: Sharp) => Sharp> = {
  jpeg: (image) => image.jpeg({ quality: 92 }),
  png: (image) => image.png(),
  webp: (image) => image.webp({ quality: 78 }),
  avif: (image) => image.avif({ quality: 52, effort: 3 }),
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 32)

/** As one PNG, which pages, mail programs and documents all can show, transparent where the upload is. */
async function encodeLogo(bytes: Buffer): Promise<PreparedImage> {
  const { shownSide: side } = LOGO_LIMITS
  const turned = openImage(bytes).autoOrient()
  const small = turned.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await decoding(small.png().toBuffer({ resolveWithObject: true }))
  const files = [{ name: 'logo.png', type: 'image/png', bytes: data }]
  return { width: info.width, height: info.height, hash: hashOf(bytes), files }
}

async function encodeImage(bytes: Buffer, kind: Source): Promise<PreparedImage> {
  // Rotated permanently and without metadata, which is omitted by default; colors become sRGB.
  const within = {
    width: LONGEST_SIDE,
    height: LONGEST_SIDE,
    fit: 'inside',
    withoutEnlargement: true,
  } as const
  const turned = openImage(bytes).autoOrient().resize(within)
  const original = await decoding(encode[kind](turned).toBuffer({ resolveWithObject: true }))
  const size = { width: original.info.width, height: original.info.height }
  const files = [{ name: `original.${kind}`, type: `image/${kind}`, bytes: original.data }]
  for (const width of imageWidths(size)) {
    const smaller = await decoding(
      openImage(original.data).resize({ width }).png({ compressionLevel: 1 }).toBuffer(),
    )
    for (const format of IMAGE_FORMATS)
      files.push({
        name: `${width}.${format}`,
        type: `image/${format}`,
        bytes: await decoding(encode[format](openImage(smaller)).toBuffer()),
      })
  }
  return { ...size, hash: hashOf(bytes), files }
}

export type ImageOrder = { bytes: Uint8Array; kind: Source; use: ImageUse }
/** `refused`: the picture is at fault, in words. `failed`: the program is. */
export type ImageAnswer = { image: PreparedImage } | { refused: string } | { failed: string }

setPriority(constants.priority.PRIORITY_LOW)
sharp.concurrency(1)
sharp.cache(false)

async function answer({ bytes, kind, use }: ImageOrder): Promise<ImageAnswer> {
  try {
    const upload = Buffer.from(bytes)
    return { image: use === 'logo' ? await encodeLogo(upload) : await encodeImage(upload, kind) }
  } catch (error) {
    if (error instanceof DomainError) return { refused: error.message }
    return { failed: error instanceof Error ? error.message : 'unknown' }
  }
}

process.on('message', (order: ImageOrder) => {
  void answer(order).then((given) => process.send?.(given))
})
// The parent process is gone.
process.on('disconnect', () => process.exit())

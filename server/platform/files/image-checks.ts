/** The checks of an upload before anything is decoded: only by its first bytes and its header. */
import type { Sharp } from 'sharp'
import sharp from 'sharp'
import {
  IMAGE_LIMITS,
  IMAGE_WORDS,
  reasonAgainstLogo,
  reasonAgainstSize,
} from '#domain/campaigns/image-limits.ts'
import { DomainError } from '#domain/errors.ts'

const LONGEST_SECONDS = 30

export const refused = (message: string): DomainError =>
  new DomainError('invalid', message, { fields: { image: message } })

/** A campaign's picture, or an organization's logo. */
export type ImageUse = 'picture' | 'logo'
const REASON_AGAINST = { picture: reasonAgainstSize, logo: reasonAgainstLogo } as const

export type Source = 'jpeg' | 'png' | 'webp' | 'avif'
const starts = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))

/** By its first bytes, whatever its name. Nothing else reaches a decoder: no SVG, no PDF, no GIF. */
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

export const openImage = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: IMAGE_LIMITS.mostPixels, failOn: 'error', sequentialRead: true }).timeout({
    seconds: LONGEST_SECONDS,
  })

/** An error from a decoder is always blamed on the picture. */
export const decoding = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: Error) => {
    if (/pixel limit/i.test(error.message)) throw refused(IMAGE_WORDS.tooManyPixels)
    throw refused(IMAGE_WORDS.unreadable)
  })

/** Throws a 400 in words for anything but a supported picture. @returns its kind and how many pixels it has. */
export async function inspectImage(bytes: Buffer, use: ImageUse): Promise<{ kind: Source; pixels: number }> {
  const kind = kindOf(bytes)
  const { format, pages = 1, width, height, autoOrient } = await decoding(openImage(bytes).metadata())
  if ((format === 'heif' ? 'avif' : format) !== kind) throw refused(IMAGE_WORDS.notAPicture)
  if (width * height > IMAGE_LIMITS.mostPixels) throw refused(IMAGE_WORDS.tooManyPixels)
  if (pages > 1 || isAnimatedPng(bytes))
    throw refused('Animated pictures cannot be used here: upload a still picture')
  const reason = REASON_AGAINST[use](autoOrient)
  if (reason) throw refused(reason)
  return { kind, pixels: width * height }
}

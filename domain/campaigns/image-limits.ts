/** In its own file, because every page loads the one with picture names. */
import type { ImageSize } from './image.ts'

/** Limits of a campaign's picture, with the same messages everywhere. */
export const IMAGE_LIMITS = {
  mostBytes: 15_000_000,
  /** The largest a phone takes; anything larger is refused before it is decoded. */
  mostPixels: 50_000_000,
  leastWidth: 480,
  leastHeight: 240,
  /** The most that one side may be longer than the other, as a factor. */
  longestShape: 4,
} as const
/** Of an organization's logo: on pages it is a small square, so it may be small itself. */
export const LOGO_LIMITS = { leastSide: 64, shownSide: 512 } as const

const { leastWidth, leastHeight, mostPixels, longestShape } = IMAGE_LIMITS

export const IMAGE_WORDS = {
  notAPicture: 'That is not a picture we can use: upload a JPEG, PNG, WebP or AVIF file',
  unreadable: 'That picture cannot be read: it may be damaged. Save it again, then upload the new file',
  heic: 'HEIC pictures and videos cannot be used here: save the picture as JPEG first',
  tooManyPixels: 'That picture is too large: at most 50 million pixels, such as 8 000 × 6 000',
  tooSmall: `That picture is too small: it needs at least ${leastWidth} × ${leastHeight} pixels`,
  tooLong: 'That picture is too long and narrow: its long side may be at most four times its short side',
  logoTooSmall: `That logo is too small: it needs at least ${LOGO_LIMITS.leastSide} × ${LOGO_LIMITS.leastSide} pixels`,
  tooManyBytes: 'That file is too large: upload at most 15 MB',
} as const

const reasonAgainstShape = ({ width, height }: ImageSize): string | null =>
  Math.max(width, height) > Math.min(width, height) * longestShape ? IMAGE_WORDS.tooLong : null

/** Why a picture of this size, as rotated upright, is refused; null if it is accepted. */
export function reasonAgainstSize({ width, height }: ImageSize): string | null {
  if (width * height > mostPixels) return IMAGE_WORDS.tooManyPixels
  if (width < leastWidth || height < leastHeight) return IMAGE_WORDS.tooSmall
  return reasonAgainstShape({ width, height })
}

/** The same for a logo. */
export function reasonAgainstLogo({ width, height }: ImageSize): string | null {
  if (width * height > mostPixels) return IMAGE_WORDS.tooManyPixels
  if (Math.min(width, height) < LOGO_LIMITS.leastSide) return IMAGE_WORDS.logoTooSmall
  return reasonAgainstShape({ width, height })
}

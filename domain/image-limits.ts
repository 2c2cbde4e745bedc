/** Apart from the names of pictures, which every page carries. */
import type { ImageSize } from './image.ts'

/** What becomes a campaign's picture, said in the same words wherever it is asked. */
export const IMAGE_LIMITS = {
  mostBytes: 15_000_000,
  /** A phone's largest; what unpacks to more than this is refused before it is unpacked. */
  mostPixels: 50_000_000,
  leastWidth: 480,
  leastHeight: 240,
  /** Longer on one side than this many times the other: no page could show it. */
  longestShape: 4,
} as const
const { leastWidth, leastHeight, mostPixels, longestShape } = IMAGE_LIMITS

export const IMAGE_WORDS = {
  notAPicture: 'That is not a picture we can use: upload a JPEG, PNG, WebP or AVIF file',
  unreadable: 'That picture cannot be read: it may be damaged. Save it again, then upload the new file',
  heic: 'HEIC pictures and videos cannot be used here: save it as JPEG first',
  tooManyPixels: 'That picture is too large: at most 50 million pixels, such as 8 000 × 6 000',
  tooSmall: `That picture is too small: it needs at least ${leastWidth} × ${leastHeight} pixels`,
  tooLong: 'That picture is too long and narrow: its long side may be at most four times its short side',
  tooManyBytes: 'That file is too large: upload at most 15 MB',
} as const

/** As it is held, by its size in pixels; null when it can be shown. */
export function reasonAgainstSize({ width, height }: ImageSize): string | null {
  if (width * height > mostPixels) return IMAGE_WORDS.tooManyPixels
  if (width < leastWidth || height < leastHeight) return IMAGE_WORDS.tooSmall
  return Math.max(width, height) > Math.min(width, height) * longestShape ? IMAGE_WORDS.tooLong : null
}

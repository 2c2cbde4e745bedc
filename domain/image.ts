/**
 * Names of uploaded pictures. A picture lies under its campaign, named by what is in it and how large it is, so that its
 * address never shows anything else and a page knows its size before it is there. Pure.
 */
export const IMAGE_FORMATS = ['avif', 'webp'] as const
export type ImageFormat = (typeof IMAGE_FORMATS)[number]

/** As wide as pages show them, on screens of one and two dots to a pixel. */
const WIDTHS = [480, 960, 1600] as const

export type ImageSize = { width: number; height: number }
export type ImageFolder = ImageSize & { folder: string }

/** The widths a picture is kept in: never wider than it was. */
export function imageWidths({ width }: Pick<ImageSize, 'width'>): number[] {
  const widest = Math.min(width, WIDTHS[WIDTHS.length - 1] as number)
  return [...WIDTHS.filter((one) => one < widest), widest]
}

export const imageFolder = (campaignId: string, hash: string, { width, height }: ImageSize): string =>
  `${campaignId}/${hash}-${width}x${height}`

export const imagePath = (folder: string, width: number, format: ImageFormat): string =>
  `/images/${folder}/${width}.${format}`

const PATH = /^\/images\/([0-9a-f-]{36}\/[0-9a-f]{32}-(\d{1,5})x(\d{1,5}))\/(\d{1,5})\.(avif|webp)$/

/** What an address of ours says; null for any other text. */
export function readImagePath(
  path: string,
): (ImageFolder & { format: ImageFormat; shownWidth: number }) | null {
  const [, folder, width, height, shown, format] = PATH.exec(path) ?? []
  if (!folder) return null
  return {
    folder,
    width: Number(width),
    height: Number(height),
    shownWidth: Number(shown),
    format: format as ImageFormat,
  }
}

/** The one address that stands for a picture, where only one is asked for. */
export const mainImagePath = (image: ImageFolder): string =>
  imagePath(image.folder, imageWidths(image).at(-1) as number, 'webp')

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
  notAPicture: 'That is not a picture we can use: send a JPEG, PNG, WebP or AVIF',
  unreadable: 'That picture cannot be read: it may be damaged. Save it again, and send the new one',
  heic: 'Pictures of this kind (HEIC, or a film) cannot be read here: save it as JPEG first',
  tooManyPixels: 'That picture is too large: at most 50 million pixels, such as 8 000 × 6 000',
  tooSmall: `That picture is too small: it needs ${leastWidth} × ${leastHeight} pixels at least`,
  tooLong: 'That picture is too long and narrow: its long side may be four times the short one',
  tooManyBytes: 'That is too large: send at most 15 MB',
} as const

/** As it is held, by its size in pixels; null when it can be shown. */
export function reasonAgainstSize({ width, height }: ImageSize): string | null {
  if (width * height > mostPixels) return IMAGE_WORDS.tooManyPixels
  if (width < leastWidth || height < leastHeight) return IMAGE_WORDS.tooSmall
  return Math.max(width, height) > Math.min(width, height) * longestShape ? IMAGE_WORDS.tooLong : null
}

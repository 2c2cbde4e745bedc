/**
 * Names of uploaded pictures. A picture is stored under its campaign, named by its content and size, so that an address
 * never changes its content and a page knows the size before it loads. Pure.
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

/** The parts of a picture's address; null for any other text. */
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

/** The address to use where a picture needs only one. */
export const mainImagePath = (image: ImageFolder): string =>
  imagePath(image.folder, imageWidths(image).at(-1) as number, 'webp')

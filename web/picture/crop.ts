/** The part of a picture that a campaign shows, in the picture's own pixels. Pure. */
import type { ImageSize } from '#domain/image.ts'
import { IMAGE_LIMITS } from '#domain/image-limits.ts'

/** As wide to high as the page opens with; cards show nearly all of it. */
export const SHAPE = 9 / 4
/** Wider than this no page shows it. */
const WIDEST = 1_600
/** So small a part would be blurred. */
const LEAST_WIDTH = Math.max(IMAGE_LIMITS.leastWidth, Math.ceil(IMAGE_LIMITS.leastHeight * SHAPE))

/** Where its middle is, and how wide it is: its height follows. */
export type Crop = { x: number; y: number; width: number }

export const heightOf = ({ width }: Pick<Crop, 'width'>): number => width / SHAPE
export const widestCrop = ({ width, height }: ImageSize): number => Math.min(width, height * SHAPE)
export const narrowestCrop = (size: ImageSize): number => Math.min(LEAST_WIDTH, widestCrop(size))

/** Enough of it for the shape that pages show. */
export const isLargeEnough = (size: ImageSize): boolean => widestCrop(size) >= LEAST_WIDTH

const between = (least: number, value: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most))

/** Never past an edge. */
export function fitted(crop: Crop, size: ImageSize): Crop {
  const width = between(narrowestCrop(size), crop.width, widestCrop(size))
  const height = heightOf({ width })
  return {
    width,
    x: between(width / 2, crop.x, size.width - width / 2),
    y: between(height / 2, crop.y, size.height - height / 2),
  }
}

/** As much as there is, a little above the middle: where faces are. */
export const firstCrop = (size: ImageSize): Crop =>
  fitted({ width: widestCrop(size), x: size.width / 2, y: size.height * 0.42 }, size)

/** Both in the picture's pixels: to the right and down. */
export const moved = (crop: Crop, by: { x: number; y: number }, size: ImageSize): Crop =>
  fitted({ ...crop, x: crop.x + by.x, y: crop.y + by.y }, size)

/** From 0, all of it, to 1, as near as it stays sharp. */
export function zoomOf({ width }: Crop, size: ImageSize): number {
  const [least, most] = [narrowestCrop(size), widestCrop(size)]
  return most === least ? 0 : (most - width) / (most - least)
}
export function zoomed(crop: Crop, zoom: number, size: ImageSize): Crop {
  const [least, most] = [narrowestCrop(size), widestCrop(size)]
  return fitted({ ...crop, width: most - between(0, zoom, 1) * (most - least) }, size)
}

/** From 0, at the left or top edge, to 1, at the other one; the middle where there is nowhere to go. */
export function placeOf(crop: Crop, side: 'x' | 'y', size: ImageSize): number {
  const [whole, part] = side === 'x' ? [size.width, crop.width] : [size.height, heightOf(crop)]
  return whole - part < 1 ? 0.5 : (crop[side] - part / 2) / (whole - part)
}
export function placed(crop: Crop, side: 'x' | 'y', place: number, size: ImageSize): Crop {
  const [whole, part] = side === 'x' ? [size.width, crop.width] : [size.height, heightOf(crop)]
  return fitted({ ...crop, [side]: part / 2 + place * (whole - part) }, size)
}

/** Where the whole picture lies behind the frame that shows the crop, in shares of the frame. */
export const behind = (crop: Crop, size: ImageSize) => ({
  width: size.width / crop.width,
  left: (crop.width / 2 - crop.x) / crop.width,
  top: (heightOf(crop) / 2 - crop.y) / heightOf(crop),
})

/** What is cut out, and how large it is drawn: whole pixels, never larger than it was. */
export function cutOf(crop: Crop): {
  left: number
  top: number
  width: number
  height: number
  drawn: ImageSize
} {
  const height = heightOf(crop)
  const width = Math.floor(Math.min(crop.width, WIDEST))
  return {
    ...{ left: crop.x - crop.width / 2, top: crop.y - height / 2, width: crop.width, height },
    drawn: { width, height: Math.floor(width / SHAPE) },
  }
}

/** The part of a picture that a campaign shows: its shape, and how small and how large it may be. Pure. */
import type { Area } from 'react-easy-crop'
import type { ImageSize } from '#domain/campaigns/image.ts'
import { IMAGE_LIMITS } from '#domain/campaigns/image-limits.ts'

/** The aspect ratio of the picture at the top of the page; cards show nearly all of it. */
export const SHAPE = 9 / 4
/** No page shows it wider than this. */
const MAX_WIDTH = 1_600
/** A smaller part would be blurred. */
const MIN_WIDTH = Math.max(IMAGE_LIMITS.leastWidth, Math.ceil(IMAGE_LIMITS.leastHeight * SHAPE))

const widestCrop = ({ width, height }: ImageSize): number => Math.min(width, height * SHAPE)

/** Whether it is large enough for the shape that pages show. */
export const isLargeEnough = (size: ImageSize): boolean => widestCrop(size) >= MIN_WIDTH

/** As much as fits, a little above the middle, where faces usually are. */
export function firstArea(size: ImageSize): Area {
  const width = widestCrop(size)
  const height = width / SHAPE
  const y = Math.min(Math.max(0, size.height * 0.42 - height / 2), size.height - height)
  return { x: (size.width - width) / 2, y, width, height }
}

/** The closest zoom that is still sharp; 1 shows as much as possible. */
export const maxZoom = (size: ImageSize): number => Math.max(1, widestCrop(size) / MIN_WIDTH)

/** The size it is drawn at: whole pixels, never wider than pages show it or than the original. */
export function drawnSize({ width }: Area): ImageSize {
  const drawn = Math.max(MIN_WIDTH, Math.floor(Math.min(width, MAX_WIDTH)))
  return { width: drawn, height: Math.floor(drawn / SHAPE) }
}

/** From 0, at the left or top edge, to 1, at the other; the middle where the picture cannot move. */
export const placeOf = (offset: number, room: number): number => (room < 1 ? 0.5 : 0.5 - offset / room)
export const offsetOf = (place: number, room: number): number => (0.5 - place) * room

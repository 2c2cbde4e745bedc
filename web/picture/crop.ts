/** The part of a picture that a campaign shows: its shape, and how small and how large it may be. Pure. */
import type { Area } from 'react-easy-crop'
import type { ImageSize } from '#domain/image.ts'
import { IMAGE_LIMITS } from '#domain/image-limits.ts'

/** As wide to high as the page opens with; cards show nearly all of it. */
export const SHAPE = 9 / 4
/** Wider than this no page shows it. */
const MAX_WIDTH = 1_600
/** A smaller part would be blurred. */
const MIN_WIDTH = Math.max(IMAGE_LIMITS.leastWidth, Math.ceil(IMAGE_LIMITS.leastHeight * SHAPE))

const widestCrop = ({ width, height }: ImageSize): number => Math.min(width, height * SHAPE)

/** Enough of it for the shape that pages show. */
export const isLargeEnough = (size: ImageSize): boolean => widestCrop(size) >= MIN_WIDTH

/** As much as there is, a little above the middle: where faces are. */
export function firstArea(size: ImageSize): Area {
  const width = widestCrop(size)
  const height = width / SHAPE
  const y = Math.min(Math.max(0, size.height * 0.42 - height / 2), size.height - height)
  return { x: (size.width - width) / 2, y, width, height }
}

/** So near that the part is still sharp; 1 shows as much as there is. */
export const maxZoom = (size: ImageSize): number => Math.max(1, widestCrop(size) / MIN_WIDTH)

/** How large the part is drawn: whole pixels, never wider than pages show it or than it was. */
export function drawnSize({ width }: Area): ImageSize {
  const drawn = Math.max(MIN_WIDTH, Math.floor(Math.min(width, MAX_WIDTH)))
  return { width: drawn, height: Math.floor(drawn / SHAPE) }
}

/** From 0, at the left or top edge, to 1, at the other; the middle where the picture cannot move. */
export const placeOf = (offset: number, room: number): number => (room < 1 ? 0.5 : 0.5 - offset / room)
export const offsetOf = (place: number, room: number): number => (0.5 - place) * room

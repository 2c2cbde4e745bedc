/** A file chosen as a picture: read in the browser, or refused in the server's words. */
import type { Area } from 'react-easy-crop'
import type { ImageSize } from '#domain/campaigns/image.ts'
import { IMAGE_LIMITS, IMAGE_WORDS, reasonAgainstSize } from '#domain/campaigns/image-limits.ts'

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
/** The part of a picture that a campaign shows: its shape, and how small and how large it may be. Pure. */
export const offsetOf = (place: number, room: number): number => (0.5 - place) * room

export class NoPicture extends Error {}

export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif'
const TYPES = PICTURE_TYPES.split(',')
const HEIC = /^image\/hei[cf]/

/** As a data URL: the page's policy allows no other. */
export const addressOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new NoPicture(IMAGE_WORDS.unreadable))
    reader.readAsDataURL(file)
  })

/** Its size is known before decoding, and decides whether it is decoded. @throws {NoPicture} with the reason in words. */
export async function readPicture(file: File): Promise<HTMLImageElement> {
  if (HEIC.test(file.type) || /\.hei[cf]$/i.test(file.name)) throw new NoPicture(IMAGE_WORDS.heic)
  if (!TYPES.includes(file.type)) throw new NoPicture(IMAGE_WORDS.notAPicture)
  if (file.size > IMAGE_LIMITS.mostBytes) throw new NoPicture(IMAGE_WORDS.tooManyBytes)
  const image = new Image()
  const loaded = new Promise<void>((resolve, reject) => {
    image.onload = () => resolve()
    image.onerror = () => reject(new NoPicture(IMAGE_WORDS.unreadable))
  })
  image.src = await addressOf(file)
  await loaded
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  const reason = reasonAgainstSize(size) ?? (isLargeEnough(size) ? null : IMAGE_WORDS.tooSmall)
  if (reason) throw new NoPicture(reason)
  await image.decode().catch(() => {
    throw new NoPicture(IMAGE_WORDS.unreadable)
  })
  return image
}

const QUALITY = 0.92

/** The chosen part as a JPEG, transparent areas in white. */
export function cutOut(image: HTMLImageElement, area: Area): Promise<Blob> {
  const drawn = drawnSize(area)
  const canvas = document.createElement('canvas')
  canvas.width = drawn.width
  canvas.height = drawn.height
  const context = canvas.getContext('2d')
  if (!context) return Promise.reject(new NoPicture(IMAGE_WORDS.unreadable))
  context.fillStyle = '#fff'
  context.fillRect(0, 0, drawn.width, drawn.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, drawn.width, drawn.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new NoPicture(IMAGE_WORDS.unreadable))),
      'image/jpeg',
      QUALITY,
    ),
  )
}

/** A file chosen as a picture: read in the browser, or refused in the server's words. */
import type { Area } from 'react-easy-crop'
import { IMAGE_LIMITS, IMAGE_WORDS, reasonAgainstSize } from '#domain/campaigns/image-limits.ts'
import { drawnSize, isLargeEnough } from './crop.ts'

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

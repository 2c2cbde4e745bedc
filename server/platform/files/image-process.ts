/** Prepares the pictures that its parent sends it, one at a time, at low priority. */
import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { DomainError } from '#domain/errors.ts'
import type { ImageUse, Source } from './image-checks.ts'
import { encodeImage, encodeLogo, type PreparedImage } from './image-encoding.ts'

export type ImageOrder = { bytes: Uint8Array; kind: Source; use: ImageUse }
/** `refused`: the picture is at fault, in words. `failed`: the program is. */
export type ImageAnswer = { image: PreparedImage } | { refused: string } | { failed: string }

setPriority(constants.priority.PRIORITY_LOW)
sharp.concurrency(1)
sharp.cache(false)

async function answer({ bytes, kind, use }: ImageOrder): Promise<ImageAnswer> {
  try {
    const upload = Buffer.from(bytes)
    return { image: use === 'logo' ? await encodeLogo(upload) : await encodeImage(upload, kind) }
  } catch (error) {
    if (error instanceof DomainError) return { refused: error.message }
    return { failed: error instanceof Error ? error.message : 'unknown' }
  }
}

process.on('message', (order: ImageOrder) => {
  void answer(order).then((given) => process.send?.(given))
})
// The parent process is gone.
process.on('disconnect', () => process.exit())

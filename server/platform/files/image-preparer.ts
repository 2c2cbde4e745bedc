import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import type { Logger } from 'pino'
import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { IMAGE_FORMATS, type ImageFormat, type ImageSize, imageWidths } from '#domain/campaigns/image.ts'
import {
  IMAGE_LIMITS,
  IMAGE_WORDS,
  LOGO_LIMITS,
  reasonAgainstLogo,
  reasonAgainstSize,
} from '#domain/campaigns/image-limits.ts'
import { DomainError } from '#domain/errors.ts'
import { Unavailable } from '#server/platform/base/unavailable.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'

/** The checks of an upload before anything is decoded: only by its first bytes and its header. */
const LONGEST_SECONDS = 30

const refused = (message: string): DomainError =>
  new DomainError('invalid', message, { fields: { image: message } })

/** A campaign's picture, or an organization's logo. */
type ImageUse = 'picture' | 'logo'
const REASON_AGAINST = { picture: reasonAgainstSize, logo: reasonAgainstLogo } as const

type Source = 'jpeg' | 'png' | 'webp' | 'avif'
const starts = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))

/** By its first bytes, whatever its name. Nothing else reaches a decoder: no SVG, no PDF, no GIF. */
function kindOf(bytes: Buffer): Source {
  if (starts(bytes, 0, '\xff\xd8\xff')) return 'jpeg'
  if (starts(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png'
  if (starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP')) return 'webp'
  if (starts(bytes, 4, 'ftypavif') || starts(bytes, 4, 'ftypmif1')) return 'avif'
  if (/^ftyp(hei[cmsx]|hev[cmsx]|avis|msf1)/.test(bytes.toString('latin1', 4, 12)))
    throw refused(IMAGE_WORDS.heic)
  throw refused(IMAGE_WORDS.notAPicture)
}

const isAnimatedPng = (bytes: Buffer): boolean => {
  const at = bytes.indexOf('acTL')
  return at > 0 && at < bytes.indexOf('IDAT')
}

const openImage = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: IMAGE_LIMITS.mostPixels, failOn: 'error', sequentialRead: true }).timeout({
    seconds: LONGEST_SECONDS,
  })

/** An error from a decoder is always blamed on the picture. */
const decoding = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: Error) => {
    if (/pixel limit/i.test(error.message)) throw refused(IMAGE_WORDS.tooManyPixels)
    throw refused(IMAGE_WORDS.unreadable)
  })

/** Throws a 400 in words for anything but a supported picture. @returns its kind and how many pixels it has. */
async function inspectImage(bytes: Buffer, use: ImageUse): Promise<{ kind: Source; pixels: number }> {
  const kind = kindOf(bytes)
  const { format, pages = 1, width, height, autoOrient } = await decoding(openImage(bytes).metadata())
  if ((format === 'heif' ? 'avif' : format) !== kind) throw refused(IMAGE_WORDS.notAPicture)
  if (width * height > IMAGE_LIMITS.mostPixels) throw refused(IMAGE_WORDS.tooManyPixels)
  if (pages > 1 || isAnimatedPng(bytes))
    throw refused('Animated pictures cannot be used here: upload a still picture')
  const reason = REASON_AGAINST[use](autoOrient)
  if (reason) throw refused(reason)
  return { kind, pixels: width * height }
}

/**
 * Turns an upload into pictures that are safe to serve: decoded for verification, rotated upright, without a camera's
 * metadata (place, owner, serial number), in the sizes and formats that pages use. It takes seconds of processor time:
 * `image-process.ts` runs it in a separate process.
 */
type PreparedImage = ImageSize & {
  hash: string
  /** Each with its name in the picture's folder. */
  files: { name: string; type: string; bytes: Buffer }[]
}

/** The original is kept for copies, at no more than twice the largest width that pages show. */
const LONGEST_SIDE = 3_200

const encode: Record<Source | ImageFormat, (image: Sharp) => Sharp> = {
  jpeg: (image) => image.jpeg({ quality: 92 }),
  png: (image) => image.png(),
  webp: (image) => image.webp({ quality: 78 }),
  avif: (image) => image.avif({ quality: 52, effort: 3 }),
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 32)

/** As one PNG, which pages, mail programs and documents all can show, transparent where the upload is. */
async function encodeLogo(bytes: Buffer): Promise<PreparedImage> {
  const { shownSide: side } = LOGO_LIMITS
  const turned = openImage(bytes).autoOrient()
  const small = turned.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await decoding(small.png().toBuffer({ resolveWithObject: true }))
  const files = [{ name: 'logo.png', type: 'image/png', bytes: data }]
  return { width: info.width, height: info.height, hash: hashOf(bytes), files }
}

async function encodeImage(bytes: Buffer, kind: Source): Promise<PreparedImage> {
  // Rotated permanently and without metadata, which is omitted by default; colors become sRGB.
  const within = {
    width: LONGEST_SIDE,
    height: LONGEST_SIDE,
    fit: 'inside',
    withoutEnlargement: true,
  } as const
  const turned = openImage(bytes).autoOrient().resize(within)
  const original = await decoding(encode[kind](turned).toBuffer({ resolveWithObject: true }))
  const size = { width: original.info.width, height: original.info.height }
  const files = [{ name: `original.${kind}`, type: `image/${kind}`, bytes: original.data }]
  for (const width of imageWidths(size)) {
    const smaller = await decoding(
      openImage(original.data).resize({ width }).png({ compressionLevel: 1 }).toBuffer(),
    )
    for (const format of IMAGE_FORMATS)
      files.push({
        name: `${width}.${format}`,
        type: `image/${format}`,
        bytes: await decoding(encode[format](openImage(smaller)).toBuffer()),
      })
  }
  return { ...size, hash: hashOf(bytes), files }
}

/** Prepares the pictures that its parent sends it, one at a time, at low priority. */
type ImageOrder = { bytes: Uint8Array; kind: Source; use: ImageUse }
/** `refused`: the picture is at fault, in words. `failed`: the program is. */
type ImageAnswer = { image: PreparedImage } | { refused: string } | { failed: string }

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

export type ImagePreparer = {
  /**
   * The picture in all its sizes and formats. Throws a 400 in words if it is not a picture, RateLimited if too many wait, and
   * Unavailable if the process cannot start. `count` is given the megapixels before anything is decoded, and may refuse.
   */
  prepare(
    upload: Buffer,
    count: (megapixels: number) => Promise<void>,
    use?: ImageUse,
  ): Promise<PreparedImage>
  close(): Promise<void>
}

const MAX_WAITING = 8
const BUSY_SECONDS = 10
const LONGEST_MS = 60_000
/** An idle process ends after this time. */
const IDLE_MS = 30_000
const MEGAPIXEL = 1_000_000
const NOT_NOW = 'We can’t prepare pictures right now. Nothing has changed. Try again in a moment.'

/** Decodes one upload at a time, in a low-priority process: all other requests come first. */
export function createImagePreparer(log: Logger): ImagePreparer {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const end = (): void => {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = undefined
  }
  const start = (): ChildProcess => {
    const file = new URL('./image-process.ts', import.meta.url)
    const started = fork(file, { serialization: 'advanced', execArgv: [] })
    // It may report twice that it could not start, and an unhandled error event would end the server.
    started.on('error', () => undefined)
    started.once('exit', () => {
      if (child === started) child = undefined
    })
    return started
  }

  async function order(given: ImageOrder): Promise<PreparedImage> {
    clearTimeout(idle)
    child ??= start()
    const working = child
    const { promise, resolve, reject } = Promise.withResolvers<ImageAnswer>()
    const late = setTimeout(() => reject(new Error('a picture took too long')), LONGEST_MS)
    const ended = () => reject(new Error('the process that prepares pictures ended'))
    const unstarted = (error: Error) => {
      log.error({ error: describeError(error) }, 'the process that prepares pictures did not start')
      reject(new Unavailable(NOT_NOW))
    }
    working.once('message', resolve).once('error', unstarted).once('exit', ended)
    try {
      working.send(given)
      const answer = await promise
      if ('refused' in answer) throw refused(answer.refused)
      if ('failed' in answer) throw new Error(answer.failed)
      return withBuffers(answer.image)
    } catch (error) {
      // Timed out or broken: the next picture starts in a new process.
      if (!working.connected || !isRefusal(error)) end()
      throw error
    } finally {
      clearTimeout(late)
      working.off('message', resolve).off('error', unstarted).off('exit', ended)
      idle = setTimeout(end, IDLE_MS).unref()
    }
  }

  return {
    prepare: async (upload, count, use = 'picture') => {
      const { kind, pixels } = await inspectImage(upload, use)
      await count(Math.ceil(pixels / MEGAPIXEL))
      if (waiting >= MAX_WAITING) throw new RateLimited(BUSY_SECONDS)
      waiting += 1
      const made = last.then(() => order({ bytes: upload, kind, use }))
      last = made.catch(() => undefined)
      try {
        return await made
      } finally {
        waiting -= 1
      }
    },
    close: async () => end(),
  }
}

const isRefusal = (error: unknown): boolean => error instanceof DomainError && error.code === 'invalid'

/** Data from another process arrives as plain bytes. */
const withBuffers = (image: PreparedImage): PreparedImage => ({
  ...image,
  files: image.files.map((file) => ({ ...file, bytes: Buffer.from(file.bytes) })),
})

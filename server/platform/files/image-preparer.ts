import { type ChildProcess, fork } from 'node:child_process'
import type { Logger } from 'pino'
import { DomainError } from '#domain/errors.ts'
import { Unavailable } from '#server/platform/base/unavailable.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import { type ImageUse, inspectImage, refused } from './image-checks.ts'
import type { ImageAnswer, ImageOrder, PreparedImage } from './image-process.ts'

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

import { type ChildProcess, fork } from 'node:child_process'
import type { Logger } from 'pino'
import { DomainError } from '#domain/errors.ts'
import { Unavailable } from '#server/platform/base/unavailable.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import { inspectImage, refused } from './image-checks.ts'
import type { PreparedImage } from './image-encoding.ts'
import type { ImageAnswer, ImageOrder } from './image-process.ts'

export type ImagePreparer = {
  /**
   * The picture in all its sizes and formats. Throws a 400 in words for what is no picture, RateLimited where too many
   * wait, and Unavailable where the process cannot start. `count` is told the megapixels before anything is decoded, and may refuse.
   */
  prepare(upload: Buffer, count: (megapixels: number) => Promise<void>): Promise<PreparedImage>
  close(): Promise<void>
}

const MAX_WAITING = 8
const BUSY_SECONDS = 10
const LONGEST_MS = 60_000
/** A process with nothing to do ends. */
const IDLE_MS = 30_000
const MEGAPIXEL = 1_000_000
const NOT_NOW = 'We can’t prepare pictures right now. Your campaign is unchanged. Try again in a moment.'

/** One upload at a time is decoded, in a process of low priority: everybody else's requests come first. */
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
    // It may say so twice that it could not start, and what nobody listens to would end the server.
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
      // Late or broken: the next picture starts in a process of its own.
      if (!working.connected || !isRefusal(error)) end()
      throw error
    } finally {
      clearTimeout(late)
      working.off('message', resolve).off('error', unstarted).off('exit', ended)
      idle = setTimeout(end, IDLE_MS).unref()
    }
  }

  return {
    prepare: async (upload, count) => {
      const { kind, pixels } = await inspectImage(upload)
      await count(Math.ceil(pixels / MEGAPIXEL))
      if (waiting >= MAX_WAITING) throw new RateLimited(BUSY_SECONDS)
      waiting += 1
      const made = last.then(() => order({ bytes: upload, kind }))
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

/** What came from another process are plain bytes. */
const withBuffers = (image: PreparedImage): PreparedImage => ({
  ...image,
  files: image.files.map((file) => ({ ...file, bytes: Buffer.from(file.bytes) })),
})

import { Worker } from 'node:worker_threads'
import { RateLimited } from '#server/platform/limits/limits.ts'
import type { PaperFacts } from './document-facts.ts'
import type { EvidenceFacts } from './evidence.ts'
import type { ShareFacts } from './facts.ts'
import type { PrintedFlyer } from './flyer.ts'
import type { GivingFacts } from './giving.ts'
import type { MonthFacts } from './month.ts'
import type { ReceiptFacts } from './receipt.ts'
import type { SeasonFacts } from './season.ts'
import type { YearFacts } from './year.ts'

export type Order =
  | { kind: 'share'; facts: ShareFacts }
  | { kind: 'flyer'; facts: PrintedFlyer }
  | { kind: 'paper'; facts: PaperFacts }
  | { kind: 'site'; facts: null }
  | { kind: 'receipt'; facts: ReceiptFacts }
  | { kind: 'giving'; facts: GivingFacts }
  | { kind: 'month'; facts: MonthFacts }
  | { kind: 'year'; facts: YearFacts }
  | { kind: 'season'; facts: SeasonFacts }
  | { kind: 'evidence'; facts: EvidenceFacts }

/** Draws each order once, however many ask for it, and caches it for later ones. */
export type Studio = {
  /**
   * `key` identifies everything that the drawing shows; without one it is for one reader, and not cached. Throws
   * RateLimited if too many wait.
   */
  draw(key: string | null, order: Order): Promise<Buffer<ArrayBuffer>>
  close(): Promise<void>
}

const MAX_WAITING = 50
const MAX_KEPT_BYTES = 32 * 1024 * 1024
const LONGEST_DRAWING_MS = 20_000
/** An idle thread ends: its typefaces take some 80 MB. */
const IDLE_MS = 60_000
/** Without limits, a thread collects its garbage so late that it takes 120 MB more. One that needs more than this fails. */
const MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 }
const BUSY_SECONDS = 5

type Answer = { bytes: Uint8Array<ArrayBuffer>; error?: undefined } | { error: string }

export function createStudio(): Studio {
  const kept = new Map<string, Buffer<ArrayBuffer>>()
  const asked = new Map<string, Promise<Buffer<ArrayBuffer>>>()
  let waitingAlone = 0
  let keptBytes = 0
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function endWorker(): Promise<void> {
    clearTimeout(idle)
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }

  function startWorker(): Worker {
    const file = new URL('./worker.ts', import.meta.url)
    const started = new Worker(file, { resourceLimits: MEMORY })
    // Those waiting for a drawing get the error below; between drawings nobody waits.
    started.on('error', () => undefined).unref()
    return started
  }

  function order(given: Order): Promise<Buffer<ArrayBuffer>> {
    clearTimeout(idle)
    worker ??= startWorker()
    const drawing = worker
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const late = setTimeout(() => reject(new Error('a drawing took too long')), LONGEST_DRAWING_MS)
    const ended = () => reject(new Error('the drawing thread ended'))
    drawing.once('message', resolve).once('error', reject).once('exit', ended)
    drawing.postMessage(given)
    return promise
      .then((answer) => {
        if (answer.error !== undefined) throw new Error(answer.error)
        return Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength)
      })
      .catch(async (error: unknown) => {
        // Whatever its state, the next drawing starts on a new thread.
        if (worker === drawing) await endWorker()
        throw error
      })
      .finally(() => {
        clearTimeout(late)
        drawing.off('message', resolve).off('error', reject).off('exit', ended)
        idle = setTimeout(() => void endWorker(), IDLE_MS).unref()
      })
  }

  function keep(key: string, bytes: Buffer<ArrayBuffer>): void {
    kept.set(key, bytes)
    keptBytes += bytes.length
    for (const [oldest, { length }] of kept) {
      if (keptBytes <= MAX_KEPT_BYTES) return
      kept.delete(oldest)
      keptBytes -= length
    }
  }

  /** One drawing after the other. */
  function inTurn(given: Order): Promise<Buffer<ArrayBuffer>> {
    const made = last.catch(() => undefined).then(() => order(given))
    last = made
    return made
  }

  async function drawAlone(given: Order): Promise<Buffer<ArrayBuffer>> {
    waitingAlone += 1
    return inTurn(given).finally(() => {
      waitingAlone -= 1
    })
  }

  async function drawNow(key: string, given: Order): Promise<Buffer<ArrayBuffer>> {
    try {
      const bytes = await inTurn(given)
      keep(key, bytes)
      return bytes
    } finally {
      asked.delete(key)
    }
  }

  return {
    draw: async (key, given) => {
      const drawn = key === null ? undefined : (kept.get(key) ?? asked.get(key))
      if (drawn) return drawn
      if (asked.size + waitingAlone >= MAX_WAITING) throw new RateLimited(BUSY_SECONDS)
      if (key === null) return drawAlone(given)
      const made = drawNow(key, given)
      asked.set(key, made)
      return made
    },
    close: endWorker,
  }
}

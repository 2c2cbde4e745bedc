/** Server-sent events: a limited number of open streams, and no buildup for a slow reader. */

import { Unavailable } from '#server/platform/base/unavailable.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'

export type StreamLimits = { most: number; mostPerAddress: number }
export type Stream = {
  body: ReadableStream<Uint8Array<ArrayBuffer>>
  /** False: the reader is too slow, or gone; the stream is closed. */
  send(message: Uint8Array<ArrayBuffer>): boolean
  close(): void
}

/** The most messages that wait for a reader; further behind, reading the whole response again is faster. */
const MAX_WAITING = 32
const TRY_AGAIN_SECONDS = 30

const encoder = new TextEncoder()
/** One message, encoded once for all recipients. */
export const message = (event: string, data: unknown): Uint8Array<ArrayBuffer> =>
  encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
/** Shows that the connection is alive, to proxies too. */
export const heartbeat = encoder.encode(': still here\n\n')

/** Opens streams within the limits, and counts them until either side ends them. */
export class Streams {
  readonly #limits: StreamLimits
  readonly #open = new Set<Stream>()
  readonly #byAddress = new Map<string, number>()
  #isClosed = false

  constructor(limits: StreamLimits) {
    this.#limits = limits
  }

  /** @throws RateLimited if the limit is reached, Unavailable if the program is stopping. */
  open(address: string, onEnd: (stream: Stream) => void): Stream {
    const { most, mostPerAddress } = this.#limits
    const isFull = this.#open.size >= most || (this.#byAddress.get(address) ?? 0) >= mostPerAddress
    if (this.#isClosed) throw new Unavailable('This server is stopping. Try again in a moment.')
    if (isFull) throw new RateLimited(TRY_AGAIN_SECONDS)
    let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
    const end = (): boolean => {
      if (!this.#open.delete(stream)) return false
      this.#count(address, -1)
      onEnd(stream)
      return true
    }
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: (given) => {
          controller = given
        },
        cancel: () => void end(),
      },
      { highWaterMark: MAX_WAITING },
    )
    const close = (): void => {
      if (end()) controller.close()
    }
    const send = (bytes: Uint8Array<ArrayBuffer>): boolean => {
      if (!this.#open.has(stream)) return false
      if ((controller.desiredSize ?? 0) <= 0) close()
      else controller.enqueue(bytes)
      return this.#open.has(stream)
    }
    const stream: Stream = { body, send, close }
    this.#open.add(stream)
    this.#count(address, 1)
    return stream
  }

  #count(address: string, change: 1 | -1): void {
    const count = (this.#byAddress.get(address) ?? 0) + change
    if (count > 0) this.#byAddress.set(address, count)
    else this.#byAddress.delete(address)
  }

  count(): number {
    return this.#open.size
  }

  /** Ends all streams and opens no more: stopping does not wait for viewers. */
  close(): void {
    this.#isClosed = true
    for (const stream of this.#open) stream.close()
  }
}

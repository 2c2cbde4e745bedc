/**
 * Open pages get changes at once: results, totals, a new supporter. The cache reports the change itself, kept current on
 * every instance by LISTEN and NOTIFY; it is read once for all streams of a campaign.
 */
import type { Logger } from 'pino'
import { changeBetween } from '#domain/campaigns/live.ts'
import { DomainError } from '#domain/errors.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { LiveHello } from '#domain/schemas/live.ts'
import type { CachedBody, PublicCache } from '#server/platform/cache/cache.ts'
import { heartbeat, message, type Stream, type StreamLimits, Streams } from '#server/platform/http/streams.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import type { Live } from '#server/season/deps.ts'

type Channel = {
  streams: Set<Stream>
  /** The state that all of its streams have. Null until it is first read. */
  known: CampaignDetail | null
  etag: string
  /** The current read, or the pause after it. */
  reading: Promise<void> | null
  isDirty: boolean
}
type Given = {
  cache: Pick<PublicCache, 'onChange'>
  /** The public answer. */
  read: (campaignId: string) => Promise<Pick<CachedBody, 'bytes' | 'etag'>>
  limits: StreamLimits
  log: Pick<Logger, 'warn'>
  /** A campaign that goes viral changes many times a second: changes within this time are sent as one. */
  gatherMs?: number
  heartbeatMs?: number
}

const GATHER_MS = 200
/** Proxies close a connection that is silent for a minute, some sooner. A heartbeat also catches missed changes. */
const HEARTBEAT_MS = 15_000
const TAG = 'campaign:'

export function createLive({ cache, read, limits, log, ...times }: Given): Live {
  const { gatherMs = GATHER_MS, heartbeatMs = HEARTBEAT_MS } = times
  const streams = new Streams(limits)
  const channels = new Map<string, Channel>()
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, gatherMs).unref())

  const isGone = (error: unknown) => error instanceof DomainError && error.code === 'not_found'

  async function readOnce(id: string, channel: Channel): Promise<void> {
    channel.isDirty = false
    const { bytes, etag } = await read(id)
    if (etag === channel.etag) return
    const before = channel.known
    const after = JSON.parse(bytes.toString()) as CampaignDetail
    channel.known = after
    channel.etag = etag
    if (!before) return
    const change = message('change', changeBetween(before, after))
    for (const stream of channel.streams) stream.send(change)
  }

  /** One read at a time; a change during it is read after a pause. The first read throws its error to its caller. */
  async function refresh(id: string, channel: Channel): Promise<void> {
    channel.isDirty = true
    if (channel.reading) return channel.known ? undefined : channel.reading
    const first = readOnce(id, channel)
    channel.reading = first
    void (async () => {
      await first.catch(() => undefined)
      await pause()
      channel.reading = null
      if (channel.isDirty && channels.get(id) === channel) await again(id, channel)
    })()
    return first
  }

  async function again(id: string, channel: Channel): Promise<void> {
    try {
      await refresh(id, channel)
    } catch (error) {
      if (isGone(error)) for (const stream of channel.streams) stream.close()
      else
        log.warn(
          { error: describeError(error) },
          'open pages could not be notified of a change; trying again',
        )
    }
  }

  const stopListening = cache.onChange((tags) => {
    for (const tag of tags) {
      const id = tag.startsWith(TAG) ? tag.slice(TAG.length) : ''
      const channel = channels.get(id)
      if (channel) void again(id, channel)
    }
  })
  const beat = setInterval(() => {
    for (const [id, channel] of channels) {
      for (const stream of channel.streams) stream.send(heartbeat)
      void again(id, channel)
    }
  }, heartbeatMs).unref()

  function channelOf(id: string): Channel {
    const empty = { streams: new Set<Stream>(), known: null, etag: '', reading: null, isDirty: false }
    const channel: Channel = channels.get(id) ?? empty
    channels.set(id, channel)
    return channel
  }

  return {
    async open(campaignId, address) {
      const id = campaignId.toLowerCase()
      const channel = channelOf(id)
      const leave = (stream?: Stream): void => {
        if (stream) channel.streams.delete(stream)
        if (channel.streams.size === 0 && channels.get(id) === channel) channels.delete(id)
      }
      try {
        const stream = streams.open(address, leave)
        channel.streams.add(stream)
        if (!channel.known) await refresh(id, channel).catch((error) => endWith(stream, error))
        if (!channel.known) return endWith(stream, new Error('a campaign that was just read'))
        stream.send(message('hello', { revision: channel.known.revision } satisfies LiveHello))
        return stream.body
      } catch (error) {
        leave()
        throw error
      }
    },
    count: () => streams.count(),
    close: () => {
      clearInterval(beat)
      stopListening()
      streams.close()
    },
  }
}

function endWith(stream: Stream, error: unknown): never {
  stream.close()
  throw error
}

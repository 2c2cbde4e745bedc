/**
 * One stream of a campaign's changes for the whole browser: of the tabs that show it, one holds the lock and the
 * connection, and relays messages. A hidden tab disconnects. Without locks or channels each tab has its own connection.
 */
import type { LiveChange, LiveHello } from '#domain/schemas/live.ts'

type LiveMessage = { event: 'hello'; data: LiveHello } | { event: 'change'; data: LiveChange }
type Tell = (message: LiveMessage) => void
/** Tabs also exchange a question: what is the stream's current revision? */
type TabMessage = LiveMessage | { event: 'ask' }

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000

/** Keeps a connection open; a broken one is retried with jittered backoff. Returns a function that closes it. */
function hold(campaignId: string, tell: Tell): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = FIRST_WAIT_MS
  const connect = (): void => {
    const line = new EventSource(`/api/campaigns/${encodeURIComponent(campaignId)}/live`)
    source = line
    line.addEventListener('hello', ({ data }) => {
      waitMs = FIRST_WAIT_MS
      tell({ event: 'hello', data: JSON.parse(data) as LiveHello })
    })
    line.addEventListener('change', ({ data }) =>
      tell({ event: 'change', data: JSON.parse(data) as LiveChange }),
    )
    line.onerror = () => {
      line.close()
      timer = setTimeout(connect, waitMs * (0.5 + Math.random() / 2))
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
    }
  }
  connect()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}

/** Shares the connection with the other tabs. Returns a function that leaves. */
function share(campaignId: string, channel: BroadcastChannel, tell: Tell): () => void {
  const leaving = new AbortController()
  let standing: LiveHello | undefined
  const lead = () =>
    new Promise<void>((resolve) => {
      // The lock may be granted to a tab that has just left.
      if (leaving.signal.aborted) return resolve()
      const letGo = hold(campaignId, (message) => {
        standing = { revision: message.event === 'hello' ? message.data.revision : message.data.to }
        channel.postMessage(message satisfies TabMessage)
        tell(message)
      })
      leaving.signal.addEventListener('abort', () => {
        letGo()
        standing = undefined
        resolve()
      })
    })
  const hear = ({ data }: MessageEvent<TabMessage>): void => {
    if (data.event !== 'ask') tell(data)
    else if (standing) channel.postMessage({ event: 'hello', data: standing } satisfies TabMessage)
  }
  channel.addEventListener('message', hear)
  channel.postMessage({ event: 'ask' } satisfies TabMessage)
  // Aborted while waiting for the lock: there is nothing to report.
  navigator.locks.request(channel.name, { signal: leaving.signal }, lead).catch(() => undefined)
  return () => {
    channel.removeEventListener('message', hear)
    leaving.abort()
  }
}

/** Reports changes while the page is visible. Returns a function that stops. */
export function watch(campaignId: string, tell: Tell): () => void {
  const canShare = typeof BroadcastChannel !== 'undefined' && 'locks' in navigator
  const channel = canShare ? new BroadcastChannel(`live:${campaignId}`) : null
  let leave: (() => void) | null = null
  const hide = (): void => {
    leave?.()
    leave = null
  }
  const look = (): void => {
    if (document.hidden) hide()
    else leave ??= channel ? share(campaignId, channel, tell) : hold(campaignId, tell)
  }
  look()
  document.addEventListener('visibilitychange', look)
  // A page in the back/forward cache must not keep a connection open.
  window.addEventListener('pagehide', hide)
  window.addEventListener('pageshow', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('pagehide', hide)
    window.removeEventListener('pageshow', look)
    hide()
    channel?.close()
  }
}

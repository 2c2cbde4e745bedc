/** An open page follows live updates: each change goes into the query cache, and the screen shows it. */
import type { QueryClient } from '@tanstack/react-query'
import { withChange } from '#domain/campaigns/live.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { LiveChange, LiveHello } from '#domain/schemas/live.ts'
import { countText, quantityText } from '#web/format.ts'
import { campaignQuery } from '#web/queries/campaigns.ts'

/**
 * One stream of a campaign's changes for the whole browser: of the tabs that show it, one holds the lock and the
 * connection, and relays messages. A hidden tab disconnects. Without locks or channels each tab has its own connection.
 */
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

/** `announce` gets one sentence for each change that people care about. Returns a function that stops following. */
export function follow(
  client: QueryClient,
  campaignId: string,
  announce: (announcement: string) => void,
): () => void {
  const { queryKey } = campaignQuery(campaignId)
  return watch(campaignId, ({ event, data }) => {
    const known = client.getQueryData(queryKey)
    if (!known || (event === 'change' && data.to === known.revision)) return
    if (known.revision !== (event === 'hello' ? data.revision : data.from)) {
      // Something was missed: everything is fetched again.
      void client.invalidateQueries({ queryKey })
    } else if (event === 'change') {
      const next = withChange(known, data)
      client.setQueryData(queryKey, next)
      const announcement = announcementOf(known, next)
      if (announcement) announce(announcement)
    }
  })
}

/** What has just happened, in one sentence: for screen readers, which do not see a plate change. */
type Detail = CampaignDetail
const known = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id))

/** `Goals 4, Clean Sheets 1` */
const together = (rows: readonly { name: string; quantity: number }[]): string =>
  rows.map(({ name, quantity }) => `${name} ${quantityText(quantity)}`).join(', ')

function entered(before: Detail, after: Detail): string | null {
  const old = known(before.results)
  const rows = after.results.filter(({ id, kind }) => kind === 'count' && !old.has(id))
  const [first] = rows
  if (!first) return null
  const event = after.events.find(({ id }) => id === first.eventId)
  const same = rows.filter(({ eventId }) => eventId === first.eventId)
  const counted = same.flatMap(({ statisticId, quantity }) => {
    const statistic = after.statistics.find(({ id }) => id === statisticId)
    return statistic ? [{ name: statistic.name, quantity }] : []
  })
  const isWaiting = same.some(({ state }) => state === 'entered')
  return `Just in${event ? ` from ${event.name}` : ''}: ${together(counted)}${isWaiting ? ', to confirm' : ''}.`
}

function confirmed(before: Detail, after: Detail): string | null {
  const was = new Map(before.statistics.map((statistic) => [statistic.id, statistic]))
  const moved = after.statistics.filter(
    ({ id, confirmedQuantity }) => was.has(id) && was.get(id)?.confirmedQuantity !== confirmedQuantity,
  )
  const achieved = moved.find(({ achievement }) => achievement === 'achieved')
  if (achieved) return `Achieved: ${achieved.name}.`
  if (moved.length === 0) return null
  return `Confirmed so far: ${together(moved.map(({ name, confirmedQuantity: quantity }) => ({ name, quantity })))}.`
}

export function announcementOf(before: Detail, after: Detail): string | null {
  const { campaigns: was } = before
  const { campaigns: is } = after
  if (was.status !== is.status) return `This campaign is now ${is.status}.`
  const result = entered(before, after) ?? confirmed(before, after)
  if (result) return result
  if (is.supportersCount > was.supportersCount)
    return `A new supporter has pledged. ${countText(is.supportersCount)} now.`
  return after.commentsCount > before.commentsCount ? 'A new message of support.' : null
}

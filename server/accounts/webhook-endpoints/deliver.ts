/** Sends what was announced: at least once, each under the same `webhook-id`, and never inside a transaction (R81). */
import { apiPathOf, type WebhookType } from '#domain/schemas/webhook.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Posted, postPublic } from '#server/platform/http/public-web.ts'
import { sideBySide } from '#server/platform/jobs/runs.ts'
import { webhookHeaders } from './signature.ts'
import * as store from './store.ts'

export const SECRET_USE = 'webhook secret'

type Sender = Pick<Deps, 'db' | 'clock' | 'log' | 'config' | 'checkpoint'>

const MINUTE_MS = 60_000
/** After the first, second, … attempt; after more of them, the last again. */
const RETRY_MINUTES = [1, 5, 30, 120, 300, 360, 600]
const MAX_RETRY_AFTER_MS = 360 * MINUTE_MS

/** `Retry-After` as seconds or a date, in milliseconds from now; 0 if it says nothing. */
function askedToWaitMs(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return 0
  const ms = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : new Date(retryAfter).getTime() - now.getTime()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : 0
}

/** When a delivery that was refused is tried again: as the endpoint asked for, or later. */
export function nextAttemptAt(attempts: number, retryAfter: string | null, now: Date): Date {
  const minutes = RETRY_MINUTES[attempts - 1] ?? (RETRY_MINUTES.at(-1) as number)
  return new Date(now.getTime() + Math.max(minutes * MINUTE_MS, askedToWaitMs(retryAfter, now)))
}

type Event = { type: WebhookType; data: Record<string, unknown>; happenedAt: Date }

/** The same bytes in every attempt. */
export const bodyOf = ({ config }: Pick<Deps, 'config'>, { type, data, happenedAt }: Event): string =>
  JSON.stringify({
    type,
    timestamp: happenedAt.toISOString(),
    url: config.appUrl + apiPathOf(type, data),
    data,
  })

function post({ db, clock, config }: Sender, delivery: store.ClaimedDelivery): Promise<Posted> {
  const sealed = [delivery.sealed, delivery.previousSealed].filter((one) => one !== null)
  const secrets = sealed.map((one) => db.sealing.open(SECRET_USE, one))
  const body = bodyOf({ config }, delivery)
  const signed = {
    id: `msg_${delivery.eventId}`,
    seconds: Math.floor(clock.now().getTime() / 1_000),
    body,
  }
  const headers = webhookHeaders(secrets, signed)
  return postPublic(delivery.url, { headers, body, allowsLoopback: config.devTools })
}

const GONE = 410

/** @returns whether the endpoint may be asked for the next one now. */
async function deliverOne(
  deps: Sender,
  delivery: store.ClaimedDelivery,
  rest: readonly store.ClaimedDelivery[],
): Promise<boolean> {
  const { db, clock, log } = deps
  const { endpointId, eventId, type, attempts } = delivery
  const answer = await post(deps, delivery)
  await deps.checkpoint('webhook posted')
  const { status, retryAfter, problem } = answer
  if (status !== null && status >= 200 && status < 300) {
    await store.markDelivered(db, delivery, status)
    return true
  }
  log.warn({ endpointId, eventId, type, attempts, status, problem }, 'a webhook was not accepted')
  if (status === GONE) {
    await store.disable(db, endpointId, { at: clock.now(), statusCode: status })
    return false
  }
  const nextAt = nextAttemptAt(attempts, retryAfter, clock.now())
  await store.markRefused(db, delivery, { nextAt, statusCode: status, problem })
  // One that does not answer, or asks for time, is asked for the others later: none of them was tried.
  const isOut = status === null || retryAfter !== null
  if (isOut) await store.release(db, rest, nextAttemptAt(1, retryAfter, clock.now()))
  return !isOut
}

const ENDPOINTS_AT_ONCE = 16
const DELIVERIES_EACH = 25
/** Longer than these take one after the other, at ten seconds each. */
const CLAIM_MS = 5 * MINUTE_MS
/** More wait for the next minute's run. */
const MAX_BATCHES = 500

const claimFrom = (now: Date) => ({ now, until: new Date(now.getTime() + CLAIM_MS) })

/** One endpoint's deliveries, one after the other. */
async function deliverLane(deps: Sender, lane: readonly store.ClaimedDelivery[]): Promise<void> {
  for (const [index, delivery] of lane.entries())
    if (!(await deliverOne(deps, delivery, lane.slice(index + 1)))) return
}

/** Everything that is due. In the order in which it happened as long as the endpoint accepts it; then what was tried least. */
export async function deliverWebhooks(deps: Sender): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const claimed = await store.claimDue(deps.db, claimFrom(deps.clock.now()), {
      endpoints: ENDPOINTS_AT_ONCE,
      each: DELIVERIES_EACH,
    })
    if (claimed.length === 0) return
    const inOrder = claimed.toSorted((a, b) => a.attempts - b.attempts || (a.eventId < b.eventId ? -1 : 1))
    const lanes = [...Map.groupBy(inOrder, ({ endpointId }) => endpointId).values()]
    await sideBySide(ENDPOINTS_AT_ONCE, lanes, (lane) => deliverLane(deps, lane))
  }
}

/** One that somebody waits for; if another sender has it at the moment, nothing. */
export async function deliverNow(deps: Sender, key: store.Key): Promise<void> {
  const claimed = await store.claimOne(deps.db, claimFrom(deps.clock.now()), key)
  if (claimed) await deliverOne(deps, claimed, [])
}

const KEPT_MS = 30 * 24 * 3_600_000

export const forgetDeliveries = (db: Db, now: Date): Promise<void> =>
  store.deleteDeliveriesBefore(db, new Date(now.getTime() - KEPT_MS))

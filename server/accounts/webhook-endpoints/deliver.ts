/** Sends what was announced: at least once, each under the same `webhook-id`, and never inside a transaction (R81). */
import { apiPathOf, type WebhookType } from '#domain/schemas/webhook.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Posted, postPublic } from '#server/platform/http/public-web.ts'
import { settleEach } from '#server/platform/jobs/runs.ts'
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

/** @returns whether the endpoint may be sent the next one now. */
async function deliverOne(deps: Sender, delivery: store.ClaimedDelivery): Promise<boolean> {
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
  const now = clock.now()
  const nextAt = nextAttemptAt(attempts, retryAfter, now)
  await store.markRefused(db, delivery, { nextAt, statusCode: status, problem })
  if (status === GONE) {
    await store.disable(db, endpointId, now)
    return false
  }
  // One that does not answer, or asks for time, is sent nothing else either.
  const isOut = status === null || retryAfter !== null
  if (isOut) await store.pause(db, endpointId, nextAttemptAt(1, retryAfter, now))
  return !isOut
}

/** Longer than an attempt takes. */
const CLAIM_MS = MINUTE_MS
const ENDPOINTS_AT_ONCE = 100
/** With the last attempt, a run has ended before the next one is due: what waits for a slow endpoint delays no other. */
const RUN_MS = 30_000

const claimFrom = (now: Date) => ({ now, until: new Date(now.getTime() + CLAIM_MS) })

/** One endpoint's deliveries, one after the other, until it is to be left alone or the run is over. */
async function deliverTo(deps: Sender, endpointId: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const delivery = await store.claim(deps.db, claimFrom(deps.clock.now()), { endpointId })
    if (!delivery || !(await deliverOne(deps, delivery))) return
  }
}

/** To each endpoint what is due to it, longest due first. What is left waits for the next minute's run. */
export async function deliverWebhooks(deps: Sender): Promise<void> {
  const endsAt = performance.now() + RUN_MS
  const isOver = () => performance.now() >= endsAt
  const ids = await store.endpointsToSendTo(deps.db, deps.clock.now())
  await settleEach(ids, (id) => deliverTo(deps, id, isOver), ENDPOINTS_AT_ONCE)
}

/** One that somebody waits for; if another sender has it at the moment, nothing. */
export async function deliverNow(deps: Sender, key: store.Key): Promise<void> {
  const claimed = await store.claim(deps.db, claimFrom(deps.clock.now()), key)
  if (claimed) await deliverOne(deps, claimed)
}

const KEPT_MS = 30 * 24 * 3_600_000

export const forgetDeliveries = (db: Db, now: Date): Promise<void> =>
  store.deleteDeliveriesBefore(db, new Date(now.getTime() - KEPT_MS))

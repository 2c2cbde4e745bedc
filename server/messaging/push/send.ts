/** Sends waiting messages to the push services of the browsers, outside any transaction. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import webPush from 'web-push'
import { whenAwake } from '#domain/season/result-alert.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { keyFor, type RootKey, readRing } from '#server/platform/db/secrets.ts'
import type { Deps } from '#server/platform/deps.ts'
import { sideBySide } from '#server/platform/jobs/runs.ts'
import { isPushEndpoint, openDevice } from './devices.ts'
import { type PushKeys, readPushKeys } from './keys.ts'
import * as store from './store.ts'

/** What a push message's button "Turn off" sends: signed, so that nothing is stored; it never expires. */
const ID_BYTES = 16
const SIGNATURE_BYTES = 15

const signatureOf = ({ key }: RootKey, id: Buffer): Buffer =>
  createHmac('sha256', keyFor(key, 'push off links')).update(id).digest().subarray(0, SIGNATURE_BYTES)

/** Makes the tokens of one batch: the key is read once. */
async function offTokens(db: Db): Promise<(deviceId: string) => string> {
  const [newest] = await readRing(db)
  return (deviceId) => {
    const id = Buffer.from(deviceId.replaceAll('-', ''), 'hex')
    return Buffer.concat([id, signatureOf(newest, id)]).toString('base64url')
  }
}

/** The device; null for a token that is not ours. */
export async function readOffToken(db: Db, token: string): Promise<string | null> {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + SIGNATURE_BYTES) return null
  const id = bytes.subarray(0, ID_BYTES)
  // A message still on a screen was signed by the key of its time.
  const isOurs = (await readRing(db)).some((root) =>
    timingSafeEqual(signatureOf(root, id), bytes.subarray(ID_BYTES)),
  )
  return isOurs ? id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : null
}

const BATCH = 100
/** More wait for the next minute's run. */
const MAX_BATCHES = 500
const AT_ONCE = 16
const TIMEOUT_MS = 10_000
/** Longer than a batch can take. */
const CLAIM_MS = 5 * 60_000
/** After the first, second, … failed attempt; no attempt follows the last. */
const RETRY_MINUTES = [1, 5, 30, 120]
const MINUTE_MS = 60_000

type Sender = Pick<Deps, 'clock' | 'log' | 'config'> & {
  db: Database
  keys: PushKeys
  tokenFor: (deviceId: string) => string
}

/** @returns how many a push service accepted. After a crash a message may be sent again: it replaces itself on the screen. */
export async function sendPushes({ db, clock, log, config }: Pick<Deps, 'db' | 'clock' | 'log' | 'config'>) {
  await store.dropExpired(db, clock.now())
  let sender: Sender | null = null
  let sent = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const now = clock.now()
    const until = new Date(now.getTime() + CLAIM_MS)
    const messages = await store.claimMessages(db, { now, until, limit: BATCH })
    if (messages.length === 0) break
    sender ??= {
      db,
      clock,
      log,
      config,
      keys: await readPushKeys({ db, config }),
      tokenFor: await offTokens(db),
    }
    const from = sender
    const outcomes = await sideBySide(AT_ONCE, messages, (message) => sendOne(from, message))
    sent += outcomes.filter(Boolean).length
  }
  return sent
}

/** True if the push service accepted it. */
async function sendOne(sender: Sender, message: store.ClaimedMessage): Promise<boolean> {
  const { db, clock, log } = sender
  const awake = (at: Date) => (message.quiet ? whenAwake(at, message.quiet) : at)
  if (awake(clock.now()) > clock.now()) {
    await store.postponeMessage(db, message.id, { until: awake(clock.now()), isCounted: false })
    return false
  }
  const status = await post(sender, message)
  if (status !== null && status >= 200 && status < 300) {
    await store.deleteMessage(db, message.id)
    return true
  }
  // The browser is gone, or was told to accept nothing more from us.
  if (status === 404 || status === 410) {
    await store.deleteDevice(db, message.deviceId)
    return false
  }
  const minutes = RETRY_MINUTES[message.attempts - 1]
  const isFinal = minutes === undefined || (status !== null && status !== 429 && status < 500)
  log.warn(
    { messageId: message.id, status, attempts: message.attempts, isFinal },
    'a push message was not taken',
  )
  if (isFinal) await store.deleteMessage(db, message.id)
  else {
    const until = awake(new Date(clock.now().getTime() + minutes * MINUTE_MS))
    await store.postponeMessage(db, message.id, { until, isCounted: true })
  }
  return false
}

/** The push service's status; null if it did not respond. */
async function post(sender: Sender, message: store.ClaimedMessage): Promise<number | null> {
  const { db, clock, config, keys, tokenFor } = sender
  const { path, ...subscription } = openDevice(db, message.sealed)
  // It was checked when it was added, but the list of hosts may be shorter now.
  if (!isPushEndpoint(subscription.endpoint, config.push)) return 410
  const payload = JSON.stringify({
    title: message.title,
    body: message.body,
    path,
    id: message.id,
    off: `/api/alert-devices/${tokenFor(message.deviceId)}/off`,
  })
  const leftMs = message.expiresAt.getTime() - clock.now().getTime()
  let request: ReturnType<typeof encrypted>
  try {
    request = encrypted(subscription, payload, {
      vapidDetails: { subject: subjectOf(config), ...keys },
      TTL: Math.max(0, Math.floor(leftMs / 1_000)),
    })
  } catch {
    // Keys that no browser made: nothing can ever be encrypted for it.
    return 410
  }
  try {
    // A redirect is not followed, and is treated like any other response: no push service sends one.
    const { endpoint, ...call } = request
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(endpoint, { ...call, method: 'POST', redirect: 'manual', signal })
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}

/** Encrypted for the browser (RFC 8291), and signed for its push service (RFC 8292). */
function encrypted(
  subscription: webPush.PushSubscription,
  payload: string,
  options: webPush.RequestOptions,
): { endpoint: string; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> } {
  const details = webPush.generateRequestDetails(subscription, payload, { ...options, urgency: 'high' })
  // fetch sets the content length itself.
  const headers = Object.entries(details.headers as Record<string, string | number>)
    .filter(([name]) => name.toLowerCase() !== 'content-length')
    .map(([name, value]) => [name, String(value)])
  return {
    endpoint: details.endpoint,
    headers: Object.fromEntries(headers),
    body: new Uint8Array(details.body),
  }
}

/** Whom a push service contacts if our messages cause trouble. */
const subjectOf = ({ appUrl, mailFrom }: Deps['config']): string =>
  appUrl.startsWith('https:') ? appUrl : `mailto:${/[^<\s]+@[^>\s]+/.exec(mailFrom)?.[0] ?? 'root@localhost'}`

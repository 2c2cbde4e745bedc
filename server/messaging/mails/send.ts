import { whenAwake } from '#domain/season/result-alert.ts'
import { createMailer, type Mailer } from '#server/messaging/delivery/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { sideBySide } from '#server/platform/jobs/runs.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import { traced } from '#server/platform/traces/traces.ts'
import { withSecrets } from './secrets.ts'
import * as store from './store.ts'

/** What a mail server's refusal means for a mail: when it is tried again, and when not (R44). */

/** What nodemailer reports of a failure; `responseCode` is the server's own (RFC 5321). */
type DeliveryError = { code?: string; responseCode?: number }
const asDeliveryError = (error: unknown): DeliveryError => (error ?? {}) as DeliveryError

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Between attempts: ten of them, over three days. */
const PAUSES_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
]

/** Null: no attempts are left. */
function nextAttemptAt(attempts: number, now: Date): Date | null {
  const pause = PAUSES_MS[attempts - 1]
  return pause === undefined ? null : new Date(now.getTime() + pause)
}

/** The problem is between us and the mail server, or is our key: not the mail's fault, so it does not use up an attempt. */
const CONNECTION = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EAUTH',
  'EPROTOCOL',
  'ENOAUTH',
  'EOAUTH2',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EKEY',
])
const isOutOfReach = (error: unknown): boolean => CONNECTION.has(asDeliveryError(error).code ?? '')

/** The server says that it will never accept the address, or the mail (RFC 5321: 5yz). */
function isRefusedForGood(error: unknown): boolean {
  const { responseCode = 0 } = asDeliveryError(error)
  return !isOutOfReach(error) && responseCode >= 500 && responseCode < 600
}

/** A code, never the server's message, which may contain the address. */
function failureOf(error: unknown): string {
  const { code, responseCode } = asDeliveryError(error)
  return responseCode === undefined ? (code ?? 'unknown') : `SMTP ${responseCode}`
}

/** More wait for the next minute's run. */
const MAX_IN_A_RUN = 50_000
/** This many are claimed at once: after each batch, more urgent mail is looked for again. */
const BATCH = 100
/** Long enough for a batch at a slow mail server; after it another sender may repeat the rest. */
const CLAIM_MS = 10 * 60 * 1000
/** A code that no server accepted for an hour has expired. */
const CODES_KEPT_MS = 60 * 60 * 1000

type Sending = Pick<Deps, 'db' | 'clock' | 'log' | 'config' | 'traces'>

/** Sends waiting mail through the mail server, if one is set. @returns how many were sent. */
export async function sendWaitingMails(deps: Sending): Promise<number> {
  const mailer = createMailer(deps.config, deps.config.atOnce.mails)
  try {
    return await sendThrough(deps, mailer && traced(deps.traces, 'mail', mailer))
  } finally {
    mailer?.close()
  }
}

const soon = new WeakMap<Deps['db'], { again: boolean }>()

/**
 * The same right away, for mail that someone is waiting for. One run at a time in this process: mail queued during a run is
 * sent with the next one.
 */
export async function sendMailsSoon(deps: Sending): Promise<void> {
  const running = soon.get(deps.db)
  if (running) {
    running.again = true
    return
  }
  const run = { again: true }
  soon.set(deps.db, run)
  try {
    while (run.again) {
      run.again = false
      await sendWaitingMails(deps)
    }
  } catch (error) {
    deps.log.warn({ error: describeError(error) }, 'queued mail could not be sent now; the next run sends it')
  } finally {
    soon.delete(deps.db)
  }
}

type Sender = Pick<Deps, 'db' | 'clock' | 'log'> & { mailer: Mailer }

/**
 * Each mail is claimed, sent outside any transaction, then marked. After a crash in between, it is sent again under the
 * same Message-ID once its claim has expired. Codes go first, news last; one that fails waits for its own next attempt and
 * delays no other.
 */
export async function sendThrough(
  { db, clock, log, config }: Pick<Deps, 'db' | 'clock' | 'log' | 'config'>,
  mailer: Mailer | null,
): Promise<number> {
  if (mailer === null) return store.markWaitingSent(db, clock.now(), MAX_IN_A_RUN)
  const since = new Date(clock.now().getTime() - CODES_KEPT_MS)
  await store.dropExpiredCodes(db, { since, at: clock.now() })
  const sender = { db, clock, log, mailer }
  let sent = 0
  for (let tried = 0; tried < MAX_IN_A_RUN; ) {
    const now = clock.now()
    const mails = await store.claimMails(db, {
      now,
      until: new Date(now.getTime() + CLAIM_MS),
      limit: Math.min(BATCH, MAX_IN_A_RUN - tried),
    })
    const outcomes = await sideBySide(config.atOnce.mails, mails, (mail) => sendOne(sender, mail))
    sent += outcomes.filter((outcome) => outcome === 'sent').length
    tried += mails.length
    // No server accepts anything: the next run tries again.
    if (mails.length === 0 || outcomes.every((outcome) => outcome === 'out of reach')) break
  }
  return sent
}

/** Too late: at an hour at which its reader wants no alert. */
type Outcome = 'sent' | 'too late' | 'refused' | 'out of reach'

async function sendOne(
  { db, clock, log, mailer }: Sender,
  { id, attempts, quiet, ...mail }: store.ClaimedMail,
): Promise<Outcome> {
  const awake = (at: Date) => (quiet ? whenAwake(at, quiet) : at)
  if (awake(clock.now()) > clock.now()) {
    await store.postpone(db, id, { until: awake(clock.now()), isCounted: false })
    return 'too late'
  }
  try {
    await mailer.send(withSecrets(db, mail))
  } catch (error) {
    const at = clock.now()
    const failure = failureOf(error)
    const isCounted = !isOutOfReach(error)
    const until = isRefusedForGood(error) ? null : nextAttemptAt(isCounted ? attempts : 1, at)
    if (until) await store.postpone(db, id, { until: awake(until), isCounted })
    else await store.markFailed(db, id, { at, failure })
    log.warn(
      { mailId: id, attempts, failure, isFinal: until === null },
      until
        ? 'an email was not accepted by the mail server; it will be sent again'
        : 'a mail was refused for good',
    )
    return isCounted ? 'refused' : 'out of reach'
  }
  await store.markSent(db, id, clock.now())
  return 'sent'
}

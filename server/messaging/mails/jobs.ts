import { createMailer, type Mailer } from '#server/messaging/delivery/index.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import type { Deps } from '#server/platform/deps.ts'
import { claimNext, markSent, markWaitingSent, release } from './store.ts'

/** A settlement's thousand statements leave in one run. */
const MAX_IN_A_RUN = 1_000
/** Long enough for a slow mail server; after it another sender may repeat the mail. */
const CLAIM_MS = 5 * 60 * 1000
/** A code that no server took for an hour opens nothing any more. Any other mail is tried until it is taken. */
const GIVE_UP_AFTER_MS = 60 * 60 * 1000

/** Sends what waits through the mail server, where one is set. Answers how many went out. */
export async function sendWaitingMails(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'config'>): Promise<number> {
  const mailer = createMailer(deps.config)
  try {
    return await sendThrough(deps, mailer)
  } finally {
    mailer?.close()
  }
}

type Sender = { db: Deps['db']; clock: Deps['clock']; log: Deps['log']; mailer: Mailer }

/**
 * Each mail is claimed, sent outside any transaction, then marked. Killed in between, it is sent again under the
 * same Message-ID once its claim has run out. One that fails does not hold up the others, and five thousand digests
 * do not hold up a code that somebody waits for.
 */
export async function sendThrough(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  mailer: Mailer | null,
): Promise<number> {
  if (mailer === null) return markWaitingSent(db, clock.now(), MAX_IN_A_RUN)
  const sender = { db, clock, log, mailer }
  const urgent = await sendPart(sender, MAX_IN_A_RUN, false)
  const others = await sendPart(sender, MAX_IN_A_RUN - urgent.tried, true)
  return urgent.sent + others.sent
}

async function sendPart(
  { db, clock, log, mailer }: Sender,
  most: number,
  canWait: boolean,
): Promise<{ tried: number; sent: number }> {
  const since = new Date(clock.now().getTime() - GIVE_UP_AFTER_MS)
  let afterId = BEFORE_ALL_IDS
  let tried = 0
  let sent = 0
  for (; tried < most; tried += 1) {
    const now = clock.now()
    const until = new Date(now.getTime() + CLAIM_MS)
    const mail = await claimNext(db, { afterId, since, now, until, canWait })
    if (!mail) break
    afterId = mail.id
    const { id, ...letter } = mail
    try {
      await mailer.send(letter)
      await markSent(db, id, clock.now())
      sent += 1
    } catch (error) {
      log.warn(
        { mailId: id, code: (error as { code?: string }).code },
        'a mail was not taken; it waits for the next attempt',
      )
      await release(db, id)
    }
  }
  return { tried, sent }
}

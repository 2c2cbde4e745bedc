import { createMailer, type Mailer } from '#server/adapters/mail.ts'
import type { Deps } from '#server/deps.ts'
import { claimNext, markSent, markWaitingSent, release } from './store.ts'

/** A settlement's thousand statements leave in one run. */
const MOST_IN_A_RUN = 1_000
/** Long enough for a slow mail server; after it another sender may repeat the mail. */
const CLAIM_MS = 5 * 60 * 1000
/** A code that no server took for an hour opens nothing any more. Any other mail is tried until it is taken. */
const GIVE_UP_AFTER_MS = 60 * 60 * 1000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** Sends what waits through the mail server, where one is set. Answers how many went out. */
export async function sendWaitingMails(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'config'>): Promise<number> {
  const mailer = createMailer(deps.config)
  try {
    return await sendThrough(deps, mailer)
  } finally {
    mailer?.close()
  }
}

/**
 * Each mail is claimed, sent outside any transaction, then marked. Killed in between, it is sent again under the
 * same Message-ID once its claim has run out. One that fails does not hold up the others.
 */
export async function sendThrough(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  mailer: Mailer | null,
): Promise<number> {
  if (mailer === null) return markWaitingSent(db, clock.now(), MOST_IN_A_RUN)
  const since = new Date(clock.now().getTime() - GIVE_UP_AFTER_MS)
  let afterId = BEFORE_ALL
  let sent = 0
  for (let count = 0; count < MOST_IN_A_RUN; count += 1) {
    const now = clock.now()
    const mail = await claimNext(db, { afterId, since, now, until: new Date(now.getTime() + CLAIM_MS) })
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
        'a mail was not taken; it waits for the next try',
      )
      await release(db, id)
    }
  }
  return sent
}

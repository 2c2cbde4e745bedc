import { createMailer, type Mailer } from '#server/adapters/mail.ts'
import type { Deps } from '#server/deps.ts'
import { claimNext, markSent, markWaitingSent } from './store.ts'

const MOST_IN_A_RUN = 100
/** A mail that no server took for three days is not news any more; the log said so each time. */
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000
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
 * Each mail in a transaction of its own, which marks it sent only afterwards. Killed in between, it is sent again
 * under the same Message-ID. One that fails does not hold up the others.
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
    const outcome = await db.transaction(async (tx) => {
      const mail = await claimNext(tx, { afterId, since })
      if (!mail) return 'none'
      afterId = mail.id
      const { id, ...letter } = mail
      try {
        await mailer.send(letter)
      } catch (error) {
        log.warn(
          { mailId: id, code: (error as { code?: string }).code },
          'a mail was not taken; it waits for the next try',
        )
        return 'failed'
      }
      await markSent(tx, id, clock.now())
      return 'sent'
    })
    if (outcome === 'none') break
    if (outcome === 'sent') sent += 1
  }
  return sent
}

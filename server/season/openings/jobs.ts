import { openedMail, queueMails, sendMailsSoon } from '#server/messaging/mails/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Deps } from '#server/season/deps.ts'
import * as store from './store.ts'

const BATCH = 500
const MAX_BATCHES = 200

/**
 * Mails those who asked, whatever opened the campaign: it was resumed, its first day came, or it got something to pledge on.
 * The mail and the end of the request are one transaction, so that nobody is mailed twice (R77). @returns how many.
 */
export async function mailOpened(deps: Deps): Promise<number> {
  let mailed = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const count = await deps.db.transaction(async (tx) => {
      const opened = await store.takeOpened(tx, deps.clock.now(), BATCH)
      await queueMails(
        tx,
        deps.clock,
        opened.map((one) => ({
          kind: 'campaign_opened',
          idempotencyKey: `opened:${newId(deps.clock)}`,
          to: one.email,
          ...openedMail({ ...one, url: `${deps.config.appUrl}/campaigns/${one.id}` }),
          campaignId: one.id,
        })),
      )
      return opened.length
    })
    mailed += count
    if (count < BATCH) break
  }
  await store.forgetOver(deps.db, deps.clock.now())
  if (mailed > 0) await sendMailsSoon(deps)
  return mailed
}

/** Sends each approved email of thanks: one mail to each supporter's mailbox. */

import { queueMails, thankYouMail } from '#server/messaging/mails/index.ts'
import { unsubscribeLinks } from '#server/messaging/preferences/index.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { settleEach } from '#server/platform/jobs/runs.ts'
import type { Deps } from '#server/season/deps.ts'
import * as store from './store.ts'

/** Supporters per batch: bounds memory for a campaign of any size. */
const BATCH = 500
const MAX_BATCHES = 2_000
const MAX_AT_ONCE = 100

/** Resumes after a crash without mailing anybody twice: a batch's mails and the progress made are one transaction. */
export async function sendThankYous(deps: Deps): Promise<void> {
  const due = await store.dueThankYous(deps.db, deps.clock.now(), MAX_AT_ONCE)
  await settleEach(due, async ({ id }) => {
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      if (await deps.db.transaction((tx) => sendBatch(deps, tx, id))) return
      await deps.checkpoint('thank-you.queued')
    }
  })
}

/** True once nobody is left. */
async function sendBatch(deps: Deps, tx: Transaction, id: string): Promise<boolean> {
  const turn = await store.takeTurn(tx, id)
  if (!turn) return true
  const readers = await store.nextReaders(tx, turn, BATCH)
  const last = readers.at(-1)
  if (!last) {
    await store.close(tx, id, deps.clock.now())
    return true
  }
  const unsubscribeLink = await unsubscribeLinks(deps, tx)
  await queueMails(
    tx,
    deps.clock,
    readers.map(({ mailbox, email, userId }) => ({
      kind: 'thank_you',
      idempotencyKey: `thank-you:${id}:${mailbox}`,
      to: email,
      userId,
      campaignId: turn.campaignId,
      quietZone: turn.timeZone,
      aboutUserIds: [turn.writtenBy],
      ...thankYouMail({
        ...turn,
        campaignUrl: `${deps.config.appUrl}/campaigns/${turn.campaignId}`,
        unsubscribeUrl: unsubscribeLink(userId, 'thank_you'),
      }),
    })),
  )
  await store.moveOn(tx, id, last.mailbox, readers.length)
  return false
}

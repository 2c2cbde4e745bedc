/** Each supporter of a cancelled campaign is mailed once what happened to the pledge: many have no account to look into. */
import { type Cents, formatUsd } from '#domain/money.ts'
import { campaignCancelledMail, queueMails } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { reasonOf } from '#server/money/refunds/index.ts'
import { pledgeLinks } from '#server/season/pledges/links/index.ts'
import * as store from './store.ts'

/** Per transaction: bounds memory. */
const BATCH = 200
/** Of one run, each minute. */
const MAX_BATCHES = 10
/** A campaign that was cancelled longer ago is not news. */
const NEWS_MS = 3 * 86_400_000

/** @returns how many mails were queued. */
export async function notifyCancelled(deps: Deps): Promise<number> {
  let mailed = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const count = await mailNext(deps)
    mailed += count
    if (count < BATCH) break
  }
  return mailed
}

const dollarsOrNull = (amount: Cents): string | null => (amount > 0 ? formatUsd(amount) : null)

const mailNext = (deps: Deps): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const since = new Date(deps.clock.now().getTime() - NEWS_MS)
    const ended = await store.unmailed(tx, { since, reason: reasonOf('cancellation'), limit: BATCH })
    if (ended.length === 0) return 0
    const urls = await pledgeLinks(deps, tx, ended)
    await queueMails(
      tx,
      deps.clock,
      ended.map((one, index) => ({
        kind: 'campaign_cancelled',
        idempotencyKey: one.idempotencyKey,
        to: one.email,
        ...campaignCancelledMail({
          ...one,
          pledgeUrl: urls[index] as string,
          kept: dollarsOrNull(one.keptCents),
          refunded: dollarsOrNull(one.refundedCents),
          waiting: dollarsOrNull(one.waitingCents),
        }),
        userId: one.pledgerId,
        campaignId: one.campaignId,
        pledgeId: one.pledgeId,
        quietZone: one.timeZone,
      })),
    )
    return ended.length
  })

/** Confirms pledges made with an account by mail: what was agreed to, and a link to the pledge's page. */
import { formatUsd } from '#domain/money.ts'
import {
  heldMail,
  type OutgoingMail,
  pledgeConfirmedMail,
  queueMails,
  sendMailsSoon,
} from '#server/messaging/mails/index.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { settleEach } from '#server/platform/jobs/runs.ts'
import type { Deps } from '#server/season/deps.ts'
import {
  campaignsToForecast,
  isLikelyOutdated,
  keepForecast,
  seasonOf,
} from '#server/season/forecasts/index.ts'
import { pledgeLinks } from './links/index.ts'
import * as store from './store.ts'
import { refreshExpected } from './totals-store.ts'

/** Pledges per transaction: bounds memory on a day with thousands of pledges. */
const BATCH = 200
/** Of one run, each minute: 2,000 mails. While more people pledge than that, mail waits and pledging stays fast. */
const MAX_BATCHES = 10

/** @returns how many mails were queued. */
export async function confirmPledges(deps: Deps): Promise<number> {
  let mailed = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const done = await deps.db.transaction((tx) => confirmNext(deps, tx))
    mailed += done.mailed
    if (done.taken < BATCH) break
    await deps.checkpoint('pledges.confirmed')
  }
  if (mailed > 0) await sendMailsSoon(deps)
  return mailed
}

/** The mail and the end of its waiting are one transaction, so that a crash mails nobody twice. */
async function confirmNext(deps: Deps, tx: Transaction): Promise<{ taken: number; mailed: number }> {
  const ids = await store.takeUnconfirmed(tx, BATCH)
  if (ids.length === 0) return { taken: 0, mailed: 0 }
  const held = await store.heldAmong(tx, ids)
  const counted = await store.countedAmong(tx, ids)
  const urls = await pledgeLinks(deps, tx, counted)
  const mails: OutgoingMail[] = [
    ...held.map((one) => ({
      kind: 'pledge_held',
      idempotencyKey: `pledge:${one.pledgeId}:held`,
      ...heldMail({
        ...one,
        most: formatUsd(one.mostCents),
        pledgeUrl: `${deps.config.appUrl}/pledges/${one.pledgeId}`,
      }),
      to: one.email,
      userId: one.pledgerId,
      campaignId: one.campaignId,
    })),
    ...counted.map((one, index) => ({
      kind: 'pledge_confirmed',
      idempotencyKey: `pledge:${one.pledgeId}:confirmed`,
      ...pledgeConfirmedMail({ ...one, most: formatUsd(one.mostCents), pledgeUrl: urls[index] as string }),
      to: one.email,
      userId: one.pledgerId,
      campaignId: one.campaignId,
      pledgeId: one.pledgeId,
    })),
  ]
  await queueMails(tx, deps.clock, mails)
  return { taken: ids.length, mailed: mails.length }
}

/**
 * Every minute: campaigns whose results, pledges or schedule may have changed since their last forecast, and once a day all
 * that run. Where what is likely changed, everything expected changes with it, under the campaign's lock.
 * Running it twice writes the same.
 */
export async function refreshForecasts(deps: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const now = deps.clock.now()
  const ids = await campaignsToForecast(deps.db, now)
  await settleEach(ids, async (campaignId) => {
    if (isLikelyOutdated(await seasonOf(deps.db, campaignId, now)))
      await deps.db.transaction((tx) => refreshExpected(tx, campaignId, now), {
        campaignId,
        mode: 'exclusive',
      })
    await keepForecast(deps.db, await seasonOf(deps.db, campaignId, now), now)
  })
  return ids.length
}

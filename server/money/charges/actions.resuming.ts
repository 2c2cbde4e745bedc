/** A campaign is active again, or completed: its open charges no longer wait (R21). */
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type News, notify } from './actions.mail.ts'
import { receiptFactsOf } from './queries.recording.ts'
import * as store from './store.resuming.ts'

const DAY_MS = 86_400_000
const BATCH = 500

/**
 * Each charge and retry gets a date a notice period from now; the statement with that date is sent by the job (R30). Those
 * that only their supporter can settle are mailed once more, as a refusal during the pause promises.
 */
export async function resumeCharges(deps: Deps, tx: Transaction, campaignId: string): Promise<void> {
  const now = deps.clock.now()
  const noticeMs = deps.config.settlementNoticeDays * DAY_MS
  await store.postponeCharges(tx, campaignId, new Date(now.getTime() + noticeMs))
  // At most one mail a day, however often it is paused.
  const again = `:resumed:${now.toISOString().slice(0, 10)}`
  let after: string | null = null
  for (;;) {
    const charges: store.Stuck[] = await store.stuckCharges(tx, campaignId, { after, limit: BATCH })
    if (charges.length === 0) return
    after = charges.at(-1)?.chargeId ?? null
    const facts = await receiptFactsOf(tx, charges)
    const mails = charges.map((charge, place) => ({
      ...charge,
      ...{ facts: facts[place] as (typeof facts)[number], news: newsOf(charge, again) },
    }))
    await notify(deps, tx, mails)
  }
}

const newsOf = ({ state, failureCode }: store.Stuck, again: string): News =>
  state === 'past_due'
    ? { kind: 'pay_link', code: failureCode, again, isResumed: true }
    : { kind: 'confirm_charge', again, isResumed: true }

/** A campaign is active again, or completed: its open charges no longer wait (R21). */
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { postponeCharges } from './store.resuming.ts'

const DAY_MS = 86_400_000

/** Each charge and retry gets a date a notice period from now; the statement with that date is sent by the job (R30). */
export async function resumeCharges(deps: Deps, tx: Transaction, campaignId: string): Promise<void> {
  const noticeMs = deps.config.settlementNoticeDays * DAY_MS
  await postponeCharges(tx, campaignId, new Date(deps.clock.now().getTime() + noticeMs))
}

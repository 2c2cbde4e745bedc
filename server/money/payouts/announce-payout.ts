import { type Cents, toDecimal } from '#domain/money.ts'
import { announce } from '#server/accounts/webhook-endpoints/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { StoredPayout } from './store.ts'

/** Tells the systems that listen: one event for the payout, whatever the number of its campaigns. */
export async function announcePayout(
  { clock }: Deps,
  tx: Db,
  { id: payoutId, lines, moneyMode }: StoredPayout,
  { type, amount }: { type: 'payout.sent' | 'payout.returned'; amount: Cents },
): Promise<void> {
  const [line] = lines
  if (!line) throw new Error('a payout without a line')
  const { campaignId } = line
  const data = { payoutId, amount: toDecimal(amount), moneyMode }
  await announce(tx, [{ id: newId(clock), type, campaignId, at: clock.now(), data }])
}

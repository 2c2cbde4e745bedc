/** The settlement that decided these refunds is withdrawn before any of them was made: nothing goes back (R33). */
import { negate } from '#domain/money.ts'
import { reserveRefunds } from '#server/money/charges/index.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import * as queries from './queries.unsent.ts'

/** The caller has locked them with `holdRefunds`, and has refused if one was made or is owed. */
export async function voidUnsentRefunds(tx: Transaction, settlementIds: readonly string[]): Promise<void> {
  for (const { pledgeId, chargeId, amountCents: amount } of await queries.voidRefunds(tx, settlementIds)) {
    if (chargeId) await reserveRefunds(tx, [{ id: chargeId, amount: negate(amount) }])
    else await queries.releaseGoodwill(tx, pledgeId, amount)
  }
}

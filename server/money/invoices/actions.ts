import { addDays, dateIn } from '#domain/zone.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import * as store from './store.ts'

/** Due 30 days after issue (R36). */
const DUE_AFTER_DAYS = 30

/** Numbers and issues invoices in the settlement's own transaction: no gaps (R36). */
export async function issueInvoices(
  deps: Deps,
  tx: Transaction,
  key: { campaignId: string; settlementId: string; timeZone: string },
  invoices: readonly store.NewInvoice[],
): Promise<void> {
  const issuedAt = deps.clock.now()
  const issuedOn = dateIn(key.timeZone, issuedAt)
  const numbers = await store.takeNumbers(tx, Number(issuedOn.slice(0, 4)), invoices.length)
  const numbered = invoices.map((invoice, index) => ({ ...invoice, number: numbers[index] as string }))
  await store.insertInvoices(tx, { ...key, issuedAt, dueOn: addDays(issuedOn, DUE_AFTER_DAYS) }, numbered)
}

import type { ChargeLookup } from '#domain/schemas/charge-lookup.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transact } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { insertLookup } from './store.ts'

/**
 * Only records the question. The look-up happens later, so that neither the text nor the timing of the response reveals
 * whether there is an account.
 */
export async function askAboutCharge(deps: Deps, transact: Transact, asked: ChargeLookup): Promise<void> {
  const { email, amount: amountCents, chargedOn, last4 } = asked
  const lookup = { email, amountCents, chargedOn, last4 }
  await transact((tx) => insertLookup(tx, { ...lookup, id: newId(deps.clock), createdAt: deps.clock.now() }))
}

/** A representative prepares a payout of what a campaign's organization is owed; another approves it. */

import { invalidField } from '#domain/errors.ts'
import { formatUsd } from '#domain/money.ts'
import type { Payout, PayoutForm } from '#domain/schemas/payout.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { describeDestination, payoutDestination } from '#server/accounts/organizations/index.ts'
import { refuseOnHold } from '#server/money/book-check/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { because, held, note, payableNow, toPayout } from './payout.ts'
import * as store from './store.ts'

/** Live money where real cards are charged; sandbox payouts are labeled and move nothing. */
export function preparePayout(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  form: PayoutForm,
): Promise<Payout> {
  return transact(async (tx) => {
    const access = await accessWith(tx, actor, campaignId, 'canSettle')
    refuseOnHold(access)
    const payable = await payableNow(deps, tx, access)
    if (form.amount > payable.available) {
      const most = formatUsd(payable.available)
      const why = because(payable)
      throw invalidField(
        'amount',
        why ? `At most ${most} can be paid out${why}` : `At most ${most} is owed to the organization`,
      )
    }
    const id = newId(deps.clock)
    const where = await payoutDestination(tx, access.organizationId)
    await store.insertPayout(tx, {
      id,
      campaignId,
      ...form,
      moneyMode: access.moneyMode,
      preparedBy: actor.userId,
      preparedAt: deps.clock.now(),
      destinationId: where?.id ?? null,
      destination: describeDestination(where),
    })
    const after = await held(tx, campaignId, id)
    await note(deps, tx, actor, { action: 'payout.prepare', campaignId, payoutId: id, after })
    return toPayout(after, actor)
  })
}

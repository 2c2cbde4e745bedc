/** Goodwill refunds. They are never billed again, and no correction pays them a second time (R32). */
import { invalidField } from '#domain/errors.ts'
import { formatUsd } from '#domain/money.ts'
import type { ChargeDetail, RefundForm } from '#domain/schemas/charge-detail.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { chargeDetail, holdForRefund, reserveRefunds } from '#server/money/charges/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import { type Db, first, sql, type Transact } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { tellOthers } from './actions.mail.ts'
import { insertGoodwill } from './store.ts'

/** The charge's campaign, whose lock must be taken first (R12); null if there is no such charge. */
async function campaignOf(db: Db, chargeId: string): Promise<string | null> {
  const rows = await db.query<{ campaignId: string }>(
    sql`select campaign_id from charges where id = ${chargeId}`,
  )
  return first(rows)?.campaignId ?? null
}

/** In full or in part, with a reason that the supporter sees; the refund job refunds the card (R34). */
export async function refundCharge(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  chargeId: string,
  { amount, reason }: RefundForm,
): Promise<ChargeDetail> {
  const campaignId = await campaignOf(deps.db, chargeId)
  return transact(
    async (tx) => {
      const charge = await holdForRefund(tx, actor, chargeId, deps.clock.now())
      if (amount > charge.left)
        throw invalidField('amount', `At most ${formatUsd(charge.left)} can be refunded`)
      const id = newId(deps.clock)
      await insertGoodwill(tx, { id, ...charge, chargeId, amount, reason, createdAt: deps.clock.now() })
      await reserveRefunds(tx, [{ id: chargeId, amount }])
      await audit(tx, deps.clock, {
        ...{ actorId: actor.userId, action: 'refund.create', subject: 'refund', subjectId: id },
        ...{ campaignId: charge.campaignId, after: { amountCents: amount, reason, chargeId } },
      })
      const access = await accessWith(tx, actor, charge.campaignId, 'canSettle')
      const how = 'To the card or bank account that was charged'
      await tellOthers(deps, tx, actor, { id, access, how, reason, ...charge, amountCents: amount })
      campaignChanged(tx, deps, charge.campaignId)
      return chargeDetail({ db: tx, clock: deps.clock }, actor, chargeId)
    },
    campaignId === null ? undefined : { campaignId, mode: 'shared' },
  )
}

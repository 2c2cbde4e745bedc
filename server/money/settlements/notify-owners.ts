/** Owners are mailed when their season is locked: what it came to, and what happens when. */
import { add, basisPointsOf, formatUsd, subtract } from '#domain/money.ts'
import type { Access } from '#server/accounts/access/index.ts'
import { ownersToTell } from '#server/accounts/organizations/index.ts'
import { campaignLockedMail, queueMails } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { NewSettlement } from './batches-store.ts'
import type { Totals } from './compute.ts'

/** In the transaction of the final lock, or of a correction of it. */
export async function notifyOwnersOfLock(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  tx: Transaction,
  access: Access,
  { id, chargeAt }: Pick<NewSettlement, 'id' | 'chargeAt'>,
  { accrued, toBill, refunded, lowered }: Pick<Totals, 'accrued' | 'toBill' | 'refunded' | 'lowered'>,
): Promise<void> {
  const { campaignId, finalLockedAt } = access
  const returned = add(refunded, lowered)
  const mail = campaignLockedMail({
    ...access,
    isTest: access.moneyMode === 'sandbox',
    earned: formatUsd(accrued),
    toBill: toBill > 0 ? formatUsd(toBill) : null,
    isCorrection: finalLockedAt !== null,
    returned: returned > 0 ? formatUsd(returned) : null,
    share: formatUsd(subtract(accrued, basisPointsOf(accrued, access.commissionBasisPoints))),
    chargeAt,
    url: `${config.appUrl}/dashboard/campaigns/${campaignId}`,
  })
  const owners = await ownersToTell(tx, access.organizationId)
  await queueMails(
    tx,
    clock,
    owners.map(({ id: userId, email: to }) => ({
      ...mail,
      kind: 'campaign_locked',
      idempotencyKey: `campaign_locked:${id}:${userId}`,
      to,
      userId,
      campaignId,
    })),
  )
}

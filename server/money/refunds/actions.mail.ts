import { type Cents, formatUsd } from '#domain/money.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { queueMail, refundMail, refundRefusedMail } from '#server/messaging/mails/index.ts'
import { receiptFacts } from '#server/money/charges/index.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { pledgeLink } from '#server/season/pledge-links/index.ts'

type Notification = {
  id: string
  campaignId: string
  pledgeId: string
  chargeId: string | null
  amountCents: Cents
  reason: string
  moneyMode: 'live' | 'sandbox'
  isOwed: boolean
  /** The bank returned it, after the mail that it was made. */
  isReturned?: boolean
}

/** Notifies the supporter of a refund: how much, why and where to; once for each refund, at a verified address (R32, R44). */
export async function notifySupporter(deps: Deps, tx: Transaction, refund: Notification): Promise<void> {
  const { id, campaignId, pledgeId, isOwed, isReturned = false } = refund
  const facts = await receiptFacts(tx, refund)
  if (!facts.email) return
  const mail = refundMail({
    ...facts,
    ...{ amount: formatUsd(refund.amountCents), reason: refund.reason, isOwed, isReturned },
    isTest: refund.moneyMode === 'sandbox',
    pledgeUrl: await pledgeLink(deps, tx, refund),
  })
  const idempotencyKey = isReturned ? `refund_returned:${id}` : `refund:${id}`
  await queueMail(tx, deps.clock, {
    ...{ kind: 'refund', idempotencyKey, to: facts.email, ...mail },
    ...{ userId: facts.pledgerId, campaignId, pledgeId },
  })
}

/** Once for each refund: the card provider refuses it, and representatives may be able to change that (R32). */
export async function mailRefusal(
  deps: Deps,
  refund: Omit<Notification, 'isOwed' | 'reason'>,
  reason: string,
): Promise<void> {
  const { id, campaignId, pledgeId } = refund
  await deps.db.transaction(async (tx) => {
    const mail = refundRefusedMail({
      ...{ ...(await receiptFacts(tx, refund)), reason, amount: formatUsd(refund.amountCents) },
      isTest: refund.moneyMode === 'sandbox',
      pledgeUrl: `${deps.config.appUrl}/pledges/${pledgeId}`,
    })
    const idempotencyKey = `refund-refused:${id}`
    await mailRepresentatives(tx, deps.clock, {
      ...{ ...mail, kind: 'refund', idempotencyKey, campaignId, pledgeId },
    })
  })
}

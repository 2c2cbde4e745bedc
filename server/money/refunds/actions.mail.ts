import { type Cents, formatUsd } from '#domain/money.ts'
import { queueMail, refundMail } from '#server/messaging/mails/index.ts'
import { receiptFacts } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import type { Transaction } from '#server/platform/db/database.ts'
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
}

/** Notifies the supporter of a refund: how much, why and where to; once for each refund, at a verified address (R32, R44). */
export async function notifySupporter(deps: Deps, tx: Transaction, refund: Notification): Promise<void> {
  const { id, campaignId, pledgeId, isOwed } = refund
  const facts = await receiptFacts(tx, refund)
  if (!facts.email) return
  const mail = refundMail({
    ...facts,
    amount: formatUsd(refund.amountCents),
    reason: refund.reason,
    isOwed,
    isTest: refund.moneyMode === 'sandbox',
    pledgeUrl: await pledgeLink(deps, tx, refund),
  })
  const idempotencyKey = `refund:${id}`
  await queueMail(tx, deps.clock, {
    kind: 'refund',
    idempotencyKey,
    to: facts.email,
    ...mail,
    userId: facts.pledgerId,
    campaignId,
    pledgeId,
  })
}

import type { DisputeState } from '#domain/dispute.ts'
import { type Cents, formatUsd } from '#domain/money.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { disputeMail } from '#server/messaging/mails/index.ts'
import type { ChargedPayment } from '#server/money/charges/index.ts'
import type { DisputeFacts } from '#server/money/providers/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { HeldRefunds } from './actions.refunds.ts'

type News = HeldRefunds & { disputeId: string; before: DisputeState | null; taken: Cents; excess: Cents }

const shown = (amount: Cents): string | null => (amount > 0 ? formatUsd(amount) : null)

/** Notifies those who can answer the bank of the deadline; the charge shows it later (R35). */
export async function notify(
  deps: Deps,
  tx: Transaction,
  payment: ChargedPayment,
  facts: DisputeFacts,
  { disputeId, before, ...news }: News,
): Promise<void> {
  const { campaignId, chargeId, pledgeId } = payment
  const excess = news.excess > 0 ? { excessCents: news.excess } : {}
  await audit(tx, deps.clock, {
    ...{
      actorId: null,
      action: `dispute.${facts.state}`,
      subject: 'charge',
      subjectId: chargeId,
      campaignId,
    },
    ...(before ? { before: { state: before } } : {}),
    after: { state: facts.state, amountCents: facts.amount, ...excess, reason: facts.reason },
  })
  const mail = disputeMail({
    ...payment,
    ...{ state: facts.state, reason: facts.reason, evidenceDueAt: facts.evidenceDueAt },
    ...{ amount: formatUsd(facts.amount), taken: shown(news.taken), excess: shown(news.excess) },
    ...{ waiting: shown(news.waiting), dropped: shown(news.dropped), released: shown(news.released) },
    isTest: payment.moneyMode === 'sandbox',
    pledgeUrl: `${deps.config.appUrl}/pledges/${pledgeId}`,
  })
  const idempotencyKey = `dispute:${disputeId}:${facts.state}`
  await mailRepresentatives(tx, deps.clock, {
    ...mail,
    kind: 'dispute',
    idempotencyKey,
    campaignId,
    pledgeId,
  })
}

import type { DisputeState } from '#domain/dispute.ts'
import { type Cents, formatUsd } from '#domain/money.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { type DisputeNews, disputeMail } from '#server/messaging/mails/index.ts'
import type { ChargedPayment } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import type { DisputeFacts } from '#server/money/providers/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Transaction } from '#server/platform/db/database.ts'

type News = {
  disputeId: string
  before: DisputeState | null
  taken: Cents
  news: DisputeNews['state']
}

const shown = (amount: Cents): string | null => (amount > 0 ? formatUsd(amount) : null)

/** Notifies those who can answer the bank of the deadline; the charge shows it later (R35). */
export async function notify(
  deps: Deps,
  tx: Transaction,
  payment: ChargedPayment,
  facts: DisputeFacts,
  { disputeId, before, news, taken }: News,
): Promise<void> {
  const { campaignId, chargeId, pledgeId } = payment
  await audit(tx, deps.clock, {
    actorId: null,
    action: `dispute.${news}`,
    subject: 'charge',
    subjectId: chargeId,
    campaignId,
    ...(before ? { before: { state: before } } : {}),
    after: { state: facts.state, amountCents: facts.amount, reason: facts.reason },
  })
  const mail = disputeMail({
    ...payment,
    state: news,
    reason: facts.reason,
    evidenceDueAt: facts.evidenceDueAt,
    amount: formatUsd(facts.amount),
    taken: shown(taken),
    kept: facts.state === 'lost' && taken < facts.amount ? formatUsd(taken) : null,
    isTest: payment.moneyMode === 'sandbox',
    pledgeUrl: `${deps.config.appUrl}/pledges/${pledgeId}`,
  })
  // A decided dispute may be decided again.
  const again = before === 'won' || before === 'lost' ? `:${deps.clock.now().toISOString()}` : ''
  const until = news === 'new_deadline' ? `:${facts.evidenceDueAt?.toISOString()}` : again
  const idempotencyKey = `dispute:${disputeId}:${news}${until}`
  await mailRepresentatives(tx, deps.clock, {
    ...mail,
    kind: 'dispute',
    idempotencyKey,
    campaignId,
    pledgeId,
  })
}

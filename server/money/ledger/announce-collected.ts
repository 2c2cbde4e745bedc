import type { Posting } from '#domain/billing/journal.ts'
import { type Cents, negate, sum, toDecimal } from '#domain/money.ts'
import { COLLECTED_BY } from '#domain/schemas/webhook.ts'
import { announce, type WebhookEvent } from '#server/accounts/webhook-endpoints/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Posted } from './store.ts'

type CollectedBy = (typeof COLLECTED_BY)[number]
const isCollecting = (kind: string): kind is CollectedBy => COLLECTED_BY.some((one) => one === kind)

/** What the postings add to the accounts: above zero if they credit them. */
const credited = (postings: readonly Posting[], accounts: readonly Posting['account'][]): Cents =>
  negate(sum(postings.filter(({ account }) => accounts.includes(account)).map(({ amount }) => amount)))

function eventOf({ entry, postings }: Posted): WebhookEvent | null {
  const { id, kind, campaignId, pledgeId, moneyMode, occurredAt: at } = entry
  if (campaignId === null || !isCollecting(kind)) return null
  const collected = credited(postings, ['organization_payable', 'commission'])
  if (collected === 0) return null
  const isReceived = collected > 0
  const part = (amount: Cents) => toDecimal(isReceived ? amount : negate(amount))
  const amounts = { amount: part(collected), commission: part(credited(postings, ['commission'])) }
  const data = { campaignId, pledgeId, entryId: id, kind, ...amounts, moneyMode }
  return { id, type: isReceived ? 'payment.received' : 'payment.refunded', campaignId, at, data }
}

/**
 * Tells the systems that listen what entries add to what was collected, or take from it: received less refunded is what a
 * campaign has collected. An entry's id is its event's.
 */
export const announceCollected = (tx: Db, posted: readonly Posted[]): Promise<void> =>
  announce(
    tx,
    posted.map(eventOf).filter((event) => event !== null),
  )

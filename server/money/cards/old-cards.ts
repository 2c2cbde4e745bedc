import { expiryText, isCardExpired } from '#domain/billing/card-expiry.ts'
import { cardExpiresMail, queueMails } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { sql, type Transaction } from '#server/platform/db/database.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import { pledgeLinks } from '#server/season/pledges/links/index.ts'
import { nextExpiring } from './store.ts'

const ERASURE_BATCH = 200

/**
 * Deletes what the card provider keeps about people whose account was deleted: afterwards, since nothing calls a
 * provider inside a transaction. If the provider cannot be reached now, the next run tries again.
 */
export async function forgetCustomers({ db, cards, log }: Pick<Deps, 'db' | 'cards' | 'log'>): Promise<void> {
  const left = await db.query<{ userId: string }>(sql`
    select u.id as user_id
    from users u
    where u.deleted_at is not null
      and u.id in (
        select user_id
        from stripe.customers
        where money_mode = ${cards.moneyMode}
        union
        select user_id
        from stripe.adopted_cards
        where money_mode = ${cards.moneyMode}
      )
    order by u.deleted_at
    limit ${ERASURE_BATCH}
  `)
  for (const { userId } of left)
    await cards.forgetCustomer(userId).catch((error: unknown) => {
      log.warn({ userId, error: describeError(error) }, 'a customer at the card provider was not deleted')
    })
}

const BATCH = 500
const MAX_BATCHES = 2_000
/** How long before a card is needed we ask its holder for a new one. */
const TOLD_BEFORE_MS = 14 * 86_400_000

/** Asks for another card if the saved one will have expired when it is needed: once for each card of each pledge. */
export async function askForNewCards(deps: Deps): Promise<number> {
  let asked = 0
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const count = await deps.db.transaction((tx) => askNext(deps, tx))
    if (count === 0) break
    asked += count
    await deps.checkpoint('card.asked_for')
  }
  return asked
}

async function askNext(deps: Deps, tx: Transaction): Promise<number> {
  const now = deps.clock.now()
  const soon = new Date(now.getTime() + TOLD_BEFORE_MS)
  const noticeDays = deps.config.settlementNoticeDays
  const expiring = await nextExpiring(tx, { now, soon, noticeDays, limit: BATCH })
  if (expiring.length === 0) return 0
  const urls = await pledgeLinks(deps, tx, expiring)
  await queueMails(
    tx,
    deps.clock,
    expiring.map((one, index) => ({
      kind: 'card_expires',
      idempotencyKey: one.idempotencyKey,
      to: one.email,
      ...cardExpiresMail({
        ...one,
        expires: expiryText(one),
        isOver: isCardExpired(one, now),
        pledgeUrl: urls[index] as string,
      }),
      userId: one.pledgerId,
      campaignId: one.campaignId,
      pledgeId: one.pledgeId,
    })),
  )
  return expiring.length
}

import { expiryText, isCardExpired } from '#domain/card-expiry.ts'
import { cardExpiresMail, queueMails } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { pledgeLinks } from '#server/season/pledge-links/index.ts'
import { nextExpiring } from './store.expiry.ts'

const BATCH = 500
const MAX_BATCHES = 2_000
/** How long before a card is needed we ask its holder for a new one (R35). */
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

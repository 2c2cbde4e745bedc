/** The card functions that guest pledges need. Money implements them: the season imports nothing of money (see program.ts). */
import type { CardAttempts } from '#domain/guest-limits.ts'
import type { CardSetup } from '#domain/schemas/card.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'

declare module '#server/platform/deps.ts' {
  interface Deps {
    guestCards: GuestCards
  }
}

export type GuestCards = {
  /** A card form for this guest pledge. Calls the card provider: never inside a transaction. @throws a 429 after declines. */
  open(deps: Deps, guestPledgeId: string): Promise<CardSetup>
  /** Keeps a card that the card provider says was saved for this guest pledge (R16). @throws a 400 for any other. */
  keep(deps: Deps, guestPledgeId: string, paymentMethodId: string): Promise<void>
  /** The saved card, as its holder recognizes it: `Visa ending in 4242`. */
  kept(db: Db, guestPledgeId: string): Promise<string | null>
  /** In the transaction that confirms the pledge: the card becomes this account's. @returns the account's card. */
  adopt(
    deps: Pick<Deps, 'clock'>,
    tx: Db,
    whose: { guestPledgeId: string; userId: string },
  ): Promise<{ cardId: string }>
  /** The attempts with guests' cards since then: on the campaign, from the network address, and on the whole site. */
  counts(
    db: Db,
    of: { campaignId: string; address: string | null; since: Date },
  ): Promise<Record<'campaign' | 'network' | 'site', CardAttempts>>
}

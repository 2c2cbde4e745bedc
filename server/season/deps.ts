/** What a season is given beside what accounts are, and what it asks of money: `server/program.ts` fills both in. */

import type { Cents } from '#domain/money.ts'
import type { CardAttempts } from '#domain/pledges/guest-limits.ts'
import type { Cancellation, CancellationConfirmation } from '#domain/schemas/cancellation.ts'
import type { CardSetup } from '#domain/schemas/card.ts'
import type { Access } from '#server/accounts/access/index.ts'
import { campaignCsvWith } from '#server/accounts/access/index.ts'
import type { Deps as AccountsDeps } from '#server/accounts/deps.ts'
import type { OpenBills } from '#server/messaging/mails/index.ts'
import type { Db, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { routesWith } from '#server/platform/http/http.ts'
import type { Stream } from '#server/platform/http/streams.ts'
import { pagedRoutesWith } from '#server/platform/lists/paged-route.ts'

export type Deps = AccountsDeps & {
  live: Live
  money: Money
}

export const defineRoute = routesWith<Deps>()
export const pagedRoute = pagedRoutesWith<Deps>()
export const campaignCsv = campaignCsvWith<Deps>()

/** The open pages that receive changes. */
export type Live = {
  /** @throws DomainError if there is no such public campaign, RateLimited if too many watch. */
  open(campaignId: string, address: string): Promise<Stream['body']>
  count(): number
  close(): void
}

/**
 * What a season asks of money. What is given a transaction changes only our own rows, in it. `deps` are the caller's: those of
 * the program, or the same with another clock or database.
 */
export type Money = {
  /** Of the cards that this program charges now. */
  mode(deps: Deps): 'sandbox' | 'live'
  /** A card that, according to the card provider, this user saved. @throws a 400 in words. */
  rememberCard(deps: Deps, actor: Actor, paymentMethodId: string): Promise<{ cardId: string }>
  /** The same for a bank account. */
  rememberBankAccount(deps: Deps, actor: Actor, paymentMethodId: string): Promise<{ cardId: string }>
  /** What was billed for each of these pledges, and what of it was received. */
  billedSoFar(db: Db, pledgeIds: readonly string[]): Promise<Map<string, BilledSoFar>>
  guestCards: GuestCards
  billing: CampaignBilling
}

export type BilledSoFar = { open: OpenBills | null; received: Cents }

/** Cards of people who have no account yet. */
export type GuestCards = {
  /** A card form for this guest pledge. Calls the card provider: never inside a transaction. @throws a 429 after declines. */
  open(deps: Deps, guestPledgeId: string): Promise<CardSetup>
  /** Keeps a card that the card provider says was saved for this guest pledge. @throws a 400 for any other. */
  keep(deps: Deps, guestPledgeId: string, paymentMethodId: string): Promise<void>
  /** The saved card, as its holder recognizes it: `Visa ending in 4242`. */
  kept(db: Db, guestPledgeId: string): Promise<string | null>
  /** In the transaction that confirms the pledge: the card becomes this account's. @returns the account's card. */
  adopt(
    deps: Pick<Deps, 'clock'>,
    tx: Db,
    whose: { guestPledgeId: string; userId: string },
  ): Promise<{ cardId: string }>
  /** The attempts with guests' cards since then: on the campaign, and from the network address. */
  counts(
    db: Db,
    of: { campaignId: string; address: string | null; since: Date },
  ): Promise<Record<'campaign' | 'network', CardAttempts>>
}

export type ConfirmedCancellation = { cancellation: Cancellation; refundAll: boolean }

/** What a change of a campaign's status does to money. */
export type CampaignBilling = {
  /** No open charge can be claimed and no open invoice be paid until the transaction ends. */
  holdOpenBills(tx: Db, campaignId: string): Promise<void>
  /** @throws 409 with today's amounts unless the confirmation contains exactly these. */
  demandConfirmed(
    tx: Transaction,
    campaignId: string,
    confirmation: CancellationConfirmation | undefined,
  ): Promise<ConfirmedCancellation>
  /** Voids what is open; keeps what was collected, or refunds all of it. */
  cancel(
    deps: Deps,
    tx: Transaction,
    actor: Actor,
    access: Access,
    confirmed: ConfirmedCancellation,
  ): Promise<void>
  /** No mail names a charge date from now on. */
  pause(tx: Db, campaignId: string): Promise<void>
  /** Each open charge gets a new date, and its supporter is notified. */
  resume(deps: Deps, tx: Transaction, campaignId: string): Promise<void>
}

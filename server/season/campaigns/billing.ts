/** What a change of a campaign's status does to money. Implemented by money, in the season's transaction (R21). */
import type { Cancellation, CancellationConfirmation } from '#domain/schemas/cancellation.ts'
import type { Access } from '#server/accounts/access/index.ts'
import type { Db, Transaction } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'

export type ConfirmedCancellation = { cancellation: Cancellation; refundAll: boolean }

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

declare module '#server/platform/deps.ts' {
  interface Deps {
    billing: CampaignBilling
  }
}

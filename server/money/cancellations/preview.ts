import { DomainError } from '#domain/errors.ts'
import {
  type Cancellation,
  type CancellationConfirmation,
  confirmationOf,
  confirms,
} from '#domain/schemas/cancellation.ts'
import { type Access, accessWith, reasonNotToRefundYet } from '#server/accounts/access/index.ts'
import { resumeCharges } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { lockBooks } from '#server/money/ledger/index.ts'
import { payoutsBeforeCancelling } from '#server/money/payouts/index.ts'
import { refundReceived } from '#server/money/refunds/index.ts'
import { dropUnsentStatements } from '#server/money/settlements/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { CampaignBilling, ConfirmedCancellation } from '#server/season/deps.ts'
import * as store from './store.ts'

/** What cancelling would do to money, for the confirmation that names the amounts (R21). Changes nothing. */
export async function previewCancellation(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  campaignId: string,
): Promise<Cancellation> {
  await accessWith(db, actor, campaignId, 'canSettle')
  return figuresOf(db, campaignId)
}

async function figuresOf(db: Db, campaignId: string): Promise<Cancellation> {
  const figures = await store.cancellationFigures(db, campaignId)
  const payouts = await payoutsBeforeCancelling(db, campaignId)
  return payouts ? { ...figures, payouts } : figures
}

/**
 * The amounts must be confirmed: cancelling is refused with the current figures unless the confirmation matches them
 * exactly. They cannot change from here to the end of the transaction.
 */
async function demandConfirmed(
  tx: Transaction,
  campaignId: string,
  confirmation: CancellationConfirmation | undefined,
): Promise<ConfirmedCancellation> {
  await lockBooks(tx, campaignId)
  const cancellation = await figuresOf(tx, campaignId)
  if (!confirmation) {
    throw new DomainError(
      'unconfirmed',
      'Cancelling voids open charges and invoices. Confirm the amounts first.',
      {
        details: { cancellation },
      },
    )
  }
  if (confirms(confirmation, cancellation)) return { cancellation, refundAll: confirmation.refundAll }
  throw new DomainError(
    'stale',
    'The amounts changed in the meantime. Review the new ones, then confirm again.',
    { details: { cancellation } },
  )
}

/** Voids everything open; keeps what was collected, or refunds all of it. */
async function cancel(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  access: Access,
  { cancellation, refundAll }: ConfirmedCancellation,
): Promise<void> {
  const { campaignId } = access
  if (refundAll) await refundAllReceived(deps, tx, actor, access)
  await store.cancelOpenBills(tx, campaignId, deps.clock.now())
  await store.freezeTotals(tx, campaignId)
  await audit(tx, deps.clock, {
    actorId: actor.userId,
    action: 'campaign.cancel',
    subject: 'campaign',
    subjectId: campaignId,
    campaignId,
    after: confirmationOf(cancellation, refundAll),
  })
}

/**
 * Refunds every successful charge, and every check and cash payment: no one refunds their own pledge. If a bank
 * returns what it disputes, a person refunds it.
 */
async function refundAllReceived(deps: Deps, tx: Transaction, actor: Actor, access: Access): Promise<void> {
  const notYet = await reasonNotToRefundYet(tx, actor, deps.clock.now())
  if (notYet) throw new DomainError('forbidden', notYet)
  const refundable = await store.refundableOf(tx, access.campaignId)
  if (refundable.some(({ pledgerId }) => pledgerId === actor.userId)) {
    throw new DomainError(
      'forbidden',
      'Your own pledge would be refunded: another representative must cancel, or keep what was collected',
    )
  }
  const key = { ...access, settlementId: null, cause: 'cancellation' } as const
  await refundReceived(
    deps,
    tx,
    key,
    refundable.map(({ pledgerId, ...received }) => ({ ...received, id: newId(deps.clock) })),
  )
}

/** What a season asks when a campaign is cancelled, paused or resumed. */
export const campaignBilling: CampaignBilling = {
  holdOpenBills: store.lockOpenBills,
  demandConfirmed,
  cancel,
  pause: dropUnsentStatements,
  resume: resumeCharges,
}

/** Turns a batch's steps into rows: charges, invoices, lowered bills, waivers, write-offs, refunds (R32). */
import type { Access } from '#server/accounts/access/index.ts'
import { insertCharges, lowerCharges } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { issueInvoices, lowerInvoices } from '#server/money/invoices/index.ts'
import { refundReceived, setOff } from '#server/money/refunds/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import { sql, type Transaction } from '#server/platform/db/database.ts'
import { type NewSettlement, stepsOf } from './batches-store.ts'
import type { SettledPledge } from './compute.ts'

type Context = { deps: Deps; tx: Transaction; access: Access; settlement: NewSettlement }

export async function writeSteps(context: Context, batch: readonly SettledPledge[]): Promise<void> {
  await bill(context, batch)
  await lower(context, batch)
  await adjust(context, batch)
  await refundDecreases(context, batch)
  // An increase that is billed on purpose may be offset by a refund that is still owed.
  const { deps, tx, access } = context
  if (access.finalLockedAt) await setOff(deps, tx, { campaignId: access.campaignId })
}

async function bill(
  { deps, tx, access, settlement }: Context,
  batch: readonly SettledPledge[],
): Promise<void> {
  const byCard = []
  const byInvoice = []
  for (const { pledge, resolution } of batch) {
    for (const step of resolution.steps) {
      if (step.do !== 'bill') continue
      const one = { id: newId(deps.clock), pledgeId: pledge.id, amount: step.amount }
      if (pledge.cardId) byCard.push({ ...one, cardId: pledge.cardId })
      else byInvoice.push(one)
    }
  }
  const key = { campaignId: access.campaignId, settlementId: settlement.id }
  const { chargeAt, lockedAt: createdAt } = settlement
  // Sent in this order and at once, so that a batch has its numbers before the next one asks for any.
  await Promise.all([
    access.finalLockedAt && reopen(tx, [...byCard, ...byInvoice]),
    byCard.length > 0 &&
      insertCharges(tx, { ...key, chargeAt, moneyMode: access.moneyMode, createdAt }, byCard),
    byInvoice.length > 0 && issueInvoices(deps, tx, { ...key, timeZone: access.timeZone }, byInvoice),
  ])
}

/** A settled pledge that is billed again has something open again. */
async function reopen(tx: Transaction, bills: readonly { pledgeId: string }[]): Promise<void> {
  if (bills.length === 0) return
  await tx.query(sql`
    update pledges p
    set status = 'active', version = version + 1
    from unnest(${sql.param(bills.map(({ pledgeId }) => pledgeId))}::uuid[]) as billed (id)
    where p.id = billed.id
      and p.status = 'settled'
  `)
}

async function lower({ tx, settlement }: Context, batch: readonly SettledPledge[]): Promise<void> {
  const lowered = stepsOf(batch, 'lower').map(({ step }) => ({
    id: step.bill.id,
    kind: step.bill.kind,
    by: step.by,
  }))
  const charges = lowered.filter(({ kind }) => kind === 'charge')
  const invoices = lowered.filter(({ kind }) => kind === 'invoice')
  if (charges.length > 0) await lowerCharges(tx, charges, settlement.lockedAt)
  if (invoices.length > 0) await lowerInvoices(tx, invoices, settlement.lockedAt)
}

async function adjust(
  { deps, tx, access, settlement }: Context,
  batch: readonly SettledPledge[],
): Promise<void> {
  const rows = [
    ...stepsOf(batch, 'waive').map((row) => ({ ...row, kind: 'waiver' })),
    ...stepsOf(batch, 'write_off').map((row) => ({ ...row, kind: 'write_off' })),
  ].map(({ pledgeId, step, kind }) => ({ id: newId(deps.clock), pledgeId, kind, amount: step.amount }))
  if (rows.length === 0) return
  await tx.query(sql`
    insert into adjustments (
      id, campaign_id, pledge_id, settlement_id, kind, amount_cents, reason, created_by, created_at
    )
    select
      id, ${access.campaignId}::uuid, pledge_id, ${settlement.id}::uuid, kind, amount,
      case
        when kind = 'waiver' then 'A correction after the final settlement'
        when amount < 0 then 'A correction lowered what was written off, or what a bank is deciding about'
        else 'Below the smallest amount a card can be charged'
      end,
      ${settlement.lockedBy}::uuid, ${settlement.lockedAt}::timestamptz
    from unnest(
      ${sql.param(rows.map(({ id }) => id))}::uuid[],
      ${sql.param(rows.map(({ pledgeId }) => pledgeId))}::uuid[],
      ${sql.param(rows.map(({ kind }) => kind))}::text[],
      ${sql.param(rows.map(({ amount }) => amount))}::bigint[]
    ) as given (id, pledge_id, kind, amount)
  `)
}

/** What goodwill refunds had returned before is not paid again: the settlement's row of the pledge says how much. */
async function refundDecreases(
  { deps, tx, access, settlement }: Context,
  batch: readonly SettledPledge[],
): Promise<void> {
  const refunds = stepsOf(batch, 'refund').map(({ pledgeId, step: { receipt, amount } }) => ({
    id: newId(deps.clock),
    pledgeId,
    amount,
    chargeId: receipt.kind === 'charge' ? receipt.id : null,
    paymentId: receipt.kind === 'payment' ? receipt.id : null,
  }))
  await refundReceived(
    deps,
    tx,
    { ...access, settlementId: settlement.id, cause: 'correction' as const },
    refunds,
  )
}

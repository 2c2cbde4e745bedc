import { DomainError, notFound } from '#domain/errors.ts'
import { cents, toDecimal } from '#domain/money.ts'
import type { Settlement, SettlementWithdrawal } from '#domain/schemas/settlement.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { lockRefunds, voidUnsentRefunds } from '#server/money/refunds/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { reopenSeason } from '#server/season/campaigns/index.ts'
import { refreshCampaignTotals } from '#server/season/pledges/index.ts'
import { dropUnsentStatements } from './mail-statements.ts'
import { settlementsOf } from './settlements-store.ts'
import * as store from './withdrawal-store.ts'
import { dropUnsentAbout, mailsSentAbout } from './withdrawal-store.ts'

type Key = { campaignId: string; settlementId: string }

/** What it would void and whom it would mail. Changes nothing. */
export async function previewWithdrawal(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { campaignId, settlementId }: Key,
): Promise<SettlementWithdrawal> {
  await accessWith(db, actor, campaignId, 'canSettle')
  await toWithdraw(db, { campaignId, settlementId })
  const ids = (await store.currentFinals(db, campaignId)).map(({ id }) => id)
  const { charges, invoices } = await store.toVoid(db, campaignId, ids)
  const { pledges } = await mailsSentAbout(db, { campaignId, ids })
  const voided = ({ count, cents: amount }: { count: number; cents: number }) => ({
    count,
    amount: toDecimal(cents(amount)),
  })
  return { charges: voided(charges), invoices: voided(invoices), mails: pledges }
}

/** @throws a 404, or a 409 that says why it cannot be withdrawn. */
async function toWithdraw(db: Db, { campaignId, settlementId }: Key): Promise<Settlement> {
  const [settlement] = await settlementsOf(db, campaignId, settlementId)
  if (!settlement) throw notFound('Settlement')
  if (settlement.reopenRefusal !== null) throw new DomainError('conflict', settlement.reopenRefusal)
  return settlement
}

/**
 * Reopens the season. Under the campaign's exclusive lock, with its bills and refunds locked before anyone looks whether
 * money moved: whatever moves it has begun by then and is seen, or finds them void.
 */
export function withdrawSettlement(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { campaignId, settlementId }: Key,
): Promise<Settlement> {
  return transact(
    async (tx) => {
      await accessWith(tx, actor, campaignId, 'canSettle')
      const finals = await store.currentFinals(tx, campaignId)
      const ids = finals.map(({ id }) => id)
      await store.lockBills(tx, campaignId, ids)
      await lockRefunds(tx, ids)
      const { version, kind } = await toWithdraw(tx, { campaignId, settlementId })
      const { statusBefore } = finals[0] as (typeof finals)[number]
      await refuseOwn(tx, ids, actor)
      const at = deps.clock.now()
      const by = actor.userId
      await store.voidBills(tx, { campaignId, ids, at })
      await voidUnsentRefunds(tx, ids)
      const reversals = await store.reversalsOf(tx, campaignId, ids)
      const rows = reversals.map((reversal) => ({ ...reversal, id: newId(deps.clock) }))
      await store.insertReversals(tx, { campaignId, by, at }, rows)
      await store.markWithdrawn(tx, ids, { by, at })
      await store.reopenPledges(tx, campaignId, at)
      await reopenSeason(tx, campaignId, statusBefore)
      await refreshCampaignTotals(tx, campaignId)
      await dropUnsentAbout(tx, { campaignId, ids, now: at })
      if (statusBefore === 'paused') await dropUnsentStatements(tx, campaignId)
      await audit(tx, deps.clock, {
        actorId: by,
        action: 'settlement.withdraw',
        subject: 'settlement',
        subjectId: settlementId,
        campaignId,
        after: { version, kind },
      })
      campaignChanged(tx, deps, campaignId)
      const [withdrawn] = await settlementsOf(tx, campaignId, settlementId)
      return withdrawn as Settlement
    },
    { campaignId, mode: 'exclusive' },
  )
}

/** It voids and reverses what was billed, waived and written off: no one does that for their own pledge. */
async function refuseOwn(db: Db, ids: readonly string[], { userId }: Actor): Promise<void> {
  if (!(await store.concernsPledgeOf(db, ids, userId))) return
  throw new DomainError(
    'forbidden',
    'Your own pledge is part of this settlement: another representative must reopen the season',
  )
}

import { addDays, dateIn } from '#domain/places/zone.ts'
import type { OpenMoney } from '#server/accounts/deps.ts'
import type { Deps } from '#server/money/deps.ts'
import { isHeldByException } from '#server/money/exceptions/index.ts'
import { type Db, only, sql, type Transaction } from '#server/platform/db/database.ts'
import * as store from './store.ts'

/** Due 30 days after issue (R36). */
const DUE_AFTER_DAYS = 30

/** Numbers and issues invoices in the settlement's own transaction: no gaps. */
export async function issueInvoices(
  deps: Deps,
  tx: Transaction,
  key: { campaignId: string; settlementId: string; timeZone: string },
  invoices: readonly store.NewInvoice[],
): Promise<void> {
  const issuedAt = deps.clock.now()
  const issuedOn = dateIn(key.timeZone, issuedAt)
  const numbers = await store.takeNumbers(tx, Number(issuedOn.slice(0, 4)), invoices.length)
  const numbered = invoices.map((invoice, index) => ({ ...invoice, number: numbers[index] as string }))
  await store.insertInvoices(tx, { ...key, issuedAt, dueOn: addDays(issuedOn, DUE_AFTER_DAYS) }, numbered)
}

/**
 * The charges, disputes, invoices and refunds of an account's own pledges, or of one of them, that are not finished. A bank that asks or decides about a
 * charge must be answered with what the account contains, whatever the amount.
 */
export async function openMoneyOf(
  db: Db,
  userId: string,
  pledgeId: string | null = null,
): Promise<OpenMoney> {
  return only(
    await db.query<OpenMoney>(sql`
      with own as (
        select campaign_id, id
        from pledges
        where pledger_id = ${userId}
          and id = coalesce(${pledgeId}::uuid, id)
      )
      select
        (
          select count(*)
          from charges c
          join own on own.campaign_id = c.campaign_id and own.id = c.pledge_id
          where c.state in ('scheduled', 'processing', 'requires_action', 'failed', 'past_due')
        ) as open_charges,
        (
          select count(*)
          from disputes d
          join own on own.campaign_id = d.campaign_id and own.id = d.pledge_id
          where d.closed_at is null
            or d.evidence_due_at is not null
        ) as open_disputes,
        (
          select count(*)
          from invoices i
          join own on own.campaign_id = i.campaign_id and own.id = i.pledge_id
          where i.state = 'open'
            or exists (
              select from payments y
              where y.invoice_id = i.id
                and ${isHeldByException(sql`y.id`)}
            )
        ) as open_invoices,
        (
          select count(*)
          from refunds r
          join own on own.campaign_id = r.campaign_id and own.id = r.pledge_id
          where r.state in ('due', 'sent')
        ) + (
          select count(*)
          from payments y
          join own on own.campaign_id = y.campaign_id and own.id = y.pledge_id
          where y.overpaid_cents > 0
            and y.state <> 'reversed'
            and not exists (select from manual_refunds b where b.payment_id = y.id)
        ) as open_refunds
    `),
  )
}

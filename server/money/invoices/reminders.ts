import { formatUsd, subtract } from '#domain/money.ts'
import { invoiceReminderMail, queueMails } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { pledgeLinks } from '#server/season/pledges/links/index.ts'
import * as store from './store.ts'

const BATCH = 500
const MAX_BATCHES = 2_000

/** Reminds 14 days before an invoice is due, on that day, and 14 and 30 days after it, once each. */
export async function remindOfInvoices(deps: Deps): Promise<number> {
  let reminded = 0
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const count = await deps.db.transaction((tx) => remindNext(deps, tx))
    if (count === 0) break
    reminded += count
    await deps.checkpoint('invoice.reminded')
  }
  return reminded
}

async function remindNext(deps: Deps, tx: Transaction): Promise<number> {
  const reminders = await store.nextReminders(tx, deps.clock.now(), BATCH)
  if (reminders.length === 0) return 0
  const urls = await pledgeLinks(deps, tx, reminders)
  await queueMails(
    tx,
    deps.clock,
    reminders.map((reminder, index) => ({
      kind: 'invoice_reminder',
      idempotencyKey: reminder.idempotencyKey,
      to: reminder.email,
      ...mailOf(reminder, urls[index] as string),
      userId: reminder.pledgerId,
      campaignId: reminder.campaignId,
      pledgeId: reminder.pledgeId,
    })),
  )
  return reminders.length
}

const mailOf = ({ amountCents, paidCents, ...reminder }: store.Reminder, pledgeUrl: string) =>
  invoiceReminderMail({
    ...reminder,
    pledgeUrl,
    amount: formatUsd(amountCents),
    paid: paidCents > 0 ? formatUsd(paidCents) : null,
    open: formatUsd(subtract(amountCents, paidCents)),
  })

/** A pledge is past due while one of its invoices is overdue; once paid, it is settled. */
export const markOverdue = (deps: Deps): Promise<number> =>
  store.markPledgesOverdue(deps.db, deps.clock.now())

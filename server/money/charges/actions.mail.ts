/** Mails to a supporter about a charge, each sent once (R35, R37), only to a verified address (R44). */
import { reasonOf } from '#domain/charge-words.ts'
import { type Cents, formatUsd } from '#domain/money.ts'
import {
  confirmChargeMail,
  declinedMail,
  type MailBody,
  type OutgoingMail,
  payLinkMail,
  queueMails,
  receiptMail,
} from '#server/messaging/mails/index.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { pledgeLinks } from '#server/season/pledge-links/index.ts'
import type { ClaimedAttempt } from './queries.claiming.ts'
import type { ReceiptFacts } from './queries.recording.ts'

export type News =
  | { kind: 'receipt'; paidOn: Date }
  /** Only the cardholder can continue. */
  | ({ kind: 'confirm_charge' } & Again)
  /** The first decline; later ones are not mailed. */
  | { kind: 'charge_declined'; code: string; nextAttemptAt: Date }
  /** No attempts left: payment link for another card. */
  | ({ kind: 'pay_link'; code: string | null } & Again)

/** Mailed once per charge, or `again` on request, and when a paused campaign resumes (R21). */
type Again = { again?: string; isResumed?: boolean }

type Notification = Pick<
  ClaimedAttempt,
  'chargeId' | 'campaignId' | 'pledgeId' | 'pledgerId' | 'moneyMode'
> & {
  amountCents: Cents
  facts: ReceiptFacts
  news: News
}

/** Queues the mails of many charges, each with its own link, in the transaction that causes them. */
export async function notify(
  deps: Deps,
  tx: Transaction,
  notifications: readonly Notification[],
): Promise<void> {
  const readers = notifications.flatMap((one) =>
    one.facts.email === null ? [] : [{ ...one, to: one.facts.email }],
  )
  if (readers.length === 0) return
  const urls = await pledgeLinks(deps, tx, readers)
  const mails = readers.map((one, place): OutgoingMail => {
    const { chargeId, campaignId, pledgeId, pledgerId: userId, to, news } = one
    const idempotencyKey = `${ONCE[news.kind]}:${chargeId}${('again' in news && news.again) || ''}`
    return {
      kind: news.kind,
      idempotencyKey,
      to,
      ...letterOf(one, urls[place] as string),
      userId,
      campaignId,
      pledgeId,
    }
  })
  await queueMails(tx, deps.clock, mails)
}

const ONCE: Record<News['kind'], string> = {
  receipt: 'receipt',
  confirm_charge: 'confirm-charge',
  charge_declined: 'charge-declined',
  pay_link: 'pay-link',
}

function letterOf({ facts, amountCents, moneyMode, news }: Notification, pledgeUrl: string): MailBody {
  const about = { ...facts, amount: formatUsd(amountCents), isTest: moneyMode === 'sandbox', pledgeUrl }
  switch (news.kind) {
    case 'receipt': {
      const name = facts.kind === 'card' ? 'card' : 'bank account'
      const method = facts.last4 ? `${name} ending in ${facts.last4}` : name
      return receiptMail({ ...about, paidOn: news.paidOn, method })
    }
    case 'confirm_charge':
      return confirmChargeMail({ ...about, isResumed: news.isResumed === true })
    case 'charge_declined':
      return declinedMail({
        ...{ ...about, reason: reasonOf(news.code) },
        nextAttemptAt: facts.isPaused ? null : news.nextAttemptAt,
      })
    case 'pay_link':
      return payLinkMail({ ...about, reason: reasonOf(news.code), isResumed: news.isResumed === true })
  }
}

import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { calendarDayText, toCents } from '#web/format.ts'

/** One thing to pay, by its name on the server. */
export type Due = {
  key: string
  amount: string
  why: string
  named: { chargeId: string } | { invoiceId: string }
  /** A payment of it was begun, here or in another window. */
  isUnderWay: boolean
  chargeId: string | null
}

const WAITING = new Set(['failed', 'past_due', 'requires_action'])

/** Failed charges, and open invoices: each can be paid with any card, without a password (R35, R36, R44). */
export function dueOf({ charges, invoices }: Pick<LinkedPledge, 'charges' | 'invoices'>): Due[] {
  const ofCharges = charges
    .filter(({ state, underWay }) => WAITING.has(state) || underWay === 'link')
    .map(({ id, amount, state, reason, underWay }) => ({
      key: id,
      amount,
      named: { chargeId: id },
      chargeId: id,
      isUnderWay: underWay === 'link',
      why:
        underWay === 'link'
          ? 'A payment was started but not finished.'
          : state === 'requires_action'
            ? 'Your bank wanted you to confirm the charge. You were not charged.'
            : `${reason ?? 'The card could not be charged'}. You were not charged.`,
    }))
  const ofInvoices = invoices
    .filter(({ state, open }) => state === 'open' && toCents(open) > 0)
    .map(({ id, number, open, dueDate }) => ({
      key: id,
      amount: open,
      named: { invoiceId: id },
      chargeId: null,
      isUnderWay: false,
      why: `Invoice ${number}, due on ${calendarDayText(dueDate)}. A check or cash with its number works as well.`,
    }))
  return [...ofCharges, ...ofInvoices]
}

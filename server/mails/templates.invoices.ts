import { brand } from '#web/content/brand.ts'
import { layOut, link, type MailBody, MONEY, paragraph, table } from './layout.ts'
import { type About, dayInWords, invoicePrintUrl, testMode } from './templates.ts'

export type InvoiceReminder = About & {
  number: string
  amount: string
  /** Null: nothing yet. */
  paid: string | null
  open: string
  /** `YYYY-MM-DD`. */
  dueOn: string
  /** Below zero: not due yet. */
  daysLate: number
}

/** Of what is open, before and after the day it is due (R36): which team, how much, by when, and how to pay. */
export function invoiceReminderMail(given: InvoiceReminder): MailBody {
  const { campaignName, organizationName, number, open } = given
  return layOut(
    `Reminder: ${open} for ${campaignName} ${whenOf(given)}`,
    [
      ...testMode(given),
      paragraph(
        `You pledged for ${campaignName} (${organizationName}), the season is settled, and ${open} of invoice ${number} is open. If your payment is on its way, thank you: there is nothing to do.`,
      ),
      table(`Invoice ${number}`, [
        ['Amount', given.amount],
        ...(given.paid === null ? [] : [['Paid so far', given.paid] as const]),
        ['To pay', open],
        ['Due', dayInWords(given.dueOn)],
      ]),
      paragraph(
        `Pay by card on your pledge’s page: you need no password, and the card is used this once. Or by check, made out to Pledgeraiser with ${number} on it. You get a receipt when it has arrived.`,
      ),
      link('Pay what is due', given.pledgeUrl),
      link('The invoice as a PDF', invoicePrintUrl(given.pledgeUrl, number)),
      paragraph(
        `Every match behind the amount is on that page too. Does something look wrong, or keep you from paying? Write to ${brand.contactEmail}.`,
      ),
    ],
    MONEY,
  )
}

function whenOf({ dueOn, daysLate }: InvoiceReminder): string {
  if (daysLate === 0) return 'is due today'
  return daysLate < 0 ? `is due on ${dayInWords(dueOn)}` : `was due on ${dayInWords(dueOn)}`
}

export type TakenBack = About & {
  why: 'bounced' | 'posted_wrongly'
  method: 'check' | 'cash'
  number: string
  amount: string
  /** `YYYY-MM-DD`. */
  receivedOn: string
  /** What of the invoice is open now; null: nothing. */
  open: string | null
  /** What of it was to go back to the supporter and does not any more; null: nothing was. */
  notGivenBack: string | null
  /** What went back to the supporter before and is to come again; null: nothing did. */
  missing: string | null
}

/** A receipt went out for what is not there: what happened, without blame, and what to do (R36, R37). */
export const paymentTakenBackMail = (given: TakenBack): MailBody => {
  const { campaignName, organizationName, number, amount, why, open } = given
  const hasBounced = why === 'bounced'
  const state = open === null ? `Of invoice ${number} nothing is due` : `Invoice ${number} is open again`
  return layOut(
    hasBounced
      ? `Your check of ${amount} for ${campaignName} came back`
      : `A correction: ${amount} was recorded for ${campaignName} by mistake`,
    [
      ...testMode(given),
      paragraph(
        hasBounced
          ? `The bank sent back your check for ${campaignName} (${organizationName}). That happens for many reasons. ${state}, and the receipt that we sent no longer holds.`
          : `We recorded a payment for your pledge to ${campaignName} (${organizationName}) that was meant for somebody else. That was our mistake. Invoice ${number} is open as before, and the receipt that we sent does not hold.`,
      ),
      table(`Invoice ${number}`, [
        [hasBounced ? 'The check' : 'Recorded by mistake', amount],
        ['Received', dayInWords(given.receivedOn)],
        ...(open === null ? [] : [['Open now', open] as const]),
      ]),
      ...(given.notGivenBack === null
        ? []
        : [
            paragraph(
              `The refund of ${given.notGivenBack} that was to come out of it is not needed any more: the invoice is lower by as much.`,
            ),
          ]),
      ...(given.missing === null
        ? []
        : [
            paragraph(
              `We had given back ${given.missing} of that check to you. Please add it to your next check for ${number}.`,
            ),
          ]),
      ...(open === null
        ? [link('See your pledge', given.pledgeUrl)]
        : [
            paragraph('Pay by card on your pledge’s page, without a password, or send another check.'),
            link('See what is due', given.pledgeUrl),
          ]),
      paragraph(`If something looks wrong, write to ${brand.contactEmail}.`),
    ],
    MONEY,
  )
}

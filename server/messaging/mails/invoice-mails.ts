import type { Instrument } from '#domain/billing/instruments.ts'
import { brand } from '#web/content/brand.ts'
import { type Block, layOut, link, type MailBody, MONEY, paragraph, table } from './layout.ts'
import {
  type About,
  dayInWords,
  type OpenBills,
  openBillBlocks,
  testMode,
  type Worded,
} from './mail-parts.ts'
import { invoicePrintUrl } from './statement-mails.ts'

type InvoiceReminder = About &
  Worded & {
    number: string
    amount: string
    /** Null: nothing yet. */
    paid: string | null
    open: string
    /** `YYYY-MM-DD`. */
    dueOn: string
    /** Negative: not due yet. */
    daysLate: number
  }

/** About the open amount, before and after the due date: which team, how much, by when, and how to pay. */
export function invoiceReminderMail(given: InvoiceReminder): MailBody {
  const { campaignName, organizationName, number, open } = given
  return layOut(
    `Reminder: ${open} for ${campaignName} ${whenOf(given)}`,
    [
      ...testMode(given),
      paragraph(
        `You pledged for ${campaignName} (${organizationName}), the ${given.vocabulary.season} is settled, and ${open} of invoice ${number} is open. If your payment is on its way, thank you: you don’t need to do anything.`,
      ),
      table(`Invoice ${number}`, [
        ['Amount', given.amount],
        ...(given.paid === null ? [] : [['Paid so far', given.paid] as const]),
        ['To pay', open],
        ['Due', dayInWords(given.dueOn)],
      ]),
      paragraph(
        `Pay by card on your pledge’s page: you don’t need a password, and the card is charged only once. Or by check, made out to Pledgeraiser with ${number} on it, and mailed to ${brand.name}, ${brand.postalAddress}. You get a receipt when we receive it.`,
      ),
      link('Pay what is due', given.pledgeUrl),
      link('The invoice as a PDF', invoicePrintUrl(given.pledgeUrl, number)),
      paragraph(
        `Every ${given.vocabulary.match} behind the amount is on that page too. Does something look wrong, or is something keeping you from paying? Write to ${brand.contactEmail}.`,
      ),
    ],
    MONEY,
  )
}

function whenOf({ dueOn, daysLate }: InvoiceReminder): string {
  if (daysLate === 0) return 'is due today'
  return daysLate < 0 ? `is due on ${dayInWords(dueOn)}` : `was due on ${dayInWords(dueOn)}`
}

type ReversedPayment = About & {
  why: 'bounced' | 'posted_wrongly'
  method: Instrument
  number: string
  amount: string
  /** `YYYY-MM-DD`. */
  receivedOn: string
  /** The invoice's open amount now; null: nothing. */
  open: string | null
  /** What of it was to be refunded to the supporter and no longer is; null: nothing. */
  refundNotNeeded: string | null
  /** A refund owed to the supporter that is set off against the invoice; null: nothing. */
  setOff: string | null
  /** What of it was already refunded to the supporter; null: nothing. */
  alreadyRefunded: string | null
}

/** A receipt was sent for money that is missing: what happened, without blame, and what to do. */
export const paymentReversedMail = (given: ReversedPayment): MailBody => {
  const { campaignName, organizationName, number, amount, why, open } = given
  const hasBounced = why === 'bounced'
  const state =
    open === null
      ? `Nothing is due on invoice ${number}`
      : `Invoice ${number} is open ${hasBounced ? 'again' : 'as before'}`
  const receipt = `the receipt that we sent ${hasBounced ? 'is no longer valid' : 'is not valid'}`
  return layOut(
    hasBounced
      ? `Your check of ${amount} for ${campaignName} was returned by the bank`
      : `A correction: ${amount} was recorded for ${campaignName} by mistake`,
    [
      ...testMode(given),
      paragraph(
        hasBounced
          ? `The bank returned your check for ${campaignName} (${organizationName}). This can happen for many reasons. ${state}, and ${receipt}.`
          : `We recorded a payment for your pledge to ${campaignName} (${organizationName}) that was meant for someone else. That was our mistake. ${state}, and ${receipt}.`,
      ),
      table(`Invoice ${number}`, [
        [hasBounced ? 'The check' : 'Recorded by mistake', amount],
        ['Received', dayInWords(given.receivedOn)],
        ...(open === null ? [] : [['Open now', open] as const]),
      ]),
      ...whatOfIt(given).map((text) => paragraph(text)),
      ...(open !== null
        ? [paragraph('Pay by card on your pledge’s page, without a password, or send another check.')]
        : []),
      link(open === null ? 'See your pledge' : 'See what is due', given.pledgeUrl),
      paragraph(`If something looks wrong, write to ${brand.contactEmail}.`),
    ],
    MONEY,
  )
}

/** What a refund of it adds up to, and what remains to be paid for it. */
function whatOfIt({ number, refundNotNeeded, setOff, alreadyRefunded }: ReversedPayment): string[] {
  return [
    ...(refundNotNeeded === null
      ? []
      : [
          `The refund of ${refundNotNeeded} from it is no longer needed: the invoice is lower by that amount.`,
        ]),
    ...(setOff === null
      ? []
      : [
          `We owed you a refund of ${setOff}. We deducted it from invoice ${number}: you pay that much less.`,
        ]),
    ...(alreadyRefunded === null
      ? []
      : [`We had already refunded ${alreadyRefunded} of it to you. Please send that back, too.`]),
  ]
}

type WithdrawnStatement = About &
  Worded & {
    /** The pledge's agreed maximum. */
    most: string
    /** What is not to be paid now; without a number it is a charge. */
    voided: readonly { amount: string; number: string | null }[]
    /** A refund that is not made now; null: none. */
    refund: string | null
    /** What earlier statements billed and is still to pay; absent if nothing is. */
    stillOpen?: OpenBills
  }

/** To those who were mailed a statement that counts no more, because the season was reopened. */
export const settlementWithdrawnMail = (given: WithdrawnStatement): MailBody =>
  layOut(
    `Your statement for ${given.campaignName} no longer counts`,
    [
      ...testMode(given),
      paragraph(
        `The ${given.vocabulary.season} of ${given.campaignName} (${given.organizationName}) is open again, so the final statement that we sent you no longer counts.`,
      ),
      ...notDue(given),
      ...(given.refund === null
        ? []
        : [
            paragraph(
              `The refund of ${given.refund} is not made now. What you paid counts toward your pledge as before.`,
            ),
          ]),
      ...(given.stillOpen
        ? openBillBlocks('Still to pay from earlier statements', given.stillOpen, given.timeZone)
        : []),
      paragraph(
        `Your pledge counts as before, up to ${given.most} at most. You get a new statement before anything more is charged or due.`,
      ),
      link('See your pledge', given.pledgeUrl),
      paragraph(`If something looks wrong, write to ${brand.contactEmail}.`),
    ],
    MONEY,
  )

function notDue({ voided }: WithdrawnStatement): Block[] {
  if (voided.length === 0) return []
  const invoices = voided.flatMap(({ number }) => (number === null ? [] : [number]))
  return [
    table(
      'No longer to pay',
      voided.map(({ amount, number }) => [number === null ? 'Charge' : `Invoice ${number}`, amount]),
    ),
    paragraph(
      invoices.length === 0
        ? 'It is not charged. You don’t need to do anything.'
        : `Please don’t pay invoice ${invoices.join(' and ')}. If your check is already in the mail, write to us.`,
    ),
  ]
}

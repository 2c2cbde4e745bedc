/** The receipt of a charge or payment: what the PDF behind its link says, in short. */

import { receiptNumber } from '#domain/billing/lookup.ts'
import {
  einRow,
  overpaidSentence,
  shareSentence,
  statementRows,
  taxSentence,
} from '#domain/billing/receipt-sentences.ts'
import { dateIn } from '#domain/places/zone.ts'
import { brand } from '#web/content/brand.ts'
import { layOut, link, type MailBody, MONEY, paragraph, table } from './layout.ts'
import { type About, longDate, printsOf, testMode } from './mail-parts.ts'

export type Receipt = About & {
  /** Of the charge or payment. */
  receiptId: string
  is501c3: boolean
  ein: string | null
  /** That nothing was given in exchange is certain. */
  wonNothing?: true | undefined
  commissionBasisPoints: number
  /** What it paid of the invoice or the charge. */
  amount: string
  /** What exceeded it; absent if nothing did. */
  overpaid?: string
  paidOn: Date
  /** Such as "Visa ending in 4242", "Check 1042". */
  method: string
  /** What the card's statement says at the end of its line. */
  statementText?: string | null
}

/** Only for money that was received. */
export function receiptMail(given: Receipt): MailBody {
  const { campaignName, organizationName, amount, receiptId, paidOn, timeZone } = given
  const number = receiptNumber({ id: receiptId, receivedOn: dateIn(timeZone, paidOn) })
  return layOut(
    `Receipt: ${amount} for ${campaignName}`,
    [
      ...testMode(given),
      paragraph(`Thank you. We have received your payment for ${campaignName}.`),
      table(`Receipt ${number}`, [
        ['Amount', amount],
        ['Received on', longDate(paidOn, timeZone)],
        ['Paid by', given.method],
        ...statementRows(given.statementText),
        ['Campaign', campaignName],
        ['Organization', organizationName],
        einRow(given.ein),
      ]),
      ...(given.overpaid === undefined ? [] : [paragraph(overpaidSentence(given.overpaid))]),
      paragraph(taxSentence(given)),
      link('The receipt as a PDF', `${printsOf(given.pledgeUrl)}/receipts/${receiptId}/receipt.pdf`),
      paragraph('It opens without a password for 60 days. Save it for your records.'),
      paragraph(shareSentence(given, brand.name)),
      link('See your pledge', given.pledgeUrl),
    ],
    MONEY,
  )
}

/** The receipt of a charge or payment. */

import { overpaidSentence, statementRows } from '#domain/billing/receipt-sentences.ts'
import { layOut, link, type MailBody, MONEY, paragraph, table } from './layout.ts'
import { type About, longDate, testMode } from './mail-parts.ts'

const BASIS_POINTS = 10_000

const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 })

const percent = (basisPoints: number): string => PERCENT.format(basisPoints / BASIS_POINTS)

export type Receipt = About & {
  is501c3: boolean
  commissionBasisPoints: number
  /** What it paid of the invoice or the charge. */
  amount: string
  /** What exceeded it; absent if nothing did. */
  overpaid?: string
  paidOn: Date
  /** Such as "card ending in 4242", "check". */
  method: string
  /** What the card's statement says at the end of its line. */
  statementText?: string | null
  /** The number to quote in questions about it. */
  pledgeId?: string
}

/** Only for money that was received. */
export function receiptMail(given: Receipt): MailBody {
  const { campaignName, organizationName, amount } = given
  const share = percent(given.commissionBasisPoints)
  const rest = percent(BASIS_POINTS - given.commissionBasisPoints)
  return layOut(
    `Receipt: ${amount} for ${campaignName}`,
    [
      ...testMode(given),
      paragraph(`Thank you. We have received your payment for ${campaignName}.`),
      table('Receipt', [
        ['Amount', amount],
        ['Received on', longDate(given.paidOn, given.timeZone)],
        ['Paid by', given.method],
        ...statementRows(given.statementText),
        ['Campaign', campaignName],
        ['Organization', organizationName],
        ...(given.pledgeId === undefined ? [] : [['Pledge', given.pledgeId] as const]),
      ]),
      ...(given.overpaid === undefined ? [] : [paragraph(overpaidSentence(given.overpaid))]),
      paragraph(
        `${rest} of what is collected goes to ${organizationName}. ${share} is Pledgeraiser’s share, which pays for running the campaign and for payment processing; it is taken only from money that was actually collected, and nothing is added to what you pay.`,
      ),
      ...(given.is501c3
        ? [
            paragraph(
              `${organizationName} is a 501(c)(3) organization. Your contribution is tax-deductible to the extent allowed by law. Keep this receipt for your records.`,
            ),
          ]
        : []),
      link('See your pledge', given.pledgeUrl),
    ],
    MONEY,
  )
}

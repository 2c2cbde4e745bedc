import { brand } from '#web/content/brand.ts'
import { layOut, link, type MailBody, MONEY, paragraph, table } from './layout.ts'
import { type About, dayInWords, testMode } from './mail-parts.ts'

type Repaid = About & {
  kind: 'overpayment' | 'refund'
  invoiceNumber: string | null
  amount: string
  /** Check, cash or bank transfer. */
  method: string
  reference: string | null
  /** `YYYY-MM-DD`. */
  givenOn: string
}

/** A manual refund: how much, why, and how it is paid. */
export const manualRefundMail = (given: Repaid): MailBody => {
  const { campaignName, organizationName, amount, kind, invoiceNumber } = given
  return layOut(
    `We refunded ${amount} from ${campaignName}`,
    [
      ...testMode(given),
      paragraph(
        kind === 'overpayment'
          ? `You paid more than was due for ${campaignName} (${organizationName}). The rest is yours, and we have refunded it.`
          : `We have sent you the refund that we owed you from ${campaignName} (${organizationName}).`,
      ),
      table('Refund', [
        ['Amount', amount],
        [given.method, given.reference ?? 'In person'],
        ['On', dayInWords(given.givenOn)],
        ...(invoiceNumber === null ? [] : [['Invoice', invoiceNumber] as const]),
      ]),
      paragraph(
        `You don’t need to do anything. If it has not arrived within ten days, write to ${brand.contactEmail}, and we will look into it.`,
      ),
      link('See your pledge', given.pledgeUrl),
    ],
    MONEY,
  )
}

/** A refund owed to the supporter lowers the open amount: neither side has to send anything. */
export const setOffMail = (
  given: About & { amount: string; number: string; open: string | null },
): MailBody => {
  const { amount, number, open, campaignName, organizationName } = given
  return layOut(
    `Your refund of ${amount} was deducted from invoice ${number}`,
    [
      ...testMode(given),
      paragraph(
        `We owed you a refund of ${amount} from your pledge for ${campaignName} (${organizationName}), and invoice ${number} of the same pledge was open. Instead of sending you the refund, we lowered the invoice by that amount.`,
      ),
      table(`Invoice ${number}`, [
        ['Refund deducted', amount],
        ['Still to pay', open ?? '$0.00'],
      ]),
      paragraph(
        open === null
          ? 'Nothing more is due on this invoice.'
          : 'Pay the rest by card on your pledge’s page, or by check with the invoice number on it.',
      ),
      link(open === null ? 'See your pledge' : 'See what is due', given.pledgeUrl),
    ],
    MONEY,
  )
}

import { brand } from '#web/content/brand.ts'
import { layOut, link, type MailBody, MONEY, paragraph, table } from './layout.ts'
import { type About, dayInWords, longDate, type Receipt, testMode } from './templates.ts'

export type Repaid = About & {
  kind: 'overpayment' | 'refund'
  invoiceNumber: string | null
  amount: string
  /** Check, cash or bank transfer. */
  method: string
  reference: string | null
  /** `YYYY-MM-DD`. */
  givenOn: string
}

/** Money that went back by hand: how much, why, and how it comes (R32, R36). */
export const repaymentMail = (given: Repaid): MailBody => {
  const { campaignName, organizationName, amount, kind, invoiceNumber } = given
  return layOut(
    `We gave back ${amount} from ${campaignName}`,
    [
      ...testMode(given),
      paragraph(
        kind === 'overpayment'
          ? `You paid more than was due for ${campaignName} (${organizationName}). The rest is yours, and we have given it back.`
          : `The refund that we owed you from ${campaignName} (${organizationName}) has been given back.`,
      ),
      table('What came back', [
        ['Amount', amount],
        [given.method, given.reference ?? 'In your hand'],
        ['On', dayInWords(given.givenOn)],
        ...(invoiceNumber === null ? [] : [['Invoice', invoiceNumber] as const]),
      ]),
      paragraph(
        `You need not do anything. If it has not arrived within ten days, write to ${brand.contactEmail}, and we look for it.`,
      ),
      link('See your pledge', given.pledgeUrl),
    ],
    MONEY,
  )
}

/** What had gone back of a check that then bounced has come again: no receipt, for it is no gift (R37). */
export const madeGoodMail = (
  given: Pick<Receipt, keyof About | 'overpaid' | 'paidOn' | 'method'> & {
    amount: string
    /** What of it is still to come; null: nothing. */
    left: string | null
  },
): MailBody => {
  const { campaignName, organizationName, amount, left, overpaid } = given
  return layOut(
    `We received ${amount} for ${campaignName}`,
    [
      ...testMode(given),
      paragraph(
        `Thank you. It makes good what we gave back to you from ${campaignName} (${organizationName}) of a check that the bank then sent back. ${left === null ? 'Nothing more is due for that check.' : `${left} of it is still to come.`}`,
      ),
      table('What came in', [
        ['Amount', amount],
        ['Received on', longDate(given.paidOn, given.timeZone)],
        ['Paid by', given.method],
      ]),
      ...(overpaid === undefined
        ? []
        : [paragraph(`${overpaid} more came in with it. It is yours and will be given back to you.`)]),
      link('See your pledge', given.pledgeUrl),
    ],
    MONEY,
  )
}
